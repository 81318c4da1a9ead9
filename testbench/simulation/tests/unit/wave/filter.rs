//! Unit tests of `src/wave/filter.rs`.

use super::*;

fn answers(element: FloatFormat, input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    run(element, input, &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn numbers_and_their_classes() {
    let input = b"3C00\n0\n8000\n$c000\n0x3555\n7C00\nFC00\n0001\n7FFF\n7FF7\nFE01\n7bff";
    let expected = [
        "1",
        "0",
        "-0",
        "-2",
        "≈0.3333",
        "inf",
        "-inf",
        "≈6e-8 (subnormal)",
        "canonical NaN",
        "out-of-bounds NaN",
        "-NaN",
        "65504",
    ];
    assert_eq!(answers(FloatFormat::F16, input), expected);
    assert_eq!(answers(FloatFormat::BF16, b"3F80\n0001\n"), ["1", "≈9e-41 (subnormal)"]);
    assert_eq!(
        answers(FloatFormat::F32, b"3F800000\n7FFFFFFF\n"),
        ["1", "canonical NaN"]
    );
}

#[test]
fn two_lanes_upper_first() {
    assert_eq!(answers(FloatFormat::F16, b"BC003C00\nxxxx3C00\n"), ["-1 | 1", "x | 1"]);
}

#[test]
fn every_line_has_one_answer() {
    let input = b"xxxx\nzzzz\n3x00\n\n3C00000\nhello\n\xff\xfe\n-\nZZZZ\r\n";
    let expected = ["x", "z", "x", "", "3C00000", "hello", "\u{fffd}\u{fffd}", "x", "z"];
    assert_eq!(answers(FloatFormat::F16, input), expected);
}

#[test]
fn a_quote_in_the_path_is_quoted() {
    let script = String::from_utf8(script(FloatFormat::F16, Some(Path::new("/it's/halfpipe")))).unwrap();
    assert!(script.contains(r"for halfpipe in '/it'\''s/halfpipe' "), "{script}");
}
