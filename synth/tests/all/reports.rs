//! Tests of the readers for reports of Yosys and nextpnr.

use halfpipe_fpga::Target;
use halfpipe_hdl::design::{Port, Role};
use halfpipe_synth::nextpnr::parse_report;
use halfpipe_synth::ports::ports_of;
use halfpipe_synth::timing::StepKind;
use halfpipe_synth::Error;
use halfpipe_synth::{Area, Measurement};
use halfpipe_yosys::netlist::YosysModule;
use halfpipe_yosys::statistics::{parse_design, parse_modules};

/// Reads the ports of a module from a netlist.
fn parse_ports(json: &str, module: &str) -> Result<Vec<Port>, Error> {
    ports_of(module, &YosysModule::parse(json, module)?)
}

const CELLS: &str = r#"{
    "creator": "Yosys",
    "modules": {
        "\\core": { "num_cells": 26, "num_cells_by_type": {
            "$scopeinfo": 1, "SB_CARRY": 15, "SB_LUT4": 16, "SB_DFF": 3, "SB_DFFESR": 5, "SB_MAC16": 2, "SB_RAM40_4KNR": 3 } },
        "\\holder": { "num_cells": 2, "num_cells_by_type": { "$dlatch": 1, "$_DLATCH_P_": 1, "$dff": 4 } }
    },
    "design": { "num_cells_by_type": {
        "LUT4": 7, "PFUMX": 3, "L6MUX21": 1, "CCU2C": 8, "TRELLIS_FF": 48, "MULT18X18D": 1 } }
}"#;

#[test]
fn cells_are_counted_by_what_they_are() {
    let [ice40, ecp5] = [Target::ICE40_HX8K, Target::ECP5_25K].map(Target::family);
    let cells = parse_design(CELLS).unwrap();
    assert_eq!(cells.sum(|kind| ecp5.cells.wide_multiplexers.contains(&kind)), 4);
    assert_eq!(cells.latches(), 0);
    let area = Area::new(ecp5, cells);
    assert_eq!((area.luts, area.carries, area.dsps, area.flip_flops), (7, 8, 1, 48));

    let modules = parse_modules(CELLS).unwrap();
    let area = Area::new(ice40, modules["core"].clone());
    assert_eq!((area.luts, area.carries, area.dsps, area.flip_flops), (16, 15, 2, 8));
    assert_eq!(area.rams, 3);
    assert!(!area.cells.0.contains_key("$scopeinfo"));
    assert_eq!(modules["holder"].latches(), 2);
}

#[test]
fn a_cell_count_of_another_form_is_refused() {
    let error = parse_design("{}").unwrap_err().to_string();
    assert!(
        error.starts_with("Yosys' cell count: missing field `modules`"),
        "{error}"
    );
    let error = parse_design(r#"{"modules": {}}"#).unwrap_err().to_string();
    assert_eq!(error, "Yosys' cell count: no total for the design");
}

#[test]
fn ports_keep_the_order_of_their_declaration() {
    let netlist = r#"{ "modules": { "unit": { "ports": {
        "z": { "direction": "input", "bits": [2, 3, "0"] },
        "a": { "direction": "input", "bits": [4] },
        "d": { "direction": "output", "bits": [5, 6] } } } } }"#;
    let ports = [
        Port::input("z", 3, Role::Operand(0)),
        Port::input("a", 1, Role::Operand(1)),
        Port::output("d", 2, Role::Result(0)),
    ];
    assert_eq!(parse_ports(netlist, "unit").unwrap(), ports);
    assert_eq!(
        parse_ports(netlist, "other").unwrap_err().to_string(),
        "Yosys' netlist: no module other"
    );
    assert_eq!(
        parse_ports(&netlist.replace("output", "inout"), "unit")
            .unwrap_err()
            .to_string(),
        "module unit cannot be measured: its port d is inout; only input and output are allowed"
    );
}

/// A report with a path from a pin, which is ignored, and one between registers.
const TIMING: &str = r#"{
    "critical_paths": [
        { "from": "<async>", "to": "posedge clock", "path": [] },
        { "from": "posedge clock", "to": "posedge clock", "path": [
            { "type": "clk-to-q", "delay": 0.5,
              "from": { "cell": "feed", "loc": [1, 2], "port": "O" },
              "to": { "cell": "feed", "loc": [1, 2], "port": "O" } },
            { "type": "routing", "delay": 1.25, "budget": 0, "net": "core.operands[3]",
              "from": { "cell": "feed", "loc": [1, 2], "port": "O" },
              "to": { "cell": "sum", "loc": [3, 4], "port": "I3" } },
            { "type": "setup", "delay": 0.25,
              "from": { "cell": "sum", "loc": [3, 4], "port": "I3" },
              "to": { "cell": "sum", "loc": [3, 4], "port": "I3" } } ] }
    ],
    "fmax": { "clock": { "achieved": 500.0, "constraint": 200.0 } },
    "utilization": { "ICESTORM_LC": { "available": 7680, "used": 16 } }
}"#;

#[test]
fn the_critical_path_between_registers_is_read() {
    let timing = parse_report(TIMING, 7).unwrap();
    assert_eq!((timing.seed, timing.fmax), (7, 500.0));
    let kinds: Vec<_> = timing.critical_path.iter().map(|step| step.kind).collect();
    assert_eq!(kinds, [StepKind::ClkToQ, StepKind::Routing, StepKind::Setup]);
    let wire = &timing.critical_path[1];
    assert_eq!(
        (wire.cell.as_str(), wire.port.as_str(), wire.delay),
        ("sum", "I3", 1.25)
    );
    assert_eq!(wire.net.as_deref(), Some("core.operands[3]"));
}

#[test]
fn a_timing_report_without_one_clock_is_refused() {
    let refused = |report: &str| parse_report(report, 1).unwrap_err().to_string();
    assert_eq!(
        refused(r#"{ "critical_paths": [], "fmax": {} }"#),
        "nextpnr's timing report: expected one clock, found 0"
    );
    assert_eq!(
        refused(r#"{ "critical_paths": [], "fmax": { "clock": { "achieved": 1.0 } } }"#),
        "nextpnr's timing report: no path from posedge clock to posedge clock"
    );
    assert!(refused("nonsense").starts_with("nextpnr's timing report: expected"));
}

#[test]
fn best_and_median_are_taken_over_the_seeds() {
    let timing = parse_report(TIMING, 1).unwrap();
    let measured = |speeds: &[f64]| Measurement {
        target: Target::ICE40_HX8K,
        area: Area::new(Target::ECP5_25K.family(), parse_design(CELLS).unwrap()),
        timings: speeds
            .iter()
            .map(|&fmax| halfpipe_synth::timing::PlacementTiming { fmax, ..timing.clone() })
            .collect(),
    };
    let best_and_median = |speeds: &[f64]| {
        let measurement = measured(speeds);
        (measurement.best().map(|t| t.fmax), measurement.median().map(|t| t.fmax))
    };
    assert_eq!(best_and_median(&[30.0, 10.0, 20.0]), (Some(30.0), Some(20.0)));
    assert_eq!(best_and_median(&[10.0, 40.0, 30.0, 20.0]), (Some(40.0), Some(20.0)));
    assert_eq!(best_and_median(&[10.0]), (Some(10.0), Some(10.0)));
    assert_eq!(best_and_median(&[]), (None, None));
}

#[test]
fn a_measurement_is_written_as_json() {
    let measurement = Measurement {
        target: Target::ECP5_25K,
        area: Area::new(Target::ECP5_25K.family(), parse_design(CELLS).unwrap()),
        timings: vec![parse_report(TIMING, 1).unwrap()],
    };
    let json = serde_json::to_value(&measurement).unwrap();
    assert_eq!(json["target"], "ecp5-25k");
    assert_eq!(json["area"]["luts"], 7);
    assert_eq!(json["timings"][0]["critical_path"][0]["kind"], "clk-to-q");
}
