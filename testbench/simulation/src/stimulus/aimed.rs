//! Constrained-random operands for the hard cases of floating point: alignment, cancellation, ties, the overflow and
//! underflow boundaries, and special values.

use halfpipe_isa::{FloatFormat, Instruction, Operation};
use rand::Rng;

use super::edges::one;
use super::lanes::numbers;
use super::number::{step, Number};
use super::random::Draw;
use crate::Operands;

/// The operation class that determines the constraints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// f(a)
    One,
    /// min(a, b), max(a, b) or a comparison of a and b.
    Comparison,
    /// a · b
    Product,
    /// a ± b, or a ± c in mixed precision.
    Sum,
    /// a · b + c
    ProductAndSum,
    /// a / b
    Quotient,
}

impl Shape {
    pub fn from_instruction(instruction: Instruction) -> Shape {
        match instruction.operation() {
            Operation::Mul => Shape::Product,
            Operation::Add | Operation::Sub => Shape::Sum,
            Operation::Fma => Shape::ProductAndSum,
            Operation::Div => Shape::Quotient,
            Operation::Cvt | Operation::Fmv => Shape::One,
            // Other operations are hardest where their operands are near each other.
            _ => match numbers(instruction) {
                1 => Shape::One,
                2 => Shape::Comparison,
                _ => Shape::ProductAndSum,
            },
        }
    }
}

/// Draws one lane of an instruction's operands.
#[derive(Clone, Debug)]
pub struct ConstrainedRandom {
    shape: Shape,
    /// The generator of a and b.
    factor: Draw,
    /// The generator of a sum's last operand.
    addend: Draw,
    result: FloatFormat,
    /// The number of operands that are floating-point numbers.
    operands: usize,
    has_predicate: bool,
}

impl ConstrainedRandom {
    /// Returns the generator for an instruction.
    pub fn from_instruction(instruction: Instruction) -> ConstrainedRandom {
        let ty = instruction.ty();
        let result = ty.result_format();
        ConstrainedRandom {
            shape: Shape::from_instruction(instruction),
            factor: Draw::from_format(ty.operand_format()),
            addend: Draw::from_format(result),
            result,
            operands: numbers(instruction),
            has_predicate: instruction.bool_op().is_some(),
        }
    }

    /// Returns the next operands of one lane.
    pub fn draw(&self, random: &mut impl Rng) -> Operands {
        let mut operands = self.numbers(random);
        if self.has_predicate {
            operands[2] = random.random_range(0..2);
        }
        operands
    }

    fn numbers(&self, random: &mut impl Rng) -> Operands {
        match random.random_range(0..16) {
            0 => self.each(random, |draw, random| draw.any(random)),
            1 => self.each(random, |draw, random| match random.random_range(0..8) {
                0..=1 => draw.nan(random),
                2..=3 => draw.infinity(random),
                4 => draw.zero(random),
                5 => draw.any(random),
                _ => draw.edge(random),
            }),
            _ => self.aimed(random),
        }
    }

    fn each<R: Rng>(&self, random: &mut R, value: impl Fn(&Draw, &mut R) -> u32) -> Operands {
        let mut vector = [0; 3];
        for (position, operand) in vector[..self.operands].iter_mut().enumerate() {
            let is_last_of_sum =
                matches!(self.shape, Shape::Sum | Shape::ProductAndSum) && position == self.operands - 1;
            *operand = value(if is_last_of_sum { &self.addend } else { &self.factor }, random);
        }
        vector
    }

    fn aimed(&self, random: &mut impl Rng) -> Operands {
        match self.shape {
            Shape::One => [self.single(random), 0, 0],
            Shape::Comparison => self.neighbours(random),
            Shape::Product => {
                let [a, b] = self.factors(random);
                [a, b, 0]
            }
            Shape::Sum => {
                let a = self.term(random);
                let b = self.addend_of(Number::decode(self.factor.format, a), random);
                let exchanges = self.factor.format == self.addend.format && random.random();
                if exchanges {
                    [b, a, 0]
                } else {
                    [a, b, 0]
                }
            }
            Shape::Quotient => {
                let [a, b] = self.division(random);
                [a, b, 0]
            }
            Shape::ProductAndSum => {
                let [a, b] = self.factors(random);
                let [x, y] = [a, b].map(|factor| Number::decode(self.factor.format, factor));
                [a, b, self.addend_of(x.times(y), random)]
            }
        }
    }

    fn single(&self, random: &mut impl Rng) -> u32 {
        match random.random_range(0..4) {
            0 => self.factor.subnormal(random),
            1 => self.factor.nan(random),
            _ => self.factor.any(random),
        }
    }

    /// Returns two values of equal or nearly equal magnitude.
    fn neighbours(&self, random: &mut impl Rng) -> Operands {
        let draw = &self.factor;
        let a = match random.random_range(0..8) {
            0 => draw.nan(random),
            1 => draw.edge(random),
            2..=3 => draw.subnormal(random),
            _ => draw.finite(random),
        };
        let b = match random.random_range(0..8) {
            0 => draw.nan(random),
            1 => draw.any(random),
            2 => draw.subnormal(random),
            _ => step(draw.format, a, random.random_range(-2..=2)),
        };
        let [a, b] = if random.random() { [a, b] } else { [b, a] };
        [a, b ^ draw.sign(random), 0]
    }

    /// Returns the first term of a sum.
    fn term(&self, random: &mut impl Rng) -> u32 {
        let draw = &self.factor;
        let (lowest, highest) = (draw.format.min_exponent() as i32, draw.format.max_exponent() as i32);
        match random.random_range(0..8) {
            0 => draw.subnormal(random),
            1 => draw.with_exponent(random.random_range(highest - 2..=highest), random),
            2 => draw.with_exponent(random.random_range(lowest - 1..=lowest + 2), random),
            3..=4 => {
                // Few digits, so that the last one can be half of the other term's last place.
                let number = Number {
                    negative: random.random(),
                    significand: random.random_range(1..=7),
                    exponent: random.random_range(lowest..=highest),
                };
                number.truncate(draw.format)
            }
            _ => draw.finite(random),
        }
    }

    /// Returns two factors.
    fn factors(&self, random: &mut impl Rng) -> [u32; 2] {
        let draw = &self.factor;
        let (lowest, highest) = (self.result.min_exponent() as i32, self.result.max_exponent() as i32);
        let precision = self.result.fraction_bits as i32 + 1;
        let factors = match random.random_range(0..8) {
            0 => self.factors_with_exponent(random.random_range(highest - 2..=highest + 1), random),
            1 => self.factors_with_exponent(random.random_range(lowest - precision - 2..=lowest + 2), random),
            2..=3 => self.tie(random),
            4 => self.factors_with_exponent(random.random_range(-3..=1), random),
            5 => self.factors_of_subnormal(random),
            _ => [draw.finite(random), draw.finite(random)],
        };
        if random.random() {
            factors
        } else {
            [factors[1], factors[0]]
        }
    }

    /// Returns a subnormal factor and any other, or factors whose product is near the smallest normal number.
    fn factors_of_subnormal(&self, random: &mut impl Rng) -> [u32; 2] {
        let draw = &self.factor;
        let a = draw.subnormal(random);
        if random.random() {
            return [a, draw.finite(random)];
        }
        let lowest = self.result.min_exponent() as i32;
        let precision = self.result.fraction_bits as i32 + 1;
        let product = random.random_range(lowest - precision - 2..=lowest + 4);
        let exponent = product - Number::decode(draw.format, a).leading_exponent();
        [a, draw.with_exponent(exponent, random)]
    }

    /// Returns two factors whose exponents have this sum, as far as their format allows.
    fn factors_with_exponent(&self, sum: i32, random: &mut impl Rng) -> [u32; 2] {
        let first = self.factor.first_exponent(sum, self.factor.format, random);
        [first, sum - first].map(|exponent| self.factor.with_exponent(exponent, random))
    }

    /// Returns two factors whose product is a tie in the result's format, or one place beside it.
    fn tie(&self, random: &mut impl Rng) -> [u32; 2] {
        let format = self.factor.format;
        let (lowest, highest) = (self.result.min_exponent() as i32, self.result.max_exponent() as i32);
        let digits = self.result.fraction_bits as i32 + 1;
        let leading = if random.random() {
            random.random_range(lowest - digits..lowest)
        } else {
            random.random_range(lowest..=highest)
        };
        // An odd product with one bit more than the result, or in mixed precision with as many bits as possible.
        let factor_digits = format.fraction_bits as i32 + 1;
        let product_bits = (1 + (digits - (lowest - leading).max(0)).max(1)).min(2 * factor_digits);
        let first_bits = random.random_range((product_bits - factor_digits).max(1)..=product_bits.min(factor_digits));
        let second_bits = (product_bits - first_bits + i32::from(random.random::<bool>())).clamp(1, factor_digits);
        let mut odd = |bits: i32| -> u64 {
            let top = 1_u64 << (bits - 1);
            top | random.random::<u64>() & (top - 1) | 1
        };
        let significands = [odd(first_bits), odd(second_bits)];
        let first = self.factor.first_exponent(leading, self.factor.format, random);
        let [a, b] = [(0, first), (1, leading - first)].map(|(index, exponent)| {
            let significand = significands[index];
            let number = Number {
                negative: random.random(),
                significand,
                exponent: exponent - significand.ilog2() as i32,
            };
            number.truncate(format)
        });
        match random.random_range(0..3) {
            0 => [a, step(format, b, if random.random() { 1 } else { -1 })],
            _ => [a, b],
        }
    }

    /// Returns a dividend and a divisor. The quotient is near a number of the format or halfway between two, of any
    /// exponent that it can have and some beyond.
    fn division(&self, random: &mut impl Rng) -> [u32; 2] {
        let draw = &self.factor;
        let format = draw.format;
        let (lowest, highest) = (format.min_exponent() as i32, format.max_exponent() as i32);
        let digits = format.fraction_bits as i32 + 1;
        let leading = match random.random_range(0..8) {
            0 => random.random_range(highest - 1..=highest + 2),
            1..=2 => random.random_range(lowest - digits - 2..=lowest + 1),
            3 => return [draw.subnormal(random), draw.subnormal(random)],
            4 => return [draw.finite(random), draw.finite(random)],
            _ => random.random_range(lowest..=highest),
        };
        // Few digits of the divisor, so that their product with the quotient can be a number.
        let divisor = if random.random() {
            draw.with_exponent(random.random_range(lowest..=highest), random)
        } else {
            let number = Number {
                negative: random.random(),
                significand: random.random_range(1..=7),
                exponent: random.random_range(lowest..=lowest.max(highest - 2)),
            };
            number.truncate(format)
        };
        let significand = 1 << digits | random.random_range(0..1_u64 << digits);
        let quotient = Number {
            negative: random.random(),
            significand,
            exponent: leading - digits,
        };
        let dividend = quotient.times(Number::decode(format, divisor)).truncate(format);
        [step(format, dividend, random.random_range(-1..=1)), divisor]
    }

    /// Returns an addend for `x`.
    fn addend_of(&self, x: Number, random: &mut impl Rng) -> u32 {
        let draw = &self.addend;
        let format = draw.format;
        let precision = format.fraction_bits as i32 + 1;
        let highest = format.max_exponent() as i32;
        match random.random_range(0..16) {
            // Complete cancellation, or cancellation except for a few of the last places.
            0..=2 => step(format, x.opposite().truncate(format), random.random_range(-3..=3)),
            // Cancellation of a few of the first places.
            3 => {
                let exponent = x.leading_exponent() + random.random_range(-1..=1);
                let magnitude = draw.with_exponent(exponent, random) & format.magnitude_mask();
                magnitude | if x.negative { 0 } else { format.sign_mask() }
            }
            // Every distance at which the terms still overlap, and slightly more; more often at distances with a large
            // overlap.
            4..=6 => {
                let distance = random.random_range(-2 * precision - 4..=2 * precision + 4);
                draw.with_exponent(x.leading_exponent() + distance, random)
            }
            7 => {
                let distance = random.random_range(-4..=4);
                draw.with_exponent(x.leading_exponent() + distance, random)
            }
            // The last bit of x is half of the last place of the addend.
            8..=9 => {
                let last_bit = x.exponent + x.significand.trailing_zeros() as i32;
                let tie = draw.with_exponent(last_bit + precision, random);
                step(format, tie, random.random_range(-1..=1))
            }
            // An addend so small that it only decides a tie.
            10 => draw.subnormal(random),
            11 => draw.edge(random),
            12 => draw.with_exponent(random.random_range(highest - 1..=highest), random),
            // A sum near 1, at which `.sat` sets in, or near the smallest normal number.
            13 => self.remainder(one(format), x, random),
            14 => self.remainder(1 << format.fraction_bits, x, random),
            _ => draw.finite(random),
        }
    }

    /// Returns the difference between ± the value `target` and `x`, give or take a few places.
    fn remainder(&self, target: u32, x: Number, random: &mut impl Rng) -> u32 {
        let format = self.addend.format;
        let target = Number::decode(format, target | self.addend.sign(random));
        let exponent = target.exponent.min(x.exponent);
        let aligned = |number: Number| {
            let shift = (number.exponent - exponent) as u32;
            let magnitude = (shift < 64).then(|| i128::from(number.significand) << shift);
            magnitude.map(|magnitude| if number.negative { -magnitude } else { magnitude })
        };
        let missing = match (aligned(target), aligned(x)) {
            (Some(target), Some(x)) => target - x,
            _ => return self.addend.finite(random),
        };
        // A difference of more than 64 bits loses some of them; the encoding truncates it anyway.
        let surplus = (128 - missing.unsigned_abs().leading_zeros()).saturating_sub(64);
        let number = Number {
            negative: missing < 0,
            significand: (missing.unsigned_abs() >> surplus) as u64,
            exponent: exponent + surplus as i32,
        };
        step(format, number.truncate(format), random.random_range(-2..=2))
    }
}

#[cfg(test)]
#[path = "../../tests/unit/stimulus/aimed.rs"]
mod tests;
