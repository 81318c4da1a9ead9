//! Delays of the parts of a device, for estimates of clock frequencies.

/// Delays of the parts of a device, in nanoseconds, each with the wires behind it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timing {
    /// Delay out of a register and into the next one.
    pub register: f64,
    /// Delay of a lookup table.
    pub table: f64,
    /// Number of inputs of a lookup table, 6 at most.
    pub table_inputs: usize,
    /// Additional delay for each doubling of a bit's fanout.
    pub fanout: f64,
    /// Delay of a table of constants for each index bit beyond the inputs of a lookup table.
    pub table_input: f64,
    /// Delay into a carry chain.
    pub carry_entry: f64,
    /// Delay of a carry chain per bit.
    pub carry_per_bit: f64,
    /// Delay from a carry to the sum in the same position.
    pub carry_to_sum: f64,
    /// Delay from a carry to logic beside its chain.
    pub carry_exit: f64,
    /// True if the lookup table of a sum can absorb the logic that follows.
    pub sums_share_tables: bool,
    /// Delay of a multiplier block.
    pub multiplier: f64,
    /// Delay of a multiplier block with a register behind it, inside the block.
    pub multiplier_to_register: f64,
    /// Delay out of a memory.
    pub memory: f64,
    /// Delay into a memory's index.
    pub memory_index: f64,
}
