//! Iterative units in all engines, with stalls, gaps and resets, and the linters.

use halfpipe_hdl::design::{ControlInputs, Design, DesignSpec};
use halfpipe_hdl::export::verilog;
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_isa::Instruction;
use halfpipe_simulation::contract::Contract;
use halfpipe_simulation::stimulus::{Schedule, Stimulus};
use halfpipe_test_support::lint::{assert_clean, by_latency, file};
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::{EmbeddedSimulator, Engine, Gates, RustHdl};
use halfpipe_testbench::scoreboard::verify;
use halfpipe_yosys::Mapping;

/// Returns the iterative unit of an instruction, under a name of its own.
fn unit(instruction: Instruction) -> Design {
    let ports = [
        ("_flags", instruction.has_flags()),
        ("_port", instruction.has_rounding_port()),
    ];
    let marks = ports.into_iter().filter(|(_, has)| *has).map(|(mark, _)| mark);
    let name = marks.fold(instruction.module_name(), |name, mark| name + mark);
    let spec = DesignSpec::iterative(instruction);
    Design::from_spec(&DesignSpec {
        name: Some(name),
        ..spec
    })
    .unwrap()
}

/// Returns units of each operation and type, plain and with flags and a rounding port.
fn units() -> Vec<Design> {
    let mut units = Vec::new();
    for operation in ["div", "rcp", "sqrt"] {
        for ty in ["f16", "bf16", "f16x2", "bf16x2"] {
            let plain: Instruction = format!("{operation}.rn.{ty}").parse().unwrap();
            units.push(unit(plain));
            units.push(unit(plain.with_rounding_port().unwrap().with_flags().unwrap()));
        }
        for rounding in ["rz", "rm.ftz", "rp", "rna"] {
            let directed: Instruction = format!("{operation}.{rounding}.f16").parse().unwrap();
            units.push(unit(directed.with_flags().unwrap()));
        }
    }
    units
}

/// Verifies a unit with so many vectors of its stimulus, among stalls, gaps and resets.
fn assert_right(unit: &Design, engine: &mut dyn Engine, count: u64) {
    let mut stimulus = Stimulus::new(unit.instruction(), 1);
    let report = verify(unit, engine, &mut stimulus, count, &mut |_| {}).unwrap();
    assert!(report.is_clean(), "{}", report.first.unwrap());
    assert_eq!(report.vectors, count);
}

#[test]
fn the_number_of_cycles_is_that_of_the_format() {
    for unit in units() {
        let expected = match unit.instruction().ty().operand_format().fraction_bits {
            10 => 16,
            _ => 13,
        };
        assert_eq!(unit.latency(), expected, "{}", unit.name());
    }
}

#[test]
fn every_unit_computes_what_the_model_says() {
    for unit in &units() {
        assert_right(unit, &mut EmbeddedSimulator::new(unit), 2000);
    }
}

#[test]
fn the_compiled_verilog_computes_what_the_model_says() {
    let units = units();
    let batch = Batch::build(&units.iter().collect::<Vec<_>>()).unwrap();
    for (index, unit) in units.iter().enumerate() {
        assert_right(unit, &mut batch.engine(index).unwrap(), 4000);
    }
}

#[test]
fn netlists_and_hosted_units_compute_what_the_model_says() {
    for name in ["div.rm.f16", "sqrt.rn.bf16x2"] {
        let unit = unit(name.parse::<Instruction>().unwrap().with_flags().unwrap());
        assert_right(&unit, &mut Gates::open(&unit, Mapping::Generic).unwrap(), 50_000);
        assert_right(&unit, &mut RustHdl::new(&unit), 200);
    }
}

#[test]
fn in_ready_says_when_operands_are_taken() {
    for unit in units() {
        let mut simulator = NetlistSimulator::new(unit.module());
        let mut contract = Contract::from_interface(unit.interface());
        let mut taken = 0;
        for (cycle, control) in Schedule::new(unit.latency(), 7, 0).take(5000).enumerate() {
            let control: ControlInputs = control;
            simulator.set_valid(control.in_valid);
            simulator.settle();
            assert_eq!(
                simulator.in_ready(),
                contract.is_ready(),
                "{}, cycle {cycle}",
                unit.name()
            );
            taken += usize::from(control.accepts() && contract.is_ready());
            let shown = contract.cycle(control, cycle);
            assert_eq!(simulator.out_valid(), shown.is_some(), "{}, cycle {cycle}", unit.name());
            simulator.tick(control.enable, control.reset);
        }
        assert!(taken > 200, "{}: {taken}", unit.name());
    }
}

#[test]
fn every_unit_passes_the_linters() {
    let units = units();
    by_latency(units.iter(), |unit| [file(unit)])
        .into_iter()
        .for_each(assert_clean);
}

#[test]
fn the_verilog_states_the_cycles_and_the_ports() {
    let text = verilog(&unit("div.rn.f16".parse().unwrap()));
    for line in [
        "// Iterative: one operation at a time, 16 enabled cycles from operands to result.",
        "    output wire in_ready,",
        "assign in_ready = handshake_ready;",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}
