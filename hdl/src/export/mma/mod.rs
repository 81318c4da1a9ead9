//! Files of tiles, and of the dot product unit of Vortex' tensor core.

mod header;
mod manifest;
mod package;
mod ports;
mod tile;
mod vortex;

pub use header::mma_header;
pub use manifest::{MmaManifest, VortexManifest};
pub use tile::mma_verilog;
pub use vortex::vortex_verilog;
