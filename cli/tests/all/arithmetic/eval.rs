//! `eval`: operands on the command line and from a stream.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::common::{check, check_arguments, halfpipe, process};
use expect_test::expect;

#[test]
fn one_vector() {
    check_arguments(
        "eval add.rn.f16 3c00 4000",
        expect![[r#"
        0x4200
        status 0
    "#]],
    );
    check_arguments(
        "eval mul.ftz.f16 0x0401, 0x3BFE",
        expect![[r#"
        0x0000
        status 0
    "#]],
    );
    check_arguments(
        "eval fma.rn.f16x2 3c003c00,40004000,3c00bc00 --latency 4",
        expect![[r#"
        0x42003c00
        status 0
    "#]],
    );
    check_arguments(
        "eval fma.rn.f16 5d00 5802 0001 --engine reference",
        expect![[r#"
        0x7903
        status 0
    "#]],
    );
}

#[test]
fn a_register_of_many_bits() {
    for options in ["", " --latency 2", " --latency 2 --engine verilator", " --engine gates"] {
        let arguments = format!(
            "eval dot8.ampere.f32.f16 1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0 0x3c003c003c003c003c003c003c003c00 0.5 --decimal{options}"
        );
        check_arguments(
            &arguments,
            expect![[r#"
                0x42120000  36.5
                status 0
            "#]],
        );
    }
    // The second element of a and b, and the last one.
    check_arguments(
        "eval dot32.hopper.f32.e4m3 0x3800000000000000000000000000000000000000000000000000000000003800 \
         0x4000000000000000000000000000000000000000000000000000000000003800 0 --decimal",
        expect![[r#"
            0x40400000  3
            status 0
        "#]],
    );
}

#[test]
fn numbers_and_values() {
    check_arguments(
        "eval fma.rn.f16 1.5 2.0 -0x1p-3 --latency 2 --decimal",
        expect![[r#"
            0x41c0  2.875
            status 0
        "#]],
    );
    check_arguments(
        "eval add.rn.f16 inf nan",
        expect![[r#"
        0x7fff
        status 0
    "#]],
    );
    check_arguments(
        "eval --decimal sub.rn.bf16x2 -1.5,inf -nan,-inf --engine reference",
        expect![[r#"
            0x7f807fff  nan,inf
            status 0
        "#]],
    );
    check_arguments(
        "eval fpu add_rn_f32_f16 -.5 1e-3 --decimal",
        expect![[r#"
            0xbeff7cee  ≈-0.499
            ! 1e-3 is not representable in f32; using 0x3a83126f (≈0.0010000000474974513)
            status 0
        "#]],
    );
    let mut stream = halfpipe("eval add.rn.f16 --decimal");
    stream.write_stdin("2 1.5\n0.1 -0.2\n1.0e9 3c00\n");
    check(
        stream,
        expect![[r#"
            0x3e00  1.5
            0xae66  ≈-0.1
            0x7c00  inf
            ! line 2: 0.1 is not representable in f16; using 0x2e66 (0.0999755859375)
            ! 2 more numbers were rounded
            status 0
        "#]],
    );
}

#[test]
fn the_compiled_verilog_answers_too() {
    let mut command = halfpipe("eval mul.ftz.f16 --engine verilator --latency 2");
    command.write_stdin("0401 3bfe\n\n3c00 c000\n");
    check(
        command,
        expect![[r#"
            0x0000
            0xc000
            status 0
        "#]],
    );
}

#[test]
fn wrong_operands() {
    check_arguments(
        "eval add.rn.f16 3c00",
        expect![[r#"
        ! error: add.rn.f16 takes 2 operands (a, b), but 1 is given
        status 2
    "#]],
    );
    check_arguments(
        "eval add.rn.f16 3c00 4000 1",
        expect![[r#"
        ! error: add.rn.f16 takes 2 operands (a, b), but 3 are given
        status 2
    "#]],
    );
    check_arguments(
        "eval add.rn.f16 , ",
        expect![[r#"
        ! error: add.rn.f16 takes 2 operands (a, b), but 0 are given
        status 2
    "#]],
    );
    check_arguments(
        "eval add.rn.f16 1.5 2",
        expect![[r#"
        ! error: operand b of add.rn.f16 is `2`: write 2.0 for the number, 0x0002 for the bits
        status 2
    "#]],
    );
    check_arguments(
        "eval add.rn.f16 3c00 4.0.0",
        expect![[r#"
            ! error: operand b of add.rn.f16 is `4.0.0`, which is neither a number such as 1.5, -2 or inf nor 16 bits such as 0x0001
            status 2
        "#]],
    );
    check_arguments(
        "eval add.rn.f16 3c00 0x",
        expect![[r#"
            ! error: operand b of add.rn.f16 is `0x`, which is neither a number such as 1.5, -2 or inf nor 16 bits such as 0x0001
            status 2
        "#]],
    );
    check_arguments(
        "eval add.rn.f16 3c00 10000",
        expect![[r#"
            ! error: operand b of add.rn.f16 is `10000`, but it has 16 bits: at most 0xffff; write 10000.0 for the number
            status 2
        "#]],
    );
    check_arguments(
        "eval add.rn.f16x2 3c003c00 1ffffffff",
        expect![[r#"
            ! error: operand b of add.rn.f16x2 is `1ffffffff`, but it has 32 bits: at most 0xffffffff
            status 2
        "#]],
    );
}

#[test]
fn empty_words_are_no_operands() {
    let given = |mnemonic: &str, words: &[&str], expected| {
        let mut command = halfpipe(&format!("eval {mnemonic}"));
        // If the words were ignored, this line would be taken for the operands.
        command.args(words).write_stdin("3c00 3c00\n");
        check(command, expected);
    };
    given(
        "add.rn.f16",
        &["", "3c00"],
        expect![[r#"
            ! error: word 1 behind add.rn.f16 is empty; it takes 2 operands (a, b)
            status 2
        "#]],
    );
    given(
        "neg.f16",
        &["3c00", " \t"],
        expect![[r#"
            ! error: word 2 behind neg.f16 is empty; it takes 1 operand (a)
            status 2
        "#]],
    );
    given(
        "add.rn.f16",
        &[""],
        expect![[r#"
            ! error: word 1 behind add.rn.f16 is empty; it takes 2 operands (a, b)
            status 2
        "#]],
    );
}

/// Returns `eval` of add.rn.f16 with this standard input.
fn stream(input: impl Into<Vec<u8>>) -> assert_cmd::Command {
    let mut command = halfpipe("eval add.rn.f16");
    command.write_stdin(input);
    command
}

#[test]
fn one_line_out_for_each_line_in() {
    check(
        stream("3c00 4000\n0x4000\t0X3C00\r\n8000,8000"),
        expect![[r#"
        0x4200
        0x4200
        0x8000
        status 0
    "#]],
    );
    check(
        stream(""),
        expect![[r#"
        status 0
    "#]],
    );
}

#[test]
fn blank_lines_are_skipped_but_counted() {
    check(
        stream("3c00 4000\n\n  \t\n3c00\n"),
        expect![[r#"
        0x4200
        ! error: line 4: add.rn.f16 takes 2 operands (a, b), but 1 is given
        status 2
    "#]],
    );
}

#[test]
fn a_wrong_line_is_named_and_the_results_before_it_are_there() {
    check(
        stream("3c00 4000\n3c00 4000 1\n3c00 4000\n"),
        expect![[r#"
        0x4200
        ! error: line 2: add.rn.f16 takes 2 operands (a, b), but 3 are given
        status 2
    "#]],
    );
    check(
        stream("3c00 1.5.0\n"),
        expect![[r#"
            ! error: line 1: operand b of add.rn.f16 is `1.5.0`, which is neither a number such as 1.5, -2 or inf nor 16 bits such as 0x0001
            status 2
        "#]],
    );
    check(
        stream("3c00 13c00\n"),
        expect![[r#"
        ! error: line 1: operand b of add.rn.f16 is `13c00`, but it has 16 bits: at most 0xffff
        status 2
    "#]],
    );
    check(
        stream("++1 -1\n"),
        expect![[r#"
            ! error: line 1: operand a of add.rn.f16 is `++1`, which is neither a number such as 1.5, -2 or inf nor 16 bits such as 0x0001
            status 2
        "#]],
    );
}

#[test]
fn hostile_input_is_refused_in_one_printable_line() {
    check(
        stream(&b"3c00 4000\n\x00\xff\xfe\x1b[31m 0\n"[..]),
        expect![[r#"
            0x4200
            ! error: line 2: operand a of add.rn.f16 is `\x00\xff\xfe\x1b[31m`, which is neither a number such as 1.5, -2 or inf nor 16 bits such as 0x0001
            status 2
        "#]],
    );
    check(
        stream("0".repeat(1 << 20)),
        expect![[r#"
        ! error: line 1 is too long: a line has at most 4096 bytes
        status 2
    "#]],
    );
    check(
        stream(format!("3c00 4000\n3c00{}4000\n", " ".repeat(5000))),
        expect![[r#"
        0x4200
        ! error: line 2 is too long: a line has at most 4096 bytes
        status 2
    "#]],
    );
    check(
        stream(format!("3c00 {}\n", "f".repeat(1000))),
        expect![[r#"
        ! error: line 1: operand b of add.rn.f16 is `ffffffffffffffffffffffff…`, but it has 16 bits: at most 0xffff
        status 2
    "#]],
    );
    check(
        stream("3c00 ４０００\n"),
        expect![[r#"
            ! error: line 1: operand b of add.rn.f16 is `\xef\xbc\x94\xef\xbc\x90\xef\xbc\x90\xef\xbc\x90`, which is neither a number such as 1.5, -2 or inf nor 16 bits such as 0x0001
            status 2
        "#]],
    );
}

#[test]
fn a_line_is_answered_before_the_next_one_comes() {
    let mut child = process("eval add.rn.f16 --latency 3")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (vector, expected) in [("3c00 4000\n", "0x4200\n"), ("4000 4000\n", "0x4400\n")] {
        input.write_all(vector.as_bytes()).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, expected);
    }
    // An incomplete line must wait for its end.
    input.write_all(b"3c00 ").unwrap();
    input.write_all(b"3c00").unwrap();
    drop(input);
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "0x4000\n");
    assert!(child.wait().unwrap().success());
}

/// Two hundred thousand vectors are megabytes of text. Memory use must not grow with their number.
#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_input() {
    let mut child = process("eval add.rn.f16 --engine reference")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let status = format!("/proc/{}/status", child.id());
    let writer = std::thread::spawn(move || {
        let block = "3c00 4000\n".repeat(1000);
        let mut peaks = Vec::new();
        for count in 1..=200 {
            input.write_all(block.as_bytes()).unwrap();
            if count % 100 == 0 {
                peaks.push(peak_kilobytes(&std::fs::read_to_string(&status).unwrap()));
            }
        }
        peaks
    });
    assert_eq!(
        output
            .lines()
            .filter(|line| line.as_ref().is_ok_and(|line| line == "0x4200"))
            .count(),
        200_000
    );
    let peaks = writer.join().unwrap();
    assert!(child.wait().unwrap().success());
    assert!(
        peaks[1] < peaks[0] + 2048,
        "peak memory in kilobytes after half and all of the input: {peaks:?}"
    );
}

fn peak_kilobytes(status: &str) -> u64 {
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_reader_that_goes_away_ends_the_run() {
    let mut child = process("eval add.rn.f16 --engine reference")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // The command stops reading when nobody reads its results.
        while input.write_all(b"3c00 4000\n").is_ok() {}
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
