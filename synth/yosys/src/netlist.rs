//! Netlists of Yosys' `write_json` and `read_json`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use halfpipe_tools::Error;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

/// Modules by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct YosysNetlist {
    /// The modules.
    pub modules: BTreeMap<String, YosysModule>,
}

/// A module: cells between ports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct YosysModule {
    /// The default values of its parameters.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameter_default_values: BTreeMap<String, String>,
    /// Its ports.
    #[serde(default)]
    pub ports: YosysPorts,
    /// Its cells by their names.
    #[serde(default)]
    pub cells: BTreeMap<String, Cell>,
    /// Its nets by their names.
    #[serde(default)]
    pub netnames: BTreeMap<String, YosysNet>,
}

/// The ports of a module by their names, in the order of their declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct YosysPorts(pub Vec<(String, YosysPort)>);

/// A port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct YosysPort {
    /// Its direction: `input`, `output` or `inout`.
    pub direction: String,
    /// Its nets inside the module, the lowest bit first.
    pub bits: Vec<Bit>,
}

/// A cell: a gate, a cell of an FPGA, or an instance of a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Its type. Yosys' own types begin with a dollar sign.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its parameters: binary numbers, or words.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// Its attributes, such as `src`: the lines of Verilog that it comes from.
    #[serde(default)]
    pub attributes: BTreeMap<String, String>,
    /// The direction of each pin: `input`, `output` or `inout`.
    #[serde(default)]
    pub port_directions: BTreeMap<String, String>,
    /// The nets of each pin, the lowest bit first.
    pub connections: BTreeMap<String, Vec<Bit>>,
}

impl Cell {
    /// Returns the lines of Verilog that it comes from; empty if they are unknown.
    pub fn lines(&self) -> &str {
        self.attributes.get("src").map_or("", String::as_str)
    }

    /// True if a pin is known to be an output.
    pub fn is_output(&self, pin: &str) -> bool {
        self.port_directions
            .get(pin)
            .is_some_and(|direction| direction == "output")
    }

    /// Returns the nets of its pins of some names.
    pub fn nets_at<'c>(&'c self, pins: &'c [&str]) -> impl Iterator<Item = &'c Bit> {
        let named = self.connections.iter().filter(|(pin, _)| pins.contains(&pin.as_str()));
        named.flat_map(|(_, nets)| nets)
    }

    /// Returns the binary digits of a numeric parameter, written in binary or as text of `0x` and hexadecimal digits.
    /// Returns `None` if the parameter is missing or no number.
    pub fn binary(&self, parameter: &str) -> Option<Cow<'_, str>> {
        let value = self.parameters.get(parameter)?;
        if is_number(value) {
            return Some(value.into());
        }
        let digits = value.trim_end().strip_prefix("0x")?.chars();
        let digits: Option<String> = digits
            .map(|digit| Some(format!("{:04b}", digit.to_digit(16)?)))
            .collect();
        digits.map(Cow::from)
    }
}

/// True if a parameter's value is a number. Yosys adds a blank to text that could be taken for one.
pub fn is_number(value: &str) -> bool {
    value.chars().all(|digit| matches!(digit, '0' | '1' | 'x' | 'z'))
}

/// A named net.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct YosysNet {
    /// Its attributes, such as `src`: the lines of Verilog that declare it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
    /// Its bits, the lowest first.
    pub bits: Vec<Bit>,
}

/// A one-bit net by its number, or a constant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Bit {
    /// The net of that number.
    Net(u64),
    /// `0`, `1`, `x` or `z`.
    Constant(String),
}

impl YosysNetlist {
    /// Reads a netlist.
    ///
    /// # Errors
    ///
    /// [`Error::Report`] when the text does not have the form of `write_json`.
    pub fn parse(json: &str) -> Result<YosysNetlist, Error> {
        serde_json::from_str(json).map_err(|error| report(error.to_string()))
    }

    /// Returns the text from which `read_json` reads it back.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a netlist has only strings and numbers")
    }
}

impl YosysModule {
    /// Reads the module of that name from a netlist.
    ///
    /// # Errors
    ///
    /// [`Error::Report`] when the text does not have the form of `write_json`, or lacks the module.
    pub fn parse(json: &str, name: &str) -> Result<YosysModule, Error> {
        let module = YosysNetlist::parse(json)?.modules.remove(name);
        module.ok_or_else(|| report(format!("no module {name}")))
    }
}

fn report(message: String) -> Error {
    Error::Report {
        report: "Yosys' netlist",
        message,
    }
}

impl YosysPorts {
    /// Returns the port of that name, if there is one.
    pub fn get(&self, name: &str) -> Option<&YosysPort> {
        let mut ports = self.0.iter();
        ports.find(|(known, _)| known == name).map(|(_, port)| port)
    }

    /// Returns the names, in the order of declaration.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }
}

impl YosysPort {
    /// Returns its width in bits.
    pub fn width(&self) -> u32 {
        self.bits.len() as u32
    }
}

impl Serialize for YosysPorts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entries = serializer.serialize_map(Some(self.0.len()))?;
        for (name, port) in &self.0 {
            entries.serialize_entry(name, port)?;
        }
        entries.end()
    }
}

impl<'de> Deserialize<'de> for YosysPorts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<YosysPorts, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = YosysPorts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with a port in each entry")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<YosysPorts, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(YosysPorts(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}
