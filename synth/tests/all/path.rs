//! Tests of critical paths with named stages.

use halfpipe_figures::design::measured_unit;
use halfpipe_fpga::Family;
use halfpipe_fpga::Target;
use halfpipe_hdl::export::verilog_text;
use halfpipe_hdl::net::verilog::{DatapathPart, Text};
use halfpipe_hdl::net::Stage;
use halfpipe_synth::nextpnr::parse_report;
use halfpipe_synth::origin::Origins;
use halfpipe_synth::path::Path;
use halfpipe_synth::stages::{Border, Stages};
use halfpipe_synth::timing::{Origin, PathRegister, PlacementTiming};
use halfpipe_synth::unit::measure_unit;

/// A register of the harness, a carry cell of the module, a lookup table without a source, and one packed with a
/// register of the module.
const NETLIST: &str = r#"{ "modules": { "measuring_harness": {
    "netnames": { "core.unit.add_sum_1": { "bits": [9] }, "core.unit.add_sum_1_SB_LUT4_O_I3": { "bits": [8] } },
    "cells": {
        "feed": { "type": "SB_DFF", "attributes": { "src": "harness.v:11.5-15.8" },
            "connections": { "D": [1], "Q": [2] } },
        "chain": { "type": "SB_CARRY", "attributes": { "src": "module.v:20.10-20.30|/share/arith_map.v:62.5-70.4" },
            "connections": { "I0": [2], "CO": [3] } },
        "anything": { "type": "SB_LUT4", "attributes": { "src": "/share/cells_map.v:17.34-18.52" },
            "connections": { "I0": [3], "O": [4] } },
        "sum": { "type": "SB_LUT4", "attributes": { "src": "module.v:25.10-25.30" },
            "connections": { "I0": [4, "0"], "O": [8] } },
        "kept": { "type": "SB_DFF", "attributes": { "src": "module.v:30.5-33.8" },
            "connections": { "D": [8], "Q": [9] } } } } } }"#;

const REPORT: &str = r#"{
    "critical_paths": [ { "from": "posedge clock", "to": "posedge clock", "path": [
        { "type": "clk-to-q", "delay": 0.5, "to": { "cell": "feed_DFFLC", "port": "O" } },
        { "type": "logic", "delay": 0.5, "to": { "cell": "chain$CARRY", "port": "COUT" } },
        { "type": "logic", "delay": 0.5, "to": { "cell": "anything_LC", "port": "O" } },
        { "type": "logic", "delay": 0.5, "to": { "cell": "$nextpnr_ICESTORM_LC_3", "port": "O" } },
        { "type": "setup", "delay": 0.5, "to": { "cell": "sum_LC", "port": "I0" } } ] } ],
    "fmax": { "clock": { "achieved": 400.0 } } }"#;

fn located() -> PlacementTiming {
    let mut timing = parse_report(REPORT, 1).unwrap();
    Origins::parse(NETLIST, Family::ICE40).unwrap().locate(&mut timing);
    timing
}

#[test]
fn cells_are_traced_to_the_lines_they_were_made_of() {
    let timing = located();
    let origins: Vec<_> = timing.critical_path.iter().map(|step| step.origin).collect();
    let (outside, chain) = (Origin::Harness(11), Origin::Module(20));
    let sum = Origin::Module(25);
    assert_eq!(origins, [Some(outside), Some(chain), None, None, Some(sum)]);
}

#[test]
fn a_lookup_table_in_front_of_the_first_register_is_not_part_of_the_path() {
    let report = REPORT.replace("feed_DFFLC", "sum_LC");
    let mut timing = parse_report(&report, 1).unwrap();
    Origins::parse(NETLIST, Family::ICE40).unwrap().locate(&mut timing);
    assert_eq!(timing.critical_path[0].origin, Some(Origin::Module(30)));
}

#[test]
fn the_registers_at_both_ends_are_found_in_the_cells_they_are_packed_into() {
    let timing = located();
    let from = timing.from.unwrap();
    assert_eq!((from.origin, from.name), (Some(Origin::Harness(11)), None));
    let to = timing.to.unwrap();
    assert_eq!(
        (to.origin, to.name.as_deref()),
        (Some(Origin::Module(30)), Some("add_sum_1"))
    );
}

#[test]
fn a_netlist_of_another_form_is_refused() {
    let refused = |json: &str| Origins::parse(json, Family::ICE40).err().unwrap().to_string();
    assert_eq!(
        refused(r#"{ "modules": {} }"#),
        "Yosys' netlist: no module measuring_harness"
    );
    assert!(refused("{}").starts_with("Yosys' netlist: missing field `modules`"));
}

/// Returns the line, counted from 1, with a given beginning.
fn line(verilog: &Text, beginning: &str) -> Option<Origin> {
    let is_it = |line: &str| line.trim_start().starts_with(beginning);
    let found = verilog.as_str().lines().position(is_it).expect(beginning);
    Some(Origin::Module(found as u32 + 1))
}

#[test]
fn lines_belong_to_the_stage_that_they_were_written_for() {
    let unit = measured_unit("add.rn.f16".parse().unwrap(), 1, Target::ICE40_HX8K).unwrap();
    let verilog = verilog_text(&unit);
    let stages = Stages::new(&verilog, &unit.module().lane);
    let sum = line(&verilog, "wire [14:0] add_sum");
    let stage = stages.logic(sum).unwrap();
    assert_eq!(stages.title(stage), "add");
    assert_eq!(stages.part(sum), Some(DatapathPart::Logic { stage }));
    let register = line(&verilog, "// Register 1, after");
    let Some(DatapathPart::Registers { rank: 1, stage }) = stages.part(register) else {
        panic!("{:?}", stages.part(register));
    };
    let held = PathRegister {
        origin: register,
        name: None,
    };
    assert_eq!(stages.of_register(&held), Some(stage));
    assert_eq!(stages.logic(register), None);
    for outside in [
        line(&verilog, "endmodule"),
        Some(Origin::Module(0)),
        Some(Origin::Harness(2)),
        None,
    ] {
        assert_eq!(stages.part(outside), None);
    }
}

#[test]
fn the_stages_between_two_are_those_that_lead_from_one_to_the_other() {
    let unit = measured_unit("add.rn.f16".parse().unwrap(), 0, Target::ICE40_HX8K).unwrap();
    let verilog = verilog_text(&unit);
    let lane = &unit.module().lane;
    let stages = Stages::new(&verilog, lane);
    let [order, align, add, round, pack] = ["order", "align", "add", "round", "pack"].map(|name| {
        let stage = lane.stages.iter().position(|stage| stage.name == name);
        stage.expect(name)
    });
    let between = |from, to| stages.between(0, from, to);
    assert_eq!(between(Border::Stage(order), Border::Stage(add)), [align]);
    assert_eq!(between(Border::Stage(add), Border::Stage(order)), [0; 0]);
    assert_eq!(between(Border::Stage(add), Border::Stage(add)), [0; 0]);
    assert_eq!(between(Border::Stage(round), Border::Any), [pack]);
    let all = between(Border::Any, Border::Any);
    assert!([order, add, pack].iter().all(|stage| all.contains(stage)), "{all:?}");
}

#[test]
fn the_path_of_an_adder_goes_through_its_stages_in_order_and_is_as_long_as_the_clock() {
    for (target, latency) in [(Target::ICE40_HX8K, 0), (Target::ECP5_25K, 1)] {
        let unit = measured_unit("add.rn.f16".parse().unwrap(), latency, target).unwrap();
        let measured = measure_unit(&unit, target, 1).unwrap();
        let path = measured.path.unwrap();
        let all: Vec<String> = unit.lane().stages.iter().map(Stage::title).collect();
        let at = |stage: &String| {
            all.iter()
                .position(|other| other == stage)
                .expect("a stage of the adder")
        };
        let firsts: Vec<usize> = path.parts.iter().map(|part| at(&part.stages[0])).collect();
        assert!(firsts.len() > 1 && firsts.is_sorted(), "{path:?}");
        let length: f64 = path.parts.iter().map(|part| part.nanoseconds).sum();
        let period = 1000.0 / measured.measurement.timings[0].fmax;
        assert!((length - period).abs() < 0.01, "{length} ns of {period} ns in {path:?}");
        if latency == 0 {
            assert_eq!((path.from.as_str(), path.to.as_str()), ("operands", "result"));
        }
    }
}

/// A multiplier block between two ranks of registers of its own, feeding a register of the module.
const MULTIPLIER: &str = r#"{ "modules": { "measuring_harness": {
    "netnames": { "core.unit.pack_d_2": { "bits": [9] } },
    "cells": {
        "block": { "type": "SB_MAC16", "attributes": { "src": "module.v:LINE_OF_BLOCK.1-2.9" },
            "connections": { "A": [2], "O": [3] } },
        "kept": { "type": "SB_DFF", "attributes": { "src": "module.v:LINE_OF_REGISTER.5-7.8" },
            "connections": { "D": [3], "Q": [9] } } } } } }"#;

#[test]
fn a_path_may_begin_and_end_in_a_multiplier_block() {
    let unit = measured_unit("mul.rn.f16".parse().unwrap(), 2, Target::ECP5_25K).unwrap();
    let verilog = verilog_text(&unit);
    let stages = Stages::new(&verilog, &unit.module().lane);
    let lines = |beginning: &str| match line(&verilog, beginning) {
        Some(Origin::Module(line)) => line.to_string(),
        other => panic!("{other:?}"),
    };
    let netlist = MULTIPLIER
        .replace("LINE_OF_BLOCK", &lines("if (enable) product <="))
        .replace("LINE_OF_REGISTER", &lines("// Register 2, after"));
    let ends = |from: &str, to: &str| {
        let step = |kind: &str, cell: &str| {
            format!(r#"{{ "type": "{kind}", "delay": 1.0, "to": {{ "cell": "{cell}", "port": "O" }} }}"#)
        };
        let report = format!(
            r#"{{ "critical_paths": [ {{ "from": "posedge clock", "to": "posedge clock", "path": [ {}, {} ] }} ],
                "fmax": {{ "clock": {{ "achieved": 500.0 }} }} }}"#,
            step("clk-to-q", from),
            step("setup", to)
        );
        let mut timing = parse_report(&report, 1).unwrap();
        Origins::parse(&netlist, Family::ICE40).unwrap().locate(&mut timing);
        let path = Path::new(&timing, &stages, 1000);
        (path.from, path.to)
    };
    let (block, register) = ("multiplier block of multiply", stages.rank(2));
    assert_eq!(ends("block_DSP", "kept_DFFLC"), (block.to_owned(), register.clone()));
    assert_eq!(ends("kept_DFFLC", "block_DSP"), (register.clone(), block.to_owned()));
    // A register shared by two ranks begins a path to the later one.
    assert_eq!(ends("kept_DFFLC", "kept_DFFLC"), (stages.rank(1), register));
}

#[test]
fn without_a_seed_there_is_an_area_and_no_path() {
    let unit = measured_unit("neg.f16".parse().unwrap(), 0, Target::ICE40_HX8K).unwrap();
    let measured = measure_unit(&unit, Target::ICE40_HX8K, 0).unwrap();
    assert_eq!(measured.measurement.area.flip_flops, 32);
    assert!(measured.measurement.timings.is_empty() && measured.path.is_none());
}
