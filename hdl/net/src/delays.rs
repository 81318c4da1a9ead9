//! How long the logic of a device takes.

/// Delays in levels, so that devices of different speed compare: one level is a look-up table with four inputs and the wires
/// that lead to it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Delays {
    /// A carry chain, for each bit.
    pub carry_per_bit: f64,
    /// A multiplier block without registers inside.
    pub multiplier_block: f64,
}

/// Those of no device: a slow carry chain and a slow multiplier block.
impl Default for Delays {
    fn default() -> Delays {
        Delays {
            carry_per_bit: 0.1,
            multiplier_block: 3.5,
        }
    }
}
