//! Operators on words of a graph's bits, the lowest bit first.

use crate::graph::{Aig, Literal};

/// Returns a word with zeros above it, or without its upper bits.
pub(crate) fn resized(word: &[Literal], width: usize) -> Vec<Literal> {
    let zeros = std::iter::repeat(Literal::FALSE);
    word.iter().copied().chain(zeros).take(width).collect()
}

/// Returns a word with `places` zeros below it.
pub(crate) fn raised(word: &[Literal], places: usize) -> Vec<Literal> {
    let zeros = std::iter::repeat_n(Literal::FALSE, places);
    zeros.chain(word.iter().copied()).collect()
}

impl Aig {
    /// Returns 1 if any bit of a word is 1.
    pub fn any(&mut self, word: &[Literal]) -> Literal {
        match word {
            [] => Literal::FALSE,
            [bit] => *bit,
            _ => {
                let (low, high) = word.split_at(word.len() / 2);
                let (low, high) = (self.any(low), self.any(high));
                self.or(low, high)
            }
        }
    }

    /// Returns 1 if all bits of a word are 1.
    pub fn all(&mut self, word: &[Literal]) -> Literal {
        let zeros: Vec<Literal> = word.iter().map(|bit| !*bit).collect();
        !self.any(&zeros)
    }

    /// Applies a gate to each pair of bits of two words of the same width.
    pub(crate) fn bitwise(
        &mut self,
        gate: fn(&mut Aig, Literal, Literal) -> Literal,
        first: &[Literal],
        second: &[Literal],
    ) -> Vec<Literal> {
        assert_eq!(first.len(), second.len(), "both words have the same width");
        let pairs = first.iter().zip(second);
        pairs.map(|(first, second)| gate(self, *first, *second)).collect()
    }

    /// Returns one of two words of the same width.
    pub(crate) fn choose(&mut self, condition: Literal, then: &[Literal], otherwise: &[Literal]) -> Vec<Literal> {
        assert_eq!(then.len(), otherwise.len(), "both words have the same width");
        let pairs = then.iter().zip(otherwise);
        pairs
            .map(|(then, otherwise)| self.select(condition, *then, *otherwise))
            .collect()
    }

    /// Returns the sum of two words of the same width and a carry, and the carry out.
    pub(crate) fn add(&mut self, first: &[Literal], second: &[Literal], carry: Literal) -> (Vec<Literal>, Literal) {
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

    /// Returns the difference of two words of the same width, and 1 if it is not negative.
    pub(crate) fn subtract(&mut self, first: &[Literal], second: &[Literal]) -> (Vec<Literal>, Literal) {
        let inverted: Vec<Literal> = second.iter().map(|bit| !*bit).collect();
        self.add(first, &inverted, Literal::TRUE)
    }

    /// Returns 1 if two words of the same width are equal.
    pub fn equal(&mut self, first: &[Literal], second: &[Literal]) -> Literal {
        let differ = self.bitwise(Aig::xor, first, second);
        !self.any(&differ)
    }

    /// Returns the product of two unsigned words, as wide as both together: the sum of the first word shifted to every
    /// 1 of the second.
    pub fn multiply(&mut self, first: &[Literal], second: &[Literal]) -> Vec<Literal> {
        let width = first.len() + second.len();
        let mut product = vec![Literal::FALSE; width];
        for (place, bit) in second.iter().enumerate() {
            let row: Vec<Literal> = first.iter().map(|of_first| self.and(*bit, *of_first)).collect();
            let row = resized(&raised(&row, place), width);
            product = self.add(&product, &row, Literal::FALSE).0;
        }
        product
    }

    /// Shifts a word by another; zeros enter.
    pub(crate) fn shifted(&mut self, word: &[Literal], amount: &[Literal], is_left: bool) -> Vec<Literal> {
        let width = word.len();
        let mut word = word.to_vec();
        for (step, bit) in amount.iter().enumerate() {
            let places = 1_usize.checked_shl(step as u32).unwrap_or(usize::MAX).min(width);
            let moved = if is_left {
                resized(&raised(&word, places), width)
            } else {
                resized(&word[places..], width)
            };
            word = self.choose(*bit, &moved, &word);
        }
        word
    }

    /// Returns the entry that some inputs select of a table of single bits. The first input is the lowest index bit.
    ///
    /// # Panics
    ///
    /// When there are more than six inputs.
    pub fn look_up(&mut self, table: u64, inputs: &[Literal]) -> Literal {
        let places = 1_u32 << inputs.len();
        let all = u64::MAX >> (64 - places);
        let table = table & all;
        let Some((top, lower)) = inputs.split_last().filter(|_| table != 0 && table != all) else {
            return Literal::constant(table != 0);
        };
        let half = places / 2;
        let (zero, one) = (table & (all >> half), table >> half);
        if zero == one {
            return self.look_up(zero, lower);
        }
        if zero == !one & (all >> half) {
            let zero = self.look_up(zero, lower);
            return self.xor(*top, zero);
        }
        let (zero, one) = (self.look_up(zero, lower), self.look_up(one, lower));
        self.select(*top, one, zero)
    }

    /// Returns the entry of a table that an index selects.
    pub(crate) fn looked_up(&mut self, entries: &[u128], index: &[Literal], width: usize) -> Vec<Literal> {
        match index.split_last() {
            None => number(entries[0], width),
            Some((top, rest)) => {
                let half = entries.len() / 2;
                let low = self.looked_up(&entries[..half], rest, width);
                let high = self.looked_up(&entries[half..], rest, width);
                self.choose(*top, &high, &low)
            }
        }
    }
}

/// Returns a constant word.
pub(crate) fn number(value: u128, width: usize) -> Vec<Literal> {
    (0..width)
        .map(|place| Literal::constant(value >> place & 1 == 1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_of_three_inputs_is_looked_up() {
        for table in 0..256_u64 {
            let mut aig = Aig::new();
            let inputs = aig.inputs(3);
            let found = aig.look_up(table, &inputs);
            let values = aig.simulate(|node| [0xAA_u64, 0xCC, 0xF0][node - inputs[0].node()]);
            assert_eq!(found.of_values(&values) & 0xFF, table, "{table:08b}");
        }
    }
}
