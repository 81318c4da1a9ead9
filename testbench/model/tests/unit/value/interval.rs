//! Unit tests of `src/value/interval.rs`.

use super::*;

const FRACTION_BITS: u64 = 8;

fn ends(interval: &Interval) -> (u32, u32) {
    let end = |units: &BigUint| u32::try_from(units).expect("a small number");
    (end(&interval.low), end(&interval.high))
}

fn units(units: u32) -> Interval {
    Interval::exact(BigUint::from(units), FRACTION_BITS)
}

#[test]
fn inexact_results_lie_between_neighbours() {
    assert_eq!(ends(&units(0x111).times(&units(0x111))), (0x123, 0x124));
    assert_eq!(ends(&units(0x100).divided_by_integer(3)), (0x55, 0x56));
    assert_eq!(ends(&units(0x100).divided_by(&units(0x300))), (0x55, 0x56));
}

#[test]
fn exact_results_stay_single_points() {
    assert_eq!(ends(&units(0x180).times(&units(0x200))), (0x300, 0x300));
    assert_eq!(ends(&units(0x180).divided_by_integer(2)), (0xC0, 0xC0));
    assert_eq!(ends(&units(0x180).plus(&units(0x80))), (0x200, 0x200));
}

#[test]
fn width_of_an_operand_reaches_the_result() {
    let operand = units(0x100).plus_at_most(&units(2));
    assert_eq!(ends(&operand), (0x100, 0x102));
    assert_eq!(ends(&operand.times(&units(0x200))), (0x200, 0x204));
    assert_eq!(ends(&units(0x200).divided_by(&operand)), (0x1FC, 0x200));
}

#[test]
fn an_uncertain_quotient_has_no_rest() {
    let divisor = units(0x100).plus_at_most(&units(1));
    assert!(units(0x300).divided_with_rest(&divisor).is_none());
    let (quotient, rest) = units(0x380).divided_with_rest(&divisor).expect("a certain quotient");
    assert_eq!(quotient, BigUint::from(3_u32));
    assert_eq!(ends(&rest), (0x7D, 0x80));
}

#[test]
fn fewer_fraction_bits_widen_the_interval() {
    assert_eq!(ends(&units(0x123).with_fewer_fraction_bits(4)), (0x12, 0x13));
    assert_eq!(ends(&units(0x120).with_fewer_fraction_bits(4)), (0x12, 0x12));
}
