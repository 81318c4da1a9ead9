//! How fast a netlist is on a device, without its tools.
//!
//! Its logic is covered by lookup tables as synthesis does it, and a table, a place of a carry chain, a block take what they take on
//! the device on average, wires included. Placement and what synthesis does beyond that are not known here: the longest path is
//! an estimate.

mod cover;
mod cut;
mod gates;

use crate::module::Netlist;
use cover::Cover;
use gates::Gates;

/// How long parts of a device take, in nanoseconds, each with the wires behind it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timing {
    /// Out of a register and into the next one.
    pub register: f64,
    /// A lookup table.
    pub table: f64,
    /// The inputs that a lookup table has, 6 at most.
    pub table_inputs: usize,
    /// More for each doubling of what takes a bit.
    pub fanout: f64,
    /// A table of constants: for each bit of its index beyond the inputs of a lookup table.
    pub table_input: f64,
    /// Into a carry chain.
    pub carry_entry: f64,
    /// A carry chain, for each bit.
    pub carry_per_bit: f64,
    /// From a carry to the sum in the same place.
    pub carry_to_sum: f64,
    /// From a carry to logic beside its chain.
    pub carry_exit: f64,
    /// Whether the lookup table that makes a sum can take in what follows.
    pub sums_share_tables: bool,
    /// A multiplier block.
    pub multiplier: f64,
    /// A multiplier block with a register behind it, inside the block.
    pub multiplier_to_register: f64,
    /// Out of a memory.
    pub memory: f64,
    /// Into a memory's index.
    pub memory_index: f64,
}

/// The paths of a netlist's logic between registers, those in front and behind included.
pub struct Paths(Gates);

impl Paths {
    /// Those of a netlist.
    pub fn of(netlist: &Netlist) -> Paths {
        Paths(Gates::of(netlist))
    }

    /// The longest path, in nanoseconds.
    pub fn longest(&self, timing: &Timing) -> f64 {
        Cover::of(timing, &self.0).longest()
    }
}
