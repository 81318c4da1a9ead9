//! A core behind the bus of a processor: as a custom function unit, or as a co-processor; and what a C program calls it by.
//!
//! Either bus carries two operands and ten bits that say what is asked. Eight of them are the number of an operation, its
//! `op`; two say what happens to the accumulator, a register of 32 bits that is the third operand of the instructions that
//! have one ([`Mode`]). So one C header serves both.

mod bus;
mod cfu;
mod header;
mod intrinsics;
mod pcpi;
mod twins;
mod types;

pub use bus::{Bus, BusError, Mode, MOST_OPERATIONS};
pub use header::c_header;
pub use twins::twins_header;

use crate::design::Design;

impl Bus {
    /// The Verilog file of the module around a core, whose own file goes with it.
    ///
    /// # Errors
    ///
    /// Where [`Bus::check`] says so.
    pub fn verilog(self, core: &Design) -> Result<String, BusError> {
        self.check(core)?;
        Ok(match self {
            Bus::Cfu => cfu::verilog(core),
            Bus::Pcpi => pcpi::verilog(core),
        })
    }
}
