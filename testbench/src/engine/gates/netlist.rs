//! The netlist that Yosys writes, and how it is read into a network.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::cell;
use super::network::{Bit, Network};

/// The port of the clock.
const CLOCK: &str = "clock";

/// A netlist that cannot be evaluated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetlistError {
    /// It is not of the form that `write_json` writes.
    #[error("Yosys' netlist of {module} cannot be read: {message}")]
    Form {
        /// The module.
        module: String,
        /// What is wrong.
        message: String,
    },
    /// A cell of a type without a known meaning.
    #[error("the netlist has a cell of type {kind}, whose meaning is not known here")]
    UnknownCell {
        /// The cell's type.
        kind: String,
    },
    /// A cell that lacks what its type must have, or has it otherwise.
    #[error("cell {name} of type {kind} has no usable {what}")]
    Cell {
        /// The cell.
        name: String,
        /// Its type.
        kind: String,
        /// The port or parameter.
        what: String,
    },
    /// A flip-flop on another clock.
    #[error("the clock of cell {name} of type {kind} is not the module's port {CLOCK}")]
    Clock {
        /// The cell.
        name: String,
        /// Its type.
        kind: String,
    },
    /// An output or what a register takes, tied to neither 0 nor 1.
    #[error("{place} of the netlist is tied to {value}, which is neither 0 nor 1")]
    Unknown {
        /// The port, or the cell and its pin.
        place: String,
        /// What it is tied to.
        value: String,
    },
    /// A net without a driver.
    #[error("net {net} of the netlist is driven by nothing")]
    Undriven {
        /// Its number.
        net: u64,
    },
    /// Gates in a circle.
    #[error("net {net} of the netlist depends on itself without a register between")]
    Loop {
        /// Its number.
        net: u64,
    },
}

/// A module as Yosys wrote it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Netlist {
    ports: BTreeMap<String, Port>,
    cells: BTreeMap<String, Cell>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
struct Port {
    direction: String,
    bits: Vec<Net>,
}

/// A cell of the netlist.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Cell {
    #[serde(rename = "type")]
    kind: String,
    parameters: BTreeMap<String, String>,
    connections: BTreeMap<String, Vec<Net>>,
    port_directions: BTreeMap<String, String>,
}

/// What a pin is connected to: a numbered net, or a constant written 0, 1 or x.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
enum Net {
    Numbered(u64),
    Constant(String),
}

/// One entry of the table in a lookup-table cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The cell.
    pub cell: String,
    /// The parameter that holds the table.
    pub parameter: String,
    /// The place in it.
    pub place: usize,
}

impl Netlist {
    /// Reads what `write_json` wrote of a module.
    ///
    /// # Errors
    ///
    /// [`NetlistError::Form`] when it is not of that form or lacks the module.
    pub fn parse(json: &str, module: &str) -> Result<Netlist, NetlistError> {
        #[derive(Deserialize)]
        struct Design {
            modules: BTreeMap<String, Netlist>,
        }
        let form = |message: String| NetlistError::Form {
            module: module.to_owned(),
            message,
        };
        let mut design: Design = serde_json::from_str(json).map_err(|error| form(error.to_string()))?;
        let found = design.modules.remove(module);
        found.ok_or_else(|| form("it lacks the module".to_owned()))
    }

    /// The text that Yosys' `read_json` reads it back from, as a module of the caller's name.
    pub fn to_json(&self, module: &str) -> String {
        serde_json::json!({ "modules": { module: self } }).to_string()
    }

    /// Every entry of every lookup table.
    pub fn table_entries(&self) -> Vec<TableEntry> {
        let mut entries = Vec::new();
        for (name, cell) in &self.cells {
            for table in cell::tables(&cell.kind) {
                let width = cell.parameters.get(table.parameter).map_or(0, String::len);
                entries.extend((0..width).map(|place| TableEntry {
                    cell: name.clone(),
                    parameter: table.parameter.to_owned(),
                    place,
                }));
            }
        }
        entries
    }

    /// Flips an entry of a lookup table: how the tests put a fault into a netlist.
    ///
    /// # Panics
    ///
    /// When there is no such entry.
    pub fn flip(&mut self, entry: &TableEntry) {
        let cell = self.cells.get_mut(&entry.cell).expect("the cell is in the netlist");
        let table = cell
            .parameters
            .get_mut(&entry.parameter)
            .expect("the cell has the table");
        let flipped = table
            .chars()
            .rev()
            .enumerate()
            .map(|(place, bit)| match (place == entry.place, bit) {
                (true, '0') => '1',
                (true, _) => '0',
                (false, bit) => bit,
            });
        *table = flipped.collect::<Vec<_>>().into_iter().rev().collect();
    }

    /// The same netlist with another port: the place that a lookup table is read at, lowest bit first.
    ///
    /// # Panics
    ///
    /// When there is no such lookup table.
    pub fn with_place(&self, entry: &TableEntry, port: &str) -> Netlist {
        let cell = &self.cells[&entry.cell];
        let mut tables = cell::tables(&cell.kind).iter();
        let table = tables.find(|table| table.parameter == entry.parameter);
        let pins = table.expect("the cell has the table").inputs;
        let bits = pins.iter().map(|pin| cell.connections[*pin][0].clone()).collect();
        let mut exposed = self.clone();
        let direction = "output".to_owned();
        exposed.ports.insert(port.to_owned(), Port { direction, bits });
        exposed
    }

    /// The network, with the named ports as inputs and outputs, each from its lowest bit on.
    ///
    /// # Errors
    ///
    /// [`NetlistError`] when a cell's meaning is not known, its pins are not connected as it needs, or an output is tied to
    /// x.
    ///
    /// # Panics
    ///
    /// When the module has no port of one of the names.
    pub fn network(&self, inputs: &[&str], outputs: &[&str]) -> Result<Network, NetlistError> {
        let mut reader = Reader::new(self);
        for port in inputs {
            for net in &self.ports[*port].bits {
                let bit = reader.network.input();
                if let Net::Numbered(net) = net {
                    reader.bits.insert(*net, State::Done(bit));
                }
            }
        }
        let registers = reader.make_registers()?;
        for port in outputs {
            for net in &self.ports[*port].bits {
                let bit = reader.known_bit(net, || format!("port {port}"))?;
                reader.network.output(bit);
            }
        }
        for (register, name, cell) in registers {
            let next = cell::next(&mut Pins {
                reader: &mut reader,
                name,
                cell,
            })?;
            reader.network.feed(register, next);
        }
        Ok(reader.network)
    }
}

enum State {
    /// Its driver is being read.
    Open,
    Done(Bit),
}

/// A network under construction.
struct Reader<'n> {
    network: Network,
    bits: HashMap<u64, State>,
    /// The cell and its port that drive a net.
    drivers: HashMap<u64, (&'n str, &'n Cell, &'n str)>,
    netlist: &'n Netlist,
}

impl<'n> Reader<'n> {
    fn new(netlist: &'n Netlist) -> Reader<'n> {
        let mut drivers = HashMap::new();
        for (name, cell) in &netlist.cells {
            for (port, nets) in &cell.connections {
                if cell
                    .port_directions
                    .get(port)
                    .is_some_and(|direction| direction == "output")
                {
                    for net in nets {
                        if let Net::Numbered(net) = net {
                            drivers.insert(*net, (name.as_str(), cell, port.as_str()));
                        }
                    }
                }
            }
        }
        Reader {
            network: Network::default(),
            bits: HashMap::new(),
            drivers,
            netlist,
        }
    }

    /// Makes a register of each flip-flop, and leaves open what it takes.
    fn make_registers(&mut self) -> Result<Vec<(usize, &'n str, &'n Cell)>, NetlistError> {
        let mut registers = Vec::new();
        for (name, cell) in &self.netlist.cells {
            if let Some(clock) = cell::clock(&cell.kind) {
                if !self.is_clock(cell.connections.get(clock)) {
                    return Err(NetlistError::Clock {
                        name: name.clone(),
                        kind: cell.kind.clone(),
                    });
                }
                let (register, held) = self.network.register();
                for net in cell.connections.get("Q").into_iter().flatten() {
                    if let Net::Numbered(net) = net {
                        self.bits.insert(*net, State::Done(held));
                    }
                }
                registers.push((register, name.as_str(), cell));
            }
        }
        Ok(registers)
    }

    /// Whether a pin is connected to the port of the clock.
    fn is_clock(&self, pin: Option<&Vec<Net>>) -> bool {
        let port = self.netlist.ports.get(CLOCK).map(|port| port.bits.as_slice());
        matches!((pin.map(Vec::as_slice), port), (Some([Net::Numbered(pin)]), Some([Net::Numbered(port)])) if pin == port)
    }

    /// The bit of a net whose value matters. `place` names what it is connected to.
    fn known_bit(&mut self, net: &Net, place: impl FnOnce() -> String) -> Result<Bit, NetlistError> {
        match net {
            Net::Constant(value) if value != "0" && value != "1" => Err(NetlistError::Unknown {
                place: place(),
                value: value.clone(),
            }),
            _ => self.bit(net),
        }
    }

    fn bit(&mut self, net: &Net) -> Result<Bit, NetlistError> {
        let net = match net {
            Net::Numbered(net) => *net,
            // A gate's pin tied to x is one whose value Yosys found not to matter.
            Net::Constant(value) => return Ok(self.network.constant(value == "1")),
        };
        match self.bits.get(&net) {
            Some(State::Done(bit)) => return Ok(*bit),
            Some(State::Open) => return Err(NetlistError::Loop { net }),
            None => {}
        }
        self.bits.insert(net, State::Open);
        let driver = self.drivers.get(&net).copied();
        let (name, cell, port) = driver.ok_or(NetlistError::Undriven { net })?;
        let mut pins = Pins {
            reader: self,
            name,
            cell,
        };
        let bit = cell::output(&mut pins, port)?;
        self.bits.insert(net, State::Done(bit));
        Ok(bit)
    }
}

/// A cell's pins and parameters while its meaning is put into the network.
pub struct Pins<'r, 'n> {
    reader: &'r mut Reader<'n>,
    name: &'n str,
    cell: &'n Cell,
}

impl<'n> Pins<'_, 'n> {
    /// The cell's type.
    pub fn kind(&self) -> &'n str {
        &self.cell.kind
    }

    /// The network it becomes a part of.
    pub fn network(&mut self) -> &mut Network {
        &mut self.reader.network
    }

    /// What is connected to an input pin.
    pub fn input(&mut self, port: &str) -> Result<Bit, NetlistError> {
        match self.cell.connections.get(port).map(Vec::as_slice) {
            Some([net]) => self.reader.bit(net),
            _ => Err(self.lacks(port)),
        }
    }

    /// What is connected to the pin that a register takes its bit from.
    pub fn data(&mut self, port: &str) -> Result<Bit, NetlistError> {
        match self.cell.connections.get(port).map(Vec::as_slice) {
            Some([net]) => {
                let name = self.name;
                self.reader.known_bit(net, || format!("pin {port} of cell {name}"))
            }
            _ => Err(self.lacks(port)),
        }
    }

    /// Whether something is connected to a pin.
    pub fn is_connected(&self, port: &str) -> bool {
        self.cell.connections.get(port).is_some_and(|nets| !nets.is_empty())
    }

    /// What a flip-flop's register holds.
    pub fn held(&mut self) -> Result<Bit, NetlistError> {
        self.input("Q")
    }

    /// A parameter that is a binary number of at most 64 digits.
    pub fn number(&self, parameter: &str) -> Result<u64, NetlistError> {
        let digits = self.cell.parameters.get(parameter);
        let number = digits.and_then(|digits| u64::from_str_radix(digits, 2).ok());
        number.ok_or_else(|| self.lacks(parameter))
    }

    /// A parameter that is a word, or its usual value where the cell does not say.
    pub fn word(&self, parameter: &str, usual: &'n str) -> &'n str {
        self.cell.parameters.get(parameter).map_or(usual, |word| word.trim())
    }

    /// The error for a port or parameter that is missing or otherwise than it must be.
    pub fn lacks(&self, what: &str) -> NetlistError {
        NetlistError::Cell {
            name: self.name.to_owned(),
            kind: self.cell.kind.clone(),
            what: what.to_owned(),
        }
    }

    /// The error for a type that is not known.
    pub fn unknown(&self) -> NetlistError {
        NetlistError::UnknownCell {
            kind: self.cell.kind.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{json, Value};

    use super::*;

    /// A flip-flop between two ports, with these pins.
    fn flip_flop(kind: &str, pins: Value, output: Value) -> Result<Network, NetlistError> {
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
        let netlist = Netlist::parse(&json!({ "modules": { "m": module } }).to_string(), "m")?;
        netlist.network(&["a"], &["d"])
    }

    fn refused(kind: &str, pins: Value, output: Value) -> String {
        flip_flop(kind, pins, output).unwrap_err().to_string()
    }

    const KINDS: [(&str, &str, &str); 3] = [
        ("$_DFF_P_", "C", "D"),
        ("SB_DFF", "C", "D"),
        ("TRELLIS_FF", "CLK", "DI"),
    ];

    #[test]
    fn flip_flops_have_the_modules_clock() {
        for (kind, clock, data) in KINDS {
            assert!(flip_flop(kind, json!({ clock: [2], data: [3], "Q": [4] }), json!([4])).is_ok());
            for other in [json!([3]), json!(["1"]), json!([])] {
                assert_eq!(
                    refused(kind, json!({ clock: other, data: [3], "Q": [4] }), json!([4])),
                    format!("the clock of cell held of type {kind} is not the module's port clock")
                );
            }
            let without = refused(kind, json!({ data: [3], "Q": [4] }), json!([4]));
            assert!(without.starts_with("the clock of cell held"), "{without}");
        }
    }

    #[test]
    fn what_is_kept_or_shown_is_no_unknown_value() {
        for (kind, clock, data) in KINDS {
            for value in ["x", "z"] {
                assert_eq!(
                    refused(kind, json!({ clock: [2], data: [value], "Q": [4] }), json!([4])),
                    format!("pin {data} of cell held of the netlist is tied to {value}, which is neither 0 nor 1")
                );
                assert_eq!(
                    refused(kind, json!({ clock: [2], data: [3], "Q": [4] }), json!([4, value])),
                    format!("port d of the netlist is tied to {value}, which is neither 0 nor 1")
                );
            }
            assert!(flip_flop(kind, json!({ clock: [2], data: ["1"], "Q": [4] }), json!([4, "0"])).is_ok());
        }
    }
}
