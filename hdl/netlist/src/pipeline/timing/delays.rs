//! Delays of the logic of a device.

use crate::module::Netlist;
use crate::node::Op;

/// Delays in levels, so that devices of different speed compare. One level is a look-up table with four inputs and the
/// wires that lead to it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Delays {
    /// Delay from general wires into a carry chain.
    pub carry_entry: f64,
    /// Delay of a carry chain per bit.
    pub carry_per_bit: f64,
    /// Delay from a carry chain to general wires.
    pub carry_exit: f64,
    /// Delay of a multiplier block without registers inside.
    pub multiplier_block: f64,
}

impl Delays {
    /// Delays for the shortest clock period: carry chains take as long as nextpnr reports among the wires of a whole
    /// unit. The registers then take more room.
    pub const FOR_SPEED: Delays = Delays {
        carry_entry: 0.9,
        carry_per_bit: 0.21,
        carry_exit: 1.4,
        multiplier_block: 3.5,
    };

    /// Delays for netlists with multiplier blocks. Most FPGAs that have them have fast carry chains too.
    ///
    /// On an ECP5-25 of speed grade 6, nextpnr (0.11.1) reports 0.45 ns into a chain, 0.035 ns per bit and 0.44 ns out of it. A
    /// look-up table takes 0.24 ns, and its wires 0.8 to 1.1 ns. With the wires on both sides, a chain thus takes about two
    /// levels beside its bits. Of twelve sets of delays, this one gives the f16 fma the highest clocks at most latencies.
    pub const WITH_BLOCKS: Delays = Delays {
        carry_entry: 1.0,
        carry_per_bit: 0.05,
        carry_exit: 1.0,
        multiplier_block: 3.5,
    };

    /// Returns the delays by which registers are placed in a netlist: [`WITH_BLOCKS`](Delays::WITH_BLOCKS) if it has
    /// multiplier blocks, else `self`.
    pub fn for_netlist(self, netlist: &Netlist) -> Delays {
        if netlist.nodes.iter().any(|node| node.op == Op::Mul) {
            Delays::WITH_BLOCKS
        } else {
            self
        }
    }
}

/// Default delays, which place registers for any device: a slow carry chain and a slow multiplier block.
///
/// On an iCE40 HX8K, nextpnr (0.11.1) reports 291, 194 and 142 MHz for additions of 12, 24 and 36 bits between
/// registers. It reports 437, 282 and 203 MHz for one, two and three look-up tables. A chain alone thus takes about
/// half a level beside its bits; among the wires of a whole unit it takes a level and a half. Yosys' abc9 assumes 0.126
/// ns per bit and 0.7 ns per level, which make 0.18 levels. If a chain is the longest path by these numbers, abc9 saves
/// look-up tables on all others until they take as long. These paths then take longer in nextpnr. The delay per bit is
/// therefore a value between the two.
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
