//! Flags of every instruction against the model of exceptions, on edge values and random ones. In RISC-V, an
//! instruction that takes one half is tried on all of them.

use halfpipe_isa::{ElementType, Instruction, Operand, Operation};
use halfpipe_model::flags::flags;
use halfpipe_spec::{value_of, Arithmetic, Booleans, Case, ConversionExceptions, Exceptions, Lane, Words};
use halfpipe_test_support::seed;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::common::words::{number_of, words_of, SIDE_BY_SIDE};

/// Number of operand sets of each instruction.
const VECTORS: usize = 400;

/// Returns any bits, or those of an operand near the ends of its range.
fn drawn(operand: &Operand, random: &mut impl Rng) -> u64 {
    let width = operand.width();
    let any = random.random::<u64>() & (u64::MAX >> (u64::BITS - width));
    let ElementType::Number(element) = operand.element_type else {
        return any;
    };
    let bits = element.register_bits();
    let fraction_bits = match bits {
        32 => 23,
        _ => random.random_range(7..=10),
    };
    let of_lane = |random: &mut dyn rand::RngCore| {
        let exponent_ones = ((1_u64 << (bits - 1)) - 1) >> fraction_bits << fraction_bits;
        let magnitude = match random.next_u32() % 5 {
            0 => u64::from(random.next_u32()) & ((1 << (fraction_bits + 1)) - 1),
            1 => exponent_ones - 1 - u64::from(random.next_u32() % 3),
            2 => exponent_ones | u64::from(random.next_u32()) & ((1 << fraction_bits) - 1),
            3 => exponent_ones / 2 + u64::from(random.next_u32() % 5),
            _ => u64::from(random.next_u32()) & ((1 << (bits - 1)) - 1),
        };
        magnitude | u64::from(random.next_u32() & 1) << (bits - 1)
    };
    (0..operand.lanes).fold(0, |word, lane| word | of_lane(random) << (lane * bits))
}

/// Returns the flags by the specification.
fn specified(instruction: Instruction, operands: &[u64]) -> u64 {
    let mut logic = Booleans;
    let signature = instruction.signature();
    let words: Vec<Vec<bool>> = (signature.operands().iter().zip(operands))
        .map(|(operand, word)| logic.number((*word).into(), operand.width() as usize))
        .collect();
    let flags = match (
        ConversionExceptions::from_instruction(instruction),
        instruction.operation().is_comparison(),
    ) {
        (Some(conversion), _) => conversion.specify(&mut logic, &words),
        (None, is_comparison) => {
            let exceptions = Exceptions::from_instruction(instruction).expect("it has flags");
            match (is_comparison, Lane::from_instruction(instruction)) {
                (true, _) => exceptions.specify_comparison(&mut logic, &words),
                (false, Some(lane)) => {
                    let operands: Vec<u32> = operands.iter().map(|word| *word as u32).collect();
                    exceptions.specify(&mut logic, &words, None, lane.case_of(&operands))
                }
                (false, None) => panic!("{instruction} has no formula"),
            }
        }
    };
    value_of(&flags) as u64
}

#[test]
fn every_instruction_with_a_formula_at_any_seed() {
    let seed = seed::seed();
    let has_formula = |instruction: &&Instruction| {
        let is_function = matches!(
            instruction.operation(),
            Operation::Tanh | Operation::Ex2 | Operation::Sqrt
        );
        // Two lanes of arithmetic are proven as one is.
        let is_lane = instruction.ty().lanes() == 1 || !instruction.operation().is_arithmetic();
        !is_function && is_lane
    };
    let comparisons = Instruction::comparison_sample().iter();
    let all = Instruction::arithmetic()
        .iter()
        .chain(comparisons)
        .chain(Instruction::conversions())
        .chain(Instruction::riscv());
    let all: Vec<Instruction> = all.filter(has_formula).filter_map(|plain| plain.with_flags()).collect();
    assert!(all.len() > 500, "{} instructions", all.len());
    all.into_par_iter().for_each(|instruction| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..VECTORS {
            let registers = instruction.signature().operands().iter();
            let operands: Vec<u64> = registers.map(|operand| drawn(operand, &mut random)).collect();
            let (found, due) = (specified(instruction, &operands), flags(instruction, &operands));
            assert_eq!(found, due, "{instruction} {operands:X?}: {found:05b} for {due:05b}");
        }
    });
}

#[test]
fn every_half_of_the_instructions_of_riscv_that_take_one() {
    let takes_a_half = |instruction: &&Instruction| {
        let registers = instruction.signature().operands();
        matches!(registers, [a] if a.width() == 16) && instruction.operation() != Operation::Sqrt
    };
    let all: Vec<Instruction> = Instruction::riscv().iter().filter(takes_a_half).copied().collect();
    // Per format: four integers in five roundings, another half in five, single precision, fclass, and two roundings to an integer
    // in five; and fmv.x.h.
    assert_eq!(all.len(), 2 * (4 * 5 + 5 + 2 + 2 * 5) + 1);
    all.into_par_iter().for_each(|instruction| {
        for group in 0..(1 << 16) / SIDE_BY_SIDE {
            let half = |place: usize| (group * SIDE_BY_SIDE + place) as u32;
            let operands = [words_of(16, half)];
            let found = match ConversionExceptions::from_instruction(instruction) {
                Some(conversion) => conversion.specify(&mut Words, &operands),
                None => {
                    let exceptions = Exceptions::from_instruction(instruction).expect("it has flags");
                    exceptions.specify(&mut Words, &operands, None, Case::Every)
                }
            };
            for place in 0..SIDE_BY_SIDE {
                let (found, due) = (number_of(&found, place), flags(instruction, &[half(place).into()]));
                assert_eq!(u64::from(found), due, "{instruction} {:X}", half(place));
            }
        }
    });
}
