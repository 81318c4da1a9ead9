//! Conversion of a module of Yosys' netlist into a bit graph.

use std::collections::{HashMap, HashSet};

use halfpipe_aig::{Aig, Literal};
use halfpipe_fpga::FlipFlop;
use halfpipe_hdl::design::Role;

use super::memory::MemoryCell;
use super::{cell, Mapping, NetlistError};
use crate::external::Values;
use crate::netlist::{Bit, Cell, YosysModule};

/// Returns the name of a net by its number, with the bit's index in a word. A name from the file has priority.
fn net_name(module: &YosysModule, number: u64) -> String {
    let bit = Bit::Net(number);
    let names = module.netnames.iter().filter_map(|(name, net)| {
        let place = net.bits.iter().position(|other| *other == bit)?;
        Some((name, place, net.bits.len()))
    });
    let named = names.min_by_key(|(name, ..)| (name.contains('$'), name.len()));
    match named {
        Some((name, _, 1)) => name.clone(),
        Some((name, place, _)) => format!("{name}[{place}]"),
        None => number.to_string(),
    }
}

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
            if let Bit::Net(net) = net {
                reader.bits.insert(*net, State::Done(bit));
            }
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
        let mut pins = Pins {
            reader: &mut reader,
            name,
            cell,
        };
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

enum State {
    /// A net whose driver is being read.
    Open,
    Done(Literal),
}

/// A register for one bit of a memory's address.
struct Address<'n> {
    register: usize,
    held: Literal,
    memory: MemoryCell<'n>,
    net: &'n Bit,
}

/// Registers for the outputs of a memory. They have any value before the first read.
struct Word<'n> {
    memory: MemoryCell<'n>,
    /// The net, the register and the register's output of each pin.
    pins: Vec<(&'n Bit, usize, Literal)>,
}

/// A graph under construction.
struct Reader<'n> {
    aig: Aig,
    bits: HashMap<u64, State>,
    /// The cell and the port that drive each net.
    drivers: HashMap<u64, (&'n str, &'n Cell, &'n str)>,
    module: &'n YosysModule,
    mapping: Mapping,
    values: Values,
    /// The number of nets whose drivers are being read, one behind the other.
    depth: usize,
}

/// The nesting of drivers from which on they are read from the inputs, so that a long chain needs no deep recursion.
const DEEP: usize = 500;

impl<'n> Reader<'n> {
    fn new(module: &'n YosysModule, mapping: Mapping, values: Values) -> Reader<'n> {
        let mut drivers = HashMap::new();
        for (name, cell) in &module.cells {
            for (port, nets) in &cell.connections {
                if cell
                    .port_directions
                    .get(port)
                    .is_some_and(|direction| direction == "output")
                {
                    for net in nets {
                        if let Bit::Net(net) = net {
                            drivers.insert(*net, (name.as_str(), cell, port.as_str()));
                        }
                    }
                }
            }
        }
        Reader {
            aig: Aig::new(),
            bits: HashMap::new(),
            drivers,
            module,
            mapping,
            values,
            depth: 0,
        }
    }

    /// Adds a register for each flip-flop, with its next state unset.
    fn make_registers(&mut self) -> Result<Vec<(usize, &'n str, &'n Cell, FlipFlop)>, NetlistError> {
        let mut registers = Vec::new();
        for (name, cell) in &self.module.cells {
            if let Some(flip_flop) = cell::flip_flop(self.mapping, &cell.kind) {
                self.check_clock(name, cell, flip_flop.clock)?;
                let (register, held) = self.aig.register();
                for net in cell.connections.get("Q").into_iter().flatten() {
                    if let Bit::Net(net) = net {
                        self.bits.insert(*net, State::Done(held));
                    }
                }
                registers.push((register, name.as_str(), cell, flip_flop));
            }
        }
        Ok(registers)
    }

    /// Adds registers for the outputs of each memory, with their next states unset.
    fn make_words(&mut self) -> Result<Vec<Word<'n>>, NetlistError> {
        let mut words = Vec::new();
        let Some(memory) = self.mapping.memory() else {
            return Ok(words);
        };
        for (name, cell) in self.module.cells.iter().filter(|(_, cell)| cell.kind == memory.kind) {
            let memory = MemoryCell::new(name, cell, memory)?;
            self.check_clock(name, cell, memory.clock())?;
            let mut pins = Vec::new();
            for net in memory.outputs() {
                let (register, held) = self.aig.register();
                if let Bit::Net(number) = net {
                    self.bits.insert(*number, State::Done(held));
                }
                pins.push((net, register, held));
            }
            words.push(Word { memory, pins });
        }
        Ok(words)
    }

    /// Sets the next states of a memory's output registers: the word at the present address while the memory is
    /// enabled.
    fn feed_word(&mut self, word: &Word<'n>) -> Result<(), NetlistError> {
        let mut enables = Vec::new();
        for pin in word.memory.enables() {
            let mut pins = Pins {
                reader: self,
                name: word.memory.name(),
                cell: word.memory.cell(),
            };
            enables.push(pins.data(pin)?);
        }
        let mut address = Vec::new();
        for bit in word.memory.address()? {
            let now = self.bit(bit.net)?;
            address.push((bit, now));
        }
        let shown = word.memory.words(&mut self.aig, &address)?;
        for (net, register, held) in &word.pins {
            let known = shown.iter().find(|(shown, _)| shown == net);
            let mut next = match known {
                Some((_, bit)) => *bit,
                // The pin shows no bit of a word.
                None => *held,
            };
            for enable in &enables {
                next = self.aig.select(*enable, next, *held);
            }
            self.aig.feed(*register, next);
        }
        Ok(())
    }

    /// Adds registers for each memory's address and a table of its contents, with the next states unset.
    fn make_addresses(&mut self) -> Result<Vec<Address<'n>>, NetlistError> {
        let mut addresses = Vec::new();
        let Some(memory) = self.mapping.memory() else {
            return Ok(addresses);
        };
        for (name, cell) in self.module.cells.iter().filter(|(_, cell)| cell.kind == memory.kind) {
            let memory = MemoryCell::new(name, cell, memory)?;
            self.check_clock(name, cell, memory.clock())?;
            let mut address = Vec::new();
            for bit in memory.address()? {
                let held = match bit.net {
                    Bit::Net(_) => {
                        let (register, held) = self.aig.register();
                        addresses.push(Address {
                            register,
                            held,
                            memory,
                            net: bit.net,
                        });
                        held
                    }
                    Bit::Constant(_) => self.known_bit(bit.net, || format!("an address of cell {name}"))?,
                };
                address.push((bit, held));
            }
            for (net, shown) in memory.shown(&mut self.aig, &address)? {
                if let Bit::Net(net) = net {
                    self.bits.insert(*net, State::Done(shown));
                }
            }
        }
        Ok(addresses)
    }

    /// Returns the next state of one address register of a memory.
    fn next_address(&mut self, address: &Address<'n>) -> Result<Literal, NetlistError> {
        let mut next = self.bit(address.net)?;
        for pin in address.memory.enables() {
            let mut pins = Pins {
                reader: self,
                name: address.memory.name(),
                cell: address.memory.cell(),
            };
            let enable = pins.data(pin)?;
            next = self.aig.select(enable, next, address.held);
        }
        Ok(next)
    }

    /// Rejects a cell whose clock is not that of the module.
    fn check_clock(&self, name: &str, cell: &Cell, pin: &str) -> Result<(), NetlistError> {
        let pin = cell.connections.get(pin).map(Vec::as_slice);
        let port = self.module.ports.get(Role::Clock.contract_name());
        let port = port.map(|port| port.bits.as_slice());
        match (pin, port) {
            (Some([Bit::Net(pin)]), Some([Bit::Net(port)])) if pin == port => Ok(()),
            _ => Err(NetlistError::Clock {
                name: name.to_owned(),
                place: self.register_place(name, cell),
            }),
        }
    }

    /// Describes a register by the net that it drives if the file has a name for it, else by its cell.
    fn register_place(&self, name: &str, cell: &Cell) -> String {
        let driven = match cell.connections.get("Q").map(Vec::as_slice) {
            Some([Bit::Net(net)]) => net_name(self.module, *net),
            _ => String::new(),
        };
        if driven.is_empty() || driven.contains('$') || driven.chars().all(|digit| digit.is_ascii_digit()) {
            return format!("cell {name} of type {}", cell.kind);
        }
        format!("register {driven}")
    }

    /// Returns the bit of a net that must be defined. `place` names the connected pin or port.
    fn known_bit(&mut self, net: &Bit, place: impl FnOnce() -> String) -> Result<Literal, NetlistError> {
        match net {
            Bit::Constant(value) if self.values == Values::Known && value != "0" && value != "1" => {
                Err(NetlistError::Unknown {
                    place: place(),
                    value: value.clone(),
                })
            }
            _ => self.bit(net),
        }
    }

    fn bit(&mut self, net: &Bit) -> Result<Literal, NetlistError> {
        let net = match net {
            Bit::Net(net) => *net,
            // Yosys ties a gate's pin to x only if its value does not matter.
            Bit::Constant(value) if self.values == Values::Known => return Ok(Literal::constant(value == "1")),
            Bit::Constant(value) => {
                return Ok(match value.as_str() {
                    "0" => Literal::FALSE,
                    "1" => Literal::TRUE,
                    other => self.aig.undefined_value(format!("a value {other}")),
                })
            }
        };
        match self.bits.get(&net) {
            Some(State::Done(bit)) => return Ok(*bit),
            Some(State::Open) => {
                return Err(NetlistError::Loop {
                    net: net_name(self.module, net),
                })
            }
            None => {}
        }
        self.bits.insert(net, State::Open);
        let driver = self.drivers.get(&net).copied();
        let Some((name, cell, port)) = driver else {
            let name = net_name(self.module, net);
            if self.values == Values::Any && name.starts_with('$') {
                // The net is not in the file: Yosys leaves it open for a memory address without a word.
                let bit = self
                    .aig
                    .undefined_value("a word that a memory does not have".to_owned());
                self.bits.insert(net, State::Done(bit));
                return Ok(bit);
            }
            if name == Role::Clock.contract_name() {
                return Err(NetlistError::ClockAsData);
            }
            return Err(NetlistError::Undriven { net: name });
        };
        if self.depth == DEEP {
            self.read_drivers(cell)?;
        }
        self.depth += 1;
        let mut pins = Pins {
            reader: self,
            name,
            cell,
        };
        let bit = cell::output(&mut pins, port);
        self.depth -= 1;
        let bit = bit?;
        self.bits.insert(net, State::Done(bit));
        Ok(bit)
    }

    /// Reads the nets at the inputs of a cell and all nets in front of them, the first ones first.
    fn read_drivers(&mut self, cell: &'n Cell) -> Result<(), NetlistError> {
        let (mut seen, mut order, mut open) = (HashSet::new(), Vec::new(), vec![(cell, None)]);
        while let Some((cell, done)) = open.pop() {
            if let Some(net) = done {
                order.push(net);
                continue;
            }
            for (port, nets) in &cell.connections {
                if cell
                    .port_directions
                    .get(port)
                    .is_some_and(|direction| direction == "output")
                {
                    continue;
                }
                for net in nets {
                    let Bit::Net(net) = net else { continue };
                    if self.bits.contains_key(net) || !seen.insert(*net) {
                        continue;
                    }
                    if let Some((_, driver, _)) = self.drivers.get(net) {
                        open.push((*driver, Some(*net)));
                        open.push((*driver, None));
                    }
                }
            }
        }
        let depth = std::mem::replace(&mut self.depth, 0);
        for net in order {
            self.bit(&Bit::Net(net))?;
        }
        self.depth = depth;
        Ok(())
    }
}

/// The pins and parameters of a cell while its function is added to the graph.
pub struct Pins<'r, 'n> {
    reader: &'r mut Reader<'n>,
    name: &'n str,
    cell: &'n Cell,
}

impl<'n> Pins<'_, 'n> {
    /// Returns the cell's type.
    pub fn kind(&self) -> &'n str {
        &self.cell.kind
    }

    /// Returns the mapping that the cell belongs to.
    pub fn mapping(&self) -> Mapping {
        self.reader.mapping
    }

    /// Returns the graph that the cell is added to.
    pub fn aig(&mut self) -> &mut Aig {
        &mut self.reader.aig
    }

    /// Returns the bit at an input pin.
    pub fn input(&mut self, port: &str) -> Result<Literal, NetlistError> {
        match self.cell.connections.get(port).map(Vec::as_slice) {
            Some([net]) => self.value(net, port),
            _ => Err(self.lacks(port)),
        }
    }

    /// Returns the bit at a pin that must be defined.
    pub fn data(&mut self, port: &str) -> Result<Literal, NetlistError> {
        match self.cell.connections.get(port).map(Vec::as_slice) {
            Some([net]) if self.reader.values == Values::Known => {
                let name = self.name;
                self.reader.known_bit(net, || format!("pin {port} of cell {name}"))
            }
            Some([net]) => self.value(net, port),
            _ => Err(self.lacks(port)),
        }
    }

    /// Returns an undefined value that the cell stands for: any bit.
    pub fn undefined_value(&mut self) -> Literal {
        self.reader.aig.undefined_value("a value x".to_owned())
    }

    /// Returns the bit of a net at a pin. For an undefined bit the graph records the cell's source line.
    fn value(&mut self, net: &Bit, port: &str) -> Result<Literal, NetlistError> {
        match net {
            Bit::Constant(value) if self.reader.values == Values::Any && value != "0" && value != "1" => {
                let place = match self.cell.attributes.get("src") {
                    Some(source) => format!("{value} at {}", source.split('|').next().unwrap_or_default()),
                    None => format!("{value} at pin {port} of {}", self.name),
                };
                Ok(self.reader.aig.undefined_value(place))
            }
            _ => self.reader.bit(net),
        }
    }

    /// True if the pin is connected.
    pub fn is_connected(&self, port: &str) -> bool {
        self.cell.connections.get(port).is_some_and(|nets| !nets.is_empty())
    }

    /// Returns the output of a flip-flop's register.
    pub fn held(&mut self) -> Result<Literal, NetlistError> {
        self.input("Q")
    }

    /// Returns a binary parameter of at most 64 digits.
    pub fn number(&self, parameter: &str) -> Result<u64, NetlistError> {
        let digits = self.cell.binary(parameter);
        let number = digits.and_then(|digits| u64::from_str_radix(&digits, 2).ok());
        number.ok_or_else(|| self.lacks(parameter))
    }

    /// Returns a text parameter, or `usual` if the cell does not set it.
    pub fn word(&self, parameter: &str, usual: &'n str) -> &'n str {
        self.cell.parameters.get(parameter).map_or(usual, |word| word.trim())
    }

    /// Returns the error for a port or parameter that is missing or has an unsupported value.
    pub fn lacks(&self, what: &str) -> NetlistError {
        NetlistError::Cell {
            name: self.name.to_owned(),
            kind: self.cell.kind.clone(),
            what: what.to_owned(),
        }
    }

    /// Returns the error for an unknown cell type.
    pub fn unknown(&self) -> NetlistError {
        NetlistError::UnknownCell {
            kind: self.cell.kind.clone(),
        }
    }
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
