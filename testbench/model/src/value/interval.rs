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
        Interval {
            low: (&self.low * &other.low) >> self.fraction_bits,
            high: ceil(&self.high * &other.high, self.fraction_bits),
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
        let places = self.fraction_bits - fraction_bits;
        Interval {
            low: &self.low >> places,
            high: ceil(self.high.clone(), places),
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

/// Returns ⌈number · 2^−places⌉.
fn ceil(number: BigUint, places: u64) -> BigUint {
    let has_rest = number.trailing_zeros().is_some_and(|zeros| zeros < places);
    let floor: BigUint = number >> places;
    floor + u32::from(has_rest)
}

#[cfg(test)]
#[path = "../../tests/unit/value/interval.rs"]
mod tests;
