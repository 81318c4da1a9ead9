//! Exhaustive tests of every instruction with one operand, as Verilog.

use std::collections::BTreeMap;

use halfpipe_figures::latency::default_latency;
use halfpipe_hdl::design::Design;
use halfpipe_isa::Instruction;
use halfpipe_model::value::evaluate;
use halfpipe_simulation::{vector, Vector};
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::Engine;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// The number of random operand pairs for an x2 instruction, in addition to all operands in each lane.
const RANDOM_PAIRS: usize = 1 << 16;

/// The results of a one-lane instruction, in the order of its operand.
type Table = Vec<u16>;

/// Returns the instruction of one lane.
fn scalar(instruction: Instruction) -> Instruction {
    let mnemonic = instruction.mnemonic();
    mnemonic
        .trim_end_matches("x2")
        .parse()
        .expect("every x2 instruction has a scalar one")
}

fn table(scalar: Instruction) -> Table {
    (0..=u16::MAX).map(|a| evaluate(scalar, &[a.into()]) as u16).collect()
}

/// Returns every operand in each lane; with two lanes also random pairs.
fn operands(instruction: Instruction) -> Vec<u32> {
    if instruction.ty().lanes() == 1 {
        return (0..=u16::MAX).map(u32::from).collect();
    }
    // An odd factor permutes the operands of the upper lane.
    let upper = |lower: u16| u32::from(lower.wrapping_mul(0x9E37).wrapping_add(0x79B9));
    let mut operands: Vec<u32> = (0..=u16::MAX)
        .map(|lower| upper(lower) << 16 | u32::from(lower))
        .collect();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    operands.extend((0..RANDOM_PAIRS).map(|_| random.next_u32()));
    operands
}

/// Returns a result register from the results of its lanes.
fn expected(instruction: Instruction, table: &Table, a: u32) -> u32 {
    let lane = |lane: u32| u32::from(table[(a >> (16 * lane) & 0xFFFF) as usize]) << (16 * lane);
    (0..instruction.ty().lanes()).map(lane).sum()
}

#[test]
fn every_operand_of_every_one_operand_instruction() {
    let one_operand = |instruction: &Instruction| instruction.signature().operands().len() == 1;
    let instructions: Vec<Instruction> = Instruction::arithmetic().iter().copied().filter(one_operand).collect();
    assert_eq!(instructions.len(), 20);
    let scalars: Vec<Instruction> = instructions
        .iter()
        .copied()
        .filter(|one| one.ty().lanes() == 1)
        .collect();
    let tables: BTreeMap<Instruction, Table> = scalars.into_par_iter().map(|scalar| (scalar, table(scalar))).collect();

    let unit = |instruction: &Instruction| {
        Design::unit(*instruction, default_latency(*instruction)).expect("every unit has its default latency")
    };
    let units: Vec<Design> = instructions.iter().map(unit).collect();
    let batch = Batch::build(&units.iter().collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{error}"));
    instructions.par_iter().enumerate().for_each(|(index, &instruction)| {
        let operands = operands(instruction);
        let vectors: Vec<Vector> = operands.iter().map(|a| vector([u64::from(*a)])).collect();
        let mut results = Vec::new();
        let mut engine = batch.engine(index).unwrap_or_else(|error| panic!("{error}"));
        engine
            .evaluate(&vectors, &mut results)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(results.len(), operands.len());
        let table = &tables[&scalar(instruction)];
        for (a, d) in operands.into_iter().zip(results) {
            let expected = u64::from(expected(instruction, table, a));
            let d = d[0];
            assert_eq!(d, expected, "{instruction} {a:04x}: {d:04x} for {expected:04x}");
        }
    });
}
