//! Elements of a dot product: factors with a given product, and c.

use halfpipe_isa::{DotFormats, FloatFormat, Instruction, Modifier};
use rand::seq::SliceRandom;
use rand::Rng;

use crate::stimulus::number::{step, Number};
use crate::stimulus::random::Draw;
use crate::{vector, Vector};

/// Width of a word of a register in bits.
const WORD: u32 = 64;

/// An odd number whose multiples have scattered upper bits.
const SCATTER: u32 = 0x9E37_79B9;

/// The factors of each product, and c.
#[derive(Clone, Debug)]
pub struct Elements {
    pub factors: Vec<[u32; 2]>,
    pub c: u32,
}

/// The generator of a dot product's elements.
#[derive(Clone, Debug)]
pub struct ElementDraw {
    pub products: usize,
    /// The values of the elements of a, and of those of b.
    pub elements: [Draw; 2],
    pub result: Draw,
    /// The typical distance from the largest term to the digits that are cut off or decide the rounding.
    pub cut: i32,
}

impl ElementDraw {
    /// Returns the generator for an instruction.
    ///
    /// # Panics
    ///
    /// Panics if the instruction is not a dot product.
    pub fn new(instruction: Instruction) -> ElementDraw {
        let formats = DotFormats::from_instruction(instruction);
        let is_small = formats.elements[0].register_bits() <= 8;
        ElementDraw {
            products: instruction.operation().products().expect("a dot product") as usize,
            elements: formats.elements.map(Draw::from_format),
            result: Draw::from_format(formats.result),
            cut: match instruction.tensor_core() {
                Some(Modifier::Ada | Modifier::Hopper) if is_small => 13,
                Some(_) => 24,
                None => formats.result.significand_bits() as i32,
            },
        }
    }

    /// Returns products with a suitable addend.
    pub fn with_addend(&self, factors: Vec<[u32; 2]>, random: &mut impl Rng) -> Elements {
        let c = self.addend(&factors, random);
        Elements { factors, c }
    }

    /// Returns an addend for products.
    pub fn addend(&self, factors: &[[u32; 2]], random: &mut impl Rng) -> u32 {
        let draw = &self.result;
        let Some((sum, largest)) = self.sum(factors) else {
            return draw.finite(random);
        };
        match random.random_range(0..16) {
            0..=3 => draw.zero(random),
            4..=5 => step(
                draw.format,
                sum.opposite().truncate(draw.format),
                random.random_range(-3..=3),
            ),
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
    pub fn sum(&self, factors: &[[u32; 2]]) -> Option<(Number, i32)> {
        if !factors.iter().all(|factors| self.is_finite(*factors)) {
            return None;
        }
        let number = |[a, b]: &[u32; 2]| {
            let [format_of_a, format_of_b] = self.formats();
            Number::decode(format_of_a, *a).times(Number::decode(format_of_b, *b))
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
    pub fn exponents(&self) -> (i32, i32) {
        let (lowest, highest) = self.product_range();
        let format = self.result.format;
        let least = lowest.max(format.min_exponent() as i32 - self.cut);
        (least, highest.min(format.max_exponent() as i32))
    }

    /// Returns the lowest and the highest sum of the exponents of two normal factors.
    pub fn product_range(&self) -> (i32, i32) {
        let [a, b] = self.formats();
        (
            (a.min_exponent() + b.min_exponent()) as i32,
            (a.max_exponent() + b.max_exponent()) as i32,
        )
    }

    /// Returns two factors whose exponents have this sum, as far as their format allows.
    pub fn product(&self, exponent: i32, random: &mut impl Rng) -> [u32; 2] {
        let [a, b] = &self.elements;
        let first = a.first_exponent(exponent, b.format, random);
        [
            a.with_exponent(first, random),
            b.with_exponent(exponent - first, random),
        ]
    }

    /// Returns two powers of two, or their negatives, with this product, as far as their format allows.
    pub fn power_of_two(&self, exponent: i32, random: &mut impl Rng) -> [u32; 2] {
        let [a, b] = &self.elements;
        let first = a.first_exponent(exponent, b.format, random);
        [(a, first), (b, exponent - first)].map(|(draw, exponent)| {
            let number = Number {
                negative: random.random(),
                significand: 1,
                exponent,
            };
            number.truncate(draw.format)
        })
    }

    /// Returns the exponent of a product of finite factors.
    pub fn product_exponent(&self, factors: [u32; 2]) -> i32 {
        let factors = factors.into_iter().zip(self.formats());
        let exponents = factors.map(|(factor, format)| Number::decode(format, factor).leading_exponent());
        let (lowest, highest) = self.exponents();
        exponents.sum::<i32>().clamp(lowest, highest)
    }

    /// True if both factors are finite.
    pub fn is_finite(&self, factors: [u32; 2]) -> bool {
        let mut factors = factors.into_iter().zip(self.formats());
        factors.all(|(factor, format)| factor & format.magnitude_mask() <= format.largest_finite())
    }

    /// Returns the formats of the elements of a and of b.
    pub fn formats(&self) -> [FloatFormat; 2] {
        self.elements.each_ref().map(|draw| draw.format)
    }

    /// Returns any finite factors.
    pub fn finite(&self, random: &mut impl Rng) -> [u32; 2] {
        self.elements.each_ref().map(|draw| draw.finite(random))
    }

    /// Returns a product of a zero and any finite factor.
    pub fn zero_product(&self, random: &mut impl Rng) -> [u32; 2] {
        self.cross(random, |draw, random| {
            let other = if random.random() {
                draw.finite(random)
            } else {
                let highest = draw.format.max_exponent() as i32;
                draw.with_exponent(highest - random.random_range(0..3), random)
            };
            [draw.zero(random), other]
        })
    }

    /// Draws two values for either factor, and returns the first value of one factor and the second of the other one.
    /// Factors of one format need one draw.
    pub fn cross<R: Rng>(&self, random: &mut R, draw: impl Fn(&Draw, &mut R) -> [u32; 2]) -> [u32; 2] {
        let [a, b] = &self.elements;
        let of_a = draw(a, random);
        let of_b = if a.format == b.format { of_a } else { draw(b, random) };
        if random.random() {
            [of_a[0], of_b[1]]
        } else {
            [of_a[1], of_b[0]]
        }
    }

    /// Returns zero products of either sign, and a zero c.
    pub fn zeros(&self, random: &mut impl Rng) -> Elements {
        Elements {
            factors: (0..self.products).map(|_| self.zero_product(random)).collect(),
            c: self.result.zero(random),
        }
    }

    /// Returns the numbers of the products in a random order.
    pub fn places(&self, random: &mut impl Rng) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.products).collect();
        places.shuffle(random);
        places
    }

    /// Returns the registers: the words of a, those of b, c, and the scales of a and of b if there are some.
    pub fn join(&self, elements: &Elements, scales: Option<[u64; 2]>) -> Vector {
        let words = [0, 1].into_iter().flat_map(|side: usize| {
            let format = self.elements[side].format;
            let width = format.register_bits();
            let in_word = (WORD / width) as usize;
            let in_register = move |encoding: u32| {
                // The bits that do not matter are arbitrary.
                let ignored = u64::from(encoding.wrapping_mul(SCATTER)) >> (u32::BITS - format.ignored_bits());
                u64::from(encoding) << format.ignored_bits() | ignored
            };
            let words = elements.factors.chunks(in_word);
            words.map(move |word| {
                let highest_first = word.iter().rev();
                highest_first.fold(0, |word, factors| word << width | in_register(factors[side]))
            })
        });
        let scales = scales.into_iter().flatten();
        vector(words.chain([u64::from(elements.c)]).chain(scales))
    }
}
