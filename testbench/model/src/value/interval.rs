//! Fixed-point intervals that always contain the real number they represent.

use num_bigint::BigUint;
use num_integer::Integer;

use crate::value::number::{Sign, Value};

/// A non-negative real number known to lie between two integers times 2^−fraction_bits.
///
/// Every operation rounds the lower end down and the upper end up, so the result contains the exact result of the
/// operands. Both operands of an operation have the same number of fraction bits.
#[derive(Clone, Debug)]
pub struct Interval {
    low: BigUint,
    high: BigUint,
    fraction_bits: u64,
}

impl Interval {
    /// Returns the number units · 2^−fraction_bits, exactly.
    pub fn exact(units: BigUint, fraction_bits: u64) -> Interval {
        Interval {
            low: units.clone(),
            high: units,
            fraction_bits,
        }
    }

    /// Returns an integer, exactly.
    pub fn integer(integer: u32, fraction_bits: u64) -> Interval {
        Interval::exact(BigUint::from(integer) << fraction_bits, fraction_bits)
    }

    /// Returns a number of which nothing is known but that it is from 0 to 1.
    pub fn between_zero_and_one(fraction_bits: u64) -> Interval {
        Interval::integer(0, fraction_bits).plus_at_most(&Interval::integer(1, fraction_bits))
    }

    /// Returns the number of fraction bits of both ends.
    pub fn fraction_bits(&self) -> u64 {
        self.fraction_bits
    }

    /// True if the number is at most 2^−fraction_bits, the finest step there is.
    pub fn is_at_most_one_unit(&self) -> bool {
        self.high <= BigUint::from(1_u32)
    }

    /// True if the number is at most this integer.
    pub fn is_at_most(&self, integer: u32) -> bool {
        self.high <= BigUint::from(integer) << self.fraction_bits
    }

    /// Returns x + y.
    pub fn plus(&self, other: &Interval) -> Interval {
        Interval {
            low: &self.low + &other.low,
            high: &self.high + &other.high,
            fraction_bits: self.fraction_bits,
        }
    }

    /// Returns x plus something from 0 to y.
    pub fn plus_at_most(&self, other: &Interval) -> Interval {
        Interval {
            low: self.low.clone(),
            high: &self.high + &other.high,
            fraction_bits: self.fraction_bits,
        }
    }

    /// Returns x − y, or 0 if that is below zero.
    pub fn minus(&self, other: &Interval) -> Interval {
        let difference = |x: &BigUint, y: &BigUint| if x > y { x - y } else { BigUint::ZERO };
        Interval {
            low: difference(&self.low, &other.high),
            high: difference(&self.high, &other.low),
            fraction_bits: self.fraction_bits,
        }
    }

    /// Returns √x.
    pub fn square_root(&self) -> Interval {
        Interval {
            low: (&self.low << self.fraction_bits).sqrt(),
            high: (&self.high << self.fraction_bits).sqrt() + 1_u32,
            fraction_bits: self.fraction_bits,
        }
    }

    /// Returns x · y.
    pub fn times(&self, other: &Interval) -> Interval {
        let one = BigUint::from(1_u32) << self.fraction_bits;
        Interval {
            low: (&self.low * &other.low).div_floor(&one),
            high: (&self.high * &other.high).div_ceil(&one),
            fraction_bits: self.fraction_bits,
        }
    }

    /// Returns x / y, where y is certainly above zero.
    pub fn divided_by(&self, other: &Interval) -> Interval {
        Interval {
            low: (&self.low << self.fraction_bits).div_floor(&other.high),
            high: (&self.high << self.fraction_bits).div_ceil(&other.low),
            fraction_bits: self.fraction_bits,
        }
    }

    /// Returns x / n for a positive integer n.
    pub fn divided_by_integer(&self, divisor: u32) -> Interval {
        let divisor = BigUint::from(divisor);
        Interval {
            low: self.low.div_floor(&divisor),
            high: self.high.div_ceil(&divisor),
            fraction_bits: self.fraction_bits,
        }
    }

    /// Returns ⌊x / y⌋ and the rest x − ⌊x / y⌋ · y, where y is certainly above zero; none if the quotient is uncertain.
    pub fn divided_with_rest(&self, divisor: &Interval) -> Option<(BigUint, Interval)> {
        let quotient = &self.low / &divisor.high;
        (quotient == &self.high / &divisor.low).then(|| {
            let rest = Interval {
                low: &self.low - &quotient * &divisor.high,
                high: &self.high - &quotient * &divisor.low,
                fraction_bits: self.fraction_bits,
            };
            (quotient, rest)
        })
    }

    /// Returns x with at most as many fraction bits.
    pub fn with_fewer_fraction_bits(&self, fraction_bits: u64) -> Interval {
        let unit = BigUint::from(1_u32) << (self.fraction_bits - fraction_bits);
        Interval {
            low: self.low.div_floor(&unit),
            high: self.high.div_ceil(&unit),
            fraction_bits,
        }
    }

    /// Returns the two ends, each times 2^scale under the given sign.
    pub fn ends(self, sign: Sign, scale: i64) -> [Value; 2] {
        let exponent = scale - self.fraction_bits as i64;
        [self.low, self.high].map(|significand| Value::Finite {
            sign,
            significand,
            exponent,
        })
    }
}

#[cfg(test)]
mod tests {
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
}
