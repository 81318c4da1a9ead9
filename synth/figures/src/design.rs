//! The modules whose figures are on file.

use halfpipe_fpga::{multiplier_blocks, Target};
use halfpipe_hdl::design::{Design, DesignError, DesignSpec};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::Instruction;

/// Builds the module that is measured for an instruction, with the products of [`measured_multiplier`].
///
/// # Errors
///
/// [`DesignError`] when the instruction has no such latency.
pub fn measured_unit(instruction: Instruction, latency: u32, target: Target) -> Result<Design, DesignError> {
    measured_design(DesignSpec::unit(instruction, latency), target)
}

/// Builds the core that is measured for instructions, with the products of [`measured_multiplier`] and a tag of the
/// usual width.
///
/// # Errors
///
/// [`DesignError`] when the core cannot have the latency.
pub fn measured_core(instructions: &[Instruction], latency: u32, target: Target) -> Result<Design, DesignError> {
    measured_design(DesignSpec::core(instructions, latency), target)
}

/// Builds the module that is measured as specified, with the products of [`measured_multiplier`].
///
/// # Errors
///
/// [`DesignError`] when the module cannot have the latency.
pub fn measured_design(spec: DesignSpec, target: Target) -> Result<Design, DesignError> {
    Design::from_spec(&spec.with_multiplier(measured_multiplier(target)))
}

/// The choice of hardware in measured figures, as a sentence: see [`measured_multiplier`].
pub const MEASURED_BLOCKS: &str =
    "On targets with multiplier blocks (DSP), the module of `generate --multiplier block` is measured.";

/// Returns the multiplier of measured modules: multiplier blocks if the target has them.
pub fn measured_multiplier(target: Target) -> Multiplier {
    if target.has_multiplier_blocks() {
        Multiplier::Block(multiplier_blocks())
    } else {
        Multiplier::Rows
    }
}
