//! A checksum of all results of a run.

use std::fmt;

/// The sum, over all vectors, of a hash of operands and result.
///
/// A sum does not depend on the order of its terms, so different partitions of a run give the same digest. It detects
/// differences, not forgeries.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ResultDigest(pub u64);

impl ResultDigest {
    /// Adds one lane's result for one pair of operands. A single operand is paired with 0.
    #[inline(always)]
    pub fn add(&mut self, a: u16, b: u16, result: u16) {
        self.0 = self.0.wrapping_add(mixture(a, b, result).into());
    }

    /// Adds a lane's results for one pair of operands. `part` is the number of a piece of 16 bits of the results under
    /// a combination of predicates and roundings. Part 0 alone gives the digest of [`ResultDigest::add`].
    pub fn add_part(&mut self, a: u16, b: u16, part: u16, result: u16) {
        // An odd factor, so that each part has a mask of its own.
        self.add(a ^ part.wrapping_mul(0x9E37), b, result);
    }

    /// Adds the results of a row with one common first operand.
    #[inline(always)]
    pub fn add_row(&mut self, a: u16, b: &[u16], results: &[u16]) {
        // Fewer than 2^16 terms of 32 bits fit a sum of 48.
        let terms = b.iter().zip(results).map(|(b, result)| mixture(a, *b, *result));
        self.0 = self.0.wrapping_add(terms.map(u64::from).sum());
    }

    /// Returns the combined digest of both.
    pub fn with(self, other: ResultDigest) -> ResultDigest {
        ResultDigest(self.0.wrapping_add(other.0))
    }
}

/// Displays as 16 hexadecimal digits.
impl fmt::Display for ResultDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

/// Returns a hash of every bit of all three arguments, by the finishing steps of MurmurHash3 (Appleby).
#[inline(always)]
fn mixture(a: u16, b: u16, result: u16) -> u32 {
    let mut mixture = (u32::from(a) << 16 | u32::from(b)) ^ u32::from(result).wrapping_mul(0x9E37_79B1);
    mixture = (mixture ^ mixture >> 16).wrapping_mul(0x85EB_CA6B);
    mixture = (mixture ^ mixture >> 13).wrapping_mul(0xC2B2_AE35);
    mixture ^ mixture >> 16
}
