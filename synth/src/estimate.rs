//! How fast a design is on a device, by its table of delays: no tool is asked.

use halfpipe_hdl::design::{Design, DesignError};
use halfpipe_hdl::fpu;
use halfpipe_hdl::net::estimate::{Paths, Timing};
use halfpipe_isa::Instruction;

use crate::results::Results;
use crate::target::Target;
use crate::unit::{measured_core, measured_unit};

/// The clock frequency in MHz that a design reaches by a device's delays.
pub fn estimated_mhz(design: &Design, timing: &Timing) -> f64 {
    megahertz(&Paths::of(&design.module().lane), timing)
}

/// The same of paths.
pub fn megahertz(paths: &Paths, timing: &Timing) -> f64 {
    1000.0 / paths.longest(timing)
}

/// A result on file, and the paths of the module that it is of.
pub struct Measured {
    /// The instruction's name, or the word for the core.
    pub mnemonic: String,
    /// Its latency.
    pub latency: u32,
    /// The clock frequency in the middle of all placements, in MHz.
    pub median_mhz: f64,
    /// The module's paths.
    pub paths: Paths,
}

/// The results on file of a target that are of today's modules.
///
/// # Errors
///
/// [`DesignError`] where one is of a latency that the instruction does not have.
pub fn measured(target: Target) -> Result<Vec<Measured>, DesignError> {
    let mut found = Vec::new();
    for results in Results::committed().filter(|results| results.target == target) {
        for entry in &results.results {
            let design = match entry.mnemonic.parse() {
                Ok(instruction) => measured_unit(instruction, entry.latency, target)?,
                Err(_) if entry.mnemonic == fpu::WORD => {
                    measured_core(Instruction::arithmetic(), entry.latency, target)?
                }
                Err(_) => continue,
            };
            let Some(median_mhz) = entry.median() else { continue };
            if design.module().digest().to_string() == entry.digest {
                found.push(Measured {
                    mnemonic: entry.mnemonic.clone(),
                    latency: entry.latency,
                    median_mhz,
                    paths: Paths::of(&design.module().lane),
                });
            }
        }
    }
    Ok(found)
}
