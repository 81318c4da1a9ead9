//! The pins of a cell while its function is added to the graph.

use halfpipe_aig::{Aig, Literal};

use super::net_reader::Reader;
use super::{Mapping, NetlistError};
use crate::external::Values;
use crate::netlist::{Bit, Cell};

/// The pins and parameters of a cell while its function is added to the graph.
pub struct Pins<'r, 'n> {
    /// The graph under construction.
    pub reader: &'r mut Reader<'n>,
    /// The name of the cell.
    pub name: &'n str,
    /// The cell.
    pub cell: &'n Cell,
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
