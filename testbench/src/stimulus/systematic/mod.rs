//! Systematic vectors beside the combinations of edge values.
//!
//! Rounding, alignment and normalisation treat all bits of a significand alike, apart from their place. A fault in one
//! place is visible only if that bit decides the result. So the vectors use walking ones: fractions with a single one,
//! a single zero or a run of ones, at every alignment with the other operand. Products and sums differ from ties in
//! each of their digits, and cancel at each exponent. Walking ones also cover the bits that separate classes of values.
//! Instructions with one operand get every value.

mod borders;
mod cancellations;
mod completed_terms;
mod family;
mod near_ties;
mod patterns;
mod products;
mod products_and_sums;
mod sums;

use borders::{borders_of_three, borders_of_two, comparisons};
use cancellations::{
    cancelled_exactly, cancelled_products, cancelled_products_of_subnormals, cancelled_specials, cancelled_terms,
};
use completed_terms::completed_terms;
use family::{OperandPatterns, VectorFamily};
use halfpipe_isa::{Instruction, Modifier};
use near_ties::{near_ties, of_near_ties};
use patterns::FormatPatterns;
use products::products;
use products_and_sums::{
    completed_numbers, completed_ties, decided_ties, products_and_sums, ties_decided_by_subnormals,
};
use rand::Rng;
use sums::{subnormal_addends, sums};

use super::aimed::Shape;
use super::edges::one;
use super::lanes::numbers;
use crate::Operands;

/// The vectors of one lane, by their indices.
#[derive(Clone, Debug)]
pub(super) struct Systematic {
    patterns: OperandPatterns,
    /// True if the vectors have a predicate, which varies last.
    has_predicate: bool,
    shape: Shape,
    /// True if the instruction clamps negative results to 0.
    clamps: bool,
    families: Vec<VectorFamily>,
}

/// Returns all pairs of 8-bit operands. Two operands use them directly; three use them as a product with addend 0 and
/// as a sum.
fn of_eight_bits(operands: usize) -> Vec<VectorFamily> {
    let pairs = VectorFamily {
        radices: vec![1 << 8; 2],
        make: |_, values| [values[0] as u32, values[1] as u32, 0],
    };
    let sums = VectorFamily {
        make: |patterns, values| [values[0] as u32, one(patterns.factor.format), values[1] as u32],
        ..pairs.clone()
    };
    let all = [pairs, sums];
    all.into_iter().take(operands - 1).collect()
}

/// The values of a predicate.
const PREDICATES: u64 = 2;

/// The interval of vectors that may be negative although the instruction clamps negative results to 0.
const NEGATIVE: u64 = 8;

impl Systematic {
    pub fn from_instruction(instruction: Instruction) -> Systematic {
        let ty = instruction.ty();
        let (factor, addend) = (
            FormatPatterns::from_format(ty.operand_format()),
            FormatPatterns::from_format(ty.result_format()),
        );
        let operands = numbers(instruction);
        if ty.operand_format().register_bits() == 8 {
            return Systematic {
                patterns: OperandPatterns {
                    factor,
                    addend,
                    operands,
                    near_ties: &[],
                },
                has_predicate: false,
                shape: Shape::from_instruction(instruction),
                clamps: instruction.has(Modifier::Relu),
                families: of_eight_bits(operands),
            };
        }
        let mut families = match Shape::from_instruction(instruction) {
            Shape::One => vec![VectorFamily {
                radices: vec![1 << ty.operand_format().register_bits()],
                make: |_, values| [values[0] as u32, 0, 0],
            }],
            Shape::Comparison => comparisons(&factor),
            Shape::Product | Shape::Quotient => products(&factor),
            Shape::Sum => sums(&factor, &addend),
            Shape::ProductAndSum => products_and_sums(&factor, &addend),
        };
        families.extend(match Shape::from_instruction(instruction) {
            Shape::Sum => vec![
                subnormal_addends(&addend),
                cancelled_terms(&factor, &addend),
                completed_terms(&factor, &addend),
            ],
            Shape::ProductAndSum => vec![
                subnormal_addends(&addend),
                cancelled_products(&factor, &addend),
                cancelled_products_of_subnormals(&factor, &addend),
            ],
            _ => Vec::new(),
        });
        families.extend(match Shape::from_instruction(instruction) {
            Shape::Sum | Shape::ProductAndSum => cancelled_specials(&factor, &addend),
            _ => None,
        });
        // In a wider format products are exact.
        let can_tie = factor.format == addend.format;
        let near_ties = match Shape::from_instruction(instruction) {
            Shape::Product | Shape::ProductAndSum if can_tie => near_ties(ty.operand_format()),
            _ => &[],
        };
        families.extend((!near_ties.is_empty()).then(|| of_near_ties(near_ties.len())));
        if Shape::from_instruction(instruction) == Shape::ProductAndSum && can_tie {
            families.extend([
                cancelled_exactly(&factor),
                decided_ties(&addend),
                ties_decided_by_subnormals(&addend),
                completed_ties(&addend),
                completed_numbers(&addend),
            ]);
        } else if Shape::from_instruction(instruction) == Shape::ProductAndSum {
            families.push(completed_terms(&factor, &addend));
        }
        families.extend(match operands {
            1 => None,
            2 => Some(borders_of_two(&factor, &addend)),
            _ => Some(borders_of_three(&factor, &addend)),
        });
        if instruction.bool_op().is_some() {
            families.iter_mut().for_each(|family| family.radices.push(PREDICATES));
        }
        Systematic {
            has_predicate: instruction.bool_op().is_some(),
            patterns: OperandPatterns {
                factor,
                addend,
                operands,
                near_ties,
            },
            shape: Shape::from_instruction(instruction),
            clamps: instruction.has(Modifier::Sat) || instruction.has(Modifier::Relu),
            families,
        }
    }

    /// Returns the number of vectors.
    pub fn count(&self) -> u64 {
        self.families.iter().map(VectorFamily::count).sum()
    }

    /// Draws the index of a vector. Each family is equally likely, because a small one shows faults that no other shows.
    ///
    /// # Panics
    ///
    /// Panics if there is no family.
    pub fn draw(&self, random: &mut impl Rng) -> u64 {
        let family = random.random_range(0..self.families.len());
        let before: u64 = self.families[..family].iter().map(VectorFamily::count).sum();
        before + random.random_range(0..self.families[family].count())
    }

    /// Returns the vector of this index, which must be less than the count.
    pub fn get(&self, index: u64) -> Operands {
        let vector = self.of_families(index);
        if self.clamps && !index.is_multiple_of(NEGATIVE) && self.estimate(vector) < 0.0 {
            self.opposite(vector)
        } else {
            vector
        }
    }

    /// Returns an approximation of the result.
    fn estimate(&self, vector: Operands) -> f64 {
        let factor = |position: usize| self.patterns.factor.number(vector[position]).approximate();
        let addend = || {
            self.patterns
                .addend
                .number(vector[self.patterns.operands - 1])
                .approximate()
        };
        match self.shape {
            Shape::Product => factor(0) * factor(1),
            Shape::Quotient => factor(0) / factor(1),
            Shape::Sum => factor(0) + addend(),
            Shape::ProductAndSum => factor(0) * factor(1) + addend(),
            Shape::One | Shape::Comparison => factor(0),
        }
    }

    /// Returns operands whose result has the opposite sign and the same magnitude.
    fn opposite(&self, mut vector: Operands) -> Operands {
        vector[0] ^= self.patterns.factor.format.sign_mask();
        if matches!(self.shape, Shape::Sum | Shape::ProductAndSum) {
            vector[self.patterns.operands - 1] ^= self.patterns.addend.format.sign_mask();
        }
        vector
    }

    fn of_families(&self, mut index: u64) -> Operands {
        for family in &self.families {
            if index >= family.count() {
                index -= family.count();
                continue;
            }
            let digit = |radix: &u64| {
                let digit = (index % radix) as usize;
                index /= radix;
                digit
            };
            let values: Vec<usize> = family.radices.iter().map(digit).collect();
            return match values.split_last() {
                Some((predicate, values)) if self.has_predicate => {
                    let [a, b, _] = (family.make)(&self.patterns, values);
                    [a, b, *predicate as u32]
                }
                _ => (family.make)(&self.patterns, &values),
            };
        }
        panic!("there is no vector {index} more")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use halfpipe_isa::FloatFormat;

    use super::super::number::Number;
    use super::*;

    fn vectors(mnemonic: &str) -> Vec<Operands> {
        let systematic = Systematic::from_instruction(mnemonic.parse().unwrap());
        (0..systematic.count()).map(|index| systematic.get(index)).collect()
    }

    #[test]
    fn one_operand_has_every_value() {
        for mnemonic in ["neg.f16x2", "tanh.approx.bf16"] {
            let values: HashSet<u32> = vectors(mnemonic).iter().map(|vector| vector[0]).collect();
            assert_eq!(values.len(), 1 << 16);
        }
    }

    #[test]
    fn there_are_few_enough_to_leave_room_for_random_vectors() {
        for instruction in Instruction::arithmetic()
            .iter()
            .filter(|instruction| instruction.signature().operands().len() > 1)
        {
            let count = Systematic::from_instruction(*instruction).count();
            assert!((2_000..=42_000).contains(&count), "{instruction}: {count}");
        }
    }

    #[test]
    fn a_one_walks_through_every_operand() {
        for mnemonic in [
            "add.f16",
            "mul.bf16",
            "min.f16",
            "fma.rn.f16",
            "fma.rn.f32.bf16",
            "add.f32.f16",
        ] {
            let instruction: Instruction = mnemonic.parse().unwrap();
            let vectors = vectors(mnemonic);
            for (position, operand) in instruction.signature().operands().iter().enumerate() {
                let format = operand.element_type.format().unwrap();
                for place in 0..format.fraction_bits {
                    let met = vectors
                        .iter()
                        .filter(|vector| vector[position] & format.fraction_mask() == 1 << place);
                    let count = met.count();
                    assert!(
                        count > 20,
                        "{mnemonic}: place {place} of operand {position} in {count} vectors"
                    );
                }
            }
        }
    }

    #[test]
    fn each_bit_alone_makes_a_nan_or_keeps_a_number_from_being_one_in_every_operand() {
        for mnemonic in ["add.bf16", "max.f16", "fma.rn.f16"] {
            let instruction: Instruction = mnemonic.parse().unwrap();
            let format = instruction.ty().operand_format();
            let met: HashSet<(usize, u32)> = vectors(mnemonic)
                .into_iter()
                .flat_map(|vector| vector.into_iter().enumerate())
                .collect();
            for (position, sign) in
                (0..instruction.signature().operands().len()).flat_map(|at| [(at, 0), (at, format.sign_mask())])
            {
                for bit in 0..format.width() - 1 {
                    let is_fraction = bit < format.fraction_bits;
                    let changed = format.overflow_encoding() ^ 1 << bit | u32::from(!is_fraction);
                    assert!(
                        met.contains(&(position, sign | changed)),
                        "{mnemonic}: {changed:X} in {position}"
                    );
                }
            }
        }
    }

    #[test]
    fn sums_cancel_to_every_subnormal_power_of_two_from_every_exponent_that_can() {
        let met: HashSet<(i32, i32)> = vectors("add.bf16")
            .into_iter()
            .filter_map(|[a, b, _]| {
                let [x, y] = [a, b].map(|bits| Number::decode(FloatFormat::BF16, bits));
                let terms =
                    [x, y].map(|term| i64::try_from(term.significand).unwrap() << (term.exponent + 133).min(30));
                let difference = terms[0].abs_diff(terms[1]);
                let cancels = x.negative != y.negative && difference.is_power_of_two();
                let low = difference.checked_ilog2().map(|bit| bit as i32 - 133);
                Some((x.leading_exponent().max(y.leading_exponent()), low?)).filter(|_| cancels)
            })
            .collect();
        for exponent in -125..=-120 {
            for depth in -133 + (exponent + 126)..=-127 {
                assert!(met.contains(&(exponent, depth)), "from 2^{exponent} to 2^{depth}");
            }
        }
    }

    #[test]
    fn ties_of_products_are_decided_by_a_one_at_every_distance() {
        let mut met = HashSet::new();
        for [a, b, c] in vectors("fma.rn.f16") {
            let [x, y, z] = [a, b, c].map(|bits| Number::decode(FloatFormat::F16, bits));
            let product = x.times(y);
            let last_bit = product.exponent + product.significand.trailing_zeros() as i32;
            let is_tie = product.significand > 0 && last_bit == product.leading_exponent() - 11;
            if is_tie && z.significand.is_power_of_two() {
                met.insert((
                    product.leading_exponent() - z.leading_exponent(),
                    product.negative == z.negative,
                ));
            }
        }
        for distance in 12..=36 {
            for agrees in [false, true] {
                assert!(met.contains(&(distance, agrees)), "{distance} {agrees}");
            }
        }
    }

    #[test]
    fn sums_lie_beside_ties_by_each_digit_of_their_smaller_term() {
        let digits = |x: i64| x.unsigned_abs().max(1).ilog2() + 1;
        let mut met = HashSet::new();
        for [a, b, _] in vectors("add.bf16") {
            let [x, y] = [a, b].map(|bits| Number::decode(FloatFormat::BF16, bits));
            let (larger, smaller) = if x.leading_exponent() > y.leading_exponent() {
                (x, y)
            } else {
                (y, x)
            };
            let places = larger.exponent - smaller.exponent;
            if !(2..=7).contains(&places) {
                continue;
            }
            let signed = |x: Number| {
                if x.negative {
                    -(x.significand as i64)
                } else {
                    x.significand as i64
                }
            };
            let sum = ((signed(larger) << places) + signed(smaller)).abs();
            let lost = digits(sum).saturating_sub(8);
            let beside = (sum & ((1 << lost) - 1)) - (1 << lost >> 1);
            let lower_is_odd = (sum >> lost) % 2 == 1;
            // If a tie rounded the same way, the digit would decide nothing.
            if lost > 0 && beside.unsigned_abs().is_power_of_two() && lower_is_odd == (beside < 0) {
                met.insert((
                    places,
                    beside.unsigned_abs().ilog2(),
                    beside > 0,
                    larger.negative == smaller.negative,
                ));
            }
        }
        for places in 2..=7 {
            for place in 0..places as u32 - 1 {
                for (above, agrees) in [(false, false), (false, true), (true, false), (true, true)] {
                    assert!(
                        met.contains(&(places, place, above, agrees)),
                        "{places} {place} {above} {agrees}"
                    );
                }
            }
        }
    }

    #[test]
    fn sums_lie_beside_ties_by_each_digit_of_an_addend_that_completes_them() {
        let mut met = HashSet::new();
        for [a, b, c] in vectors("fma.rn.f16") {
            let [x, y, z] = [a, b, c].map(|bits| Number::decode(FloatFormat::F16, bits));
            let product = x.times(y);
            let places = product.exponent - z.exponent;
            if product.negative != z.negative || !(1..=10).contains(&places) {
                continue;
            }
            let sum = (product.significand << places) + z.significand;
            let digits = (sum.max(1).ilog2() + 1) as i32;
            let beyond = sum & ((1 << (digits - 11).max(0)) - 1);
            let beside = beyond as i64 - (1 << (digits - 12).max(0));
            let lower_is_odd = (sum >> (digits - 11).max(0)) % 2 == 1;
            // If a tie rounded the same way, the digit would decide nothing.
            if beside.unsigned_abs().is_power_of_two() && lower_is_odd == (beside < 0) {
                met.insert((places, beside.unsigned_abs().ilog2(), beside > 0));
            }
        }
        for places in 3..=10 {
            for place in 0..places as u32 {
                for above in [false, true] {
                    assert!(met.contains(&(places, place, above)), "{places} {place} {above}");
                }
            }
        }
    }

    #[test]
    fn products_of_subnormal_ones_meet_every_place_of_the_result() {
        let mut places = HashSet::new();
        for [a, b, _] in vectors("mul.f16") {
            let [x, y] = [a, b].map(|bits| Number::decode(FloatFormat::F16, bits));
            let is_subnormal_one = |bits: u32| (bits & 0x7FFF) < 0x400 && (bits & 0x3FF).is_power_of_two();
            if (is_subnormal_one(a) || is_subnormal_one(b)) && x.times(y).significand.is_power_of_two() {
                places.insert(x.times(y).leading_exponent());
            }
        }
        for place in -25..=-12 {
            assert!(places.contains(&place), "2^{place}");
        }
    }

    #[test]
    fn a_sum_has_every_distance_with_every_pair_of_ones() {
        let pairs: HashSet<(u32, u32, i32)> = vectors("add.f16")
            .into_iter()
            .map(|[a, b, _]| {
                let [x, y] = [a, b].map(|bits| Number::decode(FloatFormat::F16, bits));
                (a & 0x3FF, b & 0x3FF, y.leading_exponent() - x.leading_exponent())
            })
            .collect();
        let ones: Vec<u32> = FormatPatterns::from_format(FloatFormat::F16).ones;
        for distance in -13..=13 {
            for a in &ones {
                for b in &ones {
                    assert!(pairs.contains(&(*a, *b, distance)), "{a:03X} {b:03X} at {distance}");
                }
            }
        }
    }
}
