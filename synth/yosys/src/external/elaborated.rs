//! The netlist of an external file.

use halfpipe_fpga::Family;

use crate::netlist::YosysModule;

/// A module of plain gates and cells of an FPGA family.
#[derive(Clone, Debug)]
pub struct Elaborated {
    /// The module.
    pub module: YosysModule,
    /// The family of its cells, if it has any other than plain gates.
    pub family: Option<&'static Family>,
    /// True if the file has a multiplication.
    pub multiplies: bool,
    /// True if Yosys' own parser read the file too.
    pub is_read_twice: bool,
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
