//! Nets of Yosys' netlist as bits of a graph, each with the gates in front of it.

use std::collections::{HashMap, HashSet};

use halfpipe_aig::{Aig, Literal};
use halfpipe_fpga::FlipFlop;
use halfpipe_hdl::design::Role;

use super::{cell, Mapping, NetlistError};
use crate::external::Values;
use crate::netlist::{Bit, Cell, YosysModule};

/// Returns the name of a net by its number, with the bit's index in a word. A name from the file has priority.
pub fn net_name(module: &YosysModule, number: u64) -> String {
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

/// The state of a net while the graph is made.
pub enum State {
    /// A net whose driver is being read.
    Open,
    /// A net with its bit.
    Done(Literal),
}

/// A graph under construction.
pub struct Reader<'n> {
    /// The graph.
    pub aig: Aig,
    /// The bits of nets.
    pub bits: HashMap<u64, State>,
    /// The cell and the port that drive each net.
    drivers: HashMap<u64, (&'n str, &'n Cell, &'n str)>,
    /// The module.
    pub module: &'n YosysModule,
    /// The mapping of its cells.
    pub mapping: Mapping,
    /// The meaning of its undefined values.
    pub values: Values,
    /// The number of nets whose drivers are being read, one behind the other.
    depth: usize,
}

/// The nesting of drivers from which on they are read from the inputs, so that a long chain needs no deep recursion.
const DEEP: usize = 500;

impl<'n> Reader<'n> {
    /// Begins the graph of a module.
    pub fn new(module: &'n YosysModule, mapping: Mapping, values: Values) -> Reader<'n> {
        let mut drivers = HashMap::new();
        for (name, cell) in &module.cells {
            for (port, nets) in &cell.connections {
                for net in nets.iter().filter(|_| cell.is_output(port)) {
                    if let Bit::Net(net) = net {
                        drivers.insert(*net, (name.as_str(), cell, port.as_str()));
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

    /// Returns the pins of a cell.
    pub fn pins(&mut self, name: &'n str, cell: &'n Cell) -> Pins<'_, 'n> {
        Pins {
            reader: self,
            name,
            cell,
        }
    }

    /// Gives a net a bit, unless the net is a constant.
    pub fn connect(&mut self, net: &Bit, bit: Literal) {
        if let Bit::Net(net) = net {
            self.bits.insert(*net, State::Done(bit));
        }
    }

    /// Adds a register for each flip-flop, with its next state unset.
    pub fn make_registers(&mut self) -> Result<Vec<(usize, &'n str, &'n Cell, FlipFlop)>, NetlistError> {
        let mut registers = Vec::new();
        for (name, cell) in &self.module.cells {
            if let Some(flip_flop) = cell::flip_flop(self.mapping, &cell.kind) {
                self.check_clock(name, cell, flip_flop.clock)?;
                let (register, held) = self.aig.register();
                for net in cell.connections.get("Q").into_iter().flatten() {
                    self.connect(net, held);
                }
                registers.push((register, name.as_str(), cell, flip_flop));
            }
        }
        Ok(registers)
    }

    /// Rejects a cell whose clock is not that of the module.
    pub fn check_clock(&self, name: &str, cell: &Cell, pin: &str) -> Result<(), NetlistError> {
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
    pub fn known_bit(&mut self, net: &Bit, place: impl FnOnce() -> String) -> Result<Literal, NetlistError> {
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

    /// Returns the bit of a net, and reads the gates in front of it.
    pub fn bit(&mut self, net: &Bit) -> Result<Literal, NetlistError> {
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
        let mut pins = self.pins(name, cell);
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
                for net in nets.iter().filter(|_| !cell.is_output(port)) {
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
    pub fn register_output(&mut self) -> Result<Literal, NetlistError> {
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
