//! Tests of the systematic vectors.

use std::collections::HashSet;

use halfpipe_isa::{FloatFormat, Instruction};

use super::super::number::Number;
use super::patterns::FormatPatterns;
use super::Systematic;
use crate::Operands;

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

/// Formats of each width of an exponent and of a fraction.
#[test]
fn every_format_has_vectors() {
    let formats = FloatFormat::ieee().filter(|format| format.exponent_bits == 5 || format.fraction_bits == 4);
    for format in formats {
        for name in ["add.rn", "mul.rn", "fma.rn", "div.rn", "min"] {
            let systematic = Systematic::from_instruction(format!("{name}.{format}").parse().unwrap());
            // One more than a multiple of most radices, so that all values of a parameter occur.
            for index in (0..systematic.count()).step_by(7) {
                let vector = systematic.get(index);
                assert!(vector.iter().all(|operand| u64::from(*operand) < 1 << format.width()));
            }
        }
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
            let terms = [x, y].map(|term| i64::try_from(term.significand).unwrap() << (term.exponent + 133).min(30));
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
