//! Tests of the core: random programs with all its operations, in the embedded simulator and as emitted Verilog.

use std::process::Command;

use halfpipe_fpga::multiplier_blocks;
use halfpipe_hdl::design::{Design, DesignKind, DesignSpec, Role};
use halfpipe_hdl::export::{operations_enum, operations_header, verilog};
use halfpipe_hdl::fpu;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::Instruction;
use halfpipe_simulation::stimulus::{Mixture, VectorSource};
use halfpipe_simulation::Vector;
use halfpipe_simulation::{CycleIn, CycleOut};
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::{CycleEngine, EmbeddedSimulator, Engine, EngineError, EngineKind, Gates, RustHdl};
use halfpipe_testbench::scoreboard::{verify, Finding, VerifyReport};
use halfpipe_tools::Tool;
use halfpipe_yosys::Mapping;
use halfpipe_yosys::Yosys;

/// The number of operations that a program issues.
const COUNT: u64 = 24_000;

fn full_with(latency: u32, multiplier: Multiplier) -> Design {
    let spec = DesignSpec::core(Instruction::arithmetic(), latency).with_multiplier(multiplier);
    Design::from_spec(&spec).unwrap()
}

fn full(latency: u32) -> Design {
    full_with(latency, Multiplier::Rows)
}

fn max_latency() -> u32 {
    fpu::max_latency(Instruction::arithmetic(), Multiplier::Rows).unwrap()
}

fn small(latency: u32, tag_bits: u32) -> Design {
    let instructions = ["fma.rn.f16x2", "min.f16", "abs.bf16"].map(|name| name.parse().unwrap());
    let kind = DesignKind::Core {
        instructions: instructions.to_vec(),
        tag_bits,
    };
    Design::from_spec(&DesignSpec::new(kind, latency)).unwrap()
}

/// Runs a program on the core. Every operation must occur and have the right result.
fn run(core: &Design, engine: &mut dyn Engine, count: u64) {
    let mut source = Counting::new(core, Mixture::random(core.interface(), 11));
    let report = verify(core, engine, &mut source, count, &mut |_| {}).unwrap();
    let place = format!("{} operations at latency {}", core.instructions().len(), core.latency());
    if let Some(finding) = &report.first {
        panic!(
            "{place}: {finding}\nAn operation has its control bits in hdl/src/fpu/control.rs and its datapath in \
             hdl/src/fpu/lane.rs."
        );
    }
    assert_eq!(report.vectors, count, "{place}");
    for (operation, issued) in core.instructions().iter().zip(&source.issued) {
        assert!(*issued > 0, "{place}: {operation} was not tried");
    }
    let every_code = core.interface().port(Role::Op).unwrap().ones() + 1 == core.instructions().len() as u64;
    assert_eq!(source.unknown == 0, every_code, "{place}: unknown operations");
}

/// A source of programs that counts how often each operation occurs.
struct Counting {
    mixture: Mixture,
    op: usize,
    issued: Vec<u64>,
    unknown: u64,
}

impl Counting {
    fn new(core: &Design, mixture: Mixture) -> Counting {
        Counting {
            mixture,
            op: core.interface().input_position(Role::Op).unwrap(),
            issued: vec![0; core.instructions().len()],
            unknown: 0,
        }
    }
}

impl VectorSource for Counting {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        let vectors = self.mixture.fill(count);
        for vector in &vectors {
            match self.issued.get_mut(vector[self.op] as usize) {
                Some(issued) => *issued += 1,
                None => self.unknown += 1,
            }
        }
        vectors
    }

    fn seed(&self) -> u64 {
        self.mixture.seed()
    }
}

#[test]
fn every_operation_interleaved_with_stalls_is_right_in_the_simulator() {
    let max = max_latency();
    for latency in [0, 1, max / 2, max] {
        let core = full(latency);
        run(&core, &mut EmbeddedSimulator::new(&core), COUNT);
    }
}

#[test]
fn every_operation_interleaved_with_stalls_is_right_in_the_emitted_verilog() {
    let cores = [full(0), full(4), full_with(4, Multiplier::Block(multiplier_blocks()))];
    let batch = Batch::build(&cores.each_ref()).unwrap_or_else(|error| panic!("{error}"));
    for (index, core) in cores.iter().enumerate() {
        run(core, &mut batch.engine(index).unwrap(), 2 * COUNT);
    }
}

#[test]
fn every_operation_is_right_in_the_netlist() {
    let core = full(2);
    let mut gates = Gates::open(&core, Mapping::Generic).unwrap_or_else(|error| panic!("{error}"));
    run(&core, &mut gates, 4 * COUNT);
}

#[test]
fn a_core_of_few_operations_is_right_with_tags_of_any_width() {
    let cores = [small(0, 1), small(3, 64), small(5, 13)];
    let batch = Batch::build(&cores.each_ref()).unwrap_or_else(|error| panic!("{error}"));
    for (index, core) in cores.iter().enumerate() {
        run(core, &mut EmbeddedSimulator::new(core), 4000);
        run(core, &mut batch.engine(index).unwrap(), 4000);
        run(core, &mut RustHdl::new(core), 400);
    }
}

#[test]
fn a_core_of_one_operation_is_right() {
    let core = Design::core(&["sub.rz.f32.bf16".parse().unwrap()], 2).unwrap();
    run(&core, &mut EmbeddedSimulator::new(&core), 4000);
}

/// An engine with one fault.
struct Wrong<'c>(EmbeddedSimulator, &'c (dyn Fn(usize, &mut CycleOut) + Sync));

impl Engine for Wrong<'_> {
    fn kind(&self) -> EngineKind {
        EngineKind::Simulator
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) -> Result<(), EngineError> {
        self.0.evaluate(vectors, results)
    }

    fn clocked(&mut self) -> Option<&mut dyn CycleEngine> {
        Some(self)
    }
}

impl CycleEngine for Wrong<'_> {
    fn cycles(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        let mut outputs = self.0.cycles(inputs)?;
        let each = outputs.iter_mut().enumerate();
        each.for_each(|(cycle, output)| self.1(cycle, output));
        Ok(outputs)
    }
}

#[test]
fn a_wrong_result_tag_or_valid_bit_is_found() {
    let core = small(2, 8);
    let report = |change: &(dyn Fn(usize, &mut CycleOut) + Sync)| -> VerifyReport {
        let mut engine = Wrong(EmbeddedSimulator::new(&core), change);
        verify(
            &core,
            &mut engine,
            &mut Mixture::random(core.interface(), 11),
            500,
            &mut |_| {},
        )
        .unwrap()
    };
    assert!(report(&|_, _| ()).is_clean());
    // The outputs are tag and result.
    for (port, bit) in [("d", 31), ("d", 0), ("tag_out", 0)] {
        let position = usize::from(port == "d");
        let found = report(&|_, output| output.data[position] ^= 1 << bit);
        let Some(Finding::HandshakeViolation(violation)) = &found.first else {
            panic!("{port}: {found:?}")
        };
        assert!(
            violation.summary().contains(&format!(": {port} is 0x")),
            "{}",
            violation.summary()
        );
    }
    let found = report(&|cycle, output| output.out_valid ^= cycle == 50);
    let Some(Finding::HandshakeViolation(violation)) = &found.first else {
        panic!("{found:?}")
    };
    assert_eq!(violation.cycle, 50);
}

#[test]
fn equal_input_gives_equal_bytes() {
    let text = |core: &Design| [verilog(core), operations_header(core), operations_enum(core)];
    assert_eq!(text(&full(4)), text(&full(4)));
    let mut backwards = Instruction::arithmetic().to_vec();
    backwards.reverse();
    assert_eq!(text(&full(4)), text(&Design::core(&backwards, 4).unwrap()));
}

#[test]
fn verilator_and_yosys_have_nothing_to_say_about_the_core() {
    let verilator = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let yosys = Yosys::find().unwrap_or_else(|error| panic!("{error}"));
    let blocks = full_with(4, Multiplier::Block(multiplier_blocks()));
    for core in [full(0), full(4), full(max_latency()), small(0, 8), small(2, 1), blocks] {
        let place = format!("{} operations at latency {}", core.instructions().len(), core.latency());
        let source = verilog(&core);
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("halfpipe_fpu.v"), &source).unwrap();
        let lint = Command::new(&verilator)
            .args(["--lint-only", "-Wall", "halfpipe_fpu.v"])
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
