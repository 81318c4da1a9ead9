//! Bit planes of many vectors.
//!
//! A plane holds one bit of each of [`LANES`] vectors. A transposition converts numbers to planes and planes to
//! numbers: sixteen planes are sixteen bits of each vector, or sixteen rows of 16-bit numbers.

use crate::lanes::Lanes;

/// The number of vectors evaluated in parallel: the width in bits of the widest vector register.
pub const LANES: usize = 512;

/// The number of 16-bit numbers in a row.
const COLUMNS: usize = LANES / BITS;

/// The width of a number in bits.
pub const BITS: usize = 16;

/// One bit of each of many vectors. Vector number `row * 32 + column` is bit `row` of the element `column`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Plane(pub [u16; COLUMNS]);

impl Plane {
    /// Returns a plane with the same bit in every vector.
    pub const fn filled(bit: bool) -> Plane {
        Plane([if bit { u16::MAX } else { 0 }; COLUMNS])
    }

    /// Returns a plane with 1 in the first `count` vectors.
    pub fn first(count: usize) -> Plane {
        Plane::of_bits((0..count).map(|_| true))
    }

    /// Returns a plane with these bits in the first vectors and 0 in the others.
    pub fn of_bits(bits: impl Iterator<Item = bool>) -> Plane {
        let mut plane = Plane::filled(false);
        for (vector, bit) in bits.enumerate() {
            plane.0[vector % COLUMNS] |= u16::from(bit) << (vector / COLUMNS);
        }
        plane
    }

    /// Returns a plane from 64-bit words.
    pub fn of_words(mut word: impl FnMut() -> u64) -> Plane {
        let mut plane = Plane::filled(false);
        for columns in plane.0.chunks_exact_mut(4) {
            let word = word();
            for (place, column) in columns.iter_mut().enumerate() {
                *column = (word >> (16 * place)) as u16;
            }
        }
        plane
    }

    /// Returns the first of the 64-bit words that [`Plane::of_words`] takes.
    pub fn first_word(&self) -> u64 {
        self.0[..4]
            .iter()
            .rev()
            .fold(0, |word, column| word << 16 | u64::from(*column))
    }

    /// Returns the bit of a vector.
    pub fn bit(&self, vector: usize) -> bool {
        self.0[vector % COLUMNS] >> (vector / COLUMNS) & 1 == 1
    }

    /// Returns the first vector whose bit is 1.
    pub fn first_one(&self) -> Option<usize> {
        (0..LANES).find(|vector| self.bit(*vector))
    }

    /// Applies a bitwise function to two planes.
    #[inline(always)]
    pub fn zip(&self, other: &Plane, function: impl Fn(u16, u16) -> u16) -> Plane {
        let mut result = *self;
        for (column, other) in result.0.iter_mut().zip(other.0) {
            *column = function(*column, other);
        }
        result
    }
}

impl Lanes for Plane {
    const ZERO: Plane = Plane::filled(false);

    #[inline(always)]
    fn and(self, other: Plane) -> Plane {
        self.zip(&other, |one, other| one & other)
    }

    #[inline(always)]
    fn xor(self, other: Plane) -> Plane {
        self.zip(&other, |one, other| one ^ other)
    }

    #[inline(always)]
    fn inverted_if(self, condition: bool) -> Plane {
        let mask = 0_u16.wrapping_sub(u16::from(condition));
        Plane(self.0.map(|column| column ^ mask))
    }
}

/// A 16-bit number of each vector: as rows of numbers, or as one plane per bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Block(pub [u16; LANES]);

impl Block {
    /// Zeros.
    pub const ZERO: Block = Block([0; LANES]);

    /// Returns the rows of up to [`LANES`] numbers; the rest are zeros.
    pub fn of_numbers(numbers: impl Iterator<Item = u16>) -> Block {
        let mut block = Block::ZERO;
        for (place, number) in block.0.iter_mut().zip(numbers) {
            *place = number;
        }
        block
    }

    /// Returns the rows of these planes, one plane per bit; higher bits are 0.
    #[inline(always)]
    pub fn of_planes(planes: &[Plane]) -> Block {
        let mut block = Block::ZERO;
        for (row, plane) in block.0.chunks_exact_mut(COLUMNS).zip(planes) {
            row.copy_from_slice(&plane.0);
        }
        block.transpose();
        block
    }

    /// Writes the planes of the lowest bits, one for each element of `planes`.
    #[inline(always)]
    pub fn write_planes(mut self, planes: &mut [Plane]) {
        self.transpose();
        for (row, plane) in self.0.chunks_exact(COLUMNS).zip(planes) {
            plane.0.copy_from_slice(row);
        }
    }

    /// Exchanges bit k of the number in row r with bit r of the number in row k, in each column.
    ///
    /// It exchanges ever smaller quarters of the bit matrices (Warren, Hacker's Delight, section 7-3), in all columns
    /// at once.
    #[inline(always)]
    fn transpose(&mut self) {
        for (distance, mask) in [(8, 0x00FF_u16), (4, 0x0F0F), (2, 0x3333), (1, 0x5555)] {
            for row in (0..BITS).filter(|row| row & distance == 0) {
                let (low, high) = (row * COLUMNS, (row + distance) * COLUMNS);
                for column in 0..COLUMNS {
                    let (below, above) = (self.0[low + column], self.0[high + column]);
                    let exchanged = (below >> distance ^ above) & mask;
                    self.0[low + column] = below ^ exchanged << distance;
                    self.0[high + column] = above ^ exchanged;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_has_the_bits_of_all_numbers() {
        let numbers = |vector: usize| (vector as u16).wrapping_mul(0x9E37) ^ 0x5A5A;
        let block = Block::of_numbers((0..LANES).map(numbers));
        let mut planes = [Plane::filled(false); BITS];
        block.write_planes(&mut planes);
        for vector in 0..LANES {
            assert_eq!(block.0[vector], numbers(vector));
            for (bit, plane) in planes.iter().enumerate() {
                assert_eq!(plane.bit(vector), numbers(vector) >> bit & 1 == 1, "{vector} {bit}");
            }
        }
        assert_eq!(Block::of_planes(&planes), block);
    }

    #[test]
    fn the_first_one_is_found() {
        let plane = Plane::first(77);
        assert_eq!(plane.first_one(), Some(0));
        let rest = plane.zip(&Plane::first(40), |one, other| one & !other);
        assert_eq!(rest.first_one(), Some(40));
        assert_eq!(Plane::filled(false).first_one(), None);
    }
}
