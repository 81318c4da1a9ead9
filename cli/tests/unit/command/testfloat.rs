//! Unit tests of `src/command/testfloat.rs`.

use super::*;

/// Returns the expected outputs of a TestFloat line.
fn expected_of(mnemonic: &str, line: &str) -> Vec<u64> {
    let instruction: Instruction = mnemonic.parse().unwrap();
    let line = ExpectedVector::read(instruction.with_flags().unwrap(), line.as_bytes()).unwrap();
    line.expected.to_vec()
}

#[test]
fn an_expected_nan_is_the_canonical_one() {
    assert_eq!(expected_of("add.f16", "7C00 FC00 7E00 10"), [0x7FFF, 0x10]);
    assert_eq!(expected_of("add.f16", "7E00 3C00 FE01 00"), [0x7FFF, 0]);
    assert_eq!(expected_of("cvt.f32.f16", "7E00 FFC00000 00"), [0x7FFF_FFFF, 0]);
    // Infinities remain unchanged.
    assert_eq!(expected_of("add.f16", "FC00 3C00 FC00 00"), [0xFC00, 0]);
    assert_eq!(expected_of("add.bf16", "7F80 3F80 7F80 00"), [0x7F80, 0]);
}

#[test]
fn an_instruction_of_riscv_must_match_every_bit_of_a_line() {
    assert_eq!(expected_of("fadd.h.rne", "7C00 FC00 7E00 10"), [0x7E00, 0x10]);
    assert_eq!(expected_of("fadd.h.rne", "7C00 FC00 FE00 10"), [0xFE00, 0x10]);
    assert_eq!(expected_of("fmadd.h.rmm", "3C00 1000 3C00 3C01 01"), [0x3C01, 1]);
    assert_eq!(expected_of("fcvt.w.h.rtz", "7E00 7FFFFFFF 10"), [0x7FFF_FFFF, 0x10]);
    assert_eq!(expected_of("fcvt.s.h", "7C01 7FC00000 10"), [0x7FC0_0000, 0x10]);
    assert_eq!(expected_of("flt.h", "7E00 3C00 0 10"), [0, 0x10]);
}

#[test]
fn of_an_invalid_conversion_the_integer_of_the_model_is_due() {
    assert_eq!(expected_of("cvt.rzi.s32.f16", "7E00 7FFFFFFF 10"), [0, 0x10]);
    assert_eq!(expected_of("cvt.rzi.s32.f16", "FC00 00000000 10"), [0x8000_0000, 0x10]);
    assert_eq!(expected_of("cvt.rni.u8.f16", "BC00 FF 10"), [0, 0x10]);
    // A valid conversion must match the line.
    assert_eq!(expected_of("cvt.rzi.s32.f16", "3E00 00000002 01"), [2, 1]);
    assert_eq!(expected_of("setp.lt.f16", "7E00 3C00 1 10"), [1, 0x10]);
}
