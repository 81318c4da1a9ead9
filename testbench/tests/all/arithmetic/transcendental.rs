//! Exhaustive tests of tanh and ex2: the result is correctly rounded for every operand, combinational and pipelined.

use halfpipe_hdl::design::Design;
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use halfpipe_model::value::evaluate;
use rayon::prelude::*;

const FUNCTIONS: [&str; 8] = [
    "tanh.approx.f16",
    "tanh.approx.f16x2",
    "tanh.approx.bf16",
    "tanh.approx.bf16x2",
    "ex2.approx.f16",
    "ex2.approx.f16x2",
    "ex2.approx.ftz.bf16",
    "ex2.approx.ftz.bf16x2",
];

/// Returns every operand. With two lanes, both get every operand, with another one beside it.
fn operands(instruction: Instruction) -> Vec<u32> {
    let lanes = instruction.ty().lanes();
    let beside = |operand: u16| u32::from(operand.wrapping_mul(0x9E37).wrapping_add(0x79B9));
    let operand = |low: u16| match lanes {
        1 => u32::from(low),
        _ => beside(low) << 16 | u32::from(low),
    };
    (0..=u16::MAX).map(operand).collect()
}

/// Returns the results of a unit that is given one operand a cycle.
fn run(unit: &Design, operands: &[u32]) -> Vec<u32> {
    let mut simulator = NetlistSimulator::new(unit.module());
    let latency = unit.latency() as usize;
    let mut results = Vec::with_capacity(operands.len());
    for step in 0..operands.len() + latency {
        simulator.set_input(0, u64::from(operands[step.min(operands.len() - 1)]));
        simulator.settle();
        if step >= latency {
            results.push(simulator.output(0) as u32);
        }
        simulator.tick(true, false);
    }
    results
}

#[test]
fn every_operand_has_the_correctly_rounded_result() {
    let check = |name: &str| {
        let instruction: Instruction = name.parse().expect(name);
        let operands = operands(instruction);
        let expected: Vec<u32> = operands.iter().map(|a| evaluate(instruction, &[*a])).collect();
        for latency in [0, max_latency(instruction)] {
            let unit = Design::unit(instruction, latency).expect("a latency it has");
            let results = run(&unit, &operands);
            let both = results.iter().zip(&expected);
            let wrong: Vec<usize> = both
                .enumerate()
                .filter(|(_, (d, right))| d != right)
                .map(|(at, _)| at)
                .collect();
            if let Some(&at) = wrong.first() {
                panic!(
                    "{name} at latency {latency}: {} operands are wrong, the first is {:#x}: \
                     expected {:#x}, got {:#x}",
                    wrong.len(),
                    operands[at],
                    expected[at],
                    results[at]
                );
            }
        }
    };
    FUNCTIONS.par_iter().for_each(|name| check(name));
}
