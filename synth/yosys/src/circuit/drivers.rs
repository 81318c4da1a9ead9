//! The bits of nets, from the cells in front of them.

use std::collections::HashSet;

use halfpipe_aig::Literal;
use halfpipe_fpga::FlipFlop;
use halfpipe_hdl::design::Role;

use super::net_reader::{net_name, Reader, State};
use super::pins::Pins;
use super::{cell, NetlistError};
use crate::external::Values;
use crate::netlist::{Bit, Cell};

/// The nesting of drivers from which on they are read from the inputs, so that a long chain needs no deep recursion.
const DEEP: usize = 500;

impl<'n> Reader<'n> {
    /// Returns the pins of a cell.
    pub fn pins(&mut self, name: &'n str, cell: &'n Cell) -> Pins<'_, 'n> {
        Pins {
            reader: self,
            name,
            cell,
        }
    }

    /// Adds a register for each flip-flop, with its next state unset. An asynchronous reset acts on the output at once, so
    /// it may depend on inputs and on registers without such a reset.
    pub fn make_registers(&mut self) -> Result<Vec<(usize, &'n str, &'n Cell, FlipFlop)>, NetlistError> {
        let (mut registers, mut reset) = (Vec::new(), Vec::new());
        for (name, cell) in &self.module.cells {
            if let Some(flip_flop) = cell::flip_flop(self.mapping, &cell.kind) {
                self.check_clock(name, cell, flip_flop.clock)?;
                let (register, held) = self.aig.register();
                if cell::is_asynchronous(&cell.kind) {
                    reset.push((name.as_str(), cell, held));
                } else {
                    self.connect_all(cell, held);
                }
                registers.push((register, name.as_str(), cell, flip_flop));
            }
        }
        for (name, cell, held) in reset {
            let output = cell::reset_at_once(&mut self.pins(name, cell), held)?;
            self.connect_all(cell, output);
        }
        Ok(registers)
    }

    /// Connects the output of a flip-flop.
    fn connect_all(&mut self, cell: &Cell, bit: Literal) {
        for net in cell.connections.get("Q").into_iter().flatten() {
            self.connect(net, bit);
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
