//! Tests of the stimulus.

use std::collections::HashSet;

use halfpipe_hdl::design::Function;
use halfpipe_isa::{FloatFormat, Instruction, Rounding};

use super::*;
use crate::{vector, Vector};

fn stimulus(mnemonic: &str, seed: u64) -> Stimulus {
    Stimulus::new(mnemonic.parse().expect("a legal mnemonic"), seed)
}

#[test]
fn a_seed_gives_the_same_vectors_each_time_and_whatever_the_steps() {
    let whole = stimulus("fma.rn.f16x2", 5).fill(80_000);
    let mut source = stimulus("fma.rn.f16x2", 5);
    let parts: Vec<Vector> = [1, 999, 79_000]
        .into_iter()
        .flat_map(|count| source.fill(count))
        .collect();
    assert_eq!(whole, parts);
    let other = stimulus("fma.rn.f16x2", 6).fill(80_000);
    let fixed = source.fixed_count() as usize;
    assert_eq!(whole[..fixed], other[..fixed]);
    assert_ne!(whole[fixed..], other[fixed..]);
}

#[test]
fn a_difference_cancels_as_often_as_a_sum() {
    for mnemonics in [["add.f16x2", "sub.f16x2"], ["add.f32.bf16", "sub.f32.bf16"]] {
        let zeros = mnemonics.map(|mnemonic| {
            let vectors = stimulus(mnemonic, 1).random(20_000);
            let instruction = mnemonic.parse().unwrap();
            let results = vectors
                .iter()
                .map(|vector| halfpipe_model::value::evaluate(instruction, &[vector[0] as u32, vector[1] as u32]));
            let low = Instruction::ty(instruction).result_format();
            results.filter(|result| result & low.magnitude_mask() == 0).count()
        });
        let [of_sum, of_difference] = zeros;
        assert!(
            of_sum > 100 && of_difference * 10 > of_sum * 9,
            "{mnemonics:?}: {zeros:?}"
        );
    }
}

#[test]
fn a_product_less_a_number_cancels_as_often_as_a_sum() {
    let zeros = ["fmadd.h", "fmsub.h", "fnmsub.h", "fnmadd.h"].map(|mnemonic| {
        let instruction = mnemonic
            .parse::<Instruction>()
            .unwrap()
            .with_fixed_rounding(Rounding::NearestEven);
        let vectors = Stimulus::new(instruction, 1).random(20_000);
        let results = vectors.iter().map(|vector| {
            let operands: Vec<u32> = vector.iter().map(|word| *word as u32).collect();
            halfpipe_model::value::evaluate(instruction, &operands)
        });
        results.filter(|result| result & 0x7FFF == 0).count()
    });
    let least = zeros.iter().min().expect("there are four");
    assert!(*least > 100 && least * 10 > zeros[0] * 9, "{zeros:?}");
}

#[test]
fn vectors_of_a_move_have_the_width_of_a_register() {
    let unit = halfpipe_hdl::design::Design::unit("fmv.h.x".parse().unwrap(), 0).unwrap();
    let vectors = make_module_source(unit.interface(), 1).fill(1_000);
    assert!(vectors.iter().all(|vector| vector.len() == 1 && vector[0] >> 32 == 0));
    assert!(vectors.iter().any(|vector| vector[0] >> 16 != 0));
}

#[test]
fn each_lane_meets_every_combination_of_edge_values() {
    let mut source = stimulus("fma.rn.bf16x2", 1);
    let edges = source.edge_count();
    let vectors = source.fill(edges as usize);
    for lane in 0..2 {
        let of_lane = |operands: &Vector| vector(operands.iter().map(|register| register >> (16 * lane) & 0xFFFF));
        let different: HashSet<Vector> = vectors.iter().map(of_lane).collect();
        assert_eq!(different.len() as u64, edges, "lane {lane}");
    }
}

#[test]
fn an_ordinary_verification_has_every_value_of_a_single_operand_in_each_lane() {
    let mut equal = Vec::new();
    for mnemonic in ["neg.f16", "abs.bf16x2", "tanh.approx.f16x2", "ex2.approx.ftz.bf16"] {
        let mut source = stimulus(mnemonic, 1);
        let lanes = source.instruction().ty().lanes();
        for time in 1..=3 {
            let vectors = source.fill(1 << 16);
            for lane in 0..lanes {
                let values: HashSet<u64> = vectors.iter().map(|vector| vector[0] >> (16 * lane) & 0xFFFF).collect();
                assert_eq!(values.len(), 1 << 16, "{mnemonic}, lane {lane}, time {time}");
            }
            let are_equal = |vector: &&Vector| lanes == 2 && vector[0] >> 16 == vector[0] & 0xFFFF;
            equal.push(vectors.iter().filter(are_equal).count());
        }
    }
    // These are the cases in which the lanes are equal.
    assert_eq!(equal, [0, 0, 0, 0, 2, 0, 0, 2, 0, 0, 0, 0]);
}

#[test]
fn vectors_keep_to_the_operands_of_every_instruction() {
    for instruction in Instruction::arithmetic() {
        let mut source = Stimulus::new(*instruction, 3);
        let count = source.fixed_count() as usize + 1000;
        let vectors = source.fill(count);
        for vector in vectors {
            let operands = instruction.signature().operands();
            assert_eq!(vector.len(), operands.len(), "{instruction} {vector:X?}");
            for (register, operand) in vector.iter().zip(operands) {
                assert_eq!(register >> operand.width(), 0, "{instruction} {vector:X?}");
            }
        }
    }
}

#[test]
fn edge_combinations_stay_few() {
    for instruction in Instruction::arithmetic() {
        let count = Stimulus::new(*instruction, 0).edge_count();
        assert!((200..=45_000).contains(&count), "{instruction}: {count}");
        // The rest of the vectors of an ordinary verification is random.
        let fixed = Stimulus::new(*instruction, 0).fixed_count();
        assert!(fixed <= 75_000, "{instruction}: {fixed}");
    }
}

#[test]
fn every_format_has_vectors_of_every_operation() {
    let operations = [
        "add.rn",
        "mul.rn",
        "fma.rn",
        "fma.rn.sat",
        "div.rn",
        "sqrt.rn",
        "rcp.rn",
        "min",
        "setp.lt",
    ];
    for format in FloatFormat::ieee() {
        let sum = format!("dot4.rn.{format}.{format}");
        let names = operations.map(|operation| format!("{operation}.{format}"));
        for name in names.into_iter().chain([sum]) {
            let instruction: Instruction = name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut stream = function::open(&Function::from(instruction), 1);
            let any = (0..100).map(|_| stream.any()).count();
            assert_eq!((stream.random(300).len(), any), (300, 100), "{name}");
        }
    }
}
