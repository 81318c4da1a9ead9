//! A run of one module with a dump of every change in it.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use halfpipe_simulation::vector;
use halfpipe_simulation::CycleIn;
use halfpipe_tools::cache;
use halfpipe_tools::folder::temporary_folder;
use halfpipe_yosys::VerilogDut;

use super::build;
use super::purpose::Purpose;
use super::{source, CycleOut};
use crate::engine::EngineError;

/// Durations in a dump, in its unit of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    /// A clock cycle.
    pub cycle: u64,
    /// The time from the beginning of a cycle, at which the clock rises, to the change of the operands.
    pub operands: u64,
}

/// The record of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The value change dump, as Verilator writes it.
    pub dump: Vec<u8>,
    /// The outputs in each cycle.
    pub outputs: Vec<CycleOut>,
}

/// Runs a module cycle by cycle. A module without control ports uses only the operands.
///
/// # Errors
///
/// As for [`super::Batch::build`]; and when the compiled program fails.
pub fn trace(device: &dyn VerilogDut, inputs: &[CycleIn], times: Times) -> Result<Trace, EngineError> {
    let program = build::program(&[source(device)], Purpose::Trace)?;
    let folder = temporary_folder()?;
    let [input, dump] = ["cycles", "dump.vcd"].map(|name| folder.path().join(name));
    let interface = device.interface();
    let (in_count, out_count) = (interface.inputs().count(), interface.outputs().count());
    let words = inputs.iter().flat_map(|input| super::words(input, in_count));
    let words = words.flat_map(u64::to_ne_bytes);
    std::fs::write(&input, words.collect::<Vec<u8>>()).map_err(cache::failed(&input))?;
    program.check()?;
    let output = Command::new(program.path())
        .args(["0", if device.latency() > 0 { "1" } else { "0" }])
        .arg(&dump)
        .args([times.cycle.to_string(), times.operands.to_string()])
        .stdin(File::open(&input).map_err(cache::failed(&input))?)
        .stderr(Stdio::piped())
        .output()
        .map_err(cache::failed(program.path()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(EngineError::Stopped {
            module: device.name().to_owned(),
            message: said.lines().last().map_or(output.status.to_string(), str::to_owned),
        });
    }
    Ok(Trace {
        dump: read(&dump)?,
        outputs: output
            .stdout
            .chunks_exact((1 + out_count) * WORD)
            .map(cycle_out)
            .collect(),
    })
}

fn read(file: &Path) -> Result<Vec<u8>, EngineError> {
    Ok(std::fs::read(file).map_err(cache::failed(file))?)
}

/// The number of bytes of a word.
const WORD: usize = size_of::<u64>();

/// Returns the outputs in one cycle, from the words of the answer.
fn cycle_out(bytes: &[u8]) -> CycleOut {
    let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("a word has eight bytes"));
    let mut words = bytes.chunks_exact(WORD).map(word);
    CycleOut {
        out_valid: words.next() == Some(1),
        data: vector(words),
    }
}
