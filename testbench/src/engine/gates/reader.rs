//! Reading a module of Yosys' netlist into a network.

use std::collections::HashMap;

use halfpipe_hdl::design::Role;
use halfpipe_synth::device::FlipFlop;
use halfpipe_tools::yosys::netlist::{Bit as Net, Cell, Module};

use super::memory::Reading;
use super::network::{Bit, Network};
use super::{cell, Mapping};

/// A netlist that cannot be evaluated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetlistError {
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
    #[error("the clock of cell {name} of type {kind} is not the module's port {}", Role::Clock.contract_name())]
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

/// The network of a module that has the cells of a mapping, with the named ports as inputs and outputs, each from its lowest
/// bit on.
///
/// # Errors
///
/// [`NetlistError`] when a cell's meaning is not known, its pins are not connected as it needs, or an output is tied to
/// x.
///
/// # Panics
///
/// When the module has no port of one of the names.
pub fn network(module: &Module, mapping: Mapping, inputs: &[&str], outputs: &[&str]) -> Result<Network, NetlistError> {
    let port = |name: &str| {
        module
            .ports
            .get(name)
            .unwrap_or_else(|| panic!("the module has no port {name}"))
    };
    let mut reader = Reader::new(module, mapping);
    for name in inputs {
        for net in &port(name).bits {
            let bit = reader.network.input();
            if let Net::Net(net) = net {
                reader.bits.insert(*net, State::Done(bit));
            }
        }
    }
    let registers = reader.make_registers()?;
    let addresses = reader.make_memories()?;
    for name in outputs {
        for net in &port(name).bits {
            let bit = reader.known_bit(net, || format!("port {name}"))?;
            reader.network.output(bit);
        }
    }
    for (register, name, cell, flip_flop) in registers {
        let mut pins = Pins {
            reader: &mut reader,
            name,
            cell,
        };
        let next = cell::next(&mut pins, flip_flop)?;
        reader.network.feed(register, next);
    }
    for address in addresses {
        let next = reader.next_address(&address)?;
        reader.network.feed(address.register, next);
    }
    Ok(reader.network)
}

enum State {
    /// Its driver is being read.
    Open,
    Done(Bit),
}

/// A register for a bit of a memory's address.
struct Address<'n> {
    register: usize,
    held: Bit,
    memory: Reading<'n>,
    net: &'n Net,
}

/// A network under construction.
struct Reader<'n> {
    network: Network,
    bits: HashMap<u64, State>,
    /// The cell and its port that drive a net.
    drivers: HashMap<u64, (&'n str, &'n Cell, &'n str)>,
    module: &'n Module,
    mapping: Mapping,
}

impl<'n> Reader<'n> {
    fn new(module: &'n Module, mapping: Mapping) -> Reader<'n> {
        let mut drivers = HashMap::new();
        for (name, cell) in &module.cells {
            for (port, nets) in &cell.connections {
                if cell
                    .port_directions
                    .get(port)
                    .is_some_and(|direction| direction == "output")
                {
                    for net in nets {
                        if let Net::Net(net) = net {
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
            module,
            mapping,
        }
    }

    /// Makes a register of each flip-flop, and leaves open what it takes.
    fn make_registers(&mut self) -> Result<Vec<(usize, &'n str, &'n Cell, FlipFlop)>, NetlistError> {
        let mut registers = Vec::new();
        for (name, cell) in &self.module.cells {
            if let Some(flip_flop) = cell::flip_flop(self.mapping, &cell.kind) {
                self.check_clock(name, cell, flip_flop.clock)?;
                let (register, held) = self.network.register();
                for net in cell.connections.get("Q").into_iter().flatten() {
                    if let Net::Net(net) = net {
                        self.bits.insert(*net, State::Done(held));
                    }
                }
                registers.push((register, name.as_str(), cell, flip_flop));
            }
        }
        Ok(registers)
    }

    /// Makes registers of each memory's address and a table of its contents, and leaves open what the registers take.
    fn make_memories(&mut self) -> Result<Vec<Address<'n>>, NetlistError> {
        let mut addresses = Vec::new();
        let Some(memory) = self.mapping.memory() else {
            return Ok(addresses);
        };
        for (name, cell) in self.module.cells.iter().filter(|(_, cell)| cell.kind == memory.kind) {
            let memory = Reading::of(name, cell, memory)?;
            self.check_clock(name, cell, memory.clock())?;
            let mut address = Vec::new();
            for bit in memory.address()? {
                let held = match bit.net {
                    Net::Net(_) => {
                        let (register, held) = self.network.register();
                        addresses.push(Address {
                            register,
                            held,
                            memory,
                            net: bit.net,
                        });
                        held
                    }
                    Net::Constant(_) => self.known_bit(bit.net, || format!("an address of cell {name}"))?,
                };
                address.push((bit, held));
            }
            for (net, shown) in memory.shown(&mut self.network, &address)? {
                if let Net::Net(net) = net {
                    self.bits.insert(*net, State::Done(shown));
                }
            }
        }
        Ok(addresses)
    }

    /// What a register of a memory's address takes.
    fn next_address(&mut self, address: &Address<'n>) -> Result<Bit, NetlistError> {
        let mut next = self.bit(address.net)?;
        for pin in address.memory.enables() {
            let mut pins = Pins {
                reader: self,
                name: address.memory.name(),
                cell: address.memory.cell(),
            };
            let enable = pins.data(pin)?;
            next = self.network.select(enable, address.held, next);
        }
        Ok(next)
    }

    /// Refuses a cell whose clock is not that of the module.
    fn check_clock(&self, name: &str, cell: &Cell, pin: &str) -> Result<(), NetlistError> {
        let pin = cell.connections.get(pin).map(Vec::as_slice);
        let port = self.module.ports.get(Role::Clock.contract_name());
        let port = port.map(|port| port.bits.as_slice());
        match (pin, port) {
            (Some([Net::Net(pin)]), Some([Net::Net(port)])) if pin == port => Ok(()),
            _ => Err(NetlistError::Clock {
                name: name.to_owned(),
                kind: cell.kind.clone(),
            }),
        }
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
            Net::Net(net) => *net,
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

    /// Whose cells there are.
    pub fn mapping(&self) -> Mapping {
        self.reader.mapping
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

    /// What is connected to a pin whose value matters.
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
        let digits = self.cell.binary(parameter);
        let number = digits.and_then(|digits| u64::from_str_radix(&digits, 2).ok());
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
    use halfpipe_synth::device::Family;
    use serde_json::{json, Value};

    use super::*;

    /// A flip-flop between two ports, with these pins.
    fn flip_flop((mapping, kind): (Mapping, &str), pins: Value, output: Value) -> Result<Network, NetlistError> {
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
        let module = Module::parse(&json!({ "modules": { "m": module } }).to_string(), "m").unwrap();
        network(&module, mapping, &["a"], &["d"])
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
                    format!("the clock of cell held of type {name} is not the module's port clock")
                );
            }
            let without = refused(kind, json!({ data: [3], "Q": [4] }), json!([4]));
            assert!(without.starts_with("the clock of cell held"), "{without}");
        }
    }

    #[test]
    fn what_is_kept_or_shown_is_no_unknown_value() {
        for (mapping, name, clock, data) in KINDS {
            let kind = (mapping, name);
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
