//! Conversion of a module of Yosys' netlist into a bit graph.

use halfpipe_aig::Aig;

use super::net_reader::{net_name, Reader};
use super::{cell, Mapping, NetlistError};
use crate::external::Values;
use crate::netlist::{Bit, Cell, YosysModule};

/// Returns the names of the registers that [`read_netlist_with`] makes of flip-flops, in its order.
pub fn register_names(module: &YosysModule, mapping: Mapping) -> Vec<String> {
    let is_register = |cell: &&Cell| cell::flip_flop(mapping, &cell.kind).is_some();
    let registers = module.cells.values().filter(is_register);
    let name = |cell: &Cell| match cell.connections.get("Q").map(Vec::as_slice) {
        Some([Bit::Net(net)]) => net_name(module, *net),
        _ => String::new(),
    };
    registers.map(name).collect()
}

/// Returns the bit graph of a module with the cells of a mapping. The named ports become its inputs and outputs, each
/// from its lowest bit on. The Verilog behind the netlist has no undefined values.
///
/// # Errors
///
/// [`NetlistError`] when a cell has an unknown type or unsuitable connections, or an output is tied to x.
///
/// # Panics
///
/// When the module lacks one of the named ports.
pub fn read_netlist(
    module: &YosysModule,
    mapping: Mapping,
    inputs: &[&str],
    outputs: &[&str],
) -> Result<Aig, NetlistError> {
    read_netlist_with(module, mapping, Values::Known, inputs, outputs)
}

/// Returns the same graph, with undefined values treated as `values` specifies.
///
/// # Errors
///
/// As [`read_netlist`].
///
/// # Panics
///
/// As [`read_netlist`].
pub fn read_netlist_with(
    module: &YosysModule,
    mapping: Mapping,
    values: Values,
    inputs: &[&str],
    outputs: &[&str],
) -> Result<Aig, NetlistError> {
    let port = |name: &str| {
        module
            .ports
            .get(name)
            .unwrap_or_else(|| panic!("the module has no port {name}"))
    };
    let mut reader = Reader::new(module, mapping, values);
    for name in inputs {
        for net in &port(name).bits {
            let bit = reader.aig.input();
            reader.connect(net, bit);
        }
    }
    let registers = reader.make_registers()?;
    let (addresses, words) = match values {
        Values::Known => (reader.make_addresses()?, Vec::new()),
        Values::Any => (Vec::new(), reader.make_words()?),
    };
    for name in outputs {
        for net in &port(name).bits {
            let bit = reader.known_bit(net, || format!("port {name}"))?;
            reader.aig.output(bit);
        }
    }
    for (register, name, cell, flip_flop) in registers {
        let mut pins = reader.pins(name, cell);
        let next = cell::next(&mut pins, flip_flop)?;
        reader.aig.feed(register, next);
    }
    for address in addresses {
        let next = reader.next_address(&address)?;
        reader.aig.feed(address.register, next);
    }
    for word in &words {
        reader.feed_word(word)?;
    }
    Ok(reader.aig)
}

#[cfg(test)]
mod tests {
    use halfpipe_fpga::Family;
    use serde_json::{json, Value};

    use super::*;

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
}
