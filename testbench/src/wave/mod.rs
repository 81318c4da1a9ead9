//! Waveforms: a module's run as a value change dump, and a GTKWave save file that opens on it.
//!
//! The dump has the module's ports in a scope of the module's name. Below it lies a scope per lane with the lane's
//! share of the operands and of the result, and in that a scope per stage, in dataflow order, with the nets that the
//! datapath names. The scope `check` holds what the reference model expects beside each result.
//!
//! Time is in nanoseconds and a clock cycle takes ten. The clock rises when a cycle begins, and the registers change
//! with it; the operands change one nanosecond later and the clock falls in the middle. So in the middle of a cycle
//! operands and result are those of that cycle, and the result of the operands of cycle `k` lies in cycle `k` plus
//! the latency. The first cycle is the reset. A combinational module has no clock: every ten nanoseconds one vector.

use std::path::{Path, PathBuf};

use halfpipe_hdl::export::{write_file, WriteError};
use halfpipe_hdl::unit::Unit;

use crate::Vector;

mod dump;
mod family;
pub mod filter;
mod layout;
mod save;

pub use family::family_view;

/// One clock cycle in the dump's unit of time, the nanosecond.
pub const CYCLE: u64 = 10;

/// The files of a waveform.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaveFiles {
    /// The value change dump, `<module>.vcd`.
    pub vcd: PathBuf,
    /// The GTKWave save file, `<module>.gtkw`: `gtkwave` with this one file opens the dump as well.
    pub save: PathBuf,
}

/// A waveform that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WaveError {
    /// A file or its folder could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A value filter could not be made executable.
    #[error("cannot make {} executable: {source}", path.display())]
    Executable {
        /// The filter's script.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Runs the unit in the embedded simulator, one vector a cycle, and writes dump and save file into the folder `out`.
///
/// Beside them go the scripts that GTKWave starts to show values as numbers, one for each format of the instruction.
/// The save file's marker stands in the cycle of the first mismatch, or else of the first result. Operand bits above
/// an operand's width are dropped. Equal input gives equal bytes.
pub fn write(unit: &Unit, vectors: &[Vector], out: &Path) -> Result<WaveFiles, WaveError> {
    let layout = layout::of(unit);
    let dump = dump::run(unit, &layout, vectors);
    let name = &unit.module().name;
    let files = WaveFiles {
        vcd: out.join(format!("{name}.vcd")),
        save: out.join(format!("{name}.gtkw")),
    };
    for element in layout.elements() {
        filter::write_script(element, out)?;
    }
    write_file(&files.vcd, &dump.text)?;
    write_file(&files.save, save::of(&layout, &dump).as_bytes())?;
    Ok(files)
}
