//! Flags of every instruction against the model of exceptions, on edge values and random ones. Instructions of RISC-V
//! that take one half are tried on all values.

use halfpipe_isa::{ElementType, Instruction, Operand, Operation};
use halfpipe_model::flags::flags;
use halfpipe_spec::{value_of, Arithmetic, Booleans, ConversionExceptions, Exceptions, Lane};
use halfpipe_test_support::seed;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

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
                (true, _) => exceptions.of_comparison(&mut logic, &words),
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
        let registers = instruction.signature().operands();
        let is_exhaustive = instruction.is_riscv() && matches!(registers, [a] if a.width() == 16);
        for index in 0..if is_exhaustive { 1 << 16 } else { VECTORS } {
            let operands: Vec<u64> = match is_exhaustive {
                true => vec![index as u64],
                false => registers.iter().map(|operand| drawn(operand, &mut random)).collect(),
            };
            let (found, due) = (specified(instruction, &operands), flags(instruction, &operands));
            assert_eq!(found, due, "{instruction} {operands:X?}: {found:05b} for {due:05b}");
        }
    });
}
