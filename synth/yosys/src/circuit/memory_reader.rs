//! Registers of memories in a bit graph: of their addresses, or of their outputs.

use halfpipe_aig::Literal;

use super::memory::MemoryCell;
use super::net_reader::Reader;
use super::NetlistError;
use crate::netlist::Bit;

/// A register for one bit of a memory's address.
pub struct Address<'n> {
    /// The register's number.
    pub register: usize,
    held: Literal,
    memory: MemoryCell<'n>,
    net: &'n Bit,
}

/// Registers for the outputs of a memory. They have any value before the first read.
pub struct Word<'n> {
    memory: MemoryCell<'n>,
    /// The net, the register and the register's output of each pin.
    pins: Vec<(&'n Bit, usize, Literal)>,
}

impl<'n> Reader<'n> {
    /// Adds registers for the outputs of each memory, with their next states unset.
    pub fn make_words(&mut self) -> Result<Vec<Word<'n>>, NetlistError> {
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
                self.connect(net, held);
                pins.push((net, register, held));
            }
            words.push(Word { memory, pins });
        }
        Ok(words)
    }

    /// Sets the next states of a memory's output registers: the word at the present address while the memory is
    /// enabled.
    pub fn feed_word(&mut self, word: &Word<'n>) -> Result<(), NetlistError> {
        let mut enables = Vec::new();
        for pin in word.memory.enables() {
            let mut pins = self.pins(word.memory.name(), word.memory.cell());
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
    pub fn make_addresses(&mut self) -> Result<Vec<Address<'n>>, NetlistError> {
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
                self.connect(net, shown);
            }
        }
        Ok(addresses)
    }

    /// Returns the next state of one address register of a memory.
    pub fn next_address(&mut self, address: &Address<'n>) -> Result<Literal, NetlistError> {
        let mut next = self.bit(address.net)?;
        for pin in address.memory.enables() {
            let mut pins = self.pins(address.memory.name(), address.memory.cell());
            let enable = pins.data(pin)?;
            next = self.aig.select(enable, next, address.held);
        }
        Ok(next)
    }
}
