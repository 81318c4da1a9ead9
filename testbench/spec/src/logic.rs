//! Bits of a formula.

use std::fmt::Debug;

/// Bits, and the operations on them.
pub trait Logic {
    /// A bit.
    type Bit: Copy + PartialEq + Debug;

    /// Returns a known bit.
    fn constant(&self, value: bool) -> Self::Bit;

    /// Returns the complement.
    fn not(&self, bit: Self::Bit) -> Self::Bit;

    /// Returns 1 if both are 1.
    fn and(&mut self, first: Self::Bit, second: Self::Bit) -> Self::Bit;

    /// Returns 1 if they differ.
    fn xor(&mut self, first: Self::Bit, second: Self::Bit) -> Self::Bit;

    /// Returns 1 if at least one is 1.
    fn or(&mut self, first: Self::Bit, second: Self::Bit) -> Self::Bit {
        let neither = self.and(self.not(first), self.not(second));
        self.not(neither)
    }

    /// Returns `then` if the condition is 1, else `otherwise`.
    fn select(&mut self, condition: Self::Bit, then: Self::Bit, otherwise: Self::Bit) -> Self::Bit {
        let then = self.and(condition, then);
        let otherwise = self.and(self.not(condition), otherwise);
        self.or(then, otherwise)
    }
}

/// Known bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Booleans;

impl Logic for Booleans {
    type Bit = bool;

    fn constant(&self, value: bool) -> bool {
        value
    }

    fn not(&self, bit: bool) -> bool {
        !bit
    }

    fn and(&mut self, first: bool, second: bool) -> bool {
        first & second
    }

    fn xor(&mut self, first: bool, second: bool) -> bool {
        first ^ second
    }
}

/// Known bits, 64 side by side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Words;

impl Logic for Words {
    type Bit = u64;

    fn constant(&self, value: bool) -> u64 {
        if value {
            u64::MAX
        } else {
            0
        }
    }

    fn not(&self, bit: u64) -> u64 {
        !bit
    }

    fn and(&mut self, first: u64, second: u64) -> u64 {
        first & second
    }

    fn xor(&mut self, first: u64, second: u64) -> u64 {
        first ^ second
    }
}
