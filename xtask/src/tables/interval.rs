//! Interval arithmetic: fixed-point numbers known to lie between two bounds.

use num_bigint::BigUint;

/// The number of fraction bits of both bounds. The least bf16 number, 2^-133, is exact.
pub const FRACTION_BITS: u32 = 160;

/// A non-negative number: its exact value is at least `low` and at most `high`, both in units of 2^-[`FRACTION_BITS`].
#[derive(Clone, Debug)]
pub struct Interval {
    /// The lower bound.
    pub low: BigUint,
    /// The upper bound.
    pub high: BigUint,
}

impl Interval {
    /// Returns the number `significand * 2^exponent`, exactly. The exponent is at least -[`FRACTION_BITS`].
    pub fn exact(significand: u64, exponent: i32) -> Self {
        let shift = u32::try_from(exponent + FRACTION_BITS as i32).expect("the number is representable");
        let low = BigUint::from(significand) << shift;
        let high = low.clone();
        Self { low, high }
    }

    /// Returns the sum.
    pub fn add(&self, other: &Self) -> Self {
        Self {
            low: &self.low + &other.low,
            high: &self.high + &other.high,
        }
    }

    /// Returns the difference; `other` is the smaller one.
    pub fn subtract(&self, other: &Self) -> Self {
        Self {
            low: &self.low - &other.high,
            high: &self.high - &other.low,
        }
    }

    /// Returns the product.
    pub fn multiply(&self, other: &Self) -> Self {
        Self {
            low: (&self.low * &other.low) >> FRACTION_BITS,
            high: shift_right_up(&self.high * &other.high, FRACTION_BITS),
        }
    }

    /// Returns the quotient; `other` is not zero.
    pub fn divide(&self, other: &Self) -> Self {
        Self {
            low: (&self.low << FRACTION_BITS) / &other.high,
            high: divide_up(&self.high << FRACTION_BITS, &other.low),
        }
    }

    /// Returns the number divided by a positive integer.
    pub fn divide_integer(&self, divisor: u32) -> Self {
        Self {
            low: &self.low / divisor,
            high: divide_up(self.high.clone(), &BigUint::from(divisor)),
        }
    }

    /// Returns the number divided by 2^`places`.
    pub fn shift_right(&self, places: u32) -> Self {
        Self {
            low: &self.low >> places,
            high: shift_right_up(self.high.clone(), places),
        }
    }
}

fn shift_right_up(value: BigUint, places: u32) -> BigUint {
    let mask = (BigUint::from(1u32) << places) - 1u32;
    (value + mask) >> places
}

fn divide_up(value: BigUint, divisor: &BigUint) -> BigUint {
    (value + divisor - 1u32) / divisor
}
