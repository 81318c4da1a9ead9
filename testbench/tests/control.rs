//! `reset`, `enable` and `in_valid` under random stalls, on the engines that run hardware.

mod common;

use std::collections::VecDeque;

use common::{compiled, UNITS};
use halfpipe_hdl::unit::{max_latency, Unit};
use halfpipe_reference::evaluate;
use halfpipe_testbench::engine::{CycleEngine, CycleIn, CycleOut, Gates, Mapping, RustHdl};
use halfpipe_testbench::stimulus::Stimulus;
use halfpipe_testbench::Vector;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// What the contract of a module says about its outputs: a queue as long as the latency.
struct Contract<'u> {
    unit: &'u Unit,
    /// The operands on their way, where they are valid; the youngest first.
    pipeline: VecDeque<Option<Vector>>,
}

impl Contract<'_> {
    fn of(unit: &Unit) -> Contract<'_> {
        Contract {
            unit,
            pipeline: vec![None; unit.latency() as usize].into(),
        }
    }

    /// The result that the outputs must show in this cycle, if any.
    fn cycle(&mut self, input: &CycleIn) -> Option<u32> {
        let entering = input.in_valid.then_some(input.operands);
        let shown = self.pipeline.back().copied().unwrap_or(entering);
        if input.reset {
            self.pipeline.iter_mut().for_each(|operands| *operands = None);
        } else if input.enable && !self.pipeline.is_empty() {
            self.pipeline.pop_back();
            self.pipeline.push_front(entering);
        }
        shown.map(|operands| evaluate(self.unit.instruction(), &operands))
    }
}

/// Compares an engine's outputs with the contract, from behind the first cycle on, which is a reset.
fn check(name: &str, unit: &Unit, inputs: &[CycleIn], outputs: &[CycleOut]) -> Result<(), TestCaseError> {
    let mut contract = Contract::of(unit);
    prop_assert_eq!(inputs.len(), outputs.len());
    for (cycle, (input, output)) in inputs.iter().zip(outputs).enumerate() {
        let expected = contract.cycle(input);
        if cycle == 0 {
            continue;
        }
        let place = format!(
            "{name}, {} at latency {}, cycle {cycle}",
            unit.instruction(),
            unit.latency()
        );
        prop_assert_eq!(output.out_valid, expected.is_some(), "out_valid of {}", &place);
        if let Some(expected) = expected {
            prop_assert_eq!(output.d, expected, "d of {}: {:X} for {:X}", place, output.d, expected);
        }
    }
    Ok(())
}

/// Control signals of one cycle: stalls and gaps are frequent, resets are not.
fn controls() -> impl Strategy<Value = (bool, bool, bool)> {
    (
        prop::bool::weighted(0.04),
        prop::bool::weighted(0.7),
        prop::bool::weighted(0.7),
    )
}

fn with_operands(unit: &Unit, seed: u64, controls: &[(bool, bool, bool)]) -> Vec<CycleIn> {
    let vectors = Stimulus::new(unit.instruction(), seed)
        .fill(controls.len() + 200)
        .split_off(200);
    let first = CycleIn {
        reset: true,
        enable: false,
        in_valid: true,
        operands: [0; 3],
    };
    let cycles = controls.iter().zip(vectors);
    let cycles = cycles.map(|(&(reset, enable, in_valid), operands)| CycleIn {
        reset,
        enable,
        in_valid,
        operands,
    });
    std::iter::once(first).chain(cycles).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn stalls_gaps_and_resets_are_as_the_contract_says(
        index in 0..UNITS.len(),
        seed: u64,
        controls in prop::collection::vec(controls(), 1..120),
    ) {
        let unit = &UNITS[index];
        let inputs = with_operands(unit, seed, &controls);
        let embedded = RustHdl::new(unit).cycles(&inputs).unwrap();
        check("rust-hdl", unit, &inputs, &embedded)?;
        let compiled = compiled(index).cycles(&inputs).unwrap();
        check("verilator", unit, &inputs, &compiled)?;
    }
}

/// The netlists of some units, in the cells of one FPGA or the other, under the stalls of one random run each.
#[test]
fn netlists_stall_as_the_contract_says() {
    let mut runner = TestRunner::deterministic();
    for (name, mapping) in [
        ("add.rn.f16", Mapping::Generic),
        ("fma.rn.relu.bf16x2", Mapping::Ice40),
        ("mul.rn.sat.f16", Mapping::Ecp5),
        ("neg.bf16", Mapping::Ice40),
    ] {
        let instruction = name.parse().unwrap();
        let unit = Unit::new(instruction, max_latency(instruction)).unwrap();
        let controls = prop::collection::vec(controls(), 400..401)
            .new_tree(&mut runner)
            .unwrap();
        let inputs = with_operands(&unit, 1, &controls.current());
        let outputs = Gates::open(&unit, mapping).unwrap().cycles(&inputs).unwrap();
        check("gates", &unit, &inputs, &outputs).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// A cycle with these control signals and operands that are all 1.
fn cycle(reset: bool, enable: bool, in_valid: bool, one: u32) -> CycleIn {
    CycleIn {
        reset,
        enable,
        in_valid,
        operands: [one, one, one],
    }
}

#[test]
fn nothing_moves_while_enable_is_0() {
    for (index, unit) in UNITS
        .iter()
        .enumerate()
        .filter(|(_, unit)| unit.latency() > 0)
        .step_by(5)
    {
        let latency = unit.latency() as usize;
        let mut inputs = vec![cycle(true, false, false, 0)];
        inputs.extend(vec![cycle(false, true, true, 0x3C003C00); latency]);
        inputs.extend(vec![cycle(false, false, true, 0x40004000); 5]);
        let engines: [(&str, &mut dyn CycleEngine); 2] = [
            ("rust-hdl", &mut RustHdl::new(unit)),
            ("verilator", &mut compiled(index)),
        ];
        for (name, engine) in engines {
            let outputs = engine.cycles(&inputs).unwrap();
            let held = &outputs[latency + 1..];
            let expected = CycleOut {
                out_valid: true,
                d: evaluate(unit.instruction(), &[0x3C003C00; 3]),
            };
            assert!(
                held.iter().all(|output| *output == expected),
                "{name}, {}: {held:?}",
                unit.instruction()
            );
        }
    }
}

#[test]
fn a_reset_clears_what_is_under_way_even_during_a_stall() {
    for (index, unit) in UNITS
        .iter()
        .enumerate()
        .filter(|(_, unit)| unit.latency() > 0)
        .step_by(5)
    {
        let latency = unit.latency() as usize;
        for enable in [false, true] {
            let mut inputs = vec![cycle(true, false, false, 0)];
            inputs.extend(vec![cycle(false, true, true, 0x3C003C00); latency]);
            inputs.push(cycle(true, enable, true, 0x3C003C00));
            inputs.extend(vec![cycle(false, true, false, 0); latency + 1]);
            let engines: [(&str, &mut dyn CycleEngine); 2] = [
                ("rust-hdl", &mut RustHdl::new(unit)),
                ("verilator", &mut compiled(index)),
            ];
            for (name, engine) in engines {
                let outputs = engine.cycles(&inputs).unwrap();
                let place = format!("{name}, {} at latency {latency}, enable {enable}", unit.instruction());
                assert!(outputs[latency + 1].out_valid, "{place}: nothing was under way");
                assert!(outputs[latency + 2..].iter().all(|output| !output.out_valid), "{place}");
            }
        }
    }
}
