//! Tests of the vectors for dot products.

use std::collections::HashSet;

use halfpipe_model::value::results;

use super::*;

fn source(mnemonic: &str, seed: u64) -> DotProducts {
    DotProducts::new(mnemonic.parse().unwrap(), seed)
}

#[test]
fn a_seed_gives_the_same_vectors_whatever_the_steps() {
    let name = "dot16.hopper.f32.f16";
    let fixed = source(name, 1).fixed_count() as usize;
    let whole = source(name, 5).fill(fixed + 2000);
    let mut steps = source(name, 5);
    let parts: Vec<Vector> = [1, 999, fixed + 1000]
        .into_iter()
        .flat_map(|count| steps.fill(count))
        .collect();
    assert_eq!(whole, parts);
    let other = source(name, 6).fill(fixed + 2000);
    assert_eq!(whole[..fixed], other[..fixed]);
    assert_ne!(whole[fixed..], other[fixed..]);
}

#[test]
fn systematic_vectors_are_less_than_half_and_keep_to_the_operands_of_every_dot_product() {
    for instruction in Instruction::dots() {
        let mut source = DotProducts::new(*instruction, 3);
        let fixed = source.fixed_count();
        assert!(2 * fixed < super::super::USUAL_COUNT, "{instruction}: {fixed}");
        let operands = instruction.signature().operands();
        for vector in (0..200).map(|_| source.any()) {
            assert_eq!(vector.len(), operands.len(), "{instruction}");
            for (word, operand) in vector.iter().zip(operands) {
                let unused = word.checked_shr(operand.width()).unwrap_or(0);
                assert_eq!(unused, 0, "{instruction} {vector:X?}");
            }
        }
    }
}

#[test]
fn results_are_of_all_kinds_and_mostly_numbers() {
    for mnemonic in [
        "dot4.volta.f16.f16",
        "dot8.ampere.f32.bf16",
        "dot32.hopper.f32.e4m3",
        "dot8.rn.f32.e5m2",
    ] {
        let instruction: Instruction = mnemonic.parse().unwrap();
        let format = instruction.ty().result_format();
        let mut source = DotProducts::new(instruction, 1);
        let vectors = (0..10_000).map(|_| source.random(1).remove(0));
        let mut counts = [0; 5];
        let mut finite = HashSet::new();
        for vector in vectors {
            let d = results(instruction, &vector)[0] as u32 & format.magnitude_mask();
            let kind = match d {
                0 => 0,
                _ if d <= format.fraction_mask() => 1,
                _ if d <= format.largest_finite() => 2,
                _ if d == format.infinity() => 3,
                _ => 4,
            };
            counts[kind] += 1;
            if kind <= 2 {
                finite.insert(d);
            }
        }
        let [zero, subnormal, normal, infinite, nan] = counts;
        assert!(zero > 50 && subnormal > 20 && normal > 6000, "{mnemonic}: {counts:?}");
        assert!(
            (50..1500).contains(&infinite) && (50..1000).contains(&nan),
            "{mnemonic}: {counts:?}"
        );
        assert!(finite.len() > 3000, "{mnemonic}: {}", finite.len());
    }
}
