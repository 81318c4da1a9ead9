//! Values on 64-bit integers.

/// The bit of a significand that holds its leading one.
pub const LEADING_BIT: u32 = 62;

/// The kind of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Not a number.
    Nan,
    /// An infinity.
    Infinity,
    /// A zero.
    Zero,
    /// Any other number.
    Finite,
}

/// A value. A finite one is ± significand · 2^(exponent − 62).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// The kind of value.
    pub class: Class,
    /// The sign, also of a zero.
    pub is_negative: bool,
    /// The exponent of the leading one; 0 without one.
    pub exponent: i32,
    /// The digits, the leading one in bit 62; 0 without one. Bit 0 is 1 if digits below it were cut off.
    pub significand: u64,
}

/// Shifts digits to the right. The last one is 1 if a digit that is cut off is.
#[inline(always)]
pub fn shift_sticky(digits: u64, places: u32) -> u64 {
    let near = places.min(63);
    // Digits have 63 bits, so that a distance of 63 leaves none.
    digits >> near | u64::from(digits & ((1 << near) - 1) != 0)
}

impl Number {
    /// A NaN.
    pub const NAN: Number = Number {
        class: Class::Nan,
        is_negative: false,
        exponent: 0,
        significand: 0,
    };

    /// The number 1.
    pub const ONE: Number = Number {
        class: Class::Finite,
        is_negative: false,
        exponent: 0,
        significand: 1 << LEADING_BIT,
    };

    /// Returns a signed zero.
    #[inline(always)]
    pub fn zero(is_negative: bool) -> Number {
        Number {
            class: Class::Zero,
            is_negative,
            ..Number::NAN
        }
    }

    /// Returns an infinity.
    #[inline(always)]
    pub fn infinity(is_negative: bool) -> Number {
        Number {
            class: Class::Infinity,
            is_negative,
            ..Number::NAN
        }
    }

    /// Returns ± digits · 2^unit, or a zero of this sign without any digit.
    #[inline(always)]
    pub fn from_digits(is_negative: bool, digits: u64, unit: i32) -> Number {
        if digits == 0 {
            return Number::zero(is_negative);
        }
        let zeros = digits.leading_zeros();
        let significand = if zeros == 0 {
            shift_sticky(digits, 1)
        } else {
            digits << (zeros - 1)
        };
        Number {
            class: Class::Finite,
            is_negative,
            exponent: unit + (63 - zeros) as i32,
            significand,
        }
    }

    /// Returns the value of an encoding of IEEE binary64.
    #[inline(always)]
    pub fn from_double(bits: u64) -> Number {
        let is_negative = bits >> 63 == 1;
        let field = (bits >> 52 & 0x7FF) as i32;
        let fraction = bits & ((1 << 52) - 1);
        match (field, fraction) {
            (0x7FF, 0) => Number::infinity(is_negative),
            (0x7FF, _) => Number::NAN,
            (0, _) => Number::from_digits(is_negative, fraction, -1074),
            _ => Number::from_digits(is_negative, fraction | 1 << 52, field - 1075),
        }
    }

    /// Returns the opposite number.
    #[inline(always)]
    pub fn negated(self) -> Number {
        Number {
            is_negative: !self.is_negative,
            ..self
        }
    }

    /// True for a NaN.
    #[inline(always)]
    pub fn is_nan(self) -> bool {
        self.class == Class::Nan
    }
}
