//! Critical paths named by stages.

use halfpipe_synth::device::Family;
use halfpipe_synth::nextpnr::{parse_report, Timing};
use halfpipe_synth::origin::{Origin, Origins};
use halfpipe_synth::path::Path;
use halfpipe_synth::stages::{Border, Place, Stages};
use halfpipe_synth::unit::{measure_unit, measured_unit};
use halfpipe_synth::Target;

/// A register of the harness, a carry cell of the module, a lookup table without a source and one packed with a
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

fn located() -> Timing {
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
        "Yosys' netlist: there is no module measuring_harness"
    );
    assert!(refused("{}").starts_with("Yosys' netlist: missing field `modules`"));
}

#[test]
fn lines_belong_to_the_banner_above_them() {
    let unit = measured_unit("add.rn.f16".parse().unwrap(), 1, Target::ICE40_HX8K).unwrap();
    let text = "// ---- leading zeros ----\nwire a = b;\n\n// ==== pipeline register 2, after count ====\nreg c;\n\
                // ---- ports ----\nwire e = c;\n";
    let stages = Stages::new(text, &unit.module().lane);
    let place = |line| stages.place(Some(Origin::Module(line))).cloned();
    assert_eq!(place(2), Some(Place::Stage("leading_zeros".to_owned())));
    assert_eq!(place(5), Some(Place::Register(2, "count".to_owned())));
    assert_eq!([place(0), place(7), place(99)], [None, None, None]);
    assert_eq!(stages.stage(Some(Origin::Module(2))), Some("leading_zeros"));
    assert_eq!(stages.stage(Some(Origin::Harness(2))), None);
}

#[test]
fn the_stages_between_two_are_those_that_lead_from_one_to_the_other() {
    let unit = measured_unit("add.rn.f16".parse().unwrap(), 0, Target::ICE40_HX8K).unwrap();
    let stages = Stages::new("", &unit.module().lane);
    let between = |from, to| stages.between(0, from, to);
    assert_eq!(between(Border::Stage("order"), Border::Stage("add")), ["align"]);
    assert_eq!(between(Border::Stage("add"), Border::Stage("order")), [""; 0]);
    assert_eq!(between(Border::Stage("add"), Border::Stage("add")), [""; 0]);
    assert_eq!(between(Border::Stage("round"), Border::Any), ["pack"]);
    let all = between(Border::Any, Border::Any);
    assert!(
        ["order", "add", "pack"]
            .iter()
            .all(|stage| all.contains(&(*stage).to_owned())),
        "{all:?}"
    );
}

#[test]
fn the_path_of_an_adder_goes_through_its_stages_in_order_and_is_as_long_as_the_clock() {
    for (target, latency) in [(Target::ICE40_HX8K, 0), (Target::ECP5_25K, 1)] {
        let unit = measured_unit("add.rn.f16".parse().unwrap(), latency, target).unwrap();
        let measured = measure_unit(&unit, target, 1).unwrap();
        let path = measured.path.unwrap();
        let all: Vec<String> = unit.lane().stages.iter().map(|stage| stage.replace('_', " ")).collect();
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
        "block": { "type": "SB_MAC16", "attributes": { "src": "module.v:2.1-2.9" },
            "connections": { "A": [2], "O": [3] } },
        "kept": { "type": "SB_DFF", "attributes": { "src": "module.v:5.5-7.8" },
            "connections": { "D": [3], "Q": [9] } } } } } }"#;

#[test]
fn a_path_may_begin_and_end_in_a_multiplier_block() {
    let unit = measured_unit("mul.rn.f16".parse().unwrap(), 2, Target::ICE40_HX8K).unwrap();
    let text = "// ---- multiply ----\nwire a = b;\n\n// ==== pipeline register 2, after round ====\nreg c;\n";
    let stages = Stages::new(text, &unit.module().lane);
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
        Origins::parse(MULTIPLIER, Family::ICE40).unwrap().locate(&mut timing);
        let path = Path::of(&timing, &stages, 1000);
        (path.from, path.to)
    };
    let (block, register) = ("multiplier block of multiply", "register 2, after round");
    assert_eq!(ends("block_DSP", "kept_DFFLC"), (block.to_owned(), register.to_owned()));
    assert_eq!(ends("kept_DFFLC", "block_DSP"), (register.to_owned(), block.to_owned()));
}

#[test]
fn without_a_seed_there_is_an_area_and_no_path() {
    let unit = measured_unit("neg.f16".parse().unwrap(), 0, Target::ICE40_HX8K).unwrap();
    let measured = measure_unit(&unit, Target::ICE40_HX8K, 0).unwrap();
    assert_eq!(measured.measurement.area.flip_flops, 32);
    assert!(measured.measurement.timings.is_empty() && measured.path.is_none());
}
