//! Vectors for dot products.

mod elements;
mod random;
mod scales;
#[cfg(test)]
#[path = "../../../tests/unit/stimulus/dot.rs"]
mod tests;

use halfpipe_isa::{DotFormats, DotScales, Instruction};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::combinations::Combinations;
use super::edges::{class_values, edge_values, one};
use super::source::{FunctionVectors, VectorStream};
use crate::Vector;

use elements::{ElementDraw, Elements};
use scales::ScaleDraw;

/// The largest distance of two terms in the systematic vectors, in binary places.
const FARTHEST: u64 = 32;

/// The ways to place two terms at a distance: two products, a product above c, and c above a product, each with all
/// signs.
const PLACEMENTS: u64 = 3 * 4;

/// An endless deterministic source of vectors for a dot product.
///
/// It begins with systematic vectors, which are the same for every seed: edge values in one product and c, every bit of
/// every element, and two terms at every distance. An endless constrained-random mix follows.
pub type DotProducts = VectorStream<DotVectors>;

/// The vectors of a dot product.
#[derive(Clone, Debug)]
pub struct DotVectors {
    draw: ElementDraw,
    edges: Combinations,
    scales: Option<ScaleDraw>,
}

impl DotProducts {
    /// Returns the vectors of this instruction and seed.
    ///
    /// # Panics
    ///
    /// Panics if the instruction is not a dot product.
    pub fn new(instruction: Instruction, seed: u64) -> DotProducts {
        VectorStream::start(Box::new(DotVectors::new(instruction)), seed)
    }
}

impl DotVectors {
    pub(super) fn new(instruction: Instruction) -> DotVectors {
        let formats = DotFormats::from_instruction(instruction);
        let [a, b] = formats.elements;
        let edges = [edge_values(a, 3), edge_values(b, 3), class_values(formats.result, 3)];
        DotVectors {
            draw: ElementDraw::new(instruction),
            edges: Combinations::new(edges.into()),
            scales: DotScales::from_instruction(instruction).map(ScaleDraw::new),
        }
    }

    /// Returns the number of bits in the elements of a and b.
    fn bit_count(&self) -> u64 {
        let [a, b] = self.draw.formats().map(|format| u64::from(format.width()));
        self.draw.products as u64 * (a + b)
    }

    /// Returns the number of bits in the scales of a and b.
    fn scale_bit_count(&self) -> u64 {
        self.scales.map_or(0, ScaleDraw::bit_count)
    }

    fn distance_count(&self) -> u64 {
        (FARTHEST + 1) * PLACEMENTS * self.draw.products as u64
    }

    /// Returns edge values in one product and in c. The other products are zero, or as large as that one in half of the
    /// vectors.
    fn edge(&self, index: u64, random: &mut impl Rng) -> Elements {
        let [a, b, c] = self.edges.get(index);
        let mut elements = self.draw.zeros(random);
        if random.random() && self.draw.is_finite([a, b]) {
            let exponent = self.draw.product_exponent([a, b]);
            elements.factors.fill_with(|| self.draw.product(exponent, random));
        }
        elements.factors[index as usize % self.draw.products] = [a, b];
        Elements { c, ..elements }
    }

    /// Returns products of 1 by 1, and a zero c.
    fn ones(&self) -> Elements {
        let factors = vec![self.draw.formats().map(one); self.draw.products];
        Elements { factors, c: 0 }
    }

    /// Returns a product of 1 and of 1 with one other bit.
    fn bit(&self, index: u64) -> Elements {
        let formats = self.draw.formats();
        let [bits_of_a, bits_of_b] = formats.map(|format| u64::from(format.width()));
        let (product, bit) = (index / (bits_of_a + bits_of_b), index % (bits_of_a + bits_of_b));
        let mut changed = formats.map(one);
        match bit.checked_sub(bits_of_a) {
            None => changed[0] ^= 1 << bit,
            Some(bit) => changed[1] ^= 1 << bit,
        }
        let mut factors = vec![[0; 2]; self.draw.products];
        factors[product as usize] = changed;
        Elements { factors, c: 0 }
    }

    /// Returns two terms at a distance; all others are zero.
    fn distance(&self, index: u64, random: &mut impl Rng) -> Elements {
        let (distance, rest) = (index % (FARTHEST + 1), index / (FARTHEST + 1));
        let (placement, product) = (rest % PLACEMENTS / 4, (rest / PLACEMENTS) as usize);
        let (lowest, highest) = self.draw.exponents();
        let distance = distance as i32;
        let exponent = random.random_range((lowest + distance).min(highest)..=highest);
        let signs = [rest & 1, rest >> 1 & 1].map(|sign| sign as u32);
        let formats = self.draw.formats();
        let [upper, lower] = signs.map(|sign| sign * formats[0].sign_mask());
        let mut elements = self.draw.zeros(random);
        let mut product_at = |exponent, sign| {
            let [a, b] = self.draw.product(exponent, random);
            [a & formats[0].magnitude_mask() | sign, b & formats[1].magnitude_mask()]
        };
        match placement {
            0 => {
                elements.factors[product] = product_at(exponent, upper);
                let other = (product + 1 + (index as usize >> 4) % self.draw.products.max(2)) % self.draw.products;
                if other != product {
                    elements.factors[other] = product_at(exponent - distance, lower);
                }
            }
            1 => {
                elements.factors[product] = product_at(exponent, upper);
                elements.c = self.addend(exponent - distance, signs[1], random);
            }
            _ => {
                elements.factors[product] = product_at(exponent - distance, lower);
                elements.c = self.addend(exponent, signs[0], random);
            }
        }
        elements
    }

    /// Returns an addend of this exponent and sign.
    fn addend(&self, exponent: i32, sign: u32, random: &mut impl Rng) -> u32 {
        let (draw, format) = (&self.draw.result, self.draw.result.format);
        draw.with_exponent(exponent, random) & format.magnitude_mask() | (sign * format.sign_mask())
    }
}

impl FunctionVectors for DotVectors {
    fn fixed_count(&self) -> u64 {
        self.edges.count + self.bit_count() + self.distance_count() + self.scale_bit_count()
    }

    fn fixed_vector(&self, index: u64) -> Vector {
        let mut random = ChaCha8Rng::seed_from_u64(index);
        let mut scales = self.scales.map(ScaleDraw::ones);
        let elements = match index.checked_sub(self.edges.count) {
            None => self.edge(index, &mut random),
            Some(index) => match index.checked_sub(self.bit_count()) {
                None => self.bit(index),
                Some(index) => match index.checked_sub(self.distance_count()) {
                    None => self.distance(index, &mut random),
                    Some(bit) => {
                        scales = self.scales.map(|scales| scales.with_changed_bit(bit));
                        self.ones()
                    }
                },
            },
        };
        self.draw.join(&elements, scales)
    }

    fn draw(&self, random: &mut ChaCha8Rng) -> Vector {
        let elements = self.draw.draw(random);
        let scales = self.scales.map(|scales| scales.draw(random));
        self.draw.join(&elements, scales)
    }

    /// One vector in four is systematic.
    fn draw_any(&self, random: &mut ChaCha8Rng) -> Vector {
        match random.random_range(0..4) {
            0 => self.fixed_vector(random.random_range(0..self.fixed_count())),
            _ => self.draw(random),
        }
    }
}
