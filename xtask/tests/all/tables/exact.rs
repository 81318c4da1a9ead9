//! Tests of the exact functions at inputs where rounding is hardest, and of fits that must fail.

use xtask::tables::exact;
use xtask::tables::format::{BF16, F16};
use xtask::tables::tanh::{self, FittedTanh};

#[test]
fn tanh_leaves_the_identity_and_reaches_one() {
    assert_eq!(exact::tanh(F16, 0x2744), 0x2744);
    assert_eq!(exact::tanh(F16, 0x2745), 0x2744);
    assert_eq!(exact::tanh(F16, 0x4481), 0x3BFF);
    assert_eq!(exact::tanh(F16, 0x4482), 0x3C00);
    assert_eq!(exact::tanh(BF16, 0x3DB8), 0x3DB8);
    assert_eq!(exact::tanh(BF16, 0x3DB9), 0x3DB8);
    assert_eq!(exact::tanh(BF16, 0x405D), 0x3F7F);
    assert_eq!(exact::tanh(BF16, 0x405E), 0x3F80);
}

#[test]
fn tanh_of_the_smallest_and_the_greatest() {
    for format in [F16, BF16] {
        assert_eq!(exact::tanh(format, 0), 0);
        assert_eq!(exact::tanh(format, 1), 1);
        assert_eq!(exact::tanh(format, format.infinity() - 1), format.one());
    }
}

#[test]
fn two_to_the_x_leaves_one() {
    assert_eq!(exact::ex2(F16, false, false, 0x11C4), 0x3C00);
    assert_eq!(exact::ex2(F16, false, false, 0x11C5), 0x3C01);
    assert_eq!(exact::ex2(F16, false, true, 0x0DC5), 0x3C00);
    assert_eq!(exact::ex2(F16, false, true, 0x0DC6), 0x3BFF);
}

#[test]
fn two_to_an_integer_is_exact_and_a_tie_goes_to_even() {
    // -24 and -25: the least subnormal number and half of it
    assert_eq!(exact::ex2(F16, false, true, 0x4E00), 0x0001);
    assert_eq!(exact::ex2(F16, false, true, 0x4E40), 0x0000);
    // 15 and 16
    assert_eq!(exact::ex2(F16, false, false, 0x4B80), 0x7800);
    assert_eq!(exact::ex2(F16, false, false, 0x4C00), 0x7C00);
}

#[test]
fn flushing_is_decided_before_rounding() {
    // -126 is the last normal result; the next operand down has an exact value below 2^-126
    assert_eq!(exact::ex2(BF16, true, true, 0x42FC), 0x0080);
    assert_eq!(exact::ex2(BF16, true, true, 0x42FD), 0x0000);
    assert_eq!(exact::ex2(BF16, true, false, 0x007F), 0x3F80);
}

#[test]
fn too_narrow_a_table_is_refused() {
    let mut datapath = tanh::DATAPATH_BF16;
    datapath.polynomial.slope_bits = 3;
    let error = FittedTanh::fit(datapath).unwrap_err();
    assert!(error.to_string().contains("round every input"), "{error}");
}
