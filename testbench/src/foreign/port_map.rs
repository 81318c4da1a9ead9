//! The ports of a file in place of those of the contract.

use std::fmt;
use std::str::FromStr;

use halfpipe_hdl::design::Interface;
use halfpipe_yosys::external::PortFact;

use super::port_syntax::PortSyntaxError;
use super::port_term::{is_identifier, Brackets, PortTerm};

/// Names of the contract's ports in other handshakes.
const SYNONYMS: [(&str, &str); 2] = [("start", "in_valid"), ("done", "out_valid")];

/// The ports of a file, as options state them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PortMap {
    /// The ports of the contract with those of the file.
    pub mappings: Vec<PortMapping>,
    /// Inputs of the file with a fixed value.
    pub ties: Vec<TiedInput>,
    /// Outputs of the file that nothing reads.
    pub ignored: Vec<String>,
    /// True if `enable` is always 1.
    pub is_always_enabled: bool,
}

impl PortMap {
    /// True if the file has exactly the ports of the contract.
    pub fn is_empty(&self) -> bool {
        *self == PortMap::default()
    }

    /// True if options map a control port of a pipeline. With `enable` always 1, an input that may be the clock counts,
    /// too.
    pub(super) fn has_control(&self, ports: &[PortFact], pipelined: &Interface) -> bool {
        let is_named = |name: &str, is_data: bool| {
            let mut known = pipelined.ports().iter();
            known.any(|port| port.name == name && port.role.is_data() == is_data)
        };
        let may_be_clock = |port: &PortFact| {
            let is_single = port.direction == "input" && port.width == 1;
            is_single && !is_named(&port.name, true) && !self.mentions(&port.name)
        };
        self.mappings.iter().any(|mapping| is_named(&mapping.port, false))
            || self.is_always_enabled && ports.iter().any(may_be_clock)
    }

    /// True if an option names a port of the file.
    pub fn mentions(&self, name: &str) -> bool {
        let terms = self.mappings.iter().flat_map(|mapping| match &mapping.source {
            PortSource::Bits(terms) => &terms[..],
            PortSource::Coded(term, _) => std::slice::from_ref(term),
            PortSource::Zero => &[],
        });
        let ties = self.ties.iter().map(|tie| &tie.input);
        terms.chain(ties).any(|term| term.name == name) || self.ignored.iter().any(|ignored| ignored == name)
    }
}

/// A port of the contract with its bits in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortMapping {
    /// The port of the contract, or a flag.
    pub port: String,
    /// The bits in the file.
    pub source: PortSource,
}

/// The bits of the file that belong to a port of the contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PortSource {
    /// Bits of ports, the highest first.
    Bits(Vec<PortTerm>),
    /// Bits with a code of their own.
    Coded(PortTerm, PortCode),
    /// Constant 0.
    Zero,
}

/// The code of a rounding, or the order of flags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PortCode {
    /// One bit for each rounding, that of code 0 lowest.
    OneHot,
    /// Flags from the highest bit to the lowest, or roundings by their codes from 0 on.
    Order(Vec<String>),
}

/// An input of the file with a fixed value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TiedInput {
    /// The input, or some of its bits.
    pub input: PortTerm,
    /// The value.
    pub value: u128,
}

impl PortMapping {
    /// Reads mappings with commas between them. Commas in braces belong to one mapping.
    ///
    /// # Errors
    ///
    /// [`PortSyntaxError`] for the first text that maps no port.
    pub fn parse_list(text: &str) -> Result<Vec<PortMapping>, PortSyntaxError> {
        split(text).into_iter().map(str::parse).collect()
    }
}

/// Splits a text at the commas outside of braces.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_i32, 0, Vec::new());
    for (place, character) in text.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Returns the text in braces.
fn braced(text: &str) -> Option<&str> {
    text.strip_prefix('{')?.strip_suffix('}')
}

impl FromStr for PortMapping {
    type Err = PortSyntaxError;

    fn from_str(text: &str) -> Result<PortMapping, PortSyntaxError> {
        let wrong = || PortSyntaxError::Mapping(text.trim().to_owned());
        let (port, source) = text.split_once('=').ok_or_else(wrong)?;
        let port = port.trim();
        if !is_identifier(port) {
            return Err(wrong());
        }
        let synonym = SYNONYMS.iter().find(|(other, _)| *other == port);
        Ok(PortMapping {
            port: synonym.map_or(port, |(_, usual)| usual).to_owned(),
            source: source.trim().parse()?,
        })
    }
}

impl FromStr for PortSource {
    type Err = PortSyntaxError;

    fn from_str(text: &str) -> Result<PortSource, PortSyntaxError> {
        if text == "0" {
            return Ok(PortSource::Zero);
        }
        if let Some(terms) = braced(text) {
            let terms = terms.split(',').map(|term| term.trim().parse());
            return terms.collect::<Result<_, _>>().map(PortSource::Bits);
        }
        // A colon in brackets belongs to a range.
        let name = text.find(']').map_or(0, |end| end + 1);
        match text[name..].split_once(':') {
            None => Ok(PortSource::Bits(vec![text.parse()?])),
            Some((rest, code)) => {
                let term = text[..name + rest.len()].trim();
                Ok(PortSource::Coded(term.parse()?, code.trim().parse()?))
            }
        }
    }
}

impl FromStr for PortCode {
    type Err = PortSyntaxError;

    fn from_str(text: &str) -> Result<PortCode, PortSyntaxError> {
        match (text, braced(text)) {
            ("onehot", _) => Ok(PortCode::OneHot),
            (_, Some(names)) => {
                let names: Vec<String> = names.split(',').map(|name| name.trim().to_owned()).collect();
                Ok(PortCode::Order(names))
            }
            _ => Err(PortSyntaxError::Code(text.to_owned())),
        }
    }
}

impl FromStr for TiedInput {
    type Err = PortSyntaxError;

    fn from_str(text: &str) -> Result<TiedInput, PortSyntaxError> {
        let wrong = || PortSyntaxError::Tie(text.trim().to_owned());
        let (input, value) = text.split_once('=').ok_or_else(wrong)?;
        let input: PortTerm = input.trim().parse()?;
        if input.is_inverted {
            return Err(wrong());
        }
        Ok(TiedInput {
            input,
            value: parse_number(value.trim()).ok_or_else(wrong)?,
        })
    }
}

/// Reads a decimal number, a hexadecimal one with `0x`, or a literal of Verilog.
fn parse_number(text: &str) -> Option<u128> {
    let text = text.replace('_', "").to_lowercase();
    let (digits, radix) = match (text.strip_prefix("0x"), text.split_once('\'')) {
        (Some(digits), _) => (digits, 16),
        (None, None) => (text.as_str(), 10),
        (None, Some((width, digits))) => {
            let is_width = width.is_empty() || width.parse::<u32>().is_ok_and(|width| width > 0);
            let digits = Some(digits.trim_start_matches('s')).filter(|_| is_width)?;
            let radix = [('b', 2), ('o', 8), ('d', 10), ('h', 16)];
            let (letter, radix) = radix.into_iter().find(|(letter, _)| digits.starts_with(*letter))?;
            (&digits[letter.len_utf8()..], radix)
        }
    };
    let is_number = digits.chars().all(|digit| digit.is_digit(radix));
    u128::from_str_radix(digits, radix).ok().filter(|_| is_number)
}

/// Reads the name of an output.
///
/// # Errors
///
/// [`PortSyntaxError::Name`] for other text.
pub fn parse_output(text: &str) -> Result<String, PortSyntaxError> {
    let name = text.trim();
    if is_identifier(name) {
        Ok(name.to_owned())
    } else {
        Err(PortSyntaxError::Name(name.to_owned()))
    }
}

impl fmt::Display for PortMapping {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}=", self.port)?;
        match &self.source {
            PortSource::Zero => write!(formatter, "0"),
            PortSource::Bits(terms) => match &terms[..] {
                [term] => write!(formatter, "{term}"),
                terms => {
                    let terms: Vec<String> = terms.iter().map(ToString::to_string).collect();
                    write!(formatter, "{{{}}}", terms.join(","))
                }
            },
            PortSource::Coded(term, PortCode::OneHot) => write!(formatter, "{term}:onehot"),
            PortSource::Coded(term, PortCode::Order(names)) => write!(formatter, "{term}:{{{}}}", names.join(",")),
        }
    }
}

impl fmt::Display for TiedInput {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PortTerm { name, range, .. } = &self.input;
        write!(formatter, "{name}{}={:#x}", Brackets(*range), self.value)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/foreign/port_map.rs"]
mod tests;
