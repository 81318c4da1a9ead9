//! Named cases of single precision.

use super::{expect, expect_always};

// Sums.

#[test]
fn a_cancelled_sum_is_negative_when_rounding_down_only() {
    let due = "00000000/00 00000000/00 80000000/00 00000000/00 00000000/00";
    expect("fadd.s", "3f800000 bf800000", due);
    expect("fadd.s", "00000000 80000000", due);
    expect("fsub.s", "00000000 00000000", due);
    expect_always("fadd.s", "80000000 80000000", "80000000/00");
}

#[test]
fn a_tie_goes_away_from_zero_in_rmm() {
    expect(
        "fadd.s",
        "3f800000 33800000",
        "3f800000/01 3f800000/01 3f800000/01 3f800001/01 3f800001/01",
    );
}

#[test]
fn the_largest_number_and_a_small_one_overflow_when_rounding_up_only() {
    expect(
        "fadd.s",
        "7f7fffff 00000001",
        "7f7fffff/01 7f7fffff/01 7f7fffff/01 7f800000/05 7f7fffff/01",
    );
}

#[test]
fn a_sum_of_subnormal_numbers_is_exact_as_cvfpu_61() {
    expect_always("fadd.s", "00000001 00000001", "00000002/00");
    expect_always("fsub.s", "00800000 00000001", "007fffff/00");
}

// Products.

#[test]
fn half_of_the_smallest_number_underflows() {
    expect(
        "fmul.s",
        "00000001 3f000000",
        "00000000/03 00000000/03 00000000/03 00000001/03 00000001/03",
    );
}

#[test]
fn a_product_that_rounds_to_the_smallest_normal_number_with_all_digits_is_not_tiny() {
    expect(
        "fmul.s",
        "007fffff 3f800001",
        "00800000/01 007fffff/03 007fffff/03 00800000/01 00800000/01",
    );
}

#[test]
fn a_product_that_is_tiny_before_its_last_digit_is_lost_underflows_as_cvfpu_94() {
    expect(
        "fmul.s",
        "00800000 3f7fffff",
        "00800000/03 007fffff/03 007fffff/03 00800000/03 00800000/03",
    );
}

#[test]
fn the_sign_of_a_product_is_the_same_in_every_rounding_as_cva6_1573() {
    expect_always("fmul.s", "bf800000 00000001", "80000001/00");
    expect_always("fmul.s", "fe7fffff 00000001", "b3ffffff/00");
    expect(
        "fmul.s",
        "80000001 3f000000",
        "80000000/03 80000000/03 80000001/03 80000000/03 80000001/03",
    );
}

// Products and sums.

#[test]
fn each_changes_the_signs_before_the_sum() {
    let due = "00000000/00 00000000/00 80000000/00 00000000/00 00000000/00";
    expect("fmadd.s", "3f800000 3f800000 bf800000", due);
    expect("fmsub.s", "3f800000 3f800000 3f800000", due);
    expect("fnmsub.s", "3f800000 3f800000 3f800000", due);
    expect("fnmadd.s", "3f800000 3f800000 bf800000", due);
}

#[test]
fn each_product_and_sum_has_its_signs() {
    // 2 · 3 and 1.
    expect_always("fmadd.s", "40000000 40400000 3f800000", "40e00000/00");
    expect_always("fmsub.s", "40000000 40400000 3f800000", "40a00000/00");
    expect_always("fnmsub.s", "40000000 40400000 3f800000", "c0a00000/00");
    expect_always("fnmadd.s", "40000000 40400000 3f800000", "c0e00000/00");
}

#[test]
fn a_product_and_sum_is_rounded_once() {
    // (1 + 2^-23)(1 - 2^-23) - 1.
    expect_always("fmadd.s", "3f800001 3f7ffffe bf800000", "a8800000/00");
    expect(
        "fmadd.s",
        "00800000 3f7fffff 00000001",
        "00800000/01 00800000/01 00800000/01 00800001/01 00800001/01",
    );
}

#[test]
fn an_infinity_times_zero_is_invalid_even_with_a_quiet_nan() {
    for operation in ["fmadd.s", "fmsub.s", "fnmsub.s", "fnmadd.s"] {
        expect_always(operation, "7f800000 00000000 7fc00000", "7fc00000/10");
        expect_always(operation, "80000000 7f800000 3f800000", "7fc00000/10");
        expect_always(operation, "3f800000 3f800000 7fc12345", "7fc00000/00");
        expect_always(operation, "3f800000 3f800000 7f800001", "7fc00000/10");
    }
    expect_always("fnmadd.s", "7f800000 3f800000 7f800000", "ff800000/00");
}

// Quotients and roots.

#[test]
fn every_overflow_has_nx_as_cvfpu_139() {
    let due = "7f800000/05 7f7fffff/05 7f7fffff/05 7f800000/05 7f800000/05";
    expect("fdiv.s", "7f7fffff 3f000000", due);
    expect("fdiv.s", "7f7fffff 3f7fffff", due);
    expect("fmul.s", "7f7fffff 40000000", due);
    let due = "ff800000/05 ff7fffff/05 ff800000/05 ff7fffff/05 ff800000/05";
    expect("fmul.s", "ff7fffff 40000000", due);
    expect("fadd.s", "ff7fffff ff7fffff", due);
}

#[test]
fn a_quotient_that_rounds_to_the_smallest_normal_number_underflows_as_cva6_3274() {
    expect(
        "fdiv.s",
        "00ffffff 40000000",
        "00800000/03 007fffff/03 007fffff/03 00800000/03 00800000/03",
    );
    expect(
        "fdiv.s",
        "00ffffff c0000000",
        "80800000/03 807fffff/03 80800000/03 807fffff/03 80800000/03",
    );
}

#[test]
fn a_quotient_is_rounded_in_every_direction() {
    expect(
        "fdiv.s",
        "3f800000 40400000",
        "3eaaaaab/01 3eaaaaaa/01 3eaaaaaa/01 3eaaaaab/01 3eaaaaab/01",
    );
}

#[test]
fn a_division_by_an_infinity_raises_nothing_as_cvfpu_120() {
    expect_always("fdiv.s", "00000000 7f800000", "00000000/00");
    expect_always("fdiv.s", "bf800000 7f800000", "80000000/00");
    expect_always("fdiv.s", "7f7fffff 7f800000", "00000000/00");
}

#[test]
fn a_division_by_zero_is_none_of_zero_an_infinity_or_a_nan_as_cva6_1573() {
    expect_always("fdiv.s", "bf800000 00000000", "ff800000/08");
    expect_always("fdiv.s", "00000000 80000000", "7fc00000/10");
    expect_always("fdiv.s", "ff800000 00000000", "ff800000/00");
    expect_always("fdiv.s", "7fc00000 00000000", "7fc00000/00");
    expect_always("fdiv.s", "7f800000 ff800000", "7fc00000/10");
    expect_always("fdiv.s", "3f800000 7f800001", "7fc00000/10");
}

#[test]
fn a_root_of_an_infinity_raises_nothing_as_cvfpu_111() {
    expect_always("fsqrt.s", "7f800000", "7f800000/00");
    expect_always("fsqrt.s", "80000000", "80000000/00");
    expect_always("fsqrt.s", "ff800000", "7fc00000/10");
    expect_always("fsqrt.s", "bf800000", "7fc00000/10");
}

#[test]
fn a_root_is_rounded_in_every_direction_as_cva6_2057() {
    expect(
        "fsqrt.s",
        "40000000",
        "3fb504f3/01 3fb504f3/01 3fb504f3/01 3fb504f4/01 3fb504f3/01",
    );
    expect(
        "fsqrt.s",
        "3f7fffff",
        "3f7fffff/01 3f7fffff/01 3f7fffff/01 3f800000/01 3f7fffff/01",
    );
    expect(
        "fsqrt.s",
        "00000001",
        "1a3504f3/01 1a3504f3/01 1a3504f3/01 1a3504f4/01 1a3504f3/01",
    );
}

// Conversions from and to integers.

#[test]
fn a_number_that_rounds_to_an_integer_in_range_is_inexact_as_cva6_3275() {
    expect(
        "fcvt.wu.s",
        "bf000000",
        "00000000/01 00000000/01 00000000/10 00000000/01 00000000/10",
    );
    expect(
        "fcvt.wu.s",
        "be99999a",
        "00000000/01 00000000/01 00000000/10 00000000/01 00000000/01",
    );
    expect(
        "fcvt.w.s",
        "bf000000",
        "00000000/01 00000000/01 ffffffff/01 00000000/01 ffffffff/01",
    );
    expect(
        "fcvt.w.s",
        "3fc00000",
        "00000002/01 00000001/01 00000001/01 00000002/01 00000002/01",
    );
    let out_of_range =
        "0000000000000000/10 0000000000000000/01 0000000000000000/10 0000000000000000/01 0000000000000000/10";
    expect("fcvt.lu.s", "bf7fffff", out_of_range);
    expect_always("fcvt.wu.s", "bf800000", "00000000/10");
}

#[test]
fn the_least_and_the_largest_integer_are_in_range_as_cvfpu_83() {
    expect_always("fcvt.w.s", "cf000000", "80000000/00");
    expect_always("fcvt.w.s", "cf000001", "80000000/10");
    expect_always("fcvt.w.s", "4effffff", "7fffff80/00");
    expect_always("fcvt.w.s", "4f000000", "7fffffff/10");
    expect_always("fcvt.wu.s", "4f000000", "80000000/00");
    expect_always("fcvt.wu.s", "4f800000", "ffffffff/10");
    expect_always("fcvt.l.s", "df000000", "8000000000000000/00");
    expect_always("fcvt.l.s", "5f000000", "7fffffffffffffff/10");
    expect_always("fcvt.lu.s", "5f7fffff", "ffffff0000000000/00");
    expect_always("fcvt.lu.s", "5f800000", "ffffffffffffffff/10");
}

#[test]
fn a_nan_becomes_the_largest_integer_and_an_infinity_is_clamped() {
    for nan in ["7fc00000", "ffc00000", "7f800001", "ffffffff"] {
        expect_always("fcvt.w.s", nan, "7fffffff/10");
        expect_always("fcvt.wu.s", nan, "ffffffff/10");
        expect_always("fcvt.l.s", nan, "7fffffffffffffff/10");
        expect_always("fcvt.lu.s", nan, "ffffffffffffffff/10");
    }
    expect_always("fcvt.w.s", "7f800000", "7fffffff/10");
    expect_always("fcvt.w.s", "ff800000", "80000000/10");
    expect_always("fcvt.lu.s", "ff800000", "0000000000000000/10");
    expect_always("fcvt.l.s", "7f800000", "7fffffffffffffff/10");
}

#[test]
fn an_integer_is_rounded_once() {
    expect(
        "fcvt.s.w",
        "01000001",
        "4b800000/01 4b800000/01 4b800000/01 4b800001/01 4b800001/01",
    );
    expect(
        "fcvt.s.w",
        "fefffffd",
        "cb800002/01 cb800001/01 cb800002/01 cb800001/01 cb800002/01",
    );
    expect(
        "fcvt.s.wu",
        "ffffffff",
        "4f800000/01 4f7fffff/01 4f7fffff/01 4f800000/01 4f800000/01",
    );
    expect(
        "fcvt.s.l",
        "ffffff7fffffbfff",
        "d3000000/01 d3000000/01 d3000001/01 d3000000/01 d3000000/01",
    );
    expect(
        "fcvt.s.lu",
        "8000008000000001",
        "5f000001/01 5f000000/01 5f000000/01 5f000001/01 5f000001/01",
    );
    expect_always("fcvt.s.w", "80000000", "cf000000/00");
    expect_always("fcvt.s.l", "ffffffffffffffff", "bf800000/00");
    expect_always("fcvt.s.w", "0", "00000000/00");
}

// Operations that do not round.

#[test]
fn sign_injection_keeps_every_bit_of_a_nan() {
    expect_always("fsgnj.s", "7f800001 80000000", "ff800001/00");
    expect_always("fsgnjn.s", "7fc55555 00000000", "ffc55555/00");
    expect_always("fsgnjx.s", "ff800001 ff800001", "7f800001/00");
}

#[test]
fn the_lesser_zero_is_negative_and_a_nan_gives_way_to_a_number() {
    expect_always("fmin.s", "00000000 80000000", "80000000/00");
    expect_always("fmax.s", "80000000 00000000", "00000000/00");
    expect_always("fmin.s", "7fc00000 3f800000", "3f800000/00");
    expect_always("fmin.s", "ff800000 7f800001", "ff800000/10");
    expect_always("fmax.s", "ffffffff 7fc00001", "7fc00000/00");
    expect_always("fmax.s", "7f800001 7fc00000", "7fc00000/10");
}

#[test]
fn feq_is_quiet_and_the_others_signal() {
    for [relation, of_quiet] in [
        ["feq.s", "00000000/00"],
        ["flt.s", "00000000/10"],
        ["fle.s", "00000000/10"],
    ] {
        expect_always(relation, "7fc00000 7fc00000", of_quiet);
        expect_always(relation, "3f800000 ffc00001", of_quiet);
        expect_always(relation, "7f800001 3f800000", "00000000/10");
    }
    expect_always("feq.s", "80000000 00000000", "00000001/00");
    expect_always("fle.s", "00000000 80000000", "00000001/00");
    expect_always("flt.s", "80000000 00000000", "00000000/00");
    expect_always("flt.s", "ff800000 80000001", "00000001/00");
}

#[test]
fn each_class_has_its_bit_and_raises_nothing() {
    let classes = [
        ["ff800000", "00000001/00"],
        ["80800000", "00000002/00"],
        ["807fffff", "00000004/00"],
        ["80000000", "00000008/00"],
        ["00000000", "00000010/00"],
        ["00000001", "00000020/00"],
        ["00800000", "00000040/00"],
        ["7f7fffff", "00000040/00"],
        ["7f800000", "00000080/00"],
        ["7fbfffff", "00000100/00"],
        ["ff800001", "00000100/00"],
        ["7fc00000", "00000200/00"],
        ["ffffffff", "00000200/00"],
    ];
    for [operand, due] in classes {
        expect_always("fclass.s", operand, due);
    }
}

#[test]
fn moves_keep_every_bit() {
    for bits in ["7f800001", "80000000", "ffffffff", "00000001"] {
        expect_always("fmv.x.w", bits, &format!("{bits}/00"));
        expect_always("fmv.w.x", bits, &format!("{bits}/00"));
    }
}
