//! What a memory that is only read becomes in a network: registers of its address, and a table of its contents behind them.

use halfpipe_synth::device::{Contents, Memory, Way};
use halfpipe_tools::yosys::netlist::{Bit as Net, Cell};

use super::network::{Bit, Network};
use super::reader::NetlistError;

/// A cell that is a memory, and how it is read.
#[derive(Clone, Copy)]
pub struct Reading<'n> {
    name: &'n str,
    cell: &'n Cell,
    memory: &'static Memory,
    way: &'static Way,
}

/// A net of a pin, and what the pin shows at each address, where that is known.
type PinEntries<'n> = (&'n Net, Vec<Option<bool>>);

/// A bit of an address.
#[derive(Clone, Copy)]
pub struct AddressBit<'n> {
    /// What is connected to its pin.
    pub net: &'n Net,
    /// How far apart the bits of the contents are that it chooses between.
    distance: usize,
}

impl<'n> Reading<'n> {
    /// How a cell of a memory's type is read.
    ///
    /// # Errors
    ///
    /// [`NetlistError`] where it is set or connected otherwise than is known.
    pub fn of(name: &'n str, cell: &'n Cell, memory: &'static Memory) -> Result<Reading<'n>, NetlistError> {
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
        let tied = |value: bool| Net::Constant(u8::from(value).to_string());
        let free = way
            .tied
            .iter()
            .find(|(pin, value)| cell.connections.get(*pin).map(Vec::as_slice) != Some(&[tied(*value)]));
        match free {
            Some((pin, _)) => Err(lacking(pin)),
            None => Ok(Reading {
                name,
                cell,
                memory,
                way,
            }),
        }
    }

    /// The cell's name.
    pub fn name(&self) -> &'n str {
        self.name
    }

    /// The cell.
    pub fn cell(&self) -> &'n Cell {
        self.cell
    }

    /// The pin of its clock.
    pub fn clock(&self) -> &'static str {
        self.way.clock
    }

    /// The pins that are all 1 where an address is taken.
    pub fn enables(&self) -> &'static [&'static str] {
        self.way.enables
    }

    /// The bits of its address, those that choose between neighbours of the contents first.
    ///
    /// # Errors
    ///
    /// [`NetlistError`] where a pin is missing.
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

    /// What it shows on each of its pins, by what its address was: the net, and the bit. Pins that show nothing show 0.
    ///
    /// # Errors
    ///
    /// [`NetlistError`] where a pin or a part of the contents is missing.
    pub fn shown(
        &self,
        network: &mut Network,
        address: &[(AddressBit, Bit)],
    ) -> Result<Vec<(&'n Net, Bit)>, NetlistError> {
        let held: Vec<Bit> = address.iter().map(|(_, held)| *held).collect();
        let mut shown = Vec::new();
        for (net, entries) in self.entries(address)? {
            let entries: Vec<bool> = entries.into_iter().map(|entry| entry == Some(true)).collect();
            shown.push((net, table(network, &entries, &held)));
        }
        let others = self
            .outputs()
            .filter(|net| !shown.iter().any(|(known, _)| known == net));
        let others: Vec<(&Net, Bit)> = others.map(|net| (net, network.constant(false))).collect();
        Ok([shown, others].concat())
    }

    /// The word at an address: the net of each pin that shows a bit of it, and the bit. A bit that nothing was put into is any bit.
    ///
    /// # Errors
    ///
    /// [`NetlistError`] where a pin or a part of the contents is missing.
    pub fn words(
        &self,
        network: &mut Network,
        address: &[(AddressBit, Bit)],
    ) -> Result<Vec<(&'n Net, Bit)>, NetlistError> {
        let address_bits: Vec<Bit> = address.iter().map(|(_, now)| *now).collect();
        let mut words = Vec::new();
        for (net, entries) in self.entries(address)? {
            let known: Option<Vec<bool>> = entries.iter().copied().collect();
            let bit = match known {
                Some(entries) => table(network, &entries, &address_bits),
                None => {
                    let entries: Vec<Bit> = entries
                        .iter()
                        .map(|entry| match entry {
                            Some(value) => network.constant(*value),
                            // A register that never loads: any value, and always the same.
                            None => network.register().1,
                        })
                        .collect();
                    selected(network, &entries, &address_bits)
                }
            };
            words.push((net, bit));
        }
        Ok(words)
    }

    /// What each pin that shows a bit of the word shows at each address, where that is known.
    fn entries(&self, address: &[(AddressBit, Bit)]) -> Result<Vec<PinEntries<'n>>, NetlistError> {
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

    /// All nets that it drives.
    pub fn outputs(&self) -> impl Iterator<Item = &'n Net> {
        let cell = self.cell;
        let is_output = |port: &String| {
            let direction = cell.port_directions.get(port);
            direction.is_some_and(|direction| direction == "output")
        };
        let outputs = cell.connections.iter().filter(move |(port, _)| is_output(port));
        outputs.flat_map(|(_, nets)| nets)
    }

    /// What is connected to the pin of that number, of a bus or with a name of its own.
    fn pin(&self, name: &str, number: usize) -> Result<&'n Net, NetlistError> {
        let own = format!("{name}{number}");
        let connections = &self.cell.connections;
        let of_bus = connections.get(name).and_then(|bus| bus.get(number));
        let net = of_bus.or_else(|| connections.get(&own).and_then(|pin| pin.first()));
        net.ok_or_else(|| self.lacks(&own))
    }

    /// What it was filled with; nothing where a digit is neither 0 nor 1.
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
                    // The last digit is the lowest. A bit that nobody filled is none that is read.
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

/// A parameter that is a binary number.
fn number(cell: &Cell, parameter: &str) -> Option<u64> {
    u64::from_str_radix(&cell.binary(parameter)?, 2).ok()
}

/// The entry that the inputs point at, the first input being the lowest bit of the place.
fn selected(network: &mut Network, entries: &[Bit], inputs: &[Bit]) -> Bit {
    let Some((top, lower)) = inputs.split_last() else {
        return entries[0];
    };
    let (zero, one) = entries.split_at(entries.len() / 2);
    let (zero, one) = (selected(network, zero, lower), selected(network, one, lower));
    network.select(*top, zero, one)
}

/// The most inputs of a table that is looked up at once.
const LOOKED_UP: usize = 6;

/// The entry of a table that the inputs point at, the first input being the lowest bit of the place.
fn table(network: &mut Network, entries: &[bool], inputs: &[Bit]) -> Bit {
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
                return table(network, zero, lower);
            }
            let (zero, one) = (table(network, zero, lower), table(network, one, lower));
            network.select(*top, zero, one)
        }
        _ => network.look_up(number(), inputs),
    }
}
