//! Bits of a file's port, as options name them.

use std::fmt;
use std::str::FromStr;

use super::port_syntax::PortSyntaxError;

/// Some or all bits of a port of the file: `opa`, `operands_i[15:0]`, `!rst_ni`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortTerm {
    /// The port.
    pub name: String,
    /// The highest and the lowest bit, counted from 0; None for all bits.
    pub range: Option<(u32, u32)>,
    /// True if the file has the complement.
    pub is_inverted: bool,
}

impl PortTerm {
    /// Returns all bits of a port.
    pub fn whole(name: &str) -> PortTerm {
        PortTerm {
            name: name.to_owned(),
            range: None,
            is_inverted: false,
        }
    }
}

impl FromStr for PortTerm {
    type Err = PortSyntaxError;

    fn from_str(text: &str) -> Result<PortTerm, PortSyntaxError> {
        let wrong = || PortSyntaxError::Term(text.to_owned());
        let stripped = text.strip_prefix(['!', '~']);
        let bits = stripped.unwrap_or(text).trim();
        let (name, range) = match bits.strip_suffix(']').map(|bits| bits.split_once('[')) {
            None => (bits, None),
            Some(Some((name, range))) => (name.trim(), Some(parse_range(range).ok_or_else(wrong)?)),
            Some(None) => return Err(wrong()),
        };
        if !is_identifier(name) {
            return Err(wrong());
        }
        Ok(PortTerm {
            name: name.to_owned(),
            range,
            is_inverted: stripped.is_some(),
        })
    }
}

impl fmt::Display for PortTerm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inversion = if self.is_inverted { "!" } else { "" };
        write!(formatter, "{inversion}{}{}", self.name, Brackets(self.range))
    }
}

/// A range of bits in brackets, if there is one.
pub(super) struct Brackets(pub Option<(u32, u32)>);

impl fmt::Display for Brackets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => Ok(()),
            Some((high, low)) if high == low => write!(formatter, "[{high}]"),
            Some((high, low)) => write!(formatter, "[{high}:{low}]"),
        }
    }
}

/// Reads `15:0` or `3`.
fn parse_range(text: &str) -> Option<(u32, u32)> {
    let (high, low) = text.split_once(':').unwrap_or((text, text));
    let [high, low] = [high, low].map(|number| number.trim().parse::<u32>().ok());
    Some((high?, low?)).filter(|(high, low)| high >= low)
}

/// True for a name that Verilog writes without an escape.
pub(super) fn is_identifier(name: &str) -> bool {
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(is_first) && name.chars().all(|c| is_first(c) || c.is_ascii_digit() || c == '$')
}
