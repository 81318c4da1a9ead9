//! `reset`, `enable` and `in_valid`: every module at every latency keeps its contract, and every fault of a pipeline's control
//! is found by the stream of vectors that `verify` begins with.

#[path = "../common/mod.rs"]
mod common;
mod fault;
mod pipeline;

use common::{compiled, UNITS};
use fault::Fault;
use halfpipe_hdl::fpu::Core;
use halfpipe_hdl::unit::{max_latency, Unit};
use halfpipe_isa::Instruction;
use halfpipe_reference::evaluate;
use halfpipe_synth::device::Family;
use halfpipe_testbench::core::Program;
use halfpipe_testbench::engine::{CycleEngine, CycleIn, CycleOut, Gates, Mapping, RustHdl};
use halfpipe_testbench::stimulus::{Control, Cycle, Due, Stream};
use halfpipe_testbench::Vector;
use pipeline::Pipeline;
use rayon::prelude::*;

/// What `verify` takes where no seed is given.
const SEED: u64 = 1;

/// Vectors within which a fault must be found: a fraction of what `verify` runs.
const VECTORS: usize = 2000;

/// Operations within which a fault of the core must be found: a fraction of what a core is checked on before it is written.
const OPERATIONS: usize = 800;

fn pipelined_units() -> impl ParallelIterator<Item = (usize, &'static Unit)> {
    let units = UNITS.par_iter().enumerate();
    units.filter(|(_, unit)| unit.latency() > 0)
}

/// A unit's stream, and the results of its vectors as far as they were needed.
struct Bench<'u> {
    unit: &'u Unit,
    vectors: Vec<Vector>,
    cycles: Vec<Cycle>,
    results: Vec<Option<u32>>,
}

impl Bench<'_> {
    fn new(unit: &Unit, count: usize) -> Bench<'_> {
        let stream = Stream::of(unit, SEED, count);
        Bench {
            unit,
            vectors: stream.vectors().to_vec(),
            cycles: stream.collect(),
            results: vec![None; count],
        }
    }

    fn inputs(&self) -> Vec<CycleIn> {
        self.cycles.iter().map(|cycle| cycle.input).collect()
    }

    /// The result of the vector of that number.
    fn result(&mut self, number: usize) -> u32 {
        *self.results[number].get_or_insert_with(|| evaluate(self.unit.instruction(), &self.vectors[number]))
    }

    /// The first cycle in which the outputs are not what they must be.
    fn first_wrong(&mut self, mut outputs: impl FnMut(&CycleIn) -> CycleOut) -> Option<usize> {
        (0..self.cycles.len()).find(|cycle| {
            let Cycle { input, due } = self.cycles[*cycle];
            let output = outputs(&input);
            match due {
                Due::Anything => false,
                Due::Nothing => output.out_valid,
                Due::Result(number) => !output.out_valid || output.d != self.result(number),
            }
        })
    }

    /// The first wrong cycle of the unit with a fault.
    fn first_wrong_with(&mut self, fault: Option<Fault>) -> Option<usize> {
        let mut pipeline = Pipeline::new(self.unit.module(), fault);
        self.first_wrong(|input| {
            let control = Control {
                reset: input.reset,
                enable: input.enable,
                in_valid: input.in_valid,
            };
            let (out_valid, results) = pipeline.cycle(control, &input.operands.map(u64::from));
            CycleOut {
                out_valid,
                d: results[0] as u32,
            }
        })
    }
}

/// `fma.rn.f16 at latency 3`, say.
fn name(unit: &Unit) -> String {
    format!("{} at latency {}", unit.instruction(), unit.latency())
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} of them:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_fault_of_control_is_found_in_every_unit_at_every_latency() {
    let missed = |(_, unit): (usize, &Unit)| {
        let mut bench = Bench::new(unit, VECTORS);
        let clean = bench.first_wrong_with(None);
        let mut missed: Vec<String> = clean
            .map(|cycle| format!("{}: cycle {cycle} is wrong without a fault", name(unit)))
            .into_iter()
            .collect();
        for fault in Fault::all(unit.latency()) {
            if bench.first_wrong_with(Some(fault)).is_none() {
                missed.push(format!("{}: {fault:?} is not found", name(unit)));
            }
        }
        missed
    };
    let missed: Vec<String> = pipelined_units().flat_map_iter(missed).collect();
    assert_none(&missed);
}

#[test]
fn every_fault_of_control_is_found_in_the_core_at_every_latency() {
    let all = Instruction::all();
    let cores = (1..=Core::max_latency(all).unwrap()).map(|latency| Core::new(all, latency, 8).unwrap());
    let cases: Vec<(Core, Option<Fault>)> = cores
        .flat_map(|core| {
            let faults = Fault::all(core.latency()).into_iter().map(Some);
            std::iter::once(None)
                .chain(faults)
                .map(move |fault| (core.clone(), fault))
        })
        .collect();
    let missed = cases.into_par_iter().filter_map(|(core, fault)| {
        let program = Program::random(&core, OPERATIONS, SEED);
        let report = program.run(&mut Pipeline::new(core.module(), fault)).unwrap();
        let is_found = report.first.is_some();
        (is_found != fault.is_some())
            .then(|| format!("the core at latency {}: {fault:?}, found: {is_found}", core.latency()))
    });
    assert_none(&missed.collect::<Vec<_>>());
}

/// The netlists of some units, in the cells of one FPGA or the other.
#[test]
fn netlists_keep_the_contract() {
    for (mnemonic, mapping) in [
        ("add.rn.f16", Mapping::Generic),
        ("fma.rn.relu.bf16x2", Mapping::Cells(Family::ICE40)),
        ("mul.rn.sat.f16", Mapping::Cells(Family::ECP5)),
        ("neg.bf16", Mapping::Cells(Family::ICE40)),
    ] {
        let instruction = mnemonic.parse().unwrap();
        let unit = Unit::new(instruction, max_latency(instruction)).unwrap();
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

/// A cycle with these control signals and operands that are all of one value.
fn cycle(reset: bool, enable: bool, in_valid: bool, operand: u32) -> CycleIn {
    CycleIn {
        reset,
        enable,
        in_valid,
        operands: [operand; 3],
    }
}

/// Runs the cycles of each pipelined unit in the embedded simulator and under Verilator, and has their outputs checked.
fn check_all(inputs: impl Fn(&Unit) -> Vec<CycleIn> + Sync, check: impl Fn(&Unit, &str, &[CycleOut]) + Sync) {
    pipelined_units().for_each(|(index, unit)| {
        let inputs = inputs(unit);
        let engines: [&mut dyn CycleEngine; 2] = [&mut RustHdl::new(unit), &mut compiled(index)];
        for engine in engines {
            let outputs = engine.cycles(&inputs).unwrap_or_else(|error| panic!("{error}"));
            check(unit, &format!("{}, {}", engine.kind(), name(unit)), &outputs);
        }
    });
}

#[test]
fn nothing_moves_while_enable_is_0() {
    let inputs = |unit: &Unit| {
        let mut inputs = vec![cycle(true, false, false, 0)];
        inputs.extend(vec![cycle(false, true, true, 0x3C00_3C00); unit.latency() as usize]);
        inputs.extend(vec![cycle(false, false, true, 0x4000_4000); 5]);
        inputs
    };
    check_all(inputs, |unit, place, outputs| {
        let held = &outputs[unit.latency() as usize + 1..];
        let expected = CycleOut {
            out_valid: true,
            d: evaluate(unit.instruction(), &[0x3C00_3C00; 3]),
        };
        assert!(held.iter().all(|output| *output == expected), "{place}: {held:?}");
    });
}

#[test]
fn a_reset_clears_what_is_under_way_even_during_a_stall() {
    for enable in [false, true] {
        let inputs = |unit: &Unit| {
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
