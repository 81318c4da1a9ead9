//! Every conversion against the model on big integers: on random operands, and on every half with
//! `HALFPIPE_TEST_ALL` or in RISC-V.

use halfpipe_isa::Instruction;
use halfpipe_model::value::results;
use halfpipe_spec::{value_of, Arithmetic, Booleans, Conversion, Words};
use halfpipe_test_support::{seed, share};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::common::words::SIDE_BY_SIDE;

/// True if every value of the operand is tried.
fn is_exhaustive(instruction: Instruction) -> bool {
    let operands = instruction.signature().operands();
    matches!(operands, [a] if a.width() == 16) && (share::all() || instruction.is_riscv())
}

/// Returns the number of operand groups of a conversion.
fn groups(instruction: Instruction) -> usize {
    if share::all() || is_exhaustive(instruction) {
        1 << 10
    } else {
        64
    }
}

/// Returns an operand, with equal chances of any bits, of few ones, of few zeros, or of an f32 near the range of a
/// half.
fn operand(width: u32, random: &mut impl Rng) -> u64 {
    let any: u64 = random.random();
    let word = match random.random_range(0..4) {
        0 => any,
        1 => any >> random.random_range(0..u64::BITS),
        2 => !(any >> random.random_range(0..u64::BITS)),
        _ => {
            let exponent = random.random_range(100..145_u64) << 23;
            any & 0x807F_FFFF & !0 << random.random_range(0..24) | exponent
        }
    };
    word & (u64::MAX >> (u64::BITS - width))
}

/// Returns numbers side by side as one word for each bit.
fn words_of(width: u32, numbers: &[u64]) -> Vec<u64> {
    let bit = |place: u32| {
        let bits = numbers.iter().enumerate();
        bits.fold(0, |word, (lane, number)| word | (number >> place & 1) << lane)
    };
    (0..width).map(bit).collect()
}

/// Returns the specified result for one group of operands.
fn specified(instruction: Instruction, operands: &[u64]) -> u64 {
    let conversion = Conversion::from_instruction(instruction).expect("it is one");
    let registers = instruction.signature().operands().iter();
    let bits: Vec<Vec<bool>> = registers
        .zip(operands)
        .map(|(register, word)| Booleans.number((*word).into(), register.width() as usize))
        .collect();
    let lanes = (0..conversion.lanes()).flat_map(|lane| conversion.specify(&mut Booleans, &bits, lane));
    value_of(&lanes.collect::<Vec<bool>>()) as u64
}

#[test]
fn every_conversion_at_any_seed() {
    let seed = seed::seed();
    let of_riscv = Instruction::riscv()
        .iter()
        .filter(|instruction| instruction.operation().is_conversion());
    let all: Vec<&Instruction> = Instruction::conversions().iter().chain(of_riscv).collect();
    all.into_par_iter().for_each(|instruction| {
        let conversion = Conversion::from_instruction(*instruction).expect("it is one");
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let registers = instruction.signature().operands();
        for group in 0..groups(*instruction) {
            let operands: Vec<Vec<u64>> = (0..SIDE_BY_SIDE)
                .map(|place| {
                    if is_exhaustive(*instruction) {
                        vec![(group * SIDE_BY_SIDE + place) as u64]
                    } else {
                        registers
                            .iter()
                            .map(|register| operand(register.width(), &mut random))
                            .collect()
                    }
                })
                .collect();
            let words: Vec<Vec<u64>> = (registers.iter().enumerate())
                .map(|(position, register)| {
                    let numbers: Vec<u64> = operands.iter().map(|operands| operands[position]).collect();
                    words_of(register.width(), &numbers)
                })
                .collect();
            let lanes = (0..conversion.lanes()).flat_map(|lane| conversion.specify(&mut Words, &words, lane));
            let bits: Vec<u64> = lanes.collect();
            for (place, operands) in operands.iter().enumerate() {
                let found = bits
                    .iter()
                    .rev()
                    .fold(0, |number, word| number << 1 | (word >> place & 1));
                assert_eq!([found], *results(*instruction, operands), "{instruction} {operands:X?}");
            }
        }
    });
}

#[test]
fn known_values() {
    let of = |name: &str, operands: &[u64]| specified(name.parse().unwrap(), operands);
    assert_eq!(of("cvt.rni.s8.f16", &[0xD808]), 0x80);
    assert_eq!(of("cvt.rzi.u64.bf16", &[0x7FFF]), 1 << 63);
    assert_eq!(of("cvt.rn.f16.s64", &[u64::MAX]), 0xBC00);
    assert_eq!(of("cvt.rmi.f16.f16", &[0xB4CD]), 0xBC00);
    assert_eq!(of("cvt.rn.f16x2.f32", &[0x3F80_0000, 0xC000_0000]), 0x3C00_C000);
    assert_eq!(
        of("cvt.rs.f16x2.f32", &[0x3F80_0C00, 0x3F80_0C00, 0x13FF_1400]),
        0x3C00_3C01
    );
}
