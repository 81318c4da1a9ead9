//! How long the logic of a device takes.

/// Delays in levels, so that devices of different speed compare: one level is a look-up table with four inputs and the wires
/// that lead to it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Delays {
    /// From general wires into a carry chain.
    pub carry_entry: f64,
    /// A carry chain, for each bit.
    pub carry_per_bit: f64,
    /// Out of a carry chain to general wires.
    pub carry_exit: f64,
    /// A multiplier block without registers inside.
    pub multiplier_block: f64,
}

/// Those by which registers are placed, on whatever device: a slow carry chain and a slow multiplier block.
///
/// On an iCE40 HX8K additions of 12, 24 and 36 bits between registers reach 291, 194 and 142 MHz in nextpnr (0.11.1), and one,
/// two and three look-up tables 437, 282 and 203 MHz: alone, a chain takes about half a level beside its bits. Among the wires of
/// a whole unit it takes a level and a half. Yosys' abc9 sees it differently: 0.126 ns a bit against 0.7 ns a level make 0.18 levels.
/// Where a chain is the longest path in its eyes, it saves look-up tables on all others until they take as long, and these then
/// take longer in nextpnr's. So a bit costs what lies between the two.
impl Default for Delays {
    fn default() -> Delays {
        Delays {
            carry_entry: 0.5,
            carry_per_bit: 0.15,
            carry_exit: 1.0,
            multiplier_block: 3.5,
        }
    }
}
