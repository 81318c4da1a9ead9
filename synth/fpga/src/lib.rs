//! FPGA families, and everything that differs between them.
//!
//! A family is a [`Family`] in a file of its own. It holds the family's cells with their functions and delays, its
//! programs with their options, the form of its files, and the [`Device`]s for which modules are synthesised.
//! Everything else in this crate reads these rows.
//!
//! A further family needs a further file here, a line in [`FAMILIES`], and its data: the pins of its boards under
//! `constraints`, and results under `synth/results`.

pub mod board;
mod cells;
mod ecp5;
mod error;
mod families;
mod family;
mod function;
mod gowin;
mod ice40;
mod memory;
mod multiplier_block;
mod nexus;
mod program;
pub mod target;
mod timing;
mod xilinx;

use std::sync::LazyLock;

use halfpipe_netlist::MultiplierBlock;

pub use cells::Cells;
pub use error::TargetError;
pub use families::FAMILIES;
pub use family::{
    Device, EvaluatedBlocks, Family, HexadecimalText, MeasuringPins, ModelFile, Record, ResultCoverage, Router,
};
pub use function::{
    CarryPlace, CellFunction, CellType, Choice, Enable, FlipFlop, LookupTable, Reset, ResetValue, Setting,
};
pub use memory::{AddressPins, Contents, Memory, Way, WordPins};
pub use program::{Program, BY_TOOLS_INSTALL};
pub use target::Target;
pub use timing::Timing;

/// Returns the multiplier blocks that generated files name: that of every family that has one, each under its macro.
pub fn multiplier_blocks() -> &'static [&'static MultiplierBlock] {
    static BLOCKS: LazyLock<Vec<&MultiplierBlock>> =
        LazyLock::new(|| FAMILIES.iter().filter_map(|family| family.block).collect());
    &BLOCKS
}
