//! Named cases of half precision and bfloat16.

use super::{expect, expect_always};

// Sums.

#[test]
fn a_cancelled_sum_is_negative_when_rounding_down_only() {
    expect("fadd.h", "3c00 bc00", "0000/00 0000/00 8000/00 0000/00 0000/00");
    expect("fadd.h", "0000 8000", "0000/00 0000/00 8000/00 0000/00 0000/00");
    expect("fsub.h", "0000 0000", "0000/00 0000/00 8000/00 0000/00 0000/00");
    expect_always("fadd.h", "8000 8000", "8000/00");
}

#[test]
fn a_tie_goes_away_from_zero_in_rmm() {
    expect("fadd.h", "3c00 1000", "3c00/01 3c00/01 3c00/01 3c01/01 3c01/01");
}

#[test]
fn the_largest_number_and_a_small_one_overflow_when_rounding_up_only() {
    expect("fadd.h", "7bff 0001", "7bff/01 7bff/01 7bff/01 7c00/05 7bff/01");
}

#[test]
fn a_sum_of_subnormal_numbers_is_exact_as_cvfpu_61() {
    expect_always("fadd.h", "0001 0001", "0002/00");
    expect_always("fsub.h", "0400 0001", "03ff/00");
}

// Products.

#[test]
fn half_of_the_smallest_number_underflows() {
    expect("fmul.h", "0001 3800", "0000/03 0000/03 0000/03 0001/03 0001/03");
}

#[test]
fn a_product_that_rounds_to_the_smallest_normal_number_with_all_digits_is_not_tiny() {
    expect("fmul.h", "03ff 3c01", "0400/01 03ff/03 03ff/03 0400/01 0400/01");
}

#[test]
fn a_product_that_is_tiny_before_its_last_digit_is_lost_underflows_as_cvfpu_94() {
    expect("fmul.h", "0400 3bff", "0400/03 03ff/03 03ff/03 0400/03 0400/03");
    expect("fmul.h", "e3ff 0001", "8400/03 83ff/03 8400/03 83ff/03 8400/03");
}

#[test]
fn the_sign_of_a_product_is_the_same_in_every_rounding_as_cva6_1573() {
    expect_always("fmul.h", "bc00 0001", "8001/00");
    expect_always("fmul.h", "8000 3c00", "8000/00");
    expect("fmul.h", "8001 3800", "8000/03 8000/03 8001/03 8000/03 8001/03");
}

// Products and sums.

#[test]
fn fnmadd_changes_the_signs_before_the_sum() {
    expect("fnmadd.h", "3c00 3c00 bc00", "0000/00 0000/00 8000/00 0000/00 0000/00");
    expect("fnmsub.h", "3c00 3c00 3c00", "0000/00 0000/00 8000/00 0000/00 0000/00");
    expect("fmsub.h", "3c00 3c00 3c00", "0000/00 0000/00 8000/00 0000/00 0000/00");
    expect("fmadd.h", "3c00 3c00 bc00", "0000/00 0000/00 8000/00 0000/00 0000/00");
}

#[test]
fn each_product_and_sum_has_its_signs() {
    // 2 · 3 and 1.
    expect_always("fmadd.h", "4000 4200 3c00", "4700/00");
    expect_always("fmsub.h", "4000 4200 3c00", "4500/00");
    expect_always("fnmsub.h", "4000 4200 3c00", "c500/00");
    expect_always("fnmadd.h", "4000 4200 3c00", "c700/00");
}

#[test]
fn an_infinity_times_zero_is_invalid_even_with_a_quiet_nan() {
    for operation in ["fmadd.h", "fmsub.h", "fnmsub.h", "fnmadd.h"] {
        expect_always(operation, "7c00 0000 7e00", "7e00/10");
        expect_always(operation, "8000 7c00 3c00", "7e00/10");
        expect_always(operation, "3c00 3c00 7e00", "7e00/00");
        expect_always(operation, "3c00 3c00 7c01", "7e00/10");
    }
}

#[test]
fn opposite_infinities_are_invalid_with_the_changed_signs() {
    expect_always("fmadd.h", "7c00 3c00 fc00", "7e00/10");
    expect_always("fmsub.h", "7c00 3c00 7c00", "7e00/10");
    expect_always("fnmsub.h", "7c00 3c00 7c00", "7e00/10");
    expect_always("fnmadd.h", "7c00 3c00 fc00", "7e00/10");
    expect_always("fnmadd.h", "7c00 3c00 7c00", "fc00/00");
}

#[test]
fn a_product_and_sum_at_the_smallest_normal_number_underflows_as_redmule_58() {
    expect("fmadd.h", "03ee 3c12 8000", "0400/03 03ff/03 03ff/03 0400/01 0400/03");
}

#[test]
fn a_product_and_sum_just_below_the_smallest_normal_number_is_not_tiny_as_spike_1825() {
    let due = "8080/01 807f/03 8080/01 807f/03 8080/01";
    expect("fmadd.bf16", "0fb1 0044 8080", due);
}

// Quotients and roots.

#[test]
fn a_quotient_overflows_with_nx_as_cvfpu_139() {
    expect("fdiv.h", "7bff 3800", "7c00/05 7bff/05 7bff/05 7c00/05 7c00/05");
    expect("fdiv.h", "7bff 3bff", "7c00/05 7bff/05 7bff/05 7c00/05 7c00/05");
}

#[test]
fn every_overflow_has_nx_as_cvfpu_139() {
    expect("fmul.h", "7bff 4000", "7c00/05 7bff/05 7bff/05 7c00/05 7c00/05");
    expect("fmul.h", "fbff 4000", "fc00/05 fbff/05 fc00/05 fbff/05 fc00/05");
    expect("fadd.h", "fbff fbff", "fc00/05 fbff/05 fc00/05 fbff/05 fc00/05");
    expect("fcvt.h.s", "477ff000", "7c00/05 7bff/01 7bff/01 7c00/05 7c00/05");
    expect("fcvt.h.s", "c7800000", "fc00/05 fbff/05 fc00/05 fbff/05 fc00/05");
    expect("fcvt.bf16.s", "7f7fffff", "7f80/05 7f7f/01 7f7f/01 7f80/05 7f80/05");
}

#[test]
fn a_quotient_that_rounds_to_the_smallest_normal_number_underflows_as_cvfpu_155() {
    expect("fdiv.h", "07ff 4000", "0400/03 03ff/03 03ff/03 0400/03 0400/03");
    expect("fdiv.h", "07ff c000", "8400/03 83ff/03 8400/03 83ff/03 8400/03");
}

#[test]
fn a_division_by_an_infinity_raises_nothing_as_cvfpu_120() {
    expect_always("fdiv.h", "0000 7c00", "0000/00");
    expect_always("fdiv.h", "bc00 7c00", "8000/00");
    expect_always("fdiv.h", "7bff 7c00", "0000/00");
}

#[test]
fn a_division_by_zero_is_none_of_zero_an_infinity_or_a_nan_as_cva6_1573() {
    expect_always("fdiv.h", "bc00 0000", "fc00/08");
    expect_always("fdiv.h", "0000 8000", "7e00/10");
    expect_always("fdiv.h", "fc00 0000", "fc00/00");
    expect_always("fdiv.h", "7e00 0000", "7e00/00");
    expect_always("fdiv.h", "7c00 fc00", "7e00/10");
    expect_always("fdiv.h", "3c00 7e00", "7e00/00");
    expect_always("fdiv.h", "3c00 7c01", "7e00/10");
}

#[test]
fn a_root_of_an_infinity_raises_nothing_as_cvfpu_111() {
    expect_always("fsqrt.h", "7c00", "7c00/00");
    expect_always("fsqrt.h", "8000", "8000/00");
    expect_always("fsqrt.h", "fc00", "7e00/10");
    expect_always("fsqrt.h", "bc00", "7e00/10");
    expect_always("fsqrt.h", "0001", "0c00/00");
}

#[test]
fn a_root_is_rounded_in_every_direction_as_cva6_2057() {
    expect("fsqrt.h", "4b80", "43bf/01 43be/01 43be/01 43bf/01 43bf/01");
    expect("fsqrt.h", "4000", "3da8/01 3da8/01 3da8/01 3da9/01 3da8/01");
}

// Conversions between numbers.

#[test]
fn narrowing_to_the_smallest_normal_number_underflows_as_cvfpu_165_and_166() {
    expect("fcvt.h.s", "b87fe000", "8400/03 83ff/03 8400/03 83ff/03 8400/03");
    expect("fcvt.h.s", "387fefff", "0400/03 03ff/03 03ff/03 0400/01 0400/03");
    expect("fcvt.bf16.s", "007fffff", "0080/01 007f/03 007f/03 0080/01 0080/01");
    expect("fcvt.h.s", "33000000", "0000/03 0000/03 0000/03 0001/03 0001/03");
    expect("fcvt.h.s", "00000001", "0000/03 0000/03 0000/03 0001/03 0000/03");
}

#[test]
fn a_converted_nan_is_the_canonical_one() {
    expect_always("fcvt.h.s", "7f800001", "7e00/10");
    expect_always("fcvt.h.s", "ffc12345", "7e00/00");
    expect_always("fcvt.bf16.s", "ff800001", "7fc0/10");
    expect_always("fcvt.s.h", "7c01", "7fc00000/10");
    expect_always("fcvt.s.h", "fe00", "7fc00000/00");
    expect_always("fcvt.s.bf16", "ff81", "7fc00000/10");
    expect_always("fcvt.bf16.h", "fdff", "7fc0/10");
    expect_always("fcvt.h.bf16", "ffff", "7e00/00");
}

#[test]
fn widening_is_exact() {
    expect_always("fcvt.s.h", "8001", "b3800000/00");
    expect_always("fcvt.s.h", "fc00", "ff800000/00");
    expect_always("fcvt.s.bf16", "0001", "00010000/00");
}

// Conversions from and to integers.

#[test]
fn a_number_that_rounds_to_an_integer_in_range_is_inexact_as_cva6_3275() {
    expect(
        "fcvt.wu.h",
        "b800",
        "00000000/01 00000000/01 00000000/10 00000000/01 00000000/10",
    );
    expect(
        "fcvt.wu.h",
        "b4cd",
        "00000000/01 00000000/01 00000000/10 00000000/01 00000000/01",
    );
    expect(
        "fcvt.wu.h",
        "b801",
        "00000000/10 00000000/01 00000000/10 00000000/01 00000000/10",
    );
    expect(
        "fcvt.w.h",
        "b800",
        "00000000/01 00000000/01 ffffffff/01 00000000/01 ffffffff/01",
    );
    expect(
        "fcvt.w.h",
        "3800",
        "00000000/01 00000000/01 00000000/01 00000001/01 00000001/01",
    );
    expect_always("fcvt.wu.h", "bc00", "00000000/10");
}

#[test]
fn the_least_integer_is_in_range_as_cvfpu_83() {
    expect_always("fcvt.w.bf16", "cf00", "80000000/00");
    expect_always("fcvt.w.bf16", "cf01", "80000000/10");
    expect_always("fcvt.w.bf16", "4f00", "7fffffff/10");
    expect_always("fcvt.wu.bf16", "4f00", "80000000/00");
    expect_always("fcvt.l.bf16", "df00", "8000000000000000/00");
    expect_always("fcvt.lu.bf16", "5f80", "ffffffffffffffff/10");
    expect_always("fcvt.w.h", "fbff", "ffff0020/00");
}

#[test]
fn a_nan_becomes_the_largest_integer() {
    for nan in ["7e00", "fe00", "7c01", "ffff"] {
        expect_always("fcvt.w.h", nan, "7fffffff/10");
        expect_always("fcvt.wu.h", nan, "ffffffff/10");
        expect_always("fcvt.l.h", nan, "7fffffffffffffff/10");
        expect_always("fcvt.lu.h", nan, "ffffffffffffffff/10");
    }
}

#[test]
fn an_infinity_is_clamped() {
    expect_always("fcvt.w.h", "7c00", "7fffffff/10");
    expect_always("fcvt.w.h", "fc00", "80000000/10");
    expect_always("fcvt.wu.h", "7c00", "ffffffff/10");
    expect_always("fcvt.wu.h", "fc00", "00000000/10");
    expect_always("fcvt.l.h", "fc00", "8000000000000000/10");
    expect_always("fcvt.lu.h", "fc00", "0000000000000000/10");
}

#[test]
fn an_integer_that_is_too_large_overflows_as_cvfpu_123() {
    expect("fcvt.h.w", "0000ffef", "7bff/01 7bff/01 7bff/01 7c00/05 7bff/01");
    expect("fcvt.h.w", "0000fff0", "7c00/05 7bff/01 7bff/01 7c00/05 7c00/05");
    expect("fcvt.h.w", "00010000", "7c00/05 7bff/05 7bff/05 7c00/05 7c00/05");
    expect("fcvt.h.w", "ffff0000", "fc00/05 fbff/05 fc00/05 fbff/05 fc00/05");
    expect("fcvt.h.wu", "ffffffff", "7c00/05 7bff/05 7bff/05 7c00/05 7c00/05");
    expect_always("fcvt.bf16.lu", "8000000000000000", "5f00/00");
}

#[test]
fn an_integer_is_rounded_once() {
    expect("fcvt.h.lu", "801", "6800/01 6800/01 6800/01 6801/01 6801/01");
    expect(
        "fcvt.h.l",
        "fffffffffffff7ff",
        "e800/01 e800/01 e801/01 e800/01 e801/01",
    );
    expect_always("fcvt.h.w", "0", "0000/00");
    expect_always("fcvt.h.l", "0", "0000/00");
}

// Selections, which look at no rounding.

#[test]
fn sign_injection_keeps_every_bit_of_a_nan() {
    expect_always("fsgnj.h", "7c01 8000", "fc01/00");
    expect_always("fsgnj.h", "ffff 7e00", "7fff/00");
    expect_always("fsgnjn.h", "7e55 0000", "fe55/00");
    expect_always("fsgnjn.h", "3c00 fc01", "3c00/00");
    expect_always("fsgnjx.h", "fc01 fc01", "7c01/00");
    expect_always("fsgnjx.bf16", "ff81 3f80", "ff81/00");
}

#[test]
fn the_lesser_zero_is_negative() {
    expect_always("fmin.h", "0000 8000", "8000/00");
    expect_always("fmin.h", "8000 0000", "8000/00");
    expect_always("fmax.h", "0000 8000", "0000/00");
    expect_always("fmax.h", "8000 0000", "0000/00");
}

#[test]
fn a_nan_gives_way_to_a_number_and_is_invalid_if_it_signals() {
    expect_always("fmin.h", "7e00 3c00", "3c00/00");
    expect_always("fmin.h", "fc00 7c01", "fc00/10");
    expect_always("fmax.h", "fdff bc00", "bc00/10");
    expect_always("fmax.h", "ffff 7e01", "7e00/00");
    expect_always("fmax.h", "7c01 7e00", "7e00/10");
    expect_always("fmin.bf16", "ffff ff81", "7fc0/10");
}

#[test]
fn feq_is_quiet_and_the_others_signal() {
    for [relation, of_quiet] in [
        ["feq.h", "00000000/00"],
        ["flt.h", "00000000/10"],
        ["fle.h", "00000000/10"],
    ] {
        expect_always(relation, "7e00 7e00", of_quiet);
        expect_always(relation, "3c00 fe01", of_quiet);
        expect_always(relation, "7c01 3c00", "00000000/10");
    }
}

#[test]
fn comparisons_give_one_and_zeros_are_equal() {
    expect_always("feq.h", "8000 0000", "00000001/00");
    expect_always("fle.h", "0000 8000", "00000001/00");
    expect_always("flt.h", "8000 0000", "00000000/00");
    expect_always("flt.h", "fc00 8001", "00000001/00");
    expect_always("fle.h", "3c01 3c00", "00000000/00");
    expect_always("feq.bf16", "7f80 7f80", "00000001/00");
}

#[test]
fn each_class_has_its_bit_and_raises_nothing() {
    let classes = [
        ["fc00", "00000001/00"],
        ["fbff", "00000002/00"],
        ["8400", "00000002/00"],
        ["83ff", "00000004/00"],
        ["8001", "00000004/00"],
        ["8000", "00000008/00"],
        ["0000", "00000010/00"],
        ["0001", "00000020/00"],
        ["03ff", "00000020/00"],
        ["0400", "00000040/00"],
        ["7bff", "00000040/00"],
        ["7c00", "00000080/00"],
        ["7c01", "00000100/00"],
        ["fdff", "00000100/00"],
        ["7e00", "00000200/00"],
        ["ffff", "00000200/00"],
    ];
    for [operand, due] in classes {
        expect_always("fclass.h", operand, due);
    }
    expect_always("fclass.bf16", "007f", "00000020/00");
    expect_always("fclass.bf16", "7fbf", "00000100/00");
    expect_always("fclass.bf16", "7fc0", "00000200/00");
}

#[test]
fn moves_extend_the_sign_and_drop_the_upper_half() {
    expect_always("fmv.x.h", "8000", "ffff8000/00");
    expect_always("fmv.x.h", "7c01", "00007c01/00");
    expect_always("fmv.h.x", "1234fc01", "fc01/00");
    expect_always("fmv.h.x", "ffff7c01", "7c01/00");
}
