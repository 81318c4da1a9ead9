//! Types that hold a bit of many runs.

/// A bit of many runs side by side.
pub trait Lanes: Copy {
    /// The bit 0 in every run.
    const ZERO: Self;

    /// Returns 1 in each run in which both are 1.
    fn and(self, other: Self) -> Self;

    /// Returns 1 in each run in which they differ.
    fn xor(self, other: Self) -> Self;

    /// Returns the complement in every run if the condition is true, else the bit.
    fn inverted_if(self, condition: bool) -> Self;
}

impl Lanes for u64 {
    const ZERO: u64 = 0;

    fn and(self, other: u64) -> u64 {
        self & other
    }

    fn xor(self, other: u64) -> u64 {
        self ^ other
    }

    fn inverted_if(self, condition: bool) -> u64 {
        self ^ 0_u64.wrapping_sub(u64::from(condition))
    }
}

impl<const WORDS: usize> Lanes for [u64; WORDS] {
    const ZERO: [u64; WORDS] = [0; WORDS];

    fn and(self, other: [u64; WORDS]) -> [u64; WORDS] {
        std::array::from_fn(|word| self[word] & other[word])
    }

    fn xor(self, other: [u64; WORDS]) -> [u64; WORDS] {
        std::array::from_fn(|word| self[word] ^ other[word])
    }

    fn inverted_if(self, condition: bool) -> [u64; WORDS] {
        self.map(|word| word.inverted_if(condition))
    }
}
