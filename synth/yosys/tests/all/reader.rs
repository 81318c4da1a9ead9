//! Netlists as graphs of gates and registers.

use halfpipe_aig::Aig;
use halfpipe_fpga::Family;
use halfpipe_yosys::circuit::{read_netlist, Mapping, NetlistError};
use halfpipe_yosys::netlist::YosysModule;
use serde_json::{json, Value};

/// Returns a graph with one flip-flop between two ports, with these pins.
fn flip_flop((mapping, kind): (Mapping, &str), pins: Value, output: Value) -> Result<Aig, NetlistError> {
    let port = |direction: &str, bits: Value| json!({ "direction": direction, "bits": bits });
    let cell = json!({
        "type": kind,
        "parameters": {},
        "connections": pins,
        "port_directions": { "Q": "output" },
    });
    let module = json!({
        "ports": { "clock": port("input", json!([2])), "a": port("input", json!([3])), "d": port("output", output) },
        "cells": { "held": cell },
    });
    let module = YosysModule::parse(&json!({ "modules": { "m": module } }).to_string(), "m").unwrap();
    read_netlist(&module, mapping, &["a"], &["d"])
}

fn refused(kind: (Mapping, &str), pins: Value, output: Value) -> String {
    flip_flop(kind, pins, output).unwrap_err().to_string()
}

const KINDS: [(Mapping, &str, &str, &str); 4] = [
    (Mapping::Generic, "$_DFF_P_", "C", "D"),
    (Mapping::Cells(Family::ICE40), "SB_DFF", "C", "D"),
    (Mapping::Cells(Family::ECP5), "TRELLIS_FF", "CLK", "DI"),
    (Mapping::Cells(Family::GOWIN), "DFF", "CLK", "D"),
];

#[test]
fn flip_flops_have_the_modules_clock() {
    for (mapping, name, clock, data) in KINDS {
        let kind = (mapping, name);
        assert!(flip_flop(kind, json!({ clock: [2], data: [3], "Q": [4] }), json!([4])).is_ok());
        for other in [json!([3]), json!(["1"]), json!([])] {
            assert_eq!(
                refused(kind, json!({ clock: other, data: [3], "Q": [4] }), json!([4])),
                format!("cell held of type {name} is not clocked by the module's port clock")
            );
        }
        let without = refused(kind, json!({ data: [3], "Q": [4] }), json!([4]));
        assert!(
            without.starts_with("cell held of type") && without.contains("is not clocked by"),
            "{without}"
        );
    }
}

#[test]
fn what_is_kept_or_shown_is_no_unknown_value() {
    for (mapping, name, clock, data) in KINDS {
        let kind = (mapping, name);
        for value in ["x", "z"] {
            assert_eq!(
                refused(kind, json!({ clock: [2], data: [value], "Q": [4] }), json!([4])),
                format!("pin {data} of cell held of the netlist is tied to {value}; tie it to 0 or 1")
            );
            assert_eq!(
                refused(kind, json!({ clock: [2], data: [3], "Q": [4] }), json!([4, value])),
                format!("port d of the netlist is tied to {value}; tie it to 0 or 1")
            );
        }
        assert!(flip_flop(kind, json!({ clock: [2], data: ["1"], "Q": [4] }), json!([4, "0"])).is_ok());
    }
}
