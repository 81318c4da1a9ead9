//! Decisions on points that IEEE 754 and LLVM leave open.

use halfpipe_model::flags::{flags, DIVIDE_BY_ZERO, INEXACT, INVALID, OVERFLOW, UNDERFLOW};

#[track_caller]
fn expect(mnemonic: &str, operands: &[u64], due: u64) {
    let instruction = mnemonic.parse().unwrap_or_else(|error| panic!("{mnemonic}: {error}"));
    let found = flags(instruction, operands);
    assert_eq!(found, due, "{mnemonic} {operands:X?} raises {found:05b} for {due:05b}");
}

#[test]
fn quiet_relations_are_invalid_with_signalling_nans_only() {
    for relation in ["eq", "ne", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"] {
        expect(&format!("setp.{relation}.f16"), &[0x7E00, 0x3C00], 0);
        expect(&format!("setp.{relation}.f16"), &[0x3C00, 0x7C01], INVALID);
        expect(
            &format!("set.{relation}.u32.bf16x2"),
            &[0x3F80_3F80, 0x7F81_3F80],
            INVALID,
        );
    }
    for relation in ["lt", "le", "gt", "ge"] {
        expect(&format!("setp.{relation}.f16"), &[0x7E00, 0x3C00], INVALID);
        expect(&format!("setp.{relation}.f16"), &[0x3C00, 0x3C00], 0);
        expect(
            &format!("setp.{relation}.and.f16x2"),
            &[0x3C00, 0x7E00_3C00, 0],
            INVALID,
        );
    }
}

#[test]
fn modifiers_of_a_result_change_nothing() {
    // The product is exactly representable below the normal numbers: flushing or clamping it raises nothing.
    expect("mul.ftz.f16", &[0x0400, 0x3800], 0);
    expect("mul.ftz.f16", &[0x0401, 0x3800], UNDERFLOW | INEXACT);
    expect("add.sat.f16", &[0x4000, 0x4000], 0);
    expect("fma.rn.relu.f16", &[0xFBFF, 0x7BFF, 0], OVERFLOW | INEXACT);
    expect("cvt.rn.satfinite.e4m3x2.f32", &[0x7F7F_FFFF, 0], OVERFLOW | INEXACT);
    // The OOB NaN is quiet with either sign; a NaN beside it may signal.
    expect("fma.rn.oob.f16", &[0x7FF7, 0x3C00, 0x3C00], 0);
    expect("fma.rn.oob.f16", &[0xFFF7, 0x3C00, 0x3C00], 0);
    expect("fma.rn.oob.f16", &[0x7FF7, 0xFC01, 0x3C00], INVALID);
    expect("fma.rn.oob.f16", &[0xFFF7, 0xFC01, 0x3C00], INVALID);
}

#[test]
fn a_flushed_operand_is_a_zero() {
    expect("add.f16", &[0x0001, 0x7BFF], INEXACT);
    expect("add.ftz.f16", &[0x0001, 0x7BFF], 0);
    expect("mul.ftz.f16", &[0x0001, 0x7C00], INVALID);
    expect("ex2.approx.ftz.bf16", &[0x0001], 0);
    expect("cvt.rn.ftz.f16.f32", &[0x0000_0001], 0);
    expect("cvt.rn.f16.f32", &[0x0000_0001], UNDERFLOW | INEXACT);
}

#[test]
fn functions_are_exact_for_few_operands() {
    expect("tanh.approx.f16", &[0x0000], 0);
    expect("tanh.approx.f16", &[0xFC00], 0);
    expect("tanh.approx.f16", &[0x7BFF], INEXACT);
    expect("tanh.approx.f16", &[0x03FF], UNDERFLOW | INEXACT);
    expect("tanh.approx.f16", &[0x0400], INEXACT);
    expect("tanh.approx.bf16", &[0x7F81], INVALID);
    expect("ex2.approx.f16", &[0x4200], 0);
    expect("ex2.approx.f16", &[0x4201], INEXACT);
    expect("ex2.approx.f16", &[0x4C00], OVERFLOW | INEXACT);
    expect("ex2.approx.f16", &[0x7C00], 0);
    // 2^-15 and 2^-24 are subnormal numbers; 2^-25 is none.
    expect("ex2.approx.f16", &[0xCB80], 0);
    expect("ex2.approx.f16", &[0xCE00], 0);
    expect("ex2.approx.f16", &[0xCE40], UNDERFLOW | INEXACT);
    expect("ex2.approx.f16", &[0xCB81], UNDERFLOW | INEXACT);
    // 2^-127, which `.ftz` makes zero.
    expect("ex2.approx.ftz.bf16", &[0xC2FE], 0);
    expect("ex2.approx.ftz.bf16", &[0xFF7F], UNDERFLOW | INEXACT);
}

#[test]
fn elementary_functions_are_exact_for_few_operands() {
    // Even powers of two, zeros, and numbers below zero.
    expect("rsqrt.approx.f16", &[0x4400], 0);
    expect("rsqrt.approx.f16", &[0x0001], 0);
    expect("rsqrt.approx.f16", &[0x4000], INEXACT);
    expect("rsqrt.approx.f16", &[0x8000], DIVIDE_BY_ZERO);
    expect("rsqrt.approx.f16", &[0x8001], INVALID);
    expect("rsqrt.approx.f16", &[0x7C00], 0);
    expect("rsqrt.approx.f16", &[0xFC00], INVALID);
    expect("rsqrt.approx.bf16", &[0x7F81], INVALID);
    expect("rsqrt.approx.bf16", &[0xFFC1], 0);
    expect("lg2.approx.bf16", &[0x0001], 0);
    expect("lg2.approx.bf16", &[0x0003], INEXACT);
    expect("lg2.approx.f16", &[0x0000], DIVIDE_BY_ZERO);
    expect("log.approx.f16", &[0x3C00], 0);
    expect("log.approx.f16", &[0x4000], INEXACT);
    expect("log.approx.f16", &[0xBC00], INVALID);
    expect("exp.approx.f16", &[0x8000], 0);
    expect("exp.approx.f16", &[0x0001], INEXACT);
    expect("exp.approx.f16", &[0x498C], OVERFLOW | INEXACT);
    expect("exp.approx.f16", &[0xD800], UNDERFLOW | INEXACT);
    expect("exp.approx.f16", &[0xFC00], 0);
    expect("sigmoid.approx.f16", &[0x0000], 0);
    expect("sigmoid.approx.f16", &[0x7BFF], INEXACT);
    expect("sigmoid.approx.f16", &[0xFBFF], UNDERFLOW | INEXACT);
    // Half of it is below the normal numbers.
    expect("silu.approx.f16", &[0x0401], UNDERFLOW | INEXACT);
    expect("silu.approx.f16", &[0x7BFF], INEXACT);
    expect("gelu.approx.bf16", &[0x8000], 0);
    expect("gelu.approx.bf16", &[0xFF7F], UNDERFLOW | INEXACT);
    // 1.128 times it is a normal number.
    expect("erf.approx.f16", &[0x03FF], INEXACT);
    expect("erf.approx.f16", &[0x0001], UNDERFLOW | INEXACT);
    expect("erf.approx.f16", &[0xFC00], 0);
    expect("sin.approx.f16", &[0x8000], 0);
    expect("sin.approx.f16", &[0x0400], INEXACT);
    expect("sin.approx.f16", &[0x03FF], UNDERFLOW | INEXACT);
    // 355 is almost 113 π.
    expect("sin.approx.f16", &[0x5D8C], UNDERFLOW | INEXACT);
    expect("sin.approx.f16", &[0x7C00], INVALID);
    expect("sin.approx.bf16", &[0x7F81], INVALID);
    expect("cos.approx.f16", &[0x0000], 0);
    expect("cos.approx.f16", &[0x0001], INEXACT);
    expect("cos.approx.f16", &[0x598C], UNDERFLOW | INEXACT);
    expect("cos.approx.bf16", &[0xFF80], INVALID);
    expect("cos.approx.bf16", &[0xFFC1], 0);
}

#[test]
fn small_formats_say_what_they_lack() {
    expect("cvt.rn.satfinite.e4m3x2.f32", &[0x7F80_0000, 0], INEXACT);
    expect("cvt.rn.satfinite.e5m2x2.f32", &[0x7F80_0000, 0], 0);
    expect("cvt.rn.satfinite.e4m3x2.f32", &[0x7FC0_0000, 0], 0);
    expect("cvt.rn.satfinite.e2m1x2.f32", &[0x7FC0_0000, 0], INVALID);
    // 464 is the midpoint of 448 and 480. Likewise 7 is that of 6 and 8, and 30 that of 28 and 32.
    expect("cvt.rn.satfinite.e4m3x2.f32", &[0x43E8_0000, 0], INEXACT);
    expect("cvt.rn.satfinite.e4m3x2.f32", &[0x43E8_0001, 0], OVERFLOW | INEXACT);
    expect("cvt.rn.satfinite.e2m1x2.f32", &[0x40E0_0000, 0], OVERFLOW | INEXACT);
    expect("cvt.rn.satfinite.e3m2x2.f32", &[0x41F0_0000, 0], OVERFLOW | INEXACT);
    // A signalling NaN and a quiet one of e5m2; the NaNs of e4m3 and ue8m0 do not signal.
    expect("cvt.rn.f16x2.e5m2x2", &[0x7D], INVALID);
    expect("cvt.rn.f16x2.e5m2x2", &[0x7E], 0);
    expect("cvt.rn.f16x2.e4m3x2", &[0x7F], 0);
    expect("cvt.rn.bf16x2.ue8m0x2", &[0xFF], 0);
}

#[test]
fn ue5m3_has_no_sign_and_exceeds_f16() {
    expect("cvt.rn.ue5m3x2.f32", &[0xBF80_0000, 0], 0);
    // 118784, and the next number in single precision.
    expect("cvt.rn.ue5m3x2.f32", &[0x47E8_0000, 0], INEXACT);
    expect("cvt.rn.ue5m3x2.f32", &[0x47E8_0001, 0], OVERFLOW | INEXACT);
    // 122880, which would be the next number of ue5m3.
    expect("cvt.rz.ue5m3x2.f32", &[0x47EF_FFFF, 0], INEXACT);
    expect("cvt.rz.ue5m3x2.f32", &[0x47F0_0000, 0], OVERFLOW | INEXACT);
    expect("cvt.rp.satfinite.ue5m3x2.f32", &[0xC7E0_0001, 0], OVERFLOW | INEXACT);
    expect("cvt.rz.ue5m3x2.f32", &[0xFF80_0000, 0], INEXACT);
    expect("cvt.rz.ue5m3x2.f32", &[0x7FC0_0000, 0], 0);
    expect("cvt.rz.ue5m3x2.f32", &[0x7F80_0001, 0], INVALID);
    expect("cvt.rp.ue5m3x2.bf16x2", &[0x8001], UNDERFLOW | INEXACT);
    // 2^-14, the smallest normal number, less half of a unit is a number if the exponent is unbounded.
    expect("cvt.rp.ue5m3x2.f32", &[0xB870_0000, 0], UNDERFLOW | INEXACT);
    expect("cvt.rp.ue5m3x2.f32", &[0xB870_0001, 0], INEXACT);
    expect("cvt.rn.f16x2.ue5m3x2", &[0xF7], 0);
    expect("cvt.rn.f16x2.ue5m3x2", &[0xF8], OVERFLOW | INEXACT);
    expect("cvt.rn.f16x2.ue5m3x2", &[0xFE], OVERFLOW | INEXACT);
    expect("cvt.rn.f16x2.ue5m3x2", &[0xFF], 0);
    expect("cvt.rn.bf16x2.ue5m3x2", &[0xFE], 0);
    expect("cvt.rn.bf16x2.e5m2x2", &[0x7D], INVALID);
    // Towards zero, a number overflows from the place of the next one on.
    expect("cvt.rz.satfinite.e4m3x2.f32", &[0x43EF_FFFF, 0], INEXACT);
    expect("cvt.rz.satfinite.e4m3x2.f32", &[0x43F0_0000, 0], OVERFLOW | INEXACT);
    expect("cvt.rz.satfinite.e2m1x2.bf16x2", &[0x40FF], INEXACT);
    expect("cvt.rz.satfinite.e2m1x2.bf16x2", &[0x4100], OVERFLOW | INEXACT);
}

#[test]
fn powers_of_two_have_neither_sign_nor_zero() {
    expect("cvt.rz.ue8m0x2.f32", &[0x3F80_0000, 0xBF80_0000], 0);
    expect("cvt.rz.ue8m0x2.f32", &[0x3F80_0000, 0], INEXACT);
    expect("cvt.rp.ue8m0x2.f32", &[0x3F80_0000, 0x7F00_0001], OVERFLOW | INEXACT);
    expect("cvt.rz.ue8m0x2.f32", &[0x3F80_0000, 0x0040_0000], 0);
    expect("cvt.rz.ue8m0x2.f32", &[0x3F80_0000, 0x003F_FFFF], UNDERFLOW | INEXACT);
    expect("cvt.rp.ue8m0x2.f32", &[0x3F80_0000, 0x003F_FFFF], INEXACT);
    expect("cvt.rp.ue8m0x2.f32", &[0x3F80_0000, 0x0020_0000], UNDERFLOW | INEXACT);
}

#[test]
fn random_bits_decide_what_is_tiny() {
    // 2^-14 less 2^-25: f16's smallest normal number less a fraction of the unit.
    expect("cvt.rs.f16x2.f32", &[0, 0x387F_E000, 0], UNDERFLOW | INEXACT);
    expect("cvt.rs.f16x2.f32", &[0, 0x387F_E000, 0x1FFF], INEXACT);
    expect("cvt.rs.f16x2.f32", &[0x477F_F000, 0, 0x1FFF_0000], OVERFLOW | INEXACT);
    expect("cvt.rs.f16x2.f32", &[0x477F_F000, 0, 0], INEXACT);
}
