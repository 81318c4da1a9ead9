//! Tiles of dot product units for matrix products, and the dot product unit of Vortex' tensor core.
//!
//! A tile computes D = A · B + C, step by step: M rows of A and N columns of B meet in M × N units, whose sums stay in
//! accumulators. [`export::mma`](crate::export::mma) writes the modules around the units.

mod spec;
mod vortex;

use crate::design::{Design, DesignSpec};

pub use spec::{
    instruction, mode, modes, types, MmaError, MmaSpec, KEYWORD, MAX_LATENCY, MAX_SIDE, MAX_SLOTS, NAME, VORTEX_SIZES,
};
pub use vortex::{VortexSpec, VORTEX_KEYWORD, VORTEX_NAME};

/// Builds the unit of a tile: a dot product with a rank of registers for each cycle of a step but the last, which is
/// that of the accumulator.
///
/// # Errors
///
/// Returns an error if there is no such tile.
pub fn unit(spec: &MmaSpec) -> Result<Design, MmaError> {
    spec.check()?;
    let unit = DesignSpec {
        multiplier: spec.multiplier,
        name: Some(format!("{}_unit", spec.name())),
        ..DesignSpec::unit(spec.instruction, spec.unit_latency())
    };
    Design::from_spec(&unit).map_err(|_| MmaError::Name(spec.name().to_owned()))
}
