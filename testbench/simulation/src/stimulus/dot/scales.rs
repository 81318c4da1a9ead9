//! Scales of a dot product's elements.

use halfpipe_isa::{DotScales, FloatFormat};
use rand::Rng;

/// The generator of a dot product's scales.
#[derive(Clone, Copy, Debug)]
pub struct ScaleDraw {
    format: FloatFormat,
    count: u32,
}

impl ScaleDraw {
    /// Returns the generator for scales.
    pub fn new(scales: DotScales) -> ScaleDraw {
        ScaleDraw {
            format: scales.format,
            count: scales.count,
        }
    }

    /// Returns the registers of both operands' scales, each of which is 1.
    pub fn ones(self) -> [u64; 2] {
        [self.join(|_| self.format.one()), self.join(|_| self.format.one())]
    }

    /// Returns the number of bits of both registers.
    pub fn bit_count(self) -> u64 {
        u64::from(2 * self.count * self.format.register_bits())
    }

    /// Returns scales of 1 with one other bit.
    pub fn with_changed_bit(self, bit: u64) -> [u64; 2] {
        let [a, b] = self.ones();
        let bits = self.bit_count() / 2;
        if bit < bits {
            [a ^ 1 << bit, b]
        } else {
            [a, b ^ 1 << (bit - bits)]
        }
    }

    /// Returns scales of any class. Both scales of an element are often close to each other's reciprocals, so that its product
    /// keeps its place beside c.
    pub fn draw(self, random: &mut impl Rng) -> [u64; 2] {
        let is_balanced = random.random_range(0..4) > 0;
        let mut of_b = Vec::new();
        let of_a = self.join(|_| {
            let a = if is_balanced {
                self.invertible(random)
            } else {
                self.any(random)
            };
            of_b.push(if is_balanced {
                self.reciprocal(a, random)
            } else {
                self.any(random)
            });
            a
        });
        let of_b = self.join(|place| of_b[place]);
        match random.random_range(0..24) {
            0 => [of_a ^ self.change(random), of_b],
            1 => [of_a, of_b ^ self.change(random)],
            _ => [of_a, of_b],
        }
    }

    /// Returns the changes from a register to one in which a scale is any other.
    fn change(self, random: &mut impl Rng) -> u64 {
        let place = random.random_range(0..self.count);
        let change: u64 = random.random_range(1..1 << self.format.register_bits());
        change << (place * self.format.register_bits())
    }

    /// Returns a scale of some class: the least ones, which are zero and subnormal in ue4m3, the largest ones and NaN, NaN
    /// alone, or any.
    fn any(self, random: &mut impl Rng) -> u32 {
        let nan = self.format.canonical_nan();
        match random.random_range(0..8) {
            0 | 1 => random.random_range(0..6),
            2 | 3 => nan - 1 - random.random_range(0..6),
            4 if random.random_range(0..4) == 0 => nan,
            5 => self.middle(random),
            _ => random.random_range(0..nan),
        }
    }

    /// Returns a scale near 1.
    fn middle(self, random: &mut impl Rng) -> u32 {
        let reach = 3 << self.format.fraction_bits;
        self.format.one() + random.random_range(0..=2 * reach) - reach
    }

    /// Returns a scale whose reciprocal is in range too.
    fn invertible(self, random: &mut impl Rng) -> u32 {
        let step = 1 << self.format.fraction_bits;
        random.random_range(step + 1..2 * self.format.one() - step)
    }

    /// Returns a scale whose exponent is at most 1 from the opposite of another one's.
    fn reciprocal(self, scale: u32, random: &mut impl Rng) -> u32 {
        let step = 1 << self.format.fraction_bits;
        let opposite = 2 * self.format.one() - scale;
        opposite + random.random_range(0..=2 * step) - step
    }

    /// Returns a register of scales.
    fn join(self, mut scale: impl FnMut(usize) -> u32) -> u64 {
        (0..self.count).fold(0, |word, place| {
            word | u64::from(scale(place as usize)) << (place * self.format.register_bits())
        })
    }
}
