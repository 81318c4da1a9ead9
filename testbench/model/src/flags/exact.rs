//! Exact numbers.

use std::cmp::Ordering;

use halfpipe_isa::FloatFormat;
use num_bigint::{BigInt, Sign};
use num_traits::Zero;

/// The number integer · 2^exponent.
#[derive(Clone, Debug)]
pub struct Exact {
    integer: BigInt,
    exponent: i64,
}

impl Exact {
    /// Returns the number integer · 2^exponent.
    pub fn new(integer: impl Into<BigInt>, exponent: i64) -> Exact {
        Exact {
            integer: integer.into(),
            exponent,
        }
    }

    /// Returns two to a power.
    pub fn power_of_two(exponent: i64) -> Exact {
        Exact::new(1, exponent)
    }

    /// Returns the number that a magnitude of a format encodes, up to the largest.
    pub fn from_encoding(format: FloatFormat, magnitude: u32) -> Exact {
        let (field, fraction) = (magnitude >> format.fraction_bits, magnitude & format.fraction_mask());
        if format.fraction_bits == 0 {
            return Exact::power_of_two(i64::from(field) - format.bias());
        }
        let hidden = u32::from(field > 0) << format.fraction_bits;
        let exponent = i64::from(field.max(1)) - format.bias() - i64::from(format.fraction_bits);
        Exact::new(hidden | fraction, exponent)
    }

    /// True if it is zero.
    pub fn is_zero(&self) -> bool {
        self.integer.is_zero()
    }

    /// True if it is less than zero.
    pub fn is_negative(&self) -> bool {
        self.integer.sign() == Sign::Minus
    }

    /// Returns the number without its sign.
    pub fn magnitude(&self) -> Exact {
        Exact::new(BigInt::from(self.integer.magnitude().clone()), self.exponent)
    }

    /// Returns the number with the opposite sign.
    pub fn negated(&self) -> Exact {
        Exact::new(-self.integer.clone(), self.exponent)
    }

    /// Returns the sum of two.
    pub fn plus(&self, other: &Exact) -> Exact {
        let exponent = self.exponent.min(other.exponent);
        Exact::new(self.scale_to(exponent) + other.scale_to(exponent), exponent)
    }

    /// Returns the product of two.
    pub fn times(&self, other: &Exact) -> Exact {
        Exact::new(&self.integer * &other.integer, self.exponent + other.exponent)
    }

    /// Returns the product with a power of two.
    pub fn scaled(&self, exponent: i64) -> Exact {
        Exact::new(self.integer.clone(), self.exponent + exponent)
    }

    /// Returns the exponent of the integer's last place.
    pub fn exponent(&self) -> i64 {
        self.exponent
    }

    /// Returns the order of two numbers.
    pub fn compare(&self, other: &Exact) -> Ordering {
        let signs = self.integer.sign().cmp(&other.integer.sign());
        if signs != Ordering::Equal || self.is_zero() {
            return signs;
        }
        // Only numbers with one leading place need their digits.
        match self.leading().cmp(&other.leading()) {
            Ordering::Equal => {
                let exponent = self.exponent.min(other.exponent);
                self.scale_to(exponent).cmp(&other.scale_to(exponent))
            }
            order if self.is_negative() => order.reverse(),
            order => order,
        }
    }

    /// True if it is an integer times two to a power.
    pub fn is_multiple_of_power(&self, exponent: i64) -> bool {
        let zeros = self.integer.trailing_zeros();
        zeros.is_none_or(|zeros| self.exponent + zeros as i64 >= exponent)
    }

    /// Returns the greatest multiple of two to a power that is not above it.
    pub fn floor(&self, exponent: i64) -> Exact {
        match exponent - self.exponent {
            ..=0 => self.clone(),
            // A shift of a negative integer rounds down too.
            places => Exact::new(&self.integer >> places, exponent),
        }
    }

    /// Returns the exponent of the leading one.
    ///
    /// # Panics
    ///
    /// Panics if the number is zero, which has no leading one.
    pub fn leading(&self) -> i64 {
        assert!(!self.is_zero(), "zero has no leading one");
        self.exponent + self.integer.bits() as i64 - 1
    }

    /// Returns the number as an integer.
    ///
    /// # Panics
    ///
    /// Panics if the number is not an integer.
    pub fn to_integer(&self) -> BigInt {
        assert!(self.is_multiple_of_power(0), "an integer");
        match self.exponent {
            0.. => self.scale_to(0),
            _ => &self.integer >> -self.exponent,
        }
    }

    /// Returns the integer in units of a lower power of two.
    pub fn scale_to(&self, exponent: i64) -> BigInt {
        &self.integer << (self.exponent - exponent)
    }
}
