//! Read-only memories in a bit graph: registers of the address, then a table of the contents.

use halfpipe_aig::{Aig, Literal};
use halfpipe_fpga::{Contents, Memory, Way};

use super::NetlistError;
use crate::netlist::{Bit, Cell};

/// A memory cell and the way it is read.
#[derive(Clone, Copy)]
pub struct MemoryCell<'n> {
    name: &'n str,
    cell: &'n Cell,
    memory: &'static Memory,
    way: &'static Way,
}

/// A pin's net, and the bit that the pin shows at each address, where known.
type PinEntries<'n> = (&'n Bit, Vec<Option<bool>>);

/// One bit of an address.
#[derive(Clone, Copy)]
pub struct AddressBit<'n> {
    /// The net at its pin.
    pub net: &'n Bit,
    /// The distance between the bits of the contents that this address bit selects.
    distance: usize,
}

impl<'n> MemoryCell<'n> {
    /// Returns the description of a memory cell.
    ///
    /// # Errors
    ///
    /// [`NetlistError`] when the cell has unsupported parameters or connections.
    pub fn new(name: &'n str, cell: &'n Cell, memory: &'static Memory) -> Result<MemoryCell<'n>, NetlistError> {
        let is_set = |way: &&Way| {
            way.numbers
                .iter()
                .all(|(name, value)| number(cell, name) == Some(*value))
        };
        let way = memory.ways.iter().find(is_set);
        let lacking = |what: &str| NetlistError::Cell {
            name: name.to_owned(),
            kind: cell.kind.clone(),
            what: what.to_owned(),
        };
        let way = way.ok_or_else(|| lacking("width"))?;
        let other = way.words.iter().find(|(name, value)| {
            let word = cell.parameters.get(*name).map(|word| word.trim());
            word != Some(*value)
        });
        if let Some((parameter, _)) = other {
            return Err(lacking(parameter));
        }
        let tied = |value: bool| Bit::Constant(u8::from(value).to_string());
        let free = way
            .tied
            .iter()
            .find(|(pin, value)| cell.connections.get(*pin).map(Vec::as_slice) != Some(&[tied(*value)]));
        match free {
            Some((pin, _)) => Err(lacking(pin)),
            None => Ok(MemoryCell {
                name,
                cell,
                memory,
                way,
            }),
        }
    }

    /// Returns the cell's name.
    pub fn name(&self) -> &'n str {
        self.name
    }

    /// Returns the cell.
    pub fn cell(&self) -> &'n Cell {
        self.cell
    }

    /// Returns the name of the clock pin.
    pub fn clock(&self) -> &'static str {
        self.way.clock
    }

    /// Returns the enable pins: the memory takes an address when all of them are 1.
    pub fn enables(&self) -> &'static [&'static str] {
        self.way.enables
    }

    /// Returns the address bits, the bits that select between neighbours of the contents first.
    ///
    /// # Errors
    ///
    /// [`NetlistError`] when a pin is missing.
    pub fn address(&self) -> Result<Vec<AddressBit<'n>>, NetlistError> {
        let pins = self.way.address.iter().flat_map(|pins| {
            let numbers = pins.numbers();
            numbers.map(|(number, distance)| (pins.name, number, distance))
        });
        let bits = pins.map(|(pin, number, distance)| {
            let net = self.pin(pin, number)?;
            Ok(AddressBit { net, distance })
        });
        let mut bits: Vec<AddressBit> = bits.collect::<Result<_, NetlistError>>()?;
        bits.sort_by_key(|bit| bit.distance);
        Ok(bits)
    }

    /// Returns the net and the bit of each output pin, as a function of the address. Pins without contents show 0.
    ///
    /// # Errors
    ///
    /// [`NetlistError`] when a pin or a part of the contents is missing.
    pub fn shown(
        &self,
        aig: &mut Aig,
        address: &[(AddressBit, Literal)],
    ) -> Result<Vec<(&'n Bit, Literal)>, NetlistError> {
        let held: Vec<Literal> = address.iter().map(|(_, held)| *held).collect();
        let mut shown = Vec::new();
        for (net, entries) in self.entries(address)? {
            let entries: Vec<bool> = entries.into_iter().map(|entry| entry == Some(true)).collect();
            shown.push((net, table(aig, &entries, &held)));
        }
        let others = self
            .outputs()
            .filter(|net| !shown.iter().any(|(known, _)| known == net));
        let others: Vec<(&Bit, Literal)> = others.map(|net| (net, Literal::FALSE)).collect();
        Ok([shown, others].concat())
    }

    /// Returns the word at an address: the net and the bit of each pin with contents. An uninitialised bit has any
    /// value.
    ///
    /// # Errors
    ///
    /// [`NetlistError`] when a pin or a part of the contents is missing.
    pub fn words(
        &self,
        aig: &mut Aig,
        address: &[(AddressBit, Literal)],
    ) -> Result<Vec<(&'n Bit, Literal)>, NetlistError> {
        let address_bits: Vec<Literal> = address.iter().map(|(_, now)| *now).collect();
        let mut words = Vec::new();
        for (net, entries) in self.entries(address)? {
            let known: Option<Vec<bool>> = entries.iter().copied().collect();
            let bit = match known {
                Some(entries) => table(aig, &entries, &address_bits),
                None => {
                    let entries: Vec<Literal> = entries
                        .iter()
                        .map(|entry| match entry {
                            Some(value) => Literal::constant(*value),
                            // A register that never loads has any value, always the same.
                            None => aig.register().1,
                        })
                        .collect();
                    select_entry(aig, &entries, &address_bits)
                }
            };
            words.push((net, bit));
        }
        Ok(words)
    }

    /// Returns the bit that each pin with contents shows at each address, where known.
    fn entries(&self, address: &[(AddressBit, Literal)]) -> Result<Vec<PinEntries<'n>>, NetlistError> {
        let contents = self.contents()?;
        let mut pins_entries = Vec::new();
        for pins in self.way.word {
            for (number, first) in pins.numbers() {
                let entry = |address_bits: usize| {
                    let chosen = address.iter().enumerate();
                    let chosen = chosen.filter(|(place, _)| address_bits >> place & 1 == 1);
                    contents[first + chosen.map(|(_, (bit, _))| bit.distance).sum::<usize>()]
                };
                let entries: Vec<Option<bool>> = (0..1 << address.len()).map(entry).collect();
                pins_entries.push((self.pin(pins.name, number)?, entries));
            }
        }
        Ok(pins_entries)
    }

    /// Returns all nets that the memory drives.
    pub fn outputs(&self) -> impl Iterator<Item = &'n Bit> {
        let cell = self.cell;
        let is_output = |port: &String| {
            let direction = cell.port_directions.get(port);
            direction.is_some_and(|direction| direction == "output")
        };
        let outputs = cell.connections.iter().filter(move |(port, _)| is_output(port));
        outputs.flat_map(|(_, nets)| nets)
    }

    /// Returns the net at the pin of this number, in a bus or under a name of its own.
    fn pin(&self, name: &str, number: usize) -> Result<&'n Bit, NetlistError> {
        let own = format!("{name}{number}");
        let connections = &self.cell.connections;
        let of_bus = connections.get(name).and_then(|bus| bus.get(number));
        let net = of_bus.or_else(|| connections.get(&own).and_then(|pin| pin.first()));
        net.ok_or_else(|| self.lacks(&own))
    }

    /// Returns the contents: None for each digit that is neither 0 nor 1.
    fn contents(&self) -> Result<Vec<Option<bool>>, NetlistError> {
        let Contents {
            words, bits, stride, ..
        } = self.memory.contents;
        let mut contents = Vec::new();
        for parameter in self.memory.parameters() {
            let digits = self.cell.binary(&parameter).ok_or_else(|| self.lacks(&parameter))?;
            let digits = digits.as_bytes();
            for word in 0..words {
                for bit in 0..bits {
                    // The last digit is the lowest. An uninitialised bit is never read.
                    let place = digits.len().checked_sub(word * stride + bit + 1);
                    contents.push(match place.map(|place| digits[place]) {
                        Some(b'1') => Some(true),
                        Some(b'0') => Some(false),
                        _ => None,
                    });
                }
            }
        }
        Ok(contents)
    }

    fn lacks(&self, what: &str) -> NetlistError {
        NetlistError::Cell {
            name: self.name.to_owned(),
            kind: self.cell.kind.clone(),
            what: what.to_owned(),
        }
    }
}

/// Returns the value of a binary parameter.
fn number(cell: &Cell, parameter: &str) -> Option<u64> {
    u64::from_str_radix(&cell.binary(parameter)?, 2).ok()
}

/// Returns the entry that the inputs select. The first input is the lowest index bit.
fn select_entry(aig: &mut Aig, entries: &[Literal], inputs: &[Literal]) -> Literal {
    let Some((top, lower)) = inputs.split_last() else {
        return entries[0];
    };
    let (zero, one) = entries.split_at(entries.len() / 2);
    let (zero, one) = (select_entry(aig, zero, lower), select_entry(aig, one, lower));
    aig.select(*top, one, zero)
}

/// The maximum number of inputs of one table lookup.
const LOOKED_UP: usize = 6;

/// Returns the table entry that the inputs select. The first input is the lowest index bit.
fn table(aig: &mut Aig, entries: &[bool], inputs: &[Literal]) -> Literal {
    let number = || {
        (0..)
            .zip(entries)
            .map(|(place, entry)| u64::from(*entry) << place)
            .sum()
    };
    match inputs.split_last() {
        Some((top, lower)) if inputs.len() > LOOKED_UP => {
            let (zero, one) = entries.split_at(entries.len() / 2);
            if zero == one {
                return table(aig, zero, lower);
            }
            let (zero, one) = (table(aig, zero, lower), table(aig, one, lower));
            aig.select(*top, one, zero)
        }
        _ => aig.look_up(number(), inputs),
    }
}
