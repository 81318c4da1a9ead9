//! What a user takes away: Verilog and a manifest, written so that no half-written file is ever left behind.

mod files;
mod manifest;
mod verilog;

pub use files::{write_file, WriteError};
pub use manifest::{Manifest, PortEntry};
pub use verilog::verilog;
