//! The netlist of an external file.

use halfpipe_fpga::Family;
use serde::{Deserialize, Serialize};

use crate::netlist::YosysModule;

/// A module of plain gates and cells of an FPGA family.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Elaborated {
    /// The module.
    pub module: YosysModule,
    /// The family of its cells, if it has any other than plain gates.
    #[serde(skip)]
    pub family: Option<&'static Family>,
    /// True if the file has a multiplication.
    pub multiplies: bool,
    /// True if Yosys' own parser read the file too.
    pub is_read_twice: bool,
    /// The version of the slang in Yosys.
    pub slang: String,
}

/// The reading of an external file that a verdict is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FileReading {
    /// The module that the circuit begins with.
    pub top: String,
    /// The files that the text comes from, and those that fill its memories.
    pub files: Vec<String>,
    /// The folders of included files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub includes: Vec<String>,
    /// The defined macros.
    pub defines: Vec<String>,
    /// The ports of the contract with other names in the file, such as `a=opa`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<String>,
    /// The inputs of the file with a fixed value, such as `mode=0x0`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ties: Vec<String>,
    /// The macros that stay undefined.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undefined: Vec<String>,
    /// The parameters of the top module.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<String>,
    /// The programs that read it, with their versions.
    pub readers: Vec<String>,
}

/// The meaning of a netlist's undefined values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// Don't-care values: Yosys made the netlist from generated Verilog, in which nothing is undefined. Its `x` do not
    /// matter.
    Known,
    /// Free variables: any value, independent at each place and in each cycle.
    Any,
}
