//! Named cases of RISC-V's instructions: results and flags in every rounding.
//!
//! Those with five roundings are by Berkeley SoftFloat in the settings of RISC-V, where it has the function. Tests with a
//! number are named after a fault that users of another unit reported there.

mod half;
mod single;
mod zfa;

use halfpipe_isa::{Instruction, Rounding};
use halfpipe_model::flags::flags;
use halfpipe_model::value::results;

fn instruction(mnemonic: &str) -> Instruction {
    mnemonic.parse().unwrap_or_else(|error| panic!("{mnemonic}: {error}"))
}

/// Returns the result and the flags, as `3c00/01`.
fn computed(instruction: Instruction, operands: &[u64]) -> String {
    let register = instruction.signature().results()[0];
    let digits = register.width().div_ceil(4) as usize;
    let result = results(instruction, operands)[0];
    format!("{result:0digits$x}/{:02x}", flags(instruction, operands))
}

fn words(operands: &str) -> Vec<u64> {
    let words = operands.split(' ');
    words
        .map(|word| u64::from_str_radix(word, 16).expect("hexadecimal digits"))
        .collect()
}

/// Expects results and flags in the order of the codes of `rm`: RNE, RTZ, RDN, RUP and RMM.
#[track_caller]
fn expect(mnemonic: &str, operands: &str, due: &str) {
    let with_port = instruction(mnemonic);
    assert!(with_port.has_rounding_port(), "{mnemonic}");
    let operands = words(operands);
    let found = Rounding::ALL.map(|rounding| computed(with_port.with_fixed_rounding(rounding), &operands));
    assert_eq!(found.join(" "), due, "{mnemonic} {operands:x?}");
}

/// Expects the same result and flags in every rounding, or from an instruction that does not round.
#[track_caller]
fn expect_always(mnemonic: &str, operands: &str, due: &str) {
    let named = instruction(mnemonic);
    if named.has_rounding_port() {
        expect(mnemonic, operands, &[due; 5].join(" "))
    } else {
        assert_eq!(computed(named, &words(operands)), due, "{mnemonic} {operands}")
    }
}

#[test]
fn every_nan_result_is_canonical_but_that_of_a_move_or_a_sign_injection() {
    let halves = [
        0x0000, 0x0001, 0x03FF, 0x0400, 0x3C00, 0x7BFF, 0x7C00, 0x7C01, 0x7E00, 0x7F80, 0x7F81, 0x7FC0, 0x7FF7, 0x7FFF,
    ];
    let halves = halves.into_iter().flat_map(|edge| [edge, edge | 0x8000]);
    // The upper half of a number in single precision is one in bfloat16.
    let edges: Vec<u64> = halves.flat_map(|half| [half, half << 16 | half & 1]).collect();
    for &instruction in Instruction::riscv() {
        let signature = instruction.signature();
        let Some(format) = signature.results()[0].element_type.format() else {
            continue;
        };
        if !instruction.operation().raises_flags() {
            continue;
        }
        for &a in &edges {
            for &b in &edges {
                let registers = signature.operands().iter().zip([a, b, a ^ b]);
                let operands: Vec<u64> = registers
                    .map(|(register, bits)| bits & (u64::MAX >> (u64::BITS - register.width())))
                    .collect();
                let result = results(instruction, &operands)[0] as u32;
                let magnitude = result & format.magnitude_mask();
                assert!(
                    magnitude <= format.infinity() || result == format.canonical_nan(),
                    "{instruction} {operands:x?} is {result:x}"
                );
            }
        }
    }
}

#[test]
fn the_integer_model_declines_them() {
    use halfpipe_model::value::IntegerModel;
    let models = Instruction::riscv()
        .iter()
        .filter_map(|instruction| IntegerModel::from_instruction(*instruction));
    assert_eq!(models.count(), 0);
}
