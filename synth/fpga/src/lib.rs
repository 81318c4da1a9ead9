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
pub mod target;
mod timing;
mod xilinx;

use std::sync::LazyLock;

use halfpipe_netlist::MultiplierBlock;
use halfpipe_tools::Tool;

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
pub use target::Target;
pub use timing::Timing;

/// Returns every external program: Yosys, the router and the packer of each family, and the others.
pub fn programs() -> impl Iterator<Item = Tool> {
    let routers = || FAMILIES.iter().filter_map(|family| family.router.as_ref());
    let (packers, routers) = (
        routers().map(|router| router.packer),
        routers().map(|router| router.program),
    );
    let others = Tool::common_tools().filter(|tool| *tool != Tool::Yosys);
    std::iter::once(Tool::Yosys).chain(routers).chain(packers).chain(others)
}

/// Returns the multiplier blocks that generated files name: that of every family that has one, each under its macro.
pub fn multiplier_blocks() -> &'static [&'static MultiplierBlock] {
    static BLOCKS: LazyLock<Vec<&MultiplierBlock>> =
        LazyLock::new(|| FAMILIES.iter().filter_map(|family| family.block).collect());
    &BLOCKS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_a_command_of_its_own() {
        let commands: Vec<&str> = programs().map(Tool::command).collect();
        let routers = FAMILIES.iter().filter(|family| family.router.is_some());
        assert_eq!(commands.len(), Tool::common_tools().count() + 2 * routers.count());
        for (index, command) in commands.iter().enumerate() {
            assert!(!commands[index + 1..].contains(command), "{command}");
        }
    }
}
