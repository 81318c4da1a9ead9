//! Vectors for dot products.

use halfpipe_isa::{Instruction, LaneFormats};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::edges::{class_values, edge_values, one};
use super::number::{step, Number};
use super::random::Draw;
use super::{Combinations, VectorSource};
use crate::{vector, Vector};

/// The largest distance of two terms in the systematic vectors, in binary places.
const FARTHEST: u64 = 32;

/// The ways to place two terms at a distance: two products, a product above c, and c above a product, each with all
/// signs.
const PLACEMENTS: u64 = 3 * 4;

/// Width of a word of a register in bits.
const WORD: u32 = 64;

/// An endless deterministic source of vectors for a dot product.
///
/// It begins with systematic vectors, which are the same for every seed: edge values in one product and c, every bit of
/// every element, and two terms at every distance. An endless constrained-random mix follows.
#[derive(Clone, Debug)]
pub struct DotProducts {
    products: usize,
    element: Draw,
    result: Draw,
    /// The typical distance from the largest term to the digits that are cut off or decide the rounding.
    cut: i32,
    edges: Combinations,
    next: u64,
    seed: u64,
    random: ChaCha8Rng,
}

/// The factors of each product, and c.
#[derive(Clone, Debug)]
struct Elements {
    factors: Vec<[u32; 2]>,
    c: u32,
}

impl DotProducts {
    /// Returns the vectors of this instruction and seed.
    ///
    /// # Panics
    ///
    /// Panics if the instruction is not a dot product.
    pub fn new(instruction: Instruction, seed: u64) -> DotProducts {
        let products = instruction.operation().products().expect("a dot product") as usize;
        let formats = LaneFormats::from(instruction.ty());
        let edges = [
            edge_values(formats.operand, 3),
            edge_values(formats.operand, 3),
            class_values(formats.result, 3),
        ];
        let has_eight_bits = formats.operand.register_bits() == 8;
        let cut = match instruction.tensor_core() {
            Some(_) if has_eight_bits => 13,
            Some(_) => 24,
            None => formats.result.significand_bits() as i32,
        };
        DotProducts {
            products,
            element: Draw::from_format(formats.operand),
            result: Draw::from_format(formats.result),
            cut,
            edges: Combinations::new(edges.into()),
            next: 0,
            seed,
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Returns the number of systematic vectors, which come first.
    pub fn fixed_count(&self) -> u64 {
        self.edges.count + self.bit_count() + self.distance_count()
    }

    /// Returns a vector from anywhere in the stream: one in four is systematic.
    pub fn any(&mut self) -> Vector {
        match self.random.random_range(0..4) {
            0 => {
                let index = self.random.random_range(0..self.fixed_count());
                self.fixed_vector(index)
            }
            _ => self.random_vector(),
        }
    }

    /// Returns one of the systematic vectors, by its index.
    fn fixed_vector(&self, index: u64) -> Vector {
        let mut random = ChaCha8Rng::seed_from_u64(index);
        let elements = match index.checked_sub(self.edges.count) {
            None => self.edge(index, &mut random),
            Some(index) => match index.checked_sub(self.bit_count()) {
                None => self.bit(index),
                Some(index) => self.distance(index, &mut random),
            },
        };
        self.join(&elements)
    }

    /// Returns the number of bits in the elements of a and b.
    fn bit_count(&self) -> u64 {
        2 * self.products as u64 * u64::from(self.element.format.width())
    }

    fn distance_count(&self) -> u64 {
        (FARTHEST + 1) * PLACEMENTS * self.products as u64
    }

    /// Returns edge values in one product and in c. The other products are zero, or as large as that one in half of the
    /// vectors.
    fn edge(&self, index: u64, random: &mut impl Rng) -> Elements {
        let [a, b, c] = self.edges.get(index);
        let mut elements = self.zeros(random);
        if random.random() && self.is_finite(a) && self.is_finite(b) {
            let exponent = self.product_exponent([a, b]);
            elements.factors.fill_with(|| self.product(exponent, random));
        }
        elements.factors[index as usize % self.products] = [a, b];
        Elements { c, ..elements }
    }

    /// Returns a product of 1 and of 1 with one other bit.
    fn bit(&self, index: u64) -> Elements {
        let bits = u64::from(self.element.format.width());
        let one = one(self.element.format);
        let changed = one ^ 1 << (index % bits);
        let (side, product) = (index / bits % 2, index / bits / 2);
        let mut factors = vec![[0; 2]; self.products];
        factors[product as usize] = if side == 0 { [changed, one] } else { [one, changed] };
        Elements { factors, c: 0 }
    }

    /// Returns two terms at a distance; all others are zero.
    fn distance(&self, index: u64, random: &mut impl Rng) -> Elements {
        let (distance, rest) = (index % (FARTHEST + 1), index / (FARTHEST + 1));
        let (placement, product) = (rest % PLACEMENTS / 4, (rest / PLACEMENTS) as usize);
        let (lowest, highest) = self.exponents();
        let distance = distance as i32;
        let exponent = random.random_range((lowest + distance).min(highest)..=highest);
        let signs = [rest & 1, rest >> 1 & 1].map(|sign| sign as u32);
        let [upper, lower] = [
            signs[0] * self.element.format.sign_mask(),
            signs[1] * self.element.format.sign_mask(),
        ];
        let mut elements = self.zeros(random);
        let mut product_at = |exponent, sign| {
            let [a, b] = self
                .product(exponent, random)
                .map(|factor| factor & self.element.format.magnitude_mask());
            [a | sign, b]
        };
        match placement {
            0 => {
                elements.factors[product] = product_at(exponent, upper);
                let other = (product + 1 + (index as usize >> 4) % self.products.max(2)) % self.products;
                if other != product {
                    elements.factors[other] = product_at(exponent - distance, lower);
                }
            }
            1 => {
                elements.factors[product] = product_at(exponent, upper);
                let c = self.result.with_exponent(exponent - distance, random);
                elements.c = c & self.result.format.magnitude_mask() | (signs[1] * self.result.format.sign_mask());
            }
            _ => {
                elements.factors[product] = product_at(exponent - distance, lower);
                let c = self.result.with_exponent(exponent, random);
                elements.c = c & self.result.format.magnitude_mask() | (signs[0] * self.result.format.sign_mask());
            }
        }
        elements
    }

    /// Returns a vector of the constrained-random mix.
    fn random_vector(&mut self) -> Vector {
        let mut random = self.random.clone();
        let elements = self.draw(&mut random);
        self.random = random;
        self.join(&elements)
    }

    fn draw(&self, random: &mut impl Rng) -> Elements {
        let (lowest, highest) = self.exponents();
        let exponent = if random.random() {
            random.random_range(lowest..=highest)
        } else {
            random.random_range(-8..=8).clamp(lowest, highest)
        };
        match random.random_range(0..16) {
            0..=1 => self.with_addend(self.products_near(exponent, 3, random), random),
            2 => self.with_addend(self.products_near(exponent, 0, random), random),
            3 => self.with_addend(self.products_near(exponent, self.cut + 6, random), random),
            4..=5 => self.cancellation(exponent, random),
            6..=8 => self.truncation(exponent, random),
            9 => self.zero_products(random),
            10 => self.subnormals(random),
            11 => self.overflow(random),
            12 => self.specials(exponent, random),
            13 => self.few_products(exponent, random),
            14 => self.tie(exponent, random),
            _ => {
                let factors = (0..self.products).map(|_| [0; 2].map(|_| self.element.finite(random)));
                let factors = factors.collect();
                self.with_addend(factors, random)
            }
        }
    }

    /// Returns products whose exponents are at most `spread` from an exponent.
    fn products_near(&self, exponent: i32, spread: i32, random: &mut impl Rng) -> Vec<[u32; 2]> {
        (0..self.products)
            .map(|_| self.product(exponent + random.random_range(-spread..=spread), random))
            .collect()
    }

    /// Returns pairs of equal products with opposite signs, in any order, with smaller products between them.
    fn cancellation(&self, exponent: i32, random: &mut impl Rng) -> Elements {
        let distance = random.random_range(0..=self.cut + 3);
        let mut factors = self.products_near(exponent - distance, 2, random);
        let places = self.places(random);
        for pair in places.chunks_exact(2).take(random.random_range(1..=self.products / 2)) {
            let [a, b] = self.product(exponent, random);
            factors[pair[0]] = [a, b];
            let opposite = [b, a ^ self.element.format.sign_mask()];
            factors[pair[1]] = opposite;
            // A pair that almost cancels.
            if random.random_range(0..4) == 0 {
                factors[pair[1]][0] = step(self.element.format, opposite[0], random.random_range(-1..=1));
            }
        }
        self.with_addend(factors, random)
    }

    /// Returns one large term and others at the place where terms are cut off, some of them zero.
    fn truncation(&self, exponent: i32, random: &mut impl Rng) -> Elements {
        let (_, highest) = self.exponents();
        let exponent = exponent.max(highest.min(self.product_range().0 + self.cut));
        let edge = self.cut + random.random_range(-3..=2);
        let few = random.random();
        let small = |_| {
            if few && random.random_range(0..4) > 0 {
                self.zero_product(random)
            } else {
                self.product(exponent - edge + random.random_range(-1..=1), random)
            }
        };
        let mut factors: Vec<[u32; 2]> = (0..self.products).map(small).collect();
        let is_c_large = random.random_range(0..3) == 0;
        let c = if is_c_large {
            self.result.with_exponent(exponent, random)
        } else {
            let place = random.random_range(0..self.products);
            factors[place] = self.product(exponent, random);
            match random.random_range(0..3) {
                0 => self.result.zero(random),
                1 => self.result.with_exponent(exponent - edge, random),
                _ => self
                    .result
                    .with_exponent(exponent - random.random_range(0..=edge), random),
            }
        };
        Elements { factors, c }
    }

    /// Returns products with a zero and a large factor, among few small ones.
    fn zero_products(&self, random: &mut impl Rng) -> Elements {
        let mut factors: Vec<[u32; 2]> = (0..self.products).map(|_| self.zero_product(random)).collect();
        let (lowest, _) = self.exponents();
        let exponent = lowest + random.random_range(0..=self.cut);
        for place in self.places(random).into_iter().take(random.random_range(0..=2)) {
            factors[place] = self.product(exponent, random);
        }
        let c = match random.random_range(0..4) {
            0 => self.result.zero(random),
            1 => self.result.subnormal(random),
            _ => self
                .result
                .with_exponent(exponent + random.random_range(-4..=4), random),
        };
        Elements { factors, c }
    }

    /// Returns subnormal factors, and results near the smallest normal number.
    fn subnormals(&self, random: &mut impl Rng) -> Elements {
        let least = self.result.format.min_exponent() as i32;
        let factors = (0..self.products).map(|_| match random.random_range(0..4) {
            0 => [self.element.subnormal(random), self.element.finite(random)],
            1 => [self.element.finite(random), self.element.subnormal(random)],
            2 => [self.element.subnormal(random), self.element.subnormal(random)],
            _ => self.product(least + random.random_range(-self.cut..=2), random),
        });
        let factors: Vec<[u32; 2]> = factors.collect();
        let c = match random.random_range(0..3) {
            0 => self.addend(&factors, random),
            1 => self.result.subnormal(random),
            _ => self.result.with_exponent(least + random.random_range(-2..=2), random),
        };
        Elements { factors, c }
    }

    /// Returns terms as large as possible, of one sign in half of the vectors.
    fn overflow(&self, random: &mut impl Rng) -> Elements {
        let highest = self.result.format.max_exponent() as i32;
        let most = self.product_range().1.min(highest + 1);
        let mut factors = self.products_near(most - random.random_range(0..=6), 1, random);
        let c = self.result.with_exponent(highest - random.random_range(0..=1), random);
        let mut elements = Elements { factors: Vec::new(), c };
        if random.random() {
            let sign = c & self.result.format.sign_mask() != 0;
            let format = self.element.format;
            for [a, b] in &mut factors {
                *a &= format.magnitude_mask();
                *b = *b & format.magnitude_mask() | if sign { format.sign_mask() } else { 0 };
            }
        }
        if random.random_range(0..4) == 0 {
            elements.c = self.result.edge(random);
        }
        Elements { factors, ..elements }
    }

    /// Returns ordinary terms with few infinities, NaNs and zeros among them.
    fn specials(&self, exponent: i32, random: &mut impl Rng) -> Elements {
        let factors = self.products_near(exponent, 3, random);
        let mut elements = self.with_addend(factors, random);
        for place in self.places(random).into_iter().take(random.random_range(0..=2)) {
            let special = match random.random_range(0..4) {
                0 => self.element.nan(random),
                _ => self.element.infinity(random),
            };
            let other = match random.random_range(0..4) {
                0 => self.element.zero(random),
                1 => self.element.infinity(random),
                _ => self.element.finite(random),
            };
            let factors = if random.random() {
                [special, other]
            } else {
                [other, special]
            };
            elements.factors[place] = factors;
        }
        match random.random_range(0..8) {
            0 => elements.c = self.result.nan(random),
            1..=3 => elements.c = self.result.infinity(random),
            _ => {}
        }
        elements
    }

    /// Returns one to three products that are not zero.
    fn few_products(&self, exponent: i32, random: &mut impl Rng) -> Elements {
        let mut factors: Vec<[u32; 2]> = (0..self.products).map(|_| self.zero_product(random)).collect();
        for place in self.places(random).into_iter().take(random.random_range(1..=3)) {
            factors[place] = self.product(exponent + random.random_range(-self.cut..=0), random);
        }
        self.with_addend(factors, random)
    }

    /// Returns a term with few digits, half of the last place of the result, and a term far below both.
    fn tie(&self, exponent: i32, random: &mut impl Rng) -> Elements {
        let precision = self.result.format.significand_bits() as i32;
        let least = self.result.format.min_exponent() as i32;
        let half = (exponent - precision).max(least - precision) + random.random_range(-1..=1);
        let mut factors: Vec<[u32; 2]> = (0..self.products).map(|_| self.zero_product(random)).collect();
        let places = self.places(random);
        factors[places[0]] = self.power_of_two(half, random);
        let c = if random.random() {
            self.result.with_exponent(exponent, random)
        } else {
            factors[places[1]] = self.product(exponent, random);
            self.result.zero(random)
        };
        if let Some(place) = places.get(2).filter(|_| random.random()) {
            factors[*place] = self.product(half - random.random_range(1..=2 * precision), random);
        }
        Elements { factors, c }
    }

    /// Returns products with a suitable addend.
    fn with_addend(&self, factors: Vec<[u32; 2]>, random: &mut impl Rng) -> Elements {
        let c = self.addend(&factors, random);
        Elements { factors, c }
    }

    /// Returns an addend for products.
    fn addend(&self, factors: &[[u32; 2]], random: &mut impl Rng) -> u32 {
        let draw = &self.result;
        let Some((sum, largest)) = self.sum(factors) else {
            return draw.finite(random);
        };
        match random.random_range(0..16) {
            0..=3 => draw.zero(random),
            4..=5 => {
                let opposite = Number {
                    negative: !sum.negative,
                    ..sum
                };
                step(draw.format, opposite.truncate(draw.format), random.random_range(-3..=3))
            }
            6..=9 => draw.with_exponent(largest + random.random_range(-4..=4), random),
            10..=11 => draw.with_exponent(largest - self.cut + random.random_range(-4..=4), random),
            12 => draw.with_exponent(largest + self.cut + random.random_range(-4..=4), random),
            13 => draw.subnormal(random),
            14 => draw.edge(random),
            _ => draw.finite(random),
        }
    }

    /// Returns the sum of products, cut after 90 digits, and the exponent of the largest; None if no product is a number
    /// other than zero, or if any is not finite.
    fn sum(&self, factors: &[[u32; 2]]) -> Option<(Number, i32)> {
        if !factors.as_flattened().iter().all(|factor| self.is_finite(*factor)) {
            return None;
        }
        let number = |[a, b]: &[u32; 2]| {
            let [a, b] = [a, b].map(|factor| Number::decode(self.element.format, *factor));
            a.times(b)
        };
        let products = factors.iter().map(number).filter(|product| product.significand != 0);
        let products: Vec<Number> = products.collect();
        let largest = products.iter().map(|product| product.leading_exponent()).max()?;
        let unit = largest - 90;
        let sum: i128 = products
            .iter()
            .map(|product| {
                let magnitude = match product.exponent - unit {
                    shift @ 0.. => i128::from(product.significand) << shift,
                    shift => i128::from(product.significand.checked_shr(shift.unsigned_abs()).unwrap_or(0)),
                };
                if product.negative {
                    -magnitude
                } else {
                    magnitude
                }
            })
            .sum();
        let surplus = (128 - sum.unsigned_abs().leading_zeros()).saturating_sub(64);
        let sum = Number {
            negative: sum < 0,
            significand: (sum.unsigned_abs() >> surplus) as u64,
            exponent: unit + surplus as i32,
        };
        Some((sum, largest))
    }

    /// Returns the lowest and the highest exponent of products that matter to the result.
    fn exponents(&self) -> (i32, i32) {
        let (lowest, highest) = self.product_range();
        let format = self.result.format;
        let least = lowest.max(format.min_exponent() as i32 - self.cut);
        (least, highest.min(format.max_exponent() as i32))
    }

    /// Returns the lowest and the highest sum of the exponents of two normal factors.
    fn product_range(&self) -> (i32, i32) {
        let format = self.element.format;
        (2 * format.min_exponent() as i32, 2 * format.max_exponent() as i32)
    }

    /// Returns two factors whose exponents have this sum, as far as their format allows.
    fn product(&self, exponent: i32, random: &mut impl Rng) -> [u32; 2] {
        let first = self.first_exponent(exponent, random);
        [first, exponent - first].map(|exponent| self.element.with_exponent(exponent, random))
    }

    /// Returns two powers of two, or their negatives, with this product, as far as their format allows.
    fn power_of_two(&self, exponent: i32, random: &mut impl Rng) -> [u32; 2] {
        let first = self.first_exponent(exponent, random);
        [first, exponent - first].map(|exponent| {
            let number = Number {
                negative: random.random(),
                significand: 1,
                exponent,
            };
            number.truncate(self.element.format)
        })
    }

    /// Returns the exponent of one of two factors whose exponents have this sum. If possible, that of the other is in the
    /// format too.
    fn first_exponent(&self, sum: i32, random: &mut impl Rng) -> i32 {
        let format = self.element.format;
        let (lowest, highest) = (format.min_exponent() as i32, format.max_exponent() as i32);
        let least = (sum - highest).max(lowest);
        let most = (sum - lowest).min(highest);
        if least <= most {
            random.random_range(least..=most)
        } else {
            sum / 2
        }
    }

    /// Returns the exponent of a product of finite factors.
    fn product_exponent(&self, factors: [u32; 2]) -> i32 {
        let exponent = |factor| Number::decode(self.element.format, factor).leading_exponent();
        let (lowest, highest) = self.exponents();
        factors.into_iter().map(exponent).sum::<i32>().clamp(lowest, highest)
    }

    fn is_finite(&self, factor: u32) -> bool {
        factor & self.element.format.magnitude_mask() <= self.element.format.largest_finite()
    }

    /// Returns a product of a zero and any finite factor.
    fn zero_product(&self, random: &mut impl Rng) -> [u32; 2] {
        let other = if random.random() {
            self.element.finite(random)
        } else {
            let highest = self.element.format.max_exponent() as i32;
            self.element.with_exponent(highest - random.random_range(0..3), random)
        };
        let zero = self.element.zero(random);
        if random.random() {
            [zero, other]
        } else {
            [other, zero]
        }
    }

    /// Returns zero products of either sign, and a zero c.
    fn zeros(&self, random: &mut impl Rng) -> Elements {
        Elements {
            factors: (0..self.products).map(|_| self.zero_product(random)).collect(),
            c: self.result.zero(random),
        }
    }

    /// Returns the numbers of the products in a random order.
    fn places(&self, random: &mut impl Rng) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.products).collect();
        places.shuffle(random);
        places
    }

    /// Returns the registers: the words of a, those of b, and c.
    fn join(&self, elements: &Elements) -> Vector {
        let width = self.element.format.register_bits();
        let in_word = (WORD / width) as usize;
        let words = [0, 1].into_iter().flat_map(|side| {
            let words = elements.factors.chunks(in_word);
            words.map(move |word| {
                let highest_first = word.iter().rev();
                highest_first.fold(0, |word, factors| word << width | u64::from(factors[side]))
            })
        });
        vector(words.chain([u64::from(elements.c)]))
    }
}

impl VectorSource for DotProducts {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        let one = |_| {
            if self.next < self.fixed_count() {
                self.next += 1;
                self.fixed_vector(self.next - 1)
            } else {
                self.random_vector()
            }
        };
        (0..count).map(one).collect()
    }

    fn seed(&self) -> u64 {
        self.seed
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use halfpipe_model::value::results;

    use super::*;

    fn source(mnemonic: &str, seed: u64) -> DotProducts {
        DotProducts::new(mnemonic.parse().unwrap(), seed)
    }

    #[test]
    fn a_seed_gives_the_same_vectors_whatever_the_steps() {
        let name = "dot16.hopper.f32.f16";
        let fixed = source(name, 1).fixed_count() as usize;
        let whole = source(name, 5).fill(fixed + 2000);
        let mut steps = source(name, 5);
        let parts: Vec<Vector> = [1, 999, fixed + 1000]
            .into_iter()
            .flat_map(|count| steps.fill(count))
            .collect();
        assert_eq!(whole, parts);
        let other = source(name, 6).fill(fixed + 2000);
        assert_eq!(whole[..fixed], other[..fixed]);
        assert_ne!(whole[fixed..], other[fixed..]);
    }

    #[test]
    fn systematic_vectors_are_less_than_half_and_keep_to_the_operands_of_every_dot_product() {
        for instruction in Instruction::dots() {
            let mut source = DotProducts::new(*instruction, 3);
            let fixed = source.fixed_count();
            assert!(2 * fixed < super::super::USUAL_COUNT, "{instruction}: {fixed}");
            let operands = instruction.signature().operands();
            for vector in (0..200).map(|_| source.any()) {
                assert_eq!(vector.len(), operands.len(), "{instruction}");
                for (word, operand) in vector.iter().zip(operands) {
                    let unused = word.checked_shr(operand.width()).unwrap_or(0);
                    assert_eq!(unused, 0, "{instruction} {vector:X?}");
                }
            }
        }
    }

    #[test]
    fn results_are_of_all_kinds_and_mostly_numbers() {
        for mnemonic in [
            "dot4.volta.f16.f16",
            "dot8.ampere.f32.bf16",
            "dot32.hopper.f32.e4m3",
            "dot8.rn.f32.e5m2",
        ] {
            let instruction: Instruction = mnemonic.parse().unwrap();
            let format = instruction.ty().result_format();
            let mut source = DotProducts::new(instruction, 1);
            let vectors = (0..10_000).map(|_| source.random_vector());
            let mut counts = [0; 5];
            let mut finite = HashSet::new();
            for vector in vectors {
                let d = results(instruction, &vector)[0] as u32 & format.magnitude_mask();
                let kind = match d {
                    0 => 0,
                    _ if d <= format.fraction_mask() => 1,
                    _ if d <= format.largest_finite() => 2,
                    _ if d == format.infinity() => 3,
                    _ => 4,
                };
                counts[kind] += 1;
                if kind <= 2 {
                    finite.insert(d);
                }
            }
            let [zero, subnormal, normal, infinite, nan] = counts;
            assert!(zero > 50 && subnormal > 20 && normal > 6000, "{mnemonic}: {counts:?}");
            assert!(
                (50..1500).contains(&infinite) && (50..1000).contains(&nan),
                "{mnemonic}: {counts:?}"
            );
            assert!(finite.len() > 3000, "{mnemonic}: {}", finite.len());
        }
    }
}
