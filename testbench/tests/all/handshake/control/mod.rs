//! Tests of `reset`, `enable` and `in_valid`. Every module keeps its contract at every latency. The stream of vectors
//! with which `verify` begins finds every control fault, in a share of the modules.

mod fault;
mod pipeline;

use fault::Fault;
use halfpipe_fpga::Family;
use halfpipe_hdl::design::ControlInputs;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::fpu;
use halfpipe_hdl::unit::{max_latency, Multiplier};
use halfpipe_isa::Instruction;
use halfpipe_simulation::model::expected;
use halfpipe_simulation::stimulus::{Cycle, ExpectedOutput, Stream};
use halfpipe_simulation::{vector, Vector};
use halfpipe_simulation::{CycleIn, CycleOut};
use halfpipe_test_support::share;
use halfpipe_testbench::engine::{CycleEngine, EmbeddedSimulator, Gates};
use halfpipe_yosys::Mapping;
use pipeline::Pipeline;
use rayon::prelude::*;

use crate::common::{compiled, UNITS};

/// The default seed of `verify`.
const SEED: u64 = 1;

/// The number of vectors within which a fault must be found: a fraction of those that `verify` runs.
const VECTORS: usize = 2000;

/// The number of operations within which a fault of the core must be found: a fraction of those in the check before a
/// core is written.
const OPERATIONS: usize = 800;

fn pipelined_units() -> impl ParallelIterator<Item = (usize, &'static Design)> {
    let units = UNITS.par_iter().enumerate();
    units.filter(|(_, unit)| unit.latency() > 0)
}

/// A unit's stream, and the results of its vectors as far as they were needed.
#[derive(Clone)]
struct Bench<'u> {
    unit: &'u Design,
    vectors: Vec<Vector>,
    cycles: Vec<Cycle>,
    results: Vec<Option<Vector>>,
}

impl Bench<'_> {
    fn new(unit: &Design, count: usize) -> Bench<'_> {
        let stream = Stream::from_device(unit, SEED, count);
        Bench {
            unit,
            vectors: stream.vectors().to_vec(),
            cycles: stream.collect(),
            results: vec![None; count],
        }
    }

    fn inputs(&self) -> Vec<CycleIn> {
        self.cycles.iter().map(|cycle| cycle.input.clone()).collect()
    }

    /// Returns the result of the vector with that number.
    fn result(&mut self, number: usize) -> &Vector {
        self.results[number].get_or_insert_with(|| expected(self.unit.interface(), &self.vectors[number]))
    }

    /// Returns the first cycle in which the outputs are wrong.
    fn first_wrong(&mut self, mut outputs: impl FnMut(&CycleIn) -> CycleOut) -> Option<usize> {
        (0..self.cycles.len()).find(|cycle| {
            let Cycle { input, expected } = &self.cycles[*cycle];
            let (output, expected) = (outputs(input), *expected);
            match expected {
                ExpectedOutput::Anything => false,
                ExpectedOutput::Nothing => output.out_valid,
                ExpectedOutput::Result(number) => !output.out_valid || output.data != *self.result(number),
            }
        })
    }

    /// Returns the first wrong cycle of the unit's pipeline with a fault.
    fn first_wrong_of(&mut self, pipeline: &mut Pipeline, fault: Option<Fault>) -> Option<usize> {
        pipeline.restart(fault);
        self.first_wrong(|input| {
            let (out_valid, results) = pipeline.cycle(input.controls, &input.data);
            CycleOut {
                out_valid,
                data: vector(results),
            }
        })
    }
}

/// Formats a name such as `fma.rn.f16 at latency 3`.
fn name(unit: &Design) -> String {
    format!("{} at latency {}", unit.interface().title(), unit.latency())
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} of them:\n{}", faults.len(), faults.join("\n"));
}

/// Faults are put into one unit in so many, unless into all.
const FAULTY: usize = 10;

#[test]
fn every_fault_of_control_is_found_at_every_latency() {
    let missed = |(_, unit): (usize, &Design)| {
        let mut bench = Bench::new(unit, VECTORS);
        let mut pipeline = Pipeline::new(unit.module());
        let clean = bench.first_wrong_of(&mut pipeline, None);
        let mut missed: Vec<String> = clean
            .map(|cycle| format!("{}: cycle {cycle} is wrong without a fault", name(unit)))
            .into_iter()
            .collect();
        for fault in Fault::all(unit.latency()) {
            if bench.first_wrong_of(&mut pipeline, Some(fault)).is_none() {
                missed.push(format!("{}: {fault:?} is not found", name(unit)));
            }
        }
        missed
    };
    let tried = pipelined_units().filter(|(index, _)| share::is_tried(*index, FAULTY));
    let missed: Vec<String> = tried.flat_map_iter(missed).collect();
    assert_none(&missed);
}

#[test]
fn every_fault_of_control_is_found_in_the_core_at_every_latency() {
    let all = Instruction::arithmetic();
    let longest = fpu::max_latency(all, Multiplier::Rows).unwrap();
    let missed = (1..=longest).into_par_iter().flat_map(|latency| {
        let core = Design::core(all, latency).unwrap();
        let mut bench = Bench::new(&core, OPERATIONS);
        // All operations complete here, so their results are available for all faults.
        let clean = bench.first_wrong_of(&mut Pipeline::new(core.module()), None);
        let of_its_own = || (bench.clone(), Pipeline::new(core.module()));
        let faults = Fault::all(latency)
            .into_par_iter()
            .map_init(of_its_own, |(bench, pipeline), fault| {
                let is_missed = bench.first_wrong_of(pipeline, Some(fault)).is_none();
                is_missed.then(|| format!("{}: {fault:?} is not found", name(&core)))
            });
        let mut missed: Vec<String> = faults.flatten().collect();
        missed.extend(clean.map(|cycle| format!("{}: cycle {cycle} is wrong without a fault", name(&core))));
        missed
    });
    assert_none(&missed.collect::<Vec<_>>());
}

/// The netlists of some units, each in the cells of one FPGA family.
#[test]
fn netlists_keep_the_contract() {
    for (mnemonic, mapping) in [
        ("add.rn.f16", Mapping::Generic),
        ("fma.rn.relu.bf16x2", Mapping::Cells(Family::ICE40)),
        ("mul.rn.sat.f16", Mapping::Cells(Family::ECP5)),
        ("neg.bf16", Mapping::Cells(Family::NEXUS)),
        ("min.f16", Mapping::Cells(Family::GOWIN)),
    ] {
        let instruction = mnemonic.parse().unwrap();
        let unit = Design::unit(instruction, max_latency(instruction)).unwrap();
        let mut bench = Bench::new(&unit, VECTORS);
        let mut outputs = Gates::open(&unit, mapping)
            .unwrap()
            .cycles(&bench.inputs())
            .unwrap()
            .into_iter();
        let wrong = bench.first_wrong(|_| outputs.next().unwrap());
        assert_eq!(wrong, None, "{}", name(&unit));
    }
}

/// Returns a cycle with these control signals, in which all operands have one value.
fn cycle(reset: bool, enable: bool, in_valid: bool, operand: u64) -> CycleIn {
    CycleIn {
        controls: ControlInputs {
            reset,
            enable,
            in_valid,
        },
        data: vector([operand; 3]),
    }
}

/// Runs the cycles of each pipelined unit in the embedded simulator, and checks the outputs. Units that are compiled
/// run under Verilator too.
fn check_all(inputs: impl Fn(&Design) -> Vec<CycleIn> + Sync, check: impl Fn(&Design, &str, &[CycleOut]) + Sync) {
    pipelined_units().for_each(|(index, unit)| {
        let inputs = inputs(unit);
        let (mut simulator, mut verilator) = (EmbeddedSimulator::new(unit), compiled(index));
        let verilator = verilator.as_mut().map(|engine| engine as &mut dyn CycleEngine);
        for engine in std::iter::once(&mut simulator as &mut dyn CycleEngine).chain(verilator) {
            let outputs = engine.cycles(&inputs).unwrap_or_else(|error| panic!("{error}"));
            check(unit, &format!("{}, {}", engine.kind(), name(unit)), &outputs);
        }
    });
}

#[test]
fn nothing_moves_while_enable_is_0() {
    let inputs = |unit: &Design| {
        let mut inputs = vec![cycle(true, false, false, 0)];
        inputs.extend(vec![cycle(false, true, true, 0x3C00_3C00); unit.latency() as usize]);
        inputs.extend(vec![cycle(false, false, true, 0x4000_4000); 5]);
        inputs
    };
    check_all(inputs, |unit, place, outputs| {
        let held = &outputs[unit.latency() as usize + 1..];
        let expected = CycleOut {
            out_valid: true,
            data: expected(unit.interface(), &vector([0x3C00_3C00; 3])),
        };
        assert!(held.iter().all(|output| *output == expected), "{place}: {held:?}");
    });
}

#[test]
fn a_reset_clears_what_is_under_way_even_during_a_stall() {
    for enable in [false, true] {
        let inputs = |unit: &Design| {
            let latency = unit.latency() as usize;
            let mut inputs = vec![cycle(true, false, false, 0)];
            inputs.extend(vec![cycle(false, true, true, 0x3C00_3C00); latency]);
            inputs.push(cycle(true, enable, true, 0x3C00_3C00));
            inputs.extend(vec![cycle(false, true, false, 0); latency + 1]);
            inputs
        };
        check_all(inputs, |unit, place, outputs| {
            let latency = unit.latency() as usize;
            assert!(outputs[latency + 1].out_valid, "{place}: nothing was under way");
            let after = &outputs[latency + 2..];
            assert!(after.iter().all(|output| !output.out_valid), "{place}, enable {enable}");
        });
    }
}
