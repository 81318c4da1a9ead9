//! Test operands.

use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Returns the magnitudes, with both signs, at which exceptions begin or end in a format of these exponent and fraction
/// bits.
pub fn edges(exponent_bits: u32, fraction_bits: u32) -> Vec<u64> {
    let unit = 1_u64 << fraction_bits;
    let infinity = ((1 << exponent_bits) - 1) * unit;
    let one = ((1 << (exponent_bits - 1)) - 1) * unit;
    let magnitudes = [
        0,
        1,
        2,
        unit / 2,
        unit - 1,
        unit,
        unit + 1,
        2 * unit - 1,
        one / 2,
        one - 1,
        one,
        one + 1,
        one + unit - 1,
        infinity - unit,
        infinity - 1,
        infinity,
        // A signalling NaN, the one with the largest payload, and quiet ones.
        infinity + 1,
        infinity + unit / 2 - 1,
        infinity + unit / 2,
        infinity + unit - 1,
    ];
    let sign = 1 << (exponent_bits + fraction_bits);
    magnitudes
        .into_iter()
        .flat_map(|magnitude| [magnitude, sign | magnitude])
        .collect()
}

/// A source of random operands: any bits, ones that bring products to the ends of the range, and ones that cancel in
/// sums.
pub struct Random {
    generator: ChaCha8Rng,
}

impl Random {
    /// Returns the source of a seed.
    pub fn new(seed: u64) -> Random {
        Random {
            generator: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Returns an operand of a format: of any bits or of few digits, or with an exponent in a chosen part of the range.
    /// The part is the lowest eighth, the highest quarter, or the eighth that ends at the exponent of one.
    pub fn operand(&mut self, exponent_bits: u32, fraction_bits: u32) -> u64 {
        let width = 1 + exponent_bits + fraction_bits;
        let word = self.generator.next_u64();
        let bits = word >> 8 & ((1 << width) - 1);
        let low = (exponent_bits - 3) + fraction_bits;
        let highest = 0b111 << low;
        match word % 8 {
            0 => bits & !highest,
            1 => bits | (0b110 << low),
            2 => bits & !highest | (0b011 << low),
            // Few digits, so that results are exact.
            3 => bits >> (fraction_bits - 2) << (fraction_bits - 2),
            _ => bits,
        }
    }

    /// Returns an operand near another of its format or near the opposite of it. A random number of its lowest fraction
    /// bits, from none to all, are arbitrary.
    pub fn near(&mut self, other: u64, exponent_bits: u32, fraction_bits: u32) -> u64 {
        let any = self.word() % u64::from(fraction_bits + 1);
        let word = self.word();
        let sign = word >> 63 << (exponent_bits + fraction_bits);
        other ^ sign ^ (word & ((1 << any) - 1))
    }

    /// Returns any bits.
    pub fn word(&mut self) -> u64 {
        self.generator.next_u64()
    }
}
