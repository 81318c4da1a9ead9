//! Nets of Yosys' netlist as bits of a graph, each with the gates in front of it.

use std::collections::HashMap;

use halfpipe_aig::{Aig, Literal};
use halfpipe_hdl::design::Role;

use super::{Mapping, NetlistError};
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
    pub drivers: HashMap<u64, (&'n str, &'n Cell, &'n str)>,
    /// The module.
    pub module: &'n YosysModule,
    /// The mapping of its cells.
    pub mapping: Mapping,
    /// The meaning of its undefined values.
    pub values: Values,
    /// The number of nets whose drivers are being read, one behind the other.
    pub depth: usize,
}

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

    /// Gives a net a bit, unless the net is a constant.
    pub fn connect(&mut self, net: &Bit, bit: Literal) {
        if let Bit::Net(net) = net {
            self.bits.insert(*net, State::Done(bit));
        }
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
}
