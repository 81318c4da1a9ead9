//! Tests of latencies beyond the last useful register: a result comes later, and is the same.

use std::process::Command;

use halfpipe_hdl::design::{Design, DesignError};
use halfpipe_hdl::export::verilog;
use halfpipe_hdl::net::pipeline::RESULT;
use halfpipe_hdl::unit::{max_latency, LONGEST_LATENCY};
use halfpipe_isa::Instruction;
use halfpipe_simulation::stimulus::Stimulus;
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::{EmbeddedSimulator, Engine};
use halfpipe_testbench::scoreboard::verify;
use halfpipe_tools::Tool;
use halfpipe_yosys::Yosys;

/// Returns one unit of each datapath, at the first latency that only delays and at the longest.
fn delayed() -> Vec<Design> {
    let mnemonics = [
        "add.rn.f16",
        "mul.rn.bf16x2",
        "fma.rn.f32.f16",
        "min.f16x2",
        "neg.f16",
        "ex2.approx.f16",
    ];
    let units = mnemonics.into_iter().flat_map(|mnemonic| {
        let instruction: Instruction = mnemonic.parse().expect("an instruction");
        [max_latency(instruction) + 1, LONGEST_LATENCY].map(|latency| Design::unit(instruction, latency))
    });
    units.collect::<Result<_, _>>().expect("latencies that every unit has")
}

fn assert_right(unit: &Design, engine: &mut dyn Engine) {
    let mut stimulus = Stimulus::new(unit.instruction(), u64::from(unit.latency()));
    let report = verify(unit, engine, &mut stimulus, 5_000, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
    if let Some(mismatch) = report.first {
        panic!("{mismatch}");
    }
}

#[test]
fn delayed_results_are_right() {
    let units = delayed();
    let batch = Batch::build(&units.iter().collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{error}"));
    for (index, unit) in units.iter().enumerate() {
        assert_right(unit, &mut EmbeddedSimulator::new(unit));
        assert_right(unit, &mut batch.engine(index).unwrap_or_else(|error| panic!("{error}")));
    }
}

#[test]
fn their_verilog_is_clean() {
    let verilator = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let yosys = Yosys::find().unwrap_or_else(|error| panic!("{error}"));
    for unit in delayed() {
        let name = format!("{}.v", unit.module().name);
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join(&name), verilog(&unit)).expect("a folder to write to");
        let lint = Command::new(&verilator)
            .args(["--lint-only", "-Wall", &name])
            .current_dir(&folder)
            .output()
            .expect("Verilator starts");
        let said = String::from_utf8_lossy(&lint.stderr);
        assert!(
            lint.status.success() && said.is_empty(),
            "{}: {said}",
            unit.instruction()
        );
        let check = yosys
            .check(&[(name, verilog(&unit))])
            .unwrap_or_else(|error| panic!("{error}"));
        assert!(check.is_clean(), "{}: {check:?}", unit.instruction());
    }
}

#[test]
fn only_the_result_is_delayed() {
    let instruction: Instruction = "add.rn.f16".parse().expect("an instruction");
    let max = max_latency(instruction);
    let registers = |latency: u32| {
        let unit = Design::unit(instruction, latency).expect("a latency it has");
        let nodes = unit.module().lane.nodes.iter();
        nodes
            .filter(|node| node.is_register())
            .map(|node| node.width)
            .sum::<u32>()
    };
    assert_eq!(
        registers(max + 5),
        registers(max) + 5 * instruction.signature().result_width()
    );
    let unit = Design::unit(instruction, max + 2).expect("a latency it has");
    let cuts = unit.cuts();
    let (useful, behind) = cuts.split_at(max as usize);
    assert!(!useful.contains(&RESULT));
    assert_eq!(behind, [RESULT; 2]);
    // The header's lines are wrapped.
    assert!(verilog(&unit)
        .replace("\n// ", " ")
        .contains(" 2 more delay the result.\n"));
}

#[test]
fn longer_ones_are_refused() {
    let instruction: Instruction = "neg.f16".parse().expect("an instruction");
    let error = Design::unit(instruction, LONGEST_LATENCY + 1).expect_err("too long a latency");
    assert_eq!(
        error.to_string(),
        "neg.f16 has no latency 33: its latencies are 0 to 32"
    );
    let core = |latency| Design::core(&[instruction], latency);
    assert!(core(LONGEST_LATENCY).is_ok());
    let error = core(LONGEST_LATENCY + 1).expect_err("too long a latency");
    let latency = LONGEST_LATENCY + 1;
    assert_eq!(error, DesignError::CoreLatency { latency });
}
