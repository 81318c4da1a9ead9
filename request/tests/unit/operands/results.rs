//! Unit tests of `src/operands/results.rs`.

use halfpipe_isa::{FloatFormat, Instruction, Signature};

use super::*;

fn line(operation: &Function, words: &[(u64, u32)]) -> String {
    let mut text = Vec::new();
    append_words(&mut text, words.iter().copied());
    let words: Vec<u64> = words.iter().map(|(word, _)| *word).collect();
    append_values(&mut text, Some(operation), &words);
    String::from_utf8(text).unwrap()
}

#[test]
fn words_are_printed_at_their_full_width() {
    let mut text = Vec::new();
    append_words(&mut text, [(0x1, 1), (0xDEADBEEF, 64), (0xABC, 16)]);
    assert_eq!(text, b"0x1 0x00000000deadbeef 0x0abc");
}

#[test]
fn values_stand_beside_their_words_lane_0_first() {
    let function = |mnemonic: &str| Function::from(mnemonic.parse::<Instruction>().unwrap());
    assert_eq!(line(&function("neg.f16"), &[(0x4200, 16)]), "0x4200  3");
    assert_eq!(line(&function("neg.f16"), &[(0xFE01, 16)]), "0xfe01  -nan");
    assert_eq!(line(&function("neg.bf16"), &[(0x8000, 16)]), "0x8000  -0");
    assert_eq!(
        line(&function("neg.f16x2"), &[(0xFC00_3E00, 32)]),
        "0xfc003e00  1.5,-inf"
    );
    // A core's result port may be wider than the operation's result.
    assert_eq!(line(&function("neg.f16"), &[(0x3C00, 32)]), "0x00003c00  1");
}

#[test]
fn what_is_no_number_of_a_format_has_a_value_too() {
    let a = [Operand::new("a", ElementType::Bits(8))];
    let pairs = Operand {
        lanes: 2,
        ..Operand::new("s", ElementType::Signed(8))
    };
    let results = [
        Operand::new("p", ElementType::Predicate),
        pairs,
        Operand::new("b", ElementType::Bits(5)),
        Operand::new("u", ElementType::Unsigned(4)),
        Operand::new("d", ElementType::Number(FloatFormat::F32)),
    ];
    let function = Function::new("all", Signature::new(&a, &results).unwrap()).unwrap();
    assert_eq!(
        line(&function, &[(1, 1), (0x05FB, 16), (0x1F, 5), (9, 4), (0x3F80_0000, 32)]),
        "0x1 0x05fb 0x1f 0x9 0x3f800000  true -5,5 0x1f 9 1"
    );
}
