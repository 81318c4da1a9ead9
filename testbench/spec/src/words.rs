//! Arithmetic on words of bits, the lowest bit first.

use crate::logic::Logic;

/// Words of bits.
pub trait Arithmetic: Logic {
    /// Returns a number, or the two's complement of a negative one.
    fn number(&self, value: i128, width: usize) -> Vec<Self::Bit> {
        (0..width)
            .map(|place| self.constant(value >> place.min(127) & 1 == 1))
            .collect()
    }

    /// Returns the word with zeros above it, or without its upper bits.
    fn resized(&self, word: &[Self::Bit], width: usize) -> Vec<Self::Bit> {
        let zeros = std::iter::repeat(self.constant(false));
        word.iter().copied().chain(zeros).take(width).collect()
    }

    /// Returns the word with copies of its sign above it.
    fn extended(&self, word: &[Self::Bit], width: usize) -> Vec<Self::Bit> {
        let sign = word.last().copied().unwrap_or(self.constant(false));
        word.iter()
            .copied()
            .chain(std::iter::repeat(sign))
            .take(width)
            .collect()
    }

    /// Returns the word with `places` zeros below it.
    fn raised(&self, word: &[Self::Bit], places: usize) -> Vec<Self::Bit> {
        let zeros = std::iter::repeat_n(self.constant(false), places);
        zeros.chain(word.iter().copied()).collect()
    }

    /// True if any bit is 1.
    fn any(&mut self, word: &[Self::Bit]) -> Self::Bit {
        match word {
            [] => self.constant(false),
            [bit] => *bit,
            _ => {
                let (low, high) = word.split_at(word.len() / 2);
                let (low, high) = (self.any(low), self.any(high));
                self.or(low, high)
            }
        }
    }

    /// True if all bits are 1.
    fn all(&mut self, word: &[Self::Bit]) -> Self::Bit {
        let zeros: Vec<Self::Bit> = word.iter().map(|bit| self.not(*bit)).collect();
        let any = self.any(&zeros);
        self.not(any)
    }

    /// Returns the complement.
    fn inverted(&self, word: &[Self::Bit]) -> Vec<Self::Bit> {
        word.iter().map(|bit| self.not(*bit)).collect()
    }

    /// Returns the word where the bit is 1, else 0.
    fn only_if(&mut self, condition: Self::Bit, word: &[Self::Bit]) -> Vec<Self::Bit> {
        word.iter().map(|bit| self.and(condition, *bit)).collect()
    }

    /// Returns one of two words of the same width.
    fn choose(&mut self, condition: Self::Bit, then: &[Self::Bit], otherwise: &[Self::Bit]) -> Vec<Self::Bit> {
        assert_eq!(then.len(), otherwise.len(), "both words have the same width");
        let pairs = then.iter().zip(otherwise);
        pairs
            .map(|(then, otherwise)| self.select(condition, *then, *otherwise))
            .collect()
    }

    /// Returns the sum of two words of the same width and a carry, and the carry out.
    fn add(&mut self, first: &[Self::Bit], second: &[Self::Bit], carry: Self::Bit) -> (Vec<Self::Bit>, Self::Bit) {
        assert_eq!(first.len(), second.len(), "both words have the same width");
        let mut carry = carry;
        let mut sum = Vec::with_capacity(first.len());
        for (first, second) in first.iter().zip(second) {
            let differ = self.xor(*first, *second);
            sum.push(self.xor(differ, carry));
            carry = self.select(differ, carry, *first);
        }
        (sum, carry)
    }

    /// Returns the sum of two words of the same width, without the carry out.
    fn sum(&mut self, first: &[Self::Bit], second: &[Self::Bit]) -> Vec<Self::Bit> {
        let carry = self.constant(false);
        self.add(first, second, carry).0
    }

    /// Returns the difference of two words of the same width, and whether it is not negative.
    fn subtract(&mut self, first: &[Self::Bit], second: &[Self::Bit]) -> (Vec<Self::Bit>, Self::Bit) {
        let second = self.inverted(second);
        let one = self.constant(true);
        self.add(first, &second, one)
    }

    /// True if the first of two unsigned words is the smaller.
    fn less(&mut self, first: &[Self::Bit], second: &[Self::Bit]) -> Self::Bit {
        let (_, at_least) = self.subtract(first, second);
        self.not(at_least)
    }

    /// True if two words are the same.
    fn equal(&mut self, first: &[Self::Bit], second: &[Self::Bit]) -> Self::Bit {
        assert_eq!(first.len(), second.len(), "both words have the same width");
        let differ: Vec<Self::Bit> = first
            .iter()
            .zip(second)
            .map(|(first, second)| self.xor(*first, *second))
            .collect();
        let differ = self.any(&differ);
        self.not(differ)
    }

    /// Returns the product of two unsigned words, as wide as both together: the sum of the first word shifted to every
    /// 1 of the second.
    fn multiply(&mut self, first: &[Self::Bit], second: &[Self::Bit]) -> Vec<Self::Bit> {
        let width = first.len() + second.len();
        let mut product = self.number(0, width);
        for (place, bit) in second.iter().enumerate() {
            let row = self.only_if(*bit, first);
            let row = self.resized(&self.raised(&row, place), width);
            product = self.sum(&product, &row);
        }
        product
    }
}

impl<L: Logic + ?Sized> Arithmetic for L {}

/// Returns the number that a word of known bits encodes.
pub fn value_of(word: &[bool]) -> u128 {
    word.iter().rev().fold(0, |value, bit| value << 1 | u128::from(*bit))
}
