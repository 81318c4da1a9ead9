//! Operands of conversions: representable values of the result's format, values just above and just below them, and
//! midpoints.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Operand, Rounding};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::edges::{class_values, edge_values};
use super::exhaustive::{exhaustive, has_every_value};
use super::lanes::permuted_index;
use super::random::Draw;
use super::rounding::rounding_code;
use super::source::{FunctionVectors, VectorStream};
use super::words::edges_of_bits;
use crate::{vector, Vector};

/// The number of random bits of a stochastic rounding for each lane.
const RANDOM_BITS: u32 = 16;

/// An endless deterministic source of vectors for one conversion.
///
/// For an operand of few enough values, such as a half, the source repeats all of them again and again. For others it
/// begins with the combinations of edge values. Random values follow. Their last digits, below the precision of the
/// result, are all zeros, all ones, a half, or near one of these.
pub type Conversions = VectorStream<ConversionVectors>;

/// The vectors of a conversion.
#[derive(Clone, Debug)]
pub struct ConversionVectors {
    /// The instruction, without its rounding port.
    instruction: Instruction,
    has_rounding_port: bool,
    /// The edge values of an operand; all operands except random bits share them.
    edges: Vec<u64>,
    seed: u64,
}

impl Conversions {
    /// Returns the vectors of this conversion and seed.
    pub fn new(instruction: Instruction, seed: u64) -> Conversions {
        VectorStream::start(Box::new(ConversionVectors::new(instruction, seed)), seed)
    }
}

impl ConversionVectors {
    pub(super) fn new(instruction: Instruction, seed: u64) -> ConversionVectors {
        let has_rounding_port = instruction.has_rounding_port();
        let instruction = instruction.with_fixed_rounding(Rounding::NearestEven);
        let edges = match instruction.ty().operand() {
            ElementType::Number(element) => edge_values(element, 1).into_iter().map(u64::from).collect(),
            element_type => edges_of_bits(element_type.bits(), true),
        };
        ConversionVectors {
            instruction,
            has_rounding_port,
            edges,
            seed,
        }
    }

    /// Returns the number of operand values, if the vectors cover all of them.
    fn every_value(&self) -> Option<u64> {
        let signature = self.instruction.signature();
        let source = exhaustive(signature).filter(|_| has_every_value(signature));
        source.map(|source| source.count())
    }

    /// Returns the number of operands other than random bits.
    fn values(&self) -> u32 {
        match self.instruction.signature().operands() {
            [_] => 1,
            _ => 2,
        }
    }

    fn with_drawn_rounding(&self, operands: Vector) -> Vector {
        let code = rounding_code(operands.iter().copied(), self.seed);
        self.with_rounding(operands, code)
    }

    /// Returns operands with the code of a rounding behind them, if that is one of them.
    fn with_rounding(&self, operands: Vector, code: u64) -> Vector {
        if self.has_rounding_port {
            vector(operands.iter().copied().chain([code]))
        } else {
            operands
        }
    }

    fn fixed_operands(&self, index: u64) -> Vector {
        let signature = self.instruction.signature();
        if let Some(count) = self.every_value() {
            let (index, round) = (index % count, index / count);
            let operand = &signature.operands()[0];
            let bits = operand.element_type.bits();
            let lane = |lane: u32| (permuted_index(index, lane, count) + round * u64::from(lane)) % count;
            return vector([(0..operand.lanes).fold(0, |word, place| word | lane(place) << (place * bits))]);
        }
        let length = self.edges.len() as u64;
        let edge = |index: u64| self.edges[(index % length) as usize];
        match signature.operands() {
            [_] => vector([edge(index)]),
            [_, _] => vector([edge(index), edge(index / length)]),
            // The drawn vectors cover random bits that just carry and that just do not.
            _ => vector([
                edge(index),
                edge(index / length),
                index.wrapping_mul(0x9E37_79B9) >> 3 & 0xFFFF_FFFF,
            ]),
        }
    }
}

impl FunctionVectors for ConversionVectors {
    fn fixed_count(&self) -> u64 {
        match self.every_value() {
            Some(count) => count,
            None => (self.edges.len() as u64).pow(self.values()),
        }
    }

    /// A source of all values has another order in each round.
    fn fixed_vector(&self, index: u64) -> Vector {
        let operands = self.fixed_operands(index);
        match self.every_value() {
            // Each value has another rounding in each of five rounds.
            Some(count) => self.with_rounding(operands, (index % count + index / count) % Rounding::ALL.len() as u64),
            None => self.with_drawn_rounding(operands),
        }
    }

    fn find(&self, index: u64) -> Option<Vector> {
        let is_fixed = self.every_value().is_some() || index < self.fixed_count();
        is_fixed.then(|| self.fixed_vector(index))
    }

    /// Returns a value of each class in all lanes, in each rounding.
    fn classes(&self) -> Vec<Vector> {
        let signature = self.instruction.signature();
        let values: Vec<u64> = match self.instruction.ty().operand() {
            ElementType::Number(format) | ElementType::Small(format) => {
                class_values(format, 1).into_iter().map(u64::from).collect()
            }
            _ => Vec::new(),
        };
        let roundings: &[Rounding] = if self.has_rounding_port {
            &Rounding::ALL
        } else {
            &[Rounding::NearestEven]
        };
        let register = |operand: &Operand, value: u64| {
            let bits = operand.element_type.bits();
            (0..operand.lanes).fold(0, |word, place| {
                word | (value & (u64::MAX >> (u64::BITS - bits))) << (place * bits)
            })
        };
        let of_value = |value: &u64| vector(signature.operands().iter().map(|operand| register(operand, *value)));
        values
            .iter()
            .flat_map(|value| {
                roundings
                    .iter()
                    .map(move |rounding| self.with_rounding(of_value(value), rounding.code()))
            })
            .collect()
    }

    fn draw(&self, random: &mut ChaCha8Rng) -> Vector {
        let ty = self.instruction.ty();
        let mut one = || match (ty.operand(), ty.result()) {
            (ElementType::Number(from), ElementType::Number(to) | ElementType::Small(to)) => {
                number(from, to, random).into()
            }
            (ElementType::Number(from), _) => Draw::from_format(from).finite(random).into(),
            (from, _) => integer(from, ty.result_format(), random),
        };
        let operands = match self.instruction.signature().operands() {
            [_] => vector([one()]),
            [_, _] => vector([one(), one()]),
            _ => {
                let (a, b) = (one(), one());
                let to = ty.result_format();
                let [upper, lower] = [a, b].map(|value| random_bits(value as u32, to, random));
                vector([a, b, upper << RANDOM_BITS | lower])
            }
        };
        self.with_drawn_rounding(operands)
    }

    fn draw_any(&self, random: &mut ChaCha8Rng) -> Vector {
        if self.every_value().is_some() || random.random_range(0..4) == 0 {
            self.fixed_vector(random.random_range(0..self.fixed_count()))
        } else {
            self.draw(random)
        }
    }
}

/// Returns a number of a wide format near a number of a narrow format.
fn number(from: FloatFormat, to: FloatFormat, random: &mut impl Rng) -> u32 {
    let draw = Draw::from_format(from);
    let lowest = to.min_exponent() - i64::from(to.fraction_bits) - 2;
    let exponent = match random.random_range(0..16) {
        0 => return draw.edge(random),
        1 => return draw.any(random),
        2..=4 => to.max_exponent() - random.random_range(-1..=1),
        5..=8 => random.random_range(lowest..=to.min_exponent() + 1),
        _ => random.random_range(lowest..=to.max_exponent() + 1),
    };
    let exponent = exponent.clamp(from.min_exponent(), from.max_exponent());
    // The rounding removes as many digits as the fractions differ by, and more in a subnormal result.
    let deeper = (to.min_exponent() - exponent).max(0) as u32;
    let cut = (from.fraction_bits.saturating_sub(to.fraction_bits) + deeper).min(from.fraction_bits);
    let fraction = u64::from(draw.with_exponent(0, random) & from.fraction_mask());
    let fraction = with_tail(fraction, cut, random) as u32 & from.fraction_mask();
    let field = (exponent + from.max_exponent()) as u32;
    draw.sign(random) | field << from.fraction_bits | fraction
}

/// Returns an integer of any length. Its digits beyond the precision of a format are near a rounding boundary.
fn integer(element_type: ElementType, to: FloatFormat, random: &mut impl Rng) -> u64 {
    let bits = element_type.bits();
    let ones = u64::MAX >> (u64::BITS - bits);
    let length = random.random_range(0..=bits);
    let magnitude = random.random::<u64>().checked_shr(u64::BITS - length).unwrap_or(0);
    let cut = length.saturating_sub(to.fraction_bits + 1);
    let magnitude = with_tail(magnitude, cut, random);
    let is_negated = matches!(element_type, ElementType::Signed(_)) && random.random();
    ones & if is_negated {
        magnitude.wrapping_neg()
    } else {
        magnitude
    }
}

/// Returns a word with new low bits: all zeros, all ones, a half, a value beside these, or the old ones.
fn with_tail(word: u64, bits: u32, random: &mut impl Rng) -> u64 {
    if bits == 0 {
        return word;
    }
    let ones = (1 << bits) - 1;
    let half = 1_u64 << (bits - 1);
    let tail = match random.random_range(0..8) {
        0 => 0,
        1 => ones,
        2..=3 => half,
        4 => half - 1,
        5 => (half + 1) & ones,
        6 => 1,
        _ => return word,
    };
    word & !ones | tail
}

/// Returns the random bits of a lane: arbitrary, or such that the discarded digits just carry or just do not.
fn random_bits(value: u32, to: FloatFormat, random: &mut impl Rng) -> u64 {
    let any = random.random_range(0..1_u64 << RANDOM_BITS);
    let bits = FloatFormat::F32.fraction_bits - to.fraction_bits;
    let exponent = i64::from(value >> FloatFormat::F32.fraction_bits & 0xFF) - FloatFormat::F32.max_exponent();
    let deeper = (to.min_exponent() - exponent).clamp(0, 31) as u32;
    let significand = 1 << FloatFormat::F32.fraction_bits | value & FloatFormat::F32.fraction_mask();
    let cut_off = u64::from(significand >> deeper) & ((1 << bits) - 1);
    let carrying = (1 << bits) - cut_off;
    let chosen = match random.random_range(0..4) {
        0 => carrying,
        1 => carrying - 1,
        _ => return any,
    };
    // The module ignores the bits above.
    (chosen & ((1 << bits) - 1)) | any >> bits << bits
}

#[cfg(test)]
#[path = "../../tests/unit/stimulus/conversion.rs"]
mod tests;
