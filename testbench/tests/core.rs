//! The core: random programs of all its operations, on the embedded simulator and as emitted Verilog.

use std::process::Command;

use halfpipe_hdl::export::{core_verilog, operations_enum, operations_header};
use halfpipe_hdl::fpu::Core;
use halfpipe_isa::Instruction;
use halfpipe_synth::tools::Tool;
use halfpipe_synth::yosys::Yosys;
use halfpipe_testbench::core::{CoreEngine, CoreIn, CoreOut, Fault, Program, Report, Simulated};
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::EngineError;

/// Operations that a program issues.
const COUNT: usize = 24_000;

fn full(latency: u32) -> Core {
    Core::new(Instruction::all(), latency, 8).unwrap()
}

fn max_latency() -> u32 {
    Core::max_latency(Instruction::all()).unwrap()
}

fn small(latency: u32, tag_bits: u32) -> Core {
    let instructions = ["fma.rn.f16x2", "min.f16", "abs.bf16"].map(|name| name.parse().unwrap());
    Core::new(&instructions, latency, tag_bits).unwrap()
}

/// Runs a program on the core, every operation of which must come and be right.
fn run(core: &Core, engine: &mut dyn CoreEngine, count: usize) -> Report {
    let report = Program::random(core, count, 11).run(engine).unwrap();
    let place = format!("{} operations at latency {}", core.operations().len(), core.latency());
    if let Some(fault) = &report.first {
        panic!("{place}: {} faults, the first in {fault}", report.faults);
    }
    for (operation, agreed) in core.operations().iter().zip(&report.agreed) {
        assert!(*agreed > 0, "{place}: {operation} was not tried");
    }
    let every_code = 1 << core.op_bits() == core.operations().len();
    assert_eq!(report.unknown_agreed == 0, every_code, "{place}: unknown operations");
    assert_eq!(report.total_agreed(), count as u64, "{place}");
    report
}

#[test]
fn every_operation_interleaved_with_stalls_is_right_in_the_simulator() {
    let max = max_latency();
    for latency in [0, 1, max / 2, max] {
        let core = full(latency);
        run(&core, &mut Simulated::new(&core), COUNT);
    }
}

#[test]
fn every_operation_interleaved_with_stalls_is_right_in_the_emitted_verilog() {
    let cores = [full(0), full(4)];
    let batch = Batch::build_cores(&cores.each_ref()).unwrap_or_else(|error| panic!("{error}"));
    for (index, core) in cores.iter().enumerate() {
        run(core, &mut batch.engine(index).unwrap(), 2 * COUNT);
    }
}

#[test]
fn a_core_of_few_operations_is_right_with_tags_of_any_width() {
    let cores = [small(0, 1), small(3, 64), small(5, 13)];
    let batch = Batch::build_cores(&cores.each_ref()).unwrap_or_else(|error| panic!("{error}"));
    for (index, core) in cores.iter().enumerate() {
        run(core, &mut Simulated::new(core), 4000);
        run(core, &mut batch.engine(index).unwrap(), 4000);
    }
}

#[test]
fn a_core_of_one_operation_is_right() {
    let core = Core::new(&["sub.rz.f32.bf16".parse().unwrap()], 2, 8).unwrap();
    run(&core, &mut Simulated::new(&core), 4000);
}

/// An engine that gets one thing wrong.
struct Wrong<'c>(Simulated, &'c dyn Fn(usize, &mut CoreOut));

impl CoreEngine for Wrong<'_> {
    fn core_cycles(&mut self, inputs: &[CoreIn]) -> Result<Vec<CoreOut>, EngineError> {
        let mut outputs = self.0.core_cycles(inputs)?;
        outputs
            .iter_mut()
            .enumerate()
            .for_each(|(cycle, output)| self.1(cycle, output));
        Ok(outputs)
    }
}

#[test]
fn a_wrong_result_tag_or_valid_bit_is_found() {
    let core = small(2, 8);
    let program = Program::random(&core, 500, 3);
    let first = |change: &dyn Fn(usize, &mut CoreOut)| {
        let report = program.run(&mut Wrong(Simulated::new(&core), change)).unwrap();
        report.first
    };
    assert_eq!(first(&|_, _| ()), None);
    let outputs = Simulated::new(&core).core_cycles(program.cycles()).unwrap();
    let shown = (100..).find(|cycle| outputs[*cycle].out_valid).unwrap();
    for bit in [31, 0] {
        let d = first(&|cycle, output| output.d ^= u32::from(cycle == shown) << bit);
        assert!(
            matches!(d, Some(Fault::Result { cycle, .. }) if cycle == shown),
            "{d:?}"
        );
    }
    let tag = first(&|_, output| output.tag ^= 1);
    assert!(matches!(tag, Some(Fault::Tag { .. })), "{tag:?}");
    let valid = first(&|cycle, output| output.out_valid ^= cycle == 50);
    assert!(matches!(valid, Some(Fault::Valid { cycle: 50, .. })), "{valid:?}");
}

#[test]
fn equal_input_gives_equal_bytes() {
    let text = |core: &Core| [core_verilog(core), operations_header(core), operations_enum(core)];
    assert_eq!(text(&full(4)), text(&full(4)));
    let mut backwards = Instruction::all().to_vec();
    backwards.reverse();
    assert_eq!(text(&full(4)), text(&Core::new(&backwards, 4, 8).unwrap()));
}

#[test]
fn verilator_and_yosys_have_nothing_to_say_about_the_core() {
    let verilator = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let yosys = Yosys::find().unwrap_or_else(|error| panic!("{error}"));
    for core in [full(0), full(4), full(max_latency()), small(0, 8), small(2, 1)] {
        let place = format!("{} operations at latency {}", core.operations().len(), core.latency());
        let source = core_verilog(&core);
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("halfpipe_fpu.v"), &source).unwrap();
        let lint = Command::new(&verilator)
            .args(["--lint-only", "-Wall", "--quiet", "halfpipe_fpu.v"])
            .current_dir(folder.path())
            .output()
            .expect("Verilator starts");
        let said = String::from_utf8_lossy(&lint.stderr);
        assert!(lint.status.success() && said.is_empty(), "{place}: {said}");
        let check = yosys
            .check(&[("halfpipe_fpu.v".to_owned(), source)])
            .unwrap_or_else(|error| panic!("{error}"));
        assert!(check.is_clean(), "{place}: {check:?}");
    }
}
