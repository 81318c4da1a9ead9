//! Positive numbers of which flags ask: exact numbers, quotients and roots.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;

use crate::flags::exact::Exact;

/// A positive number, known by its order among exact numbers.
pub trait Magnitude {
    /// Returns the order of this number and an exact one, which is not negative.
    fn compare(&self, other: &Exact) -> Ordering;

    /// Returns the exponent of the leading one.
    fn leading(&self) -> i64;

    /// True if it is an integer times two to a power.
    fn is_multiple_of_power(&self, exponent: i64) -> bool;
}

impl Magnitude for Exact {
    fn compare(&self, other: &Exact) -> Ordering {
        Exact::compare(self, other)
    }

    fn leading(&self) -> i64 {
        Exact::leading(self)
    }

    fn is_multiple_of_power(&self, exponent: i64) -> bool {
        Exact::is_multiple_of_power(self, exponent)
    }
}

/// The quotient of two positive numbers.
pub struct Quotient {
    /// The dividend.
    pub dividend: Exact,
    /// The divisor.
    pub divisor: Exact,
}

impl Magnitude for Quotient {
    fn compare(&self, other: &Exact) -> Ordering {
        self.dividend.compare(&self.divisor.times(other))
    }

    fn leading(&self) -> i64 {
        let greatest = self.dividend.leading() - self.divisor.leading();
        match self.compare(&Exact::power_of_two(greatest)) {
            Ordering::Less => greatest - 1,
            _ => greatest,
        }
    }

    fn is_multiple_of_power(&self, exponent: i64) -> bool {
        let unit = self.divisor.scaled(exponent);
        let lowest = self.dividend.exponent().min(unit.exponent());
        self.dividend.scale_to(lowest).is_multiple_of(&unit.scale_to(lowest))
    }
}

/// The square root of a positive number.
pub struct Root(
    /// The square.
    pub Exact,
);

impl Magnitude for Root {
    fn compare(&self, other: &Exact) -> Ordering {
        self.0.compare(&other.times(other))
    }

    fn leading(&self) -> i64 {
        self.0.leading().div_euclid(2)
    }

    fn is_multiple_of_power(&self, exponent: i64) -> bool {
        let square = self.0.scaled(-2 * exponent);
        if !square.is_multiple_of_power(0) {
            return false;
        }
        let square: BigInt = square.to_integer();
        let root = square.sqrt();
        (&root * &root - square).is_zero()
    }
}
