//! One test for each statement of the specification: every decision, then the vectors known to break hardware.

use super::common::{edges, expect};
use halfpipe_isa::{FloatFormat, Instruction, LaneFormats, Modifier, Operation, OOB_NAN_MAGNITUDE};
use halfpipe_model::value::evaluate_lane;

const NAN: u32 = 0x7FFF;
const NAN_F32: u32 = 0x7FFF_FFFF;
const INFINITY: u32 = 0x7C00;
const NEGATIVE_INFINITY: u32 = 0xFC00;
const NEGATIVE_ZERO: u32 = 0x8000;
const ONE: u32 = 0x3C00;
const TWO: u32 = 0x4000;
const MINUS_ONE: u32 = 0xBC00;

#[test]
fn every_nan_result_of_every_instruction_is_canonical() {
    assert!(!Instruction::arithmetic().is_empty());
    for &instruction in Instruction::arithmetic() {
        let formats = LaneFormats::from(instruction.ty());
        let nans = edges(formats.result);
        for &first in &edges(formats.operand) {
            for &last in &nans {
                let operands = match instruction.signature().operands().len() {
                    1 => vec![first],
                    2 => vec![first, last],
                    _ => vec![first, last, last],
                };
                let result = evaluate_lane(instruction, formats, &operands);
                let magnitude = result & formats.result.magnitude_mask();
                assert!(
                    magnitude <= formats.result.infinity() || result == formats.result.canonical_nan(),
                    "{instruction} {operands:X?} is {result:X}"
                );
            }
        }
    }
}

#[test]
fn lanes_are_independent() {
    expect("add.rn.f16x2", &[0x3C00_4000, 0xBC00_4000], 0x0000_4400);
    expect("fma.rn.bf16x2", &[0x3F80_4000, 0x4000_4000, 0x3F80_0000], 0x4040_4080);
    expect("neg.f16x2", &[0x0000_FE00], 0x8000_7FFF);
    expect("min.NaN.bf16x2", &[0x7F81_3F80, 0x3F80_4000], 0x7FFF_3F80);
    expect("tanh.approx.f16x2", &[0xFC00_7C00], 0xBC00_3C00);
    expect("ex2.approx.ftz.bf16x2", &[0x3F80_0001], 0x4000_3F80);
}

#[test]
fn each_lane_has_its_own_c() {
    expect("fma.rn.f16x2", &[0, 0, 0x4000_3C00], 0x4000_3C00);
}

#[test]
fn bits_above_a_16_bit_operand_are_ignored() {
    expect("add.rn.f16", &[0xFFFF_3C00, 0x1234_3C00], TWO);
    expect("fma.rn.f32.f16", &[0xFFFF_3C00, 0x1234_3C00, 0], 0x3F80_0000);
}

#[test]
fn subnormals_are_supported() {
    expect("add.rn.f16", &[0x0001, 0x0001], 0x0002);
    expect("add.rn.f16", &[0x03FF, 0x0001], 0x0400);
    expect("sub.rn.bf16", &[0x0080, 0x0001], 0x007F);
    expect("mul.rn.f16", &[0x0400, 0x3800], 0x0200);
}

#[test]
fn rn_breaks_ties_to_even() {
    expect("add.rn.f16", &[0x6800, 0x3C00], 0x6800);
    expect("add.rn.f16", &[0x6801, 0x3C00], 0x6802);
    expect("mul.rn.f16", &[0x0001, 0x3800], 0x0000);
    expect("mul.rn.f16", &[0x0003, 0x3800], 0x0002);
}

// The out-of-bounds NaN.

#[test]
fn out_of_bounds_nan_is_7ff7_in_both_half_formats() {
    let magnitude = u32::from(OOB_NAN_MAGNITUDE);
    assert_eq!(FloatFormat::F16.out_of_bounds_nan(), magnitude);
    assert_eq!(FloatFormat::BF16.out_of_bounds_nan(), magnitude);
    assert_eq!(FloatFormat::SMALL.out_of_bounds_nan(), 0x7B);
}

#[test]
fn oob_zeroes_the_result_for_a_or_b() {
    for ty in ["f16", "bf16"] {
        for modifiers in ["oob", "oob.relu"] {
            let fma = format!("fma.rn.{modifiers}.{ty}");
            expect(&fma, &[0x7FF7, 0x3F80, 0xFF80], 0);
            expect(&fma, &[0x3F80, 0x7FF7, 0xFF80], 0);
            expect(&fma, &[0x7FF7, 0x7FFF, 0x7FFF], 0);
            expect(&fma, &[0x7FF7, 0x7FF7, 0x7FF7], 0);
        }
    }
}

#[test]
fn oob_ignores_the_sign() {
    expect("fma.rn.oob.f16", &[0xFFF7, ONE, ONE], 0);
    expect("fma.rn.oob.bf16", &[0x3F80, 0xFFF7, 0x3F80], 0);
}

#[test]
fn oob_does_not_test_c() {
    expect("fma.rn.oob.f16", &[ONE, ONE, 0x7FF7], NAN);
    expect("fma.rn.oob.relu.bf16", &[0x3F80, 0x3F80, 0xFFF7], NAN);
}

#[test]
fn oob_leaves_other_nans_alone() {
    for nan in [0x7FFF, 0xFFFF, 0x7FF6, 0x7FFB, 0x7E00, 0x7C01] {
        expect("fma.rn.oob.f16", &[nan, ONE, ONE], NAN);
        expect("fma.rn.oob.f16", &[ONE, nan, ONE], NAN);
    }
}

#[test]
fn oob_is_decided_in_each_lane() {
    expect(
        "fma.rn.oob.f16x2",
        &[0x7FF7_3C00, 0x3C00_3C00, 0x3C00_3C00],
        0x0000_4000,
    );
    expect(
        "fma.rn.oob.f16x2",
        &[0x3C00_3C00, 0x3C00_FFF7, 0x3C00_3C00],
        0x4000_0000,
    );
}

#[test]
fn out_of_bounds_nan_is_an_ordinary_nan_without_oob() {
    expect("fma.rn.f16", &[0x7FF7, ONE, ONE], NAN);
    expect("add.rn.bf16", &[0x7FF7, 0x3F80], NAN);
}

// The clamping modifiers.

#[test]
fn relu_zeroes_whatever_has_its_sign_bit_set() {
    expect("fma.rn.relu.f16", &[MINUS_ONE, ONE, 0], 0);
    expect("fma.rn.relu.f16", &[NEGATIVE_ZERO, ONE, NEGATIVE_ZERO], 0);
    expect("fma.rn.relu.f16", &[NEGATIVE_INFINITY, ONE, ONE], 0);
    expect("fma.rn.relu.bf16", &[0x8001, 0x0001, 0x8000], 0);
    expect("fma.rn.ftz.relu.f16", &[0x8001, ONE, NEGATIVE_ZERO], 0);
}

#[test]
fn relu_keeps_the_rest() {
    expect("fma.rn.relu.f16", &[TWO, ONE, ONE], 0x4200);
    expect("fma.rn.relu.f16", &[INFINITY, ONE, ONE], INFINITY);
    expect("fma.rn.relu.f16", &[0x0001, ONE, 0], 0x0001);
}

#[test]
fn relu_makes_nan_canonical() {
    expect("fma.rn.relu.f16", &[0xFE00, ONE, ONE], NAN);
    expect("fma.rn.relu.bf16", &[0x7F80, 0, 0], NAN);
}

#[test]
fn sat_zeroes_nan_and_negatives() {
    expect("add.rn.sat.f16", &[0x7E00, ONE], 0);
    expect("add.rn.sat.f16", &[INFINITY, NEGATIVE_INFINITY], 0);
    expect("add.rn.sat.f16", &[NEGATIVE_ZERO, NEGATIVE_ZERO], 0);
    expect("mul.rn.sat.f16", &[MINUS_ONE, 0x0001], 0);
    expect("sub.rn.sat.f16", &[0, INFINITY], 0);
    expect("fma.rn.sat.f16", &[MINUS_ONE, ONE, 0], 0);
}

#[test]
fn sat_clamps_above_one() {
    expect("add.rn.sat.f16", &[ONE, 0x0001], ONE);
    expect("add.rn.sat.f16", &[ONE, ONE], ONE);
    expect("mul.rn.sat.f16", &[INFINITY, ONE], ONE);
    expect("fma.rn.sat.f32.f16", &[TWO, TWO, 0], 0x3F80_0000);
}

#[test]
fn sat_keeps_numbers_from_zero_to_one() {
    expect("mul.rn.sat.f16", &[0x3BFF, ONE], 0x3BFF);
    expect("mul.rn.sat.f16", &[0x0001, ONE], 0x0001);
    expect("mul.rn.sat.f16", &[ONE, ONE], ONE);
}

// Flushing.

#[test]
fn ftz_flushes_operands_with_their_sign() {
    expect("add.rn.ftz.f16", &[0x03FF, 0x0000], 0x0000);
    expect("add.rn.ftz.f16", &[0x83FF, NEGATIVE_ZERO], NEGATIVE_ZERO);
    expect("mul.rn.ftz.f16", &[0x83FF, 0x7BFF], NEGATIVE_ZERO);
    expect("fma.rn.ftz.f16", &[ONE, ONE, 0x0001], ONE);
    expect("mul.rn.ftz.f16", &[0x0001, INFINITY], NAN);
}

#[test]
fn ftz_of_a_result_is_decided_before_rounding() {
    expect("mul.rn.f16", &[0x0401, 0x3BFE], 0x0400);
    expect("mul.rn.ftz.f16", &[0x0401, 0x3BFE], 0x0000);
    expect("mul.rn.ftz.f16", &[0x8401, 0x3BFE], NEGATIVE_ZERO);
    expect("fma.rn.ftz.f16", &[0x0401, 0x3BFE, 0], 0x0000);
}

#[test]
fn ftz_keeps_the_smallest_normal_number() {
    expect("mul.rn.ftz.f16", &[0x0800, 0x3800], 0x0400);
    expect("sub.rn.ftz.f16", &[0x0401, 0x0400], 0x0000);
    expect("sub.rn.ftz.f16", &[0x0400, 0x0401], NEGATIVE_ZERO);
}

#[test]
fn ftz_keeps_the_sign_of_an_exact_zero() {
    expect("add.rn.ftz.f16", &[ONE, MINUS_ONE], 0x0000);
    expect("add.rn.ftz.f16", &[NEGATIVE_ZERO, NEGATIVE_ZERO], NEGATIVE_ZERO);
    expect("add.rn.ftz.f16", &[0x0001, 0x8001], 0x0000);
    expect("mul.rn.ftz.f16", &[NEGATIVE_ZERO, ONE], NEGATIVE_ZERO);
}

#[test]
fn ftz_does_not_flush_nan() {
    expect("add.rn.ftz.f16", &[0x7C01, 0x0001], NAN);
    expect("neg.ftz.f16", &[0xFC01], NAN);
}

#[test]
fn bf16_is_never_flushed_by_arithmetic() {
    expect("mul.rn.bf16", &[0x0001, 0x3F80], 0x0001);
    expect("fma.rn.bf16", &[0x0001, 0x3F80, 0x0001], 0x0002);
}

// Zeros, infinities and NaN in arithmetic.

#[test]
fn exact_cancellation_is_positive_zero_but_for_rm() {
    expect("add.rn.f16", &[ONE, MINUS_ONE], 0);
    expect("sub.rn.bf16", &[0x3F80, 0x3F80], 0);
    expect("fma.rn.f16", &[ONE, ONE, MINUS_ONE], 0);
    for (rounding, zero) in [("rn", 0), ("rz", 0), ("rp", 0), ("rm", 0x8000_0000)] {
        expect(&format!("add.{rounding}.f32.f16"), &[ONE, 0xBF80_0000], zero);
        expect(&format!("sub.{rounding}.f32.f16"), &[ONE, 0x3F80_0000], zero);
        expect(&format!("fma.{rounding}.f32.f16"), &[ONE, ONE, 0xBF80_0000], zero);
        expect(&format!("add.{rounding}.f32.bf16"), &[0x8000, 0], zero);
        expect(&format!("fma.{rounding}.f32.bf16"), &[0x8000, 0x3F80, 0], zero);
    }
}

#[test]
fn zeros_of_equal_sign_keep_it() {
    expect("add.rn.f16", &[NEGATIVE_ZERO, NEGATIVE_ZERO], NEGATIVE_ZERO);
    expect("sub.rn.f16", &[NEGATIVE_ZERO, 0], NEGATIVE_ZERO);
    for rounding in ["rn", "rz", "rm", "rp"] {
        expect(&format!("add.{rounding}.f32.f16"), &[0, 0], 0);
        expect(&format!("add.{rounding}.f32.f16"), &[0x8000, 0x8000_0000], 0x8000_0000);
        expect(&format!("sub.{rounding}.f32.f16"), &[0x8000, 0], 0x8000_0000);
    }
}

#[test]
fn zero_product_plus_zero_follows_the_same_rule() {
    expect("fma.rn.f16", &[NEGATIVE_ZERO, ONE, NEGATIVE_ZERO], NEGATIVE_ZERO);
    expect("fma.rn.f16", &[NEGATIVE_ZERO, ONE, 0], 0);
    expect("fma.rn.f16", &[0, ONE, NEGATIVE_ZERO], 0);
    expect("fma.rn.f16", &[NEGATIVE_ZERO, MINUS_ONE, 0], 0);
}

#[test]
fn zero_product_has_the_product_of_the_signs() {
    expect("mul.rn.f16", &[NEGATIVE_ZERO, ONE], NEGATIVE_ZERO);
    expect("mul.rn.f16", &[0, MINUS_ONE], NEGATIVE_ZERO);
    expect("mul.rn.f16", &[NEGATIVE_ZERO, MINUS_ONE], 0);
    expect("mul.rn.f16", &[0x8001, 0x0001], NEGATIVE_ZERO);
}

#[test]
fn infinity_times_zero_is_nan_whatever_c_is() {
    for c in edges(FloatFormat::F16) {
        expect("fma.rn.f16", &[INFINITY, NEGATIVE_ZERO, c], NAN);
        expect("fma.rn.f16", &[0, NEGATIVE_INFINITY, c], NAN);
    }
    expect("mul.rn.bf16", &[0x7F80, 0x8000], NAN);
}

#[test]
fn infinity_minus_infinity_is_nan() {
    expect("sub.rn.f16", &[INFINITY, INFINITY], NAN);
    expect("add.rn.bf16", &[0x7F80, 0xFF80], NAN);
    expect("fma.rn.f16", &[INFINITY, ONE, NEGATIVE_INFINITY], NAN);
    expect("add.rm.f32.f16", &[INFINITY, 0xFF80_0000], NAN_F32);
}

#[test]
fn infinities_of_equal_sign_add_up() {
    expect("add.rn.f16", &[INFINITY, INFINITY], INFINITY);
    expect(
        "fma.rn.f16",
        &[INFINITY, MINUS_ONE, NEGATIVE_INFINITY],
        NEGATIVE_INFINITY,
    );
    expect("sub.rn.f16", &[0x7BFF, INFINITY], NEGATIVE_INFINITY);
}

#[test]
fn rn_overflow_is_infinity_from_half_an_ulp_on() {
    expect("add.rn.f16", &[0x7BFF, 0x4BFF], 0x7BFF);
    expect("add.rn.f16", &[0x7BFF, 0x4C00], INFINITY);
    expect("mul.rn.f16", &[0xFBFF, 0x7BFF], NEGATIVE_INFINITY);
}

#[test]
fn product_overflow_is_decided_after_the_addition() {
    expect("fma.rn.f16", &[0x7BFF, TWO, 0xFBFF], 0x7BFF);
}

// neg and abs.

#[test]
fn neg_and_abs_change_the_sign_only() {
    expect("neg.f16", &[0x0001], 0x8001);
    expect("neg.f16", &[0], NEGATIVE_ZERO);
    expect("neg.bf16", &[0xFF80], 0x7F80);
    expect("abs.f16", &[0x83FF], 0x03FF);
    expect("abs.bf16", &[0x8000], 0);
    for bits in 0..=0x7C00 {
        expect("neg.f16", &[bits], bits | 0x8000);
        expect("abs.f16", &[bits | 0x8000], bits);
    }
}

#[test]
fn neg_and_abs_of_nan_are_canonical() {
    for nan in [0x7C01, 0xFC01, 0x7FFF, 0xFFFF] {
        expect("neg.f16", &[nan], NAN);
        expect("abs.f16", &[nan], NAN);
    }
    expect("neg.bf16", &[0x7FFF], NAN);
    expect("abs.bf16", &[0xFF81], NAN);
}

#[test]
fn neg_and_abs_flush_before_the_sign_changes() {
    expect("neg.ftz.f16", &[0x0001], NEGATIVE_ZERO);
    expect("neg.ftz.f16", &[0x83FF], 0);
    expect("abs.ftz.f16", &[0x8001], 0);
    expect("neg.ftz.f16", &[0x0400], 0x8400);
}

// min and max.

#[test]
fn positive_zero_is_above_negative_zero() {
    for (a, b) in [(0, NEGATIVE_ZERO), (NEGATIVE_ZERO, 0)] {
        expect("min.f16", &[a, b], NEGATIVE_ZERO);
        expect("max.f16", &[a, b], 0);
        expect("min.NaN.bf16", &[a, b], NEGATIVE_ZERO);
        expect("max.NaN.bf16", &[a, b], 0);
    }
}

#[test]
fn zeros_are_ordered_after_flushing_too() {
    expect("min.ftz.f16", &[0x0001, 0x8001], NEGATIVE_ZERO);
    expect("max.ftz.f16", &[0x8001, 0x0001], 0);
    expect("max.ftz.f16", &[NEGATIVE_ZERO, 0x0001], 0);
    expect("min.ftz.f16", &[0, 0x83FF], NEGATIVE_ZERO);
    expect("max.ftz.f16", &[0x03FF, 0x0001], 0);
}

#[test]
fn one_nan_gives_the_other_operand() {
    for nan in [0x7FFF, 0xFE01, 0x7C01] {
        for operation in ["min", "max"] {
            expect(&format!("{operation}.f16"), &[nan, 0x83FF], 0x83FF);
            expect(&format!("{operation}.f16"), &[0x83FF, nan], 0x83FF);
            expect(&format!("{operation}.ftz.f16"), &[nan, 0x83FF], NEGATIVE_ZERO);
            expect(&format!("{operation}.ftz.f16"), &[0x83FF, nan], NEGATIVE_ZERO);
        }
    }
}

#[test]
fn two_nans_or_any_with_nan_give_canonical_nan() {
    for operation in ["min", "max"] {
        expect(&format!("{operation}.f16"), &[0xFE01, 0x7C01], NAN);
        expect(&format!("{operation}.xorsign.abs.f16"), &[0xFE01, 0x7C01], NAN);
        expect(&format!("{operation}.NaN.f16"), &[0xFE01, ONE], NAN);
        expect(&format!("{operation}.NaN.f16"), &[ONE, 0xFE01], NAN);
        expect(&format!("{operation}.NaN.xorsign.abs.bf16"), &[0xBF80, 0xFF81], NAN);
    }
}

#[test]
fn min_and_max_order_all_numbers() {
    let numbers = [
        0xFC00, 0xFBFF, 0xBC00, 0x8400, 0x8001, 0x8000, 0x0000, 0x0001, 0x0400, 0x3C00, 0x7BFF, 0x7C00,
    ];
    for (low_index, &low) in numbers.iter().enumerate() {
        for &high in &numbers[low_index..] {
            for (a, b) in [(low, high), (high, low)] {
                expect("min.f16", &[a, b], low);
                expect("max.f16", &[a, b], high);
            }
        }
    }
}

#[test]
fn xorsign_is_the_product_of_the_raw_signs() {
    expect("max.xorsign.abs.f16", &[0xC000, 0x3C00], 0xC000);
    expect("min.xorsign.abs.f16", &[0xC000, 0x3C00], 0xBC00);
    expect("max.xorsign.abs.f16", &[0xC000, 0xBC00], 0x4000);
    expect("min.xorsign.abs.bf16", &[0x8000, 0x3F80], 0x8000);
    expect("min.xorsign.abs.f16", &[NEGATIVE_INFINITY, NEGATIVE_ZERO], 0);
}

#[test]
fn xorsign_takes_the_sign_of_a_nan_and_tests_the_result() {
    expect("max.xorsign.abs.f16", &[0xFE01, 0x3C00], 0xBC00);
    expect("max.xorsign.abs.f16", &[0x3C00, 0xFE01], 0xBC00);
    expect("min.xorsign.abs.f16", &[0xFE01, 0xBC00], 0x3C00);
    expect("max.xorsign.abs.f16x2", &[0xFE01_FE01, 0x3C00_BC00], 0xBC00_3C00);
}

#[test]
fn xorsign_with_ftz_uses_the_signs_before_flushing_and_orders_the_flushed_magnitudes() {
    expect("max.ftz.xorsign.abs.f16", &[0x8001, 0x0001], NEGATIVE_ZERO);
    expect("min.ftz.xorsign.abs.f16", &[0x8001, 0x8400], 0);
    expect("max.ftz.xorsign.abs.f16", &[0xFE01, 0x03FF], NEGATIVE_ZERO);
}

// Mixed precision.

#[test]
fn mixed_operands_widen_exactly() {
    for (half, single) in [(0x0001, 0x3380_0000), (0x83FF, 0xB87F_C000), (0x7BFF, 0x477F_E000)] {
        expect("fma.rn.f32.f16", &[half, ONE, 0x8000_0000], single);
        expect("add.rz.f32.f16", &[half, 0], single);
    }
    for bits in [0x0001, 0x8001, 0x007F, 0x7F7F, 0x3F80] {
        expect("add.rn.f32.bf16", &[bits, 0], bits << 16);
    }
}

#[test]
fn mixed_sub_negates_c_and_nan_stays_nan() {
    expect("sub.rn.f32.f16", &[ONE, 0x4000_0000], 0xBF80_0000);
    expect("sub.rn.f32.f16", &[ONE, 0x7F80_0001], NAN_F32);
    expect("sub.rz.f32.bf16", &[0xFF81, 0], NAN_F32);
    expect("sub.rn.f32.f16", &[0, 0xFFFF_FFFF], NAN_F32);
}

#[test]
fn mixed_overflow_per_rounding() {
    // Both signs of the largest f32 plus the largest bf16.
    for (rounding, positive, negative) in [
        ("rn", 0x7F80_0000, 0xFF80_0000),
        ("rz", 0x7F7F_FFFF, 0xFF7F_FFFF),
        ("rm", 0x7F7F_FFFF, 0xFF80_0000),
        ("rp", 0x7F80_0000, 0xFF7F_FFFF),
    ] {
        expect(&format!("add.{rounding}.f32.bf16"), &[0x7F7F, 0x7F7F_FFFF], positive);
        expect(&format!("add.{rounding}.f32.bf16"), &[0xFF7F, 0xFF7F_FFFF], negative);
        expect(&format!("fma.{rounding}.f32.bf16"), &[0x7F7F, 0x7F7F, 0], positive);
        expect(&format!("fma.{rounding}.f32.bf16"), &[0x7F7F, 0xFF7F, 0], negative);
    }
}

#[test]
fn mixed_underflow_per_rounding() {
    let tiny = 0x0001;
    for (rounding, positive, negative) in [
        ("rn", 0x0000_0000, 0x8000_0000),
        ("rz", 0x0000_0000, 0x8000_0000),
        ("rm", 0x0000_0000, 0x8000_0001),
        ("rp", 0x0000_0001, 0x8000_0000),
    ] {
        let fma = format!("fma.{rounding}.f32.bf16");
        expect(&fma, &[tiny, tiny, 0], positive);
        expect(&fma, &[tiny, 0x8000 | tiny, 0x8000_0000], negative);
    }
}

#[test]
fn mixed_sat_comes_after_rounding() {
    expect("fma.rp.sat.f32.bf16", &[0x0001, 0x0001, 0], 0x0000_0001);
    expect("fma.rn.sat.f32.bf16", &[0x0001, 0x8001, 0x8000_0000], 0);
    expect("add.rm.sat.f32.f16", &[ONE, 0xBF80_0000], 0);
    expect("add.rp.sat.f32.f16", &[ONE, 0x0000_0001], 0x3F80_0000);
    expect("sub.rz.sat.f32.f16", &[ONE, 0x0000_0001], 0x3F7F_FFFF);
    expect("sub.rn.sat.f32.f16", &[ONE, 0x7FC0_0000], 0);
}

#[test]
fn mixed_bf16_has_its_own_bias() {
    expect("fma.rn.f32.bf16", &[0x3F80, 0x4000, 0], 0x4000_0000);
    expect("fma.rn.f32.f16", &[0x3F80, 0x4000, 0], 0x4070_0000);
}

#[test]
fn directed_rounding_follows_the_sign() {
    // 1 + 2^-24, a quarter of an ulp above one, and its negative.
    let quarter = 0x3380_0000;
    for (rounding, positive, negative) in [
        ("rn", 0x3F80_0000, 0xBF80_0000),
        ("rz", 0x3F80_0000, 0xBF80_0000),
        ("rm", 0x3F80_0000, 0xBF80_0001),
        ("rp", 0x3F80_0001, 0xBF80_0000),
    ] {
        expect(&format!("add.{rounding}.f32.f16"), &[ONE, quarter], positive);
        expect(
            &format!("add.{rounding}.f32.f16"),
            &[MINUS_ONE, quarter | 0x8000_0000],
            negative,
        );
    }
}

// tanh and ex2.

#[test]
fn tanh_special_values() {
    for (one, infinity, ty) in [(0x3C00, 0x7C00, "f16"), (0x3F80, 0x7F80, "bf16")] {
        let tanh = format!("tanh.approx.{ty}");
        expect(&tanh, &[0x8000 | infinity], 0x8000 | one);
        expect(&tanh, &[0x8000], 0x8000);
        expect(&tanh, &[0], 0);
        expect(&tanh, &[infinity], one);
        expect(&tanh, &[0xFFFF], NAN);
        expect(&tanh, &[infinity + 1], NAN);
    }
}

#[test]
fn ex2_f16_special_values() {
    let ex2 = "ex2.approx.f16";
    expect(ex2, &[NEGATIVE_INFINITY], 0);
    expect(ex2, &[NEGATIVE_ZERO], ONE);
    expect(ex2, &[0], ONE);
    expect(ex2, &[INFINITY], INFINITY);
    expect(ex2, &[0xFC01], NAN);
}

#[test]
fn ex2_f16_of_integers_is_exact() {
    expect("ex2.approx.f16", &[ONE], TWO);
    expect("ex2.approx.f16", &[0x4B80], 0x7800);
    expect("ex2.approx.f16", &[0x4C00], INFINITY);
    expect("ex2.approx.f16", &[0xCB00], 0x0400);
    expect("ex2.approx.f16", &[0xCE00], 0x0001);
}

#[test]
fn ex2_f16_of_minus_25_is_a_tie_that_rounds_to_zero() {
    expect("ex2.approx.f16", &[0xCE40], 0);
    expect("ex2.approx.f16", &[0xCE3F], 0x0001);
}

#[test]
fn ex2_f16_supports_subnormal_operands_and_results() {
    expect("ex2.approx.f16", &[0x0001], ONE);
    expect("ex2.approx.f16", &[0x83FF], ONE);
    expect("ex2.approx.f16", &[0xCB80], 0x0200);
}

#[test]
fn ex2_bf16_special_values() {
    let ex2 = "ex2.approx.ftz.bf16";
    expect(ex2, &[0xFF80], 0);
    expect(ex2, &[0x8001], 0x3F80);
    expect(ex2, &[0x8000], 0x3F80);
    expect(ex2, &[0], 0x3F80);
    expect(ex2, &[0x007F], 0x3F80);
    expect(ex2, &[0x7F80], 0x7F80);
    expect(ex2, &[0xFF81], NAN);
}

#[test]
fn ex2_bf16_flushes_below_the_smallest_normal_number() {
    expect("ex2.approx.ftz.bf16", &[0xC2FC], 0x0080);
    expect("ex2.approx.ftz.bf16", &[0xC2FD], 0);
    expect("ex2.approx.ftz.bf16", &[0xC2FE], 0);
    expect("ex2.approx.ftz.bf16", &[0xFF7F], 0);
}

#[test]
fn ex2_bf16_overflows_at_128() {
    expect("ex2.approx.ftz.bf16", &[0x42FE], 0x7F00);
    expect("ex2.approx.ftz.bf16", &[0x4300], 0x7F80);
    expect("ex2.approx.ftz.bf16", &[0x7F7F], 0x7F80);
}

// Vectors known to break hardware.

#[test]
fn fma_rounds_once() {
    // 0x1.400p8 · 0x1.008p7 is 41040, the midpoint of 41024 = 0x7902 and 41056 = 0x7903; the even one is 0x7902. 2^-24
    // lifts the sum above the midpoint. But 41040 + 2^-24 has 40 significant bits: rounded to 24 bits first, the sum is
    // the tie again.
    expect("mul.rn.f16", &[0x5D00, 0x5802], 0x7902);
    expect("fma.rn.f16", &[0x5D00, 0x5802, 0x0001], 0x7903);
    expect("fma.rn.f16", &[0x5D00, 0x5802, 0x8001], 0x7902);
}

#[test]
fn fma_vector_misrounded_by_a_generated_core() {
    expect("fma.rn.f16", &[0x5100, 0x5FAC, 0x8EE8], 0x74CB);
}

#[test]
fn addend_far_below_the_product_decides_a_tie() {
    // In bf16 (1 + 2^-4)² = 1 + 2^-3 + 2^-8, half an ulp above 1.125.
    expect("fma.rn.bf16", &[0x3F88, 0x3F88, 0x0000], 0x3F90);
    expect("fma.rn.bf16", &[0x3F88, 0x3F88, 0x0001], 0x3F91);
    expect("fma.rn.bf16", &[0x3F88, 0x3F88, 0x8001], 0x3F90);
}

#[test]
fn mul_zero_has_the_sign_that_adding_zero_would_lose() {
    expect("mul.rn.f16", &[0x8001, 0x0001], NEGATIVE_ZERO);
    expect("mul.rn.bf16", &[0x0001, 0x8001], NEGATIVE_ZERO);
}

#[test]
fn carry_from_subnormal_to_normal() {
    expect("mul.rn.f16", &[0x07FF, 0x3800], 0x0400);
    expect("fma.rn.f16", &[0x0001, 0x3800, 0x03FF], 0x0400);
}

#[test]
fn carry_out_of_rounding_reaches_the_exponent() {
    expect("add.rn.f16", &[0x3FFF, 0x1000], TWO);
    expect("add.rn.f16", &[0x3FFF, 0x0FFF], 0x3FFF);
}

#[test]
fn subnormal_addend_of_a_widening_sum() {
    expect("add.rn.f32.bf16", &[0x0001, 0x0000_0001], 0x0001_0001);
    expect("add.rn.f32.f16", &[0x0001, 0x0000_0001], 0x3380_0000);
    expect("add.rp.f32.f16", &[0x0001, 0x0000_0001], 0x3380_0001);
    expect("add.rm.f32.f16", &[0x8001, 0x8000_0001], 0xB380_0001);
}

#[test]
fn min_and_max_of_equal_numbers_are_that_number() {
    for &instruction in Instruction::arithmetic() {
        let is_extremum = matches!(instruction.operation(), Operation::Min | Operation::Max);
        let changes_operands = instruction.has(Modifier::Ftz) || instruction.has(Modifier::XorsignAbs);
        if !is_extremum || changes_operands || instruction.ty().lanes() == 2 {
            continue;
        }
        let format = LaneFormats::from(instruction.ty()).operand;
        for magnitude in 0..=format.infinity() {
            for bits in [magnitude, format.sign_mask() | magnitude] {
                assert_eq!(halfpipe_model::value::evaluate(instruction, &[bits, bits]), bits);
            }
        }
    }
}
