//! Test operands: hard ones, and some of every case.

use halfpipe_isa::Instruction;
use halfpipe_simulation::stimulus::Stimulus;
use halfpipe_spec::{Case, Format};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::trial::{Operands, Trial};

/// A source of an instruction's operands.
pub struct Draw {
    trial: Trial,
    /// The formats of the operands.
    formats: Vec<Format>,
    stimulus: Stimulus,
    random: ChaCha8Rng,
}

impl Draw {
    /// Returns the source of a seed.
    pub fn new(instruction: Instruction, seed: u64) -> Draw {
        let elements = instruction.signature().operands().iter();
        Draw {
            trial: Trial::new(instruction),
            formats: elements
                .filter_map(|operand| operand.element_type.format())
                .map(Format::from)
                .collect(),
            stimulus: Stimulus::new(instruction, seed),
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Returns operands that are hard in floating point: edge values, cancellations, ties, NaNs.
    pub fn hard(&mut self, count: usize) -> Vec<Operands> {
        (0..count).map(|_| self.stimulus.any().operands()).collect()
    }

    /// Returns pairs of a subnormal and two: the quotient is halfway between two numbers, which is rare among others.
    pub fn halved_subnormals(&self) -> Vec<Operands> {
        let [_, divisor, ..] = self.formats[..] else {
            return Vec::new();
        };
        let two = ((divisor.bias() + 1) as u32) << divisor.fraction_bits;
        [1, 3, 5, 7].map(|subnormal| [subnormal, two, 0]).to_vec()
    }

    /// Returns `count` operands of every distance, with fractions of hard ones.
    pub fn of_every_distance(&mut self, count: usize) -> Vec<Operands> {
        let cases = self.trial.lane.cases(0..=0).into_iter();
        let distances = cases.filter_map(|case| match case {
            Case::Distance(distance) => Some(distance),
            _ => None,
        });
        let each = distances.flat_map(|distance| std::iter::repeat_n(distance, count));
        each.map(|distance| self.of_distance(distance)).collect()
    }

    fn of_distance(&mut self, distance: i64) -> Operands {
        let mut operands = self.stimulus.any().operands();
        let last = self.formats.len() - 1;
        let (factors, addend) = self.formats.split_at(last);
        let largest = factors[0].largest_exponent();
        let count = factors.len() as i64;
        // The distance is the factors' exponents less the addend's plus a constant, which exponents of 1 reveal.
        let ones: Vec<u32> = self.formats.iter().map(|format| 1 << format.fraction_bits).collect();
        let Case::Distance(of_ones) = self.trial.lane.case_of(&ones) else {
            panic!("{ones:?} are finite");
        };
        let more = distance - of_ones + count - 1;
        let least = (count - more).max(1);
        let most = (largest * count - more).min(addend[0].largest_exponent());
        let of_addend = self.random.random_range(least..=most);
        let mut left = of_addend + more;
        let mut exponents = Vec::new();
        for others in (0..count).rev() {
            let range = (left - others * largest).max(1)..=(left - others).min(largest);
            let exponent = self.random.random_range(range);
            exponents.push(exponent);
            left -= exponent;
        }
        exponents.push(of_addend);
        let numbers = operands.iter_mut().zip(&self.formats);
        for ((operand, format), exponent) in numbers.zip(exponents) {
            *operand = with_exponent(*operand, *format, exponent, &mut self.random);
        }
        assert_eq!(
            self.trial.lane.case_of(&operands[..=last]),
            Case::Distance(distance),
            "{operands:X?}"
        );
        operands
    }
}

/// Returns the number with another exponent; with the smallest it may be subnormal.
fn with_exponent(operand: u32, format: Format, exponent: i64, random: &mut impl Rng) -> u32 {
    let field = match exponent {
        1 => random.random_range(0..=1),
        _ => exponent as u32,
    };
    let mask = (1 << format.exponent_bits) - 1;
    operand & !(mask << format.fraction_bits) | field << format.fraction_bits
}
