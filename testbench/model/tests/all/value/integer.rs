//! Integer model against the exact one: every pair of a small format with every set of modifiers, and random and
//! special pairs of f16 and bf16.

use halfpipe_isa::{FloatFormat, Instruction, LaneFormats, Type};
use halfpipe_model::value::{evaluate, evaluate_lane, IntegerModel};
use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of random pairs of each instruction.
const PAIRS: u32 = 80_000;

/// Returns the scalar instructions that have an integer model.
fn modelled() -> Vec<(Instruction, IntegerModel)> {
    let scalar = Instruction::arithmetic()
        .iter()
        .chain(Instruction::other_roundings())
        .chain(Instruction::functions())
        .filter(|instruction| instruction.ty().lanes() == 1);
    scalar
        .filter_map(|instruction| Some((*instruction, IntegerModel::from_instruction(*instruction)?)))
        .collect()
}

#[test]
fn every_two_operand_instruction_has_a_model() {
    let wanted = |instruction: &&Instruction| {
        let operands = instruction.signature().operands();
        instruction.ty().lanes() == 1 && operands.len() == 2 && operands.iter().all(|operand| operand.width() == 16)
    };
    assert_eq!(
        modelled().len(),
        Instruction::arithmetic()
            .iter()
            .chain(Instruction::other_roundings())
            .chain(Instruction::functions())
            .filter(wanted)
            .count()
    );
    assert_eq!(modelled().len(), 15 * 5 + 24 + 20);
}

#[test]
fn every_pair_of_a_small_format() {
    let formats = LaneFormats::same(FloatFormat::SMALL);
    for (instruction, _) in modelled()
        .iter()
        .filter(|(instruction, _)| instruction.ty() == Type::F16)
    {
        let model = IntegerModel::in_format(*instruction, FloatFormat::SMALL).unwrap();
        for a in 0..=0xFF {
            for b in 0..=0xFF {
                let expected = evaluate_lane(*instruction, formats, &[a, b]);
                let actual = u32::from(model.evaluate(a as u16, b as u16));
                assert_eq!(actual, expected, "{instruction} {a:02X} {b:02X}");
            }
        }
    }
}

/// Returns a random pair: independent operands, operands with near exponents, or operands whose product is near the
/// subnormal numbers.
fn random_pair(random: &mut ChaCha8Rng, fraction_bits: u32, bias: u32) -> (u16, u16) {
    let (word, kind) = (random.next_u32(), random.next_u32());
    let (a, b) = (word as u16, (word >> 16) as u16);
    let exponent_of_a = u32::from(a) >> fraction_bits & (2 * bias + 1);
    let spread = kind >> 8 & 0x1F;
    let field = match kind % 3 {
        0 => return (a, b),
        1 => exponent_of_a + spread,
        _ => (2 * bias + spread).saturating_sub(exponent_of_a + bias),
    };
    let field = field.saturating_sub(16).min(2 * bias + 1);
    let fraction = b & ((1 << fraction_bits) - 1);
    (a, (b & 0x8000) | (field << fraction_bits) as u16 | fraction)
}

#[test]
fn random_pairs() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    for (instruction, model) in modelled() {
        let format = instruction.ty().operand_format();
        for _ in 0..PAIRS {
            let (a, b) = random_pair(&mut random, format.fraction_bits, format.max_exponent() as u32);
            let expected = evaluate(instruction, &[a.into(), b.into()]);
            assert_eq!(
                u32::from(model.evaluate(a, b)),
                expected,
                "{instruction} {a:04X} {b:04X}"
            );
        }
    }
}

#[test]
fn pairs_of_special_values() {
    for (instruction, model) in modelled() {
        let infinity = if instruction.ty() == Type::F16 {
            0x7C00_u16
        } else {
            0x7F80
        };
        let smallest_normal = if instruction.ty() == Type::F16 { 0x0400 } else { 0x0080 };
        let magnitudes = [
            0,
            1,
            2,
            smallest_normal - 1,
            smallest_normal,
            smallest_normal + 1,
            0x3C00,
            0x3F80,
            0x3BFE,
            infinity - 1,
            infinity,
            infinity + 1,
            0x7FF7,
            0x7FFF,
        ];
        let values = magnitudes
            .into_iter()
            .flat_map(|magnitude| [magnitude, magnitude | 0x8000]);
        for a in values.clone() {
            for b in values.clone() {
                let expected = evaluate(instruction, &[a.into(), b.into()]);
                assert_eq!(
                    u32::from(model.evaluate(a, b)),
                    expected,
                    "{instruction} {a:04X} {b:04X}"
                );
            }
        }
    }
}
