//! Named cases of Zfa.

use super::{expect, expect_always};

#[test]
fn fround_rounds_in_every_direction_without_nx() {
    for [operand, due] in [
        ["3800", "0000/00 0000/00 0000/00 3c00/00 3c00/00"],
        ["b800", "8000/00 8000/00 bc00/00 8000/00 bc00/00"],
        ["4100", "4000/00 4000/00 4000/00 4200/00 4200/00"],
        ["63ff", "6400/00 63fe/00 63fe/00 6400/00 6400/00"],
    ] {
        expect("fround.h", operand, due);
    }
    for [operand, due] in [
        [
            "3f000000",
            "00000000/00 00000000/00 00000000/00 3f800000/00 3f800000/00",
        ],
        [
            "bf000000",
            "80000000/00 80000000/00 bf800000/00 80000000/00 bf800000/00",
        ],
        [
            "40200000",
            "40000000/00 40000000/00 40000000/00 40400000/00 40400000/00",
        ],
        [
            "c0200000",
            "c0000000/00 c0000000/00 c0400000/00 c0000000/00 c0400000/00",
        ],
        [
            "3fc00000",
            "40000000/00 3f800000/00 3f800000/00 40000000/00 40000000/00",
        ],
        [
            "4affffff",
            "4b000000/00 4afffffe/00 4afffffe/00 4b000000/00 4b000000/00",
        ],
        [
            "80000001",
            "80000000/00 80000000/00 bf800000/00 80000000/00 80000000/00",
        ],
    ] {
        expect("fround.s", operand, due);
    }
    // 1.5 and -0.5 in bfloat16, whose results are those of single precision.
    expect("fround.bf16", "3fc0", "4000/00 3f80/00 3f80/00 4000/00 4000/00");
    expect("fround.bf16", "bf00", "8000/00 8000/00 bf80/00 8000/00 bf80/00");
}

#[test]
fn froundnx_raises_nx_where_the_value_changes() {
    for [operand, due] in [
        ["b800", "8000/01 8000/01 bc00/01 8000/01 bc00/01"],
        ["4100", "4000/01 4000/01 4000/01 4200/01 4200/01"],
        ["63ff", "6400/01 63fe/01 63fe/01 6400/01 6400/01"],
        ["8001", "8000/01 8000/01 bc00/01 8000/01 8000/01"],
    ] {
        expect("froundnx.h", operand, due);
    }
    for [operand, due] in [
        [
            "3f000000",
            "00000000/01 00000000/01 00000000/01 3f800000/01 3f800000/01",
        ],
        [
            "c0200000",
            "c0000000/01 c0000000/01 c0400000/01 c0000000/01 c0400000/01",
        ],
        [
            "4affffff",
            "4b000000/01 4afffffe/01 4afffffe/01 4b000000/01 4b000000/01",
        ],
        [
            "00000001",
            "00000000/01 00000000/01 00000000/01 3f800000/01 00000000/01",
        ],
    ] {
        expect("froundnx.s", operand, due);
    }
}

#[test]
fn an_integral_value_stays_and_a_nan_is_canonical() {
    for operation in ["fround.s", "froundnx.s"] {
        for integral in [
            "4b000001", "7f7fffff", "ff800000", "7f800000", "80000000", "00000000", "c0400000",
        ] {
            expect_always(operation, integral, &format!("{integral}/00"));
        }
        expect_always(operation, "7f800001", "7fc00000/10");
        expect_always(operation, "7fc12345", "7fc00000/00");
    }
    for operation in ["fround.h", "froundnx.h"] {
        for integral in ["6401", "7bff", "fc00", "8000", "4200"] {
            expect_always(operation, integral, &format!("{integral}/00"));
        }
        expect_always(operation, "fc01", "7e00/10");
        expect_always(operation, "fe55", "7e00/00");
    }
    expect_always("froundnx.bf16", "ff81", "7fc0/10");
    expect_always("fround.bf16", "4301", "4301/00");
}

/// The constants of the manual's table in half, bfloat16 and single precision, from number 0 on. 2^16 is beyond half
/// precision, and 2^-16 and 2^-15 are subnormal there.
const CONSTANTS: [[&str; 3]; 32] = [
    ["bc00", "bf80", "bf800000"], // -1
    ["0400", "0080", "00800000"], // the smallest normal number
    ["0100", "3780", "37800000"], // 2^-16
    ["0200", "3800", "38000000"], // 2^-15
    ["1c00", "3b80", "3b800000"], // 2^-8
    ["2000", "3c00", "3c000000"], // 2^-7
    ["2c00", "3d80", "3d800000"], // 0.0625
    ["3000", "3e00", "3e000000"], // 0.125
    ["3400", "3e80", "3e800000"], // 0.25
    ["3500", "3ea0", "3ea00000"], // 0.3125
    ["3600", "3ec0", "3ec00000"], // 0.375
    ["3700", "3ee0", "3ee00000"], // 0.4375
    ["3800", "3f00", "3f000000"], // 0.5
    ["3900", "3f20", "3f200000"], // 0.625
    ["3a00", "3f40", "3f400000"], // 0.75
    ["3b00", "3f60", "3f600000"], // 0.875
    ["3c00", "3f80", "3f800000"], // 1
    ["3d00", "3fa0", "3fa00000"], // 1.25
    ["3e00", "3fc0", "3fc00000"], // 1.5
    ["3f00", "3fe0", "3fe00000"], // 1.75
    ["4000", "4000", "40000000"], // 2
    ["4100", "4020", "40200000"], // 2.5
    ["4200", "4040", "40400000"], // 3
    ["4400", "4080", "40800000"], // 4
    ["4800", "4100", "41000000"], // 8
    ["4c00", "4180", "41800000"], // 16
    ["5800", "4300", "43000000"], // 128
    ["5c00", "4380", "43800000"], // 256
    ["7800", "4700", "47000000"], // 2^15
    ["7c00", "4780", "47800000"], // 2^16
    ["7c00", "7f80", "7f800000"], // +inf
    ["7e00", "7fc0", "7fc00000"], // canonical NaN
];

#[test]
fn fli_has_the_constants_of_the_manual() {
    for (number, constants) in CONSTANTS.into_iter().enumerate() {
        for (mnemonic, constant) in ["fli.h", "fli.bf16", "fli.s"].into_iter().zip(constants) {
            expect_always(mnemonic, &format!("{number:x}"), &format!("{constant}/00"));
        }
    }
}

#[test]
fn a_nan_wins_fminm_and_fmaxm_and_the_lesser_zero_is_negative() {
    for [operation, zero, lesser, greater] in [
        ["fminm.h", "8000/00", "bc00/00", "fc00/00"],
        ["fmaxm.h", "0000/00", "3c00/00", "bc00/00"],
    ] {
        expect_always(operation, "0000 8000", zero);
        expect_always(operation, "8000 0000", zero);
        expect_always(operation, "3c00 bc00", lesser);
        expect_always(operation, "fc00 bc00", greater);
        expect_always(operation, "7e00 3c00", "7e00/00");
        expect_always(operation, "7c00 ffff", "7e00/00");
        expect_always(operation, "3c00 7c01", "7e00/10");
        expect_always(operation, "fdff 7e00", "7e00/10");
    }
    for [operation, zero] in [["fminm.s", "80000000/00"], ["fmaxm.s", "00000000/00"]] {
        expect_always(operation, "00000000 80000000", zero);
        expect_always(operation, "80000000 00000000", zero);
        expect_always(operation, "ffc12345 3f800000", "7fc00000/00");
        expect_always(operation, "ff800000 7fc00000", "7fc00000/00");
        expect_always(operation, "7f800001 3f800000", "7fc00000/10");
    }
    expect_always("fminm.bf16", "3f80 ffff", "7fc0/00");
    expect_always("fmaxm.bf16", "ff81 3f80", "7fc0/10");
}

// The reports below are of fleq and fltq in CVA6.

#[test]
fn a_quiet_nan_is_unordered_and_raises_nothing_as_cva6_3145_and_3159() {
    for operation in ["fleq.h", "fltq.h"] {
        expect_always(operation, "7e00 7e00", "00000000/00");
        expect_always(operation, "ffff fe00", "00000000/00");
        expect_always(operation, "3c00 7e00", "00000000/00");
        expect_always(operation, "fe00 3c00", "00000000/00");
    }
    for operation in ["fleq.s", "fltq.s"] {
        expect_always(operation, "7fc00000 7fc00000", "00000000/00");
        expect_always(operation, "ffffffff ffc00000", "00000000/00");
        expect_always(operation, "ffc00000 3f800000", "00000000/00");
        expect_always(operation, "ff800000 7fc00000", "00000000/00");
    }
}

#[test]
fn a_signalling_nan_is_invalid() {
    for operation in ["fleq.h", "fltq.h"] {
        expect_always(operation, "7c01 3c00", "00000000/10");
        expect_always(operation, "7e00 fdff", "00000000/10");
    }
    for operation in ["fleq.s", "fltq.s"] {
        expect_always(operation, "7f800001 3f800000", "00000000/10");
        expect_always(operation, "7fc00000 ffbfffff", "00000000/10");
    }
    expect_always("fleq.bf16", "ff81 3f80", "00000000/10");
}

#[test]
fn equal_numbers_are_in_order_as_cva6_3156() {
    // 21, 0 and zeros of both signs.
    for pair in [
        "41a80000 41a80000",
        "00000000 00000000",
        "00000000 80000000",
        "80000000 00000000",
    ] {
        expect_always("fleq.s", pair, "00000001/00");
        expect_always("fltq.s", pair, "00000000/00");
    }
    expect_always("fleq.h", "4d40 4d40", "00000001/00");
    expect_always("fltq.h", "4d40 4d40", "00000000/00");
}

#[test]
fn finite_numbers_raise_nothing_as_cva6_3172() {
    expect_always("fleq.s", "bc6b6a36 ac501c87", "00000001/00");
    expect_always("fltq.s", "bc6b6a36 ac501c87", "00000001/00");
    expect_always("fleq.s", "ac501c87 bc6b6a36", "00000000/00");
}
