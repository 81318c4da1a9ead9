//! Options of `mma`, a tile of dot products, and of `vortex`, the dot product unit of Vortex' tensor core.

use halfpipe_hdl::mma::{self, instruction, MmaError, MmaSpec, VortexSpec};
use halfpipe_hdl::unit::Multiplier;

use crate::error::Error;
use crate::number::number;

/// The latency of a step without another one.
const USUAL_LATENCY: u32 = 4;

/// The types of result and operands without others.
const USUAL_TYPE: &str = "f32.f16";

/// Options of a tile and of Vortex' unit. Help leaves them out, for which a screen has no room; `docs/mma.md` has them.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Options of mma and vortex")]
pub struct MmaOptions {
    /// Rows of the tile
    #[arg(hide = true, long = "m", value_name = "M", value_parser = number::<u32>, allow_negative_numbers = true)]
    rows: Option<u32>,
    /// Columns of the tile; of vortex, the words of a row
    #[arg(hide = true, long = "n", value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    columns: Option<u32>,
    /// Products that a unit of the tile adds in a step
    #[arg(hide = true, long = "k", value_name = "K", value_parser = number::<u32>, allow_negative_numbers = true)]
    products: Option<u32>,
    /// Tensor cores to compute like: volta, turing, ampere, ada, hopper, blackwell; or one rounding: rn, rz, rm, rp
    #[arg(hide = true, long, value_name = "MODE")]
    mode: Option<String>,
    /// Types of result and operands  [default: f32.f16]
    #[arg(hide = true, long = "type", value_name = "TYPE")]
    ty: Option<String>,
    /// Accumulators of each unit of the tile  [default: the latency]
    #[arg(hide = true, long, value_name = "S", value_parser = number::<u32>, allow_negative_numbers = true)]
    slots: Option<u32>,
}

/// Returns the error of a wrong option: what is allowed, and an example.
fn usage(error: &MmaError) -> Error {
    let example = match error {
        MmaError::Side { .. } => "--m 2 --n 2",
        MmaError::Products(_) => "--k 4",
        MmaError::Mode(_) | MmaError::Bulk => "--mode ampere",
        MmaError::Type { .. } => "--type f32.f16",
        MmaError::Scales(_) => "--type f32.e4m3",
        MmaError::Latency(_) => "--latency 4",
        MmaError::Slots(_) => "--slots 4",
        MmaError::VortexSize(_) => "--n 2",
        MmaError::Name(_) => "--name my_tile",
    };
    Error::usage(format!("{error}; write for example {example}"))
}

impl MmaOptions {
    /// Returns the specification of the tile.
    ///
    /// # Errors
    ///
    /// Fails if there is no such tile.
    pub fn tile(&self, latency: Option<u32>, name: Option<&str>, multiplier: Multiplier) -> Result<MmaSpec, Error> {
        let (Some(rows), Some(columns), Some(products), Some(mode)) =
            (self.rows, self.columns, self.products, &self.mode)
        else {
            return Err(Error::usage(
                "mma needs the size of the tile and a mode; write for example mma --m 2 --n 2 --k 4 --mode volta",
            ));
        };
        let ty = self.ty.as_deref().unwrap_or(USUAL_TYPE);
        let instruction = instruction(products, mode, ty).map_err(|error| usage(&error))?;
        let usual = MmaSpec::new(rows, columns, instruction, latency.unwrap_or(USUAL_LATENCY));
        let spec = MmaSpec {
            name: name.map(str::to_owned),
            slots: self.slots.unwrap_or(usual.slots),
            multiplier,
            ..usual
        };
        spec.check().map_err(|error| usage(&error))?;
        Ok(spec)
    }

    /// Returns the specification of Vortex' unit.
    ///
    /// # Errors
    ///
    /// Fails if there is no such unit.
    pub fn vortex(&self, name: Option<&str>, multiplier: Multiplier) -> Result<VortexSpec, Error> {
        let (Some(size), Some(mode)) = (self.columns, &self.mode) else {
            return Err(Error::usage(
                "vortex needs the words of a row and a mode; write for example vortex --n 2 --mode ampere",
            ));
        };
        let spec = VortexSpec {
            name: name.map(str::to_owned),
            size,
            mode: mma::mode(mode).map_err(|error| usage(&error))?,
            multiplier,
        };
        spec.check().map_err(|error| usage(&error))?;
        Ok(spec)
    }
}
