//! Wrappers of a core for processor buses, a custom function unit and a co-processor, and the C functions that call it.
//!
//! Either bus carries two operands and a request of ten bits. Eight of them are the number of an operation, its `op`.
//! The other two select the use of the accumulator ([`Mode`]). This register of 32 bits is the third operand of the
//! instructions that have one. One C header therefore serves both buses.

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
    /// Returns the Verilog file of the wrapper around a core. The file of the core itself goes with it. The header names
    /// the command that generates the file, if one is given.
    ///
    /// # Errors
    ///
    /// Returns the error of [`Bus::check`].
    pub fn verilog(self, core: &Design, command: Option<&str>) -> Result<String, BusError> {
        self.check(core)?;
        Ok(match self {
            Bus::Cfu => cfu::verilog(core, command),
            Bus::Pcpi => pcpi::verilog(core, command),
        })
    }
}
