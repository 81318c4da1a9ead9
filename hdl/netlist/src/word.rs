//! Machine words that hold values.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An unsigned machine word.
pub(crate) trait Word:
    Copy
    + Ord
    + Debug
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Width of the word in bits.
    const BITS: u32;
    /// The word 0.
    const ZERO: Self;

    /// Returns the low bits of a value.
    fn cut(value: u128) -> Self;
    /// Returns the value.
    fn value(self) -> u128;
    /// Returns the sum modulo 2^BITS.
    fn plus(self, other: Self) -> Self;
    /// Returns the difference modulo 2^BITS.
    fn minus(self, other: Self) -> Self;
    /// Returns the product modulo 2^BITS.
    fn times(self, other: Self) -> Self;

    /// Returns 1 or 0.
    fn bit(value: bool) -> Self {
        Self::cut(u128::from(value))
    }

    /// Returns a word of `width` ones.
    fn ones(width: u32) -> Self {
        match width {
            0 => Self::ZERO,
            _ => !Self::ZERO >> (Self::BITS - width),
        }
    }

    /// Shifts left; the result is zero if nothing is left.
    fn shifted_left(self, amount: Self) -> Self {
        match u32::try_from(amount.value()) {
            Ok(amount) if amount < Self::BITS => self << amount,
            _ => Self::ZERO,
        }
    }

    /// Shifts right; the result is zero if nothing is left.
    fn shifted_right(self, amount: Self) -> Self {
        match u32::try_from(amount.value()) {
            Ok(amount) if amount < Self::BITS => self >> amount,
            _ => Self::ZERO,
        }
    }
}

macro_rules! word {
    ($word:ident) => {
        impl Word for $word {
            const BITS: u32 = $word::BITS;
            const ZERO: $word = 0;

            #[inline]
            fn cut(value: u128) -> $word {
                value as $word
            }

            #[inline]
            fn value(self) -> u128 {
                self as u128
            }

            #[inline]
            fn plus(self, other: $word) -> $word {
                self.wrapping_add(other)
            }

            #[inline]
            fn minus(self, other: $word) -> $word {
                self.wrapping_sub(other)
            }

            #[inline]
            fn times(self, other: $word) -> $word {
                self.wrapping_mul(other)
            }
        }
    };
}

word!(u64);
word!(u128);
