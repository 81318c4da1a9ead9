//! Families of FPGAs, and all in which one differs from another.
//!
//! A family is a [`Family`] in a file of its own: its cells, what they compute and their delays, its programs with their options, the form of
//! its files, and the [`Device`]s of it that modules are synthesised for. Everything else in this crate reads these rows. A
//! further family is a further file here, a line in [`FAMILIES`], and its data: the pins of its boards under `constraints`,
//! results under `synth/results`.

mod cells;
mod ecp5;
mod function;
mod ice40;

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use halfpipe_hdl::net::{Block, Delays};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_tools::Tool;

pub use cells::Cells;
pub use function::{CarryPlace, CellFunction, Choice, Enable, FlipFlop, Function, Reset, ResetValue, Setting, Table};

/// Every family.
pub static FAMILIES: [&Family; 2] = [&ice40::FAMILY, &ecp5::FAMILY];

/// A family of FPGAs that Yosys synthesises for and that has a nextpnr.
#[derive(Debug)]
pub struct Family {
    /// The name as written on a command line: `ice40`.
    pub name: &'static str,
    /// What its makers call it.
    pub title: &'static str,
    /// Its cells, by what they are.
    pub cells: Cells,
    /// What its cells compute, but for memories and multiplier blocks.
    pub functions: &'static [CellFunction],
    /// How long its logic takes, as nextpnr reckons.
    pub delays: Delays,
    /// The multiplier block that generated files name, with its register. Where there is none, Yosys finds the blocks that
    /// the devices have.
    pub block: Option<&'static Block>,
    /// What is added to a device's synthesis command for a netlist without memories and multiplier blocks: lookup tables,
    /// carry cells, flip-flops and multiplexers only.
    pub plain_cells: &'static str,
    /// The models of its cells that come with Yosys.
    pub models: Models,
    /// The program that places and routes.
    pub router: Tool,
    /// The router's option for the file with a board's pins: `--pcf`.
    pub pins: &'static str,
    /// The router's option that leaves pins to itself.
    pub free_pins: &'static str,
    /// The router's option for the file that it hands to the packer.
    pub layout: &'static str,
    /// The program that makes a bitstream.
    pub packer: Tool,
    /// The ending of a bitstream's name, as the programs that load one know it.
    pub bitstream: &'static str,
    /// How many placements a measurement takes unless told otherwise, with the seeds from 1 on.
    pub seeds: u32,
    /// Its devices.
    pub devices: &'static [Device],
}

/// Models of a family's cells, as Yosys' scripts name them.
#[derive(Debug)]
pub struct Models {
    /// The file: `+/ice40/cells_sim.v`.
    pub file: &'static str,
    /// A macro without which the models give inputs values where nothing is connected, which not every tool takes.
    pub without_defaults: Option<&'static str>,
}

/// An FPGA of a family, in a package.
#[derive(Debug)]
pub struct Device {
    /// The name as written on a command line: `ice40-hx8k`.
    pub name: &'static str,
    /// Whether it has multiplier blocks (DSP), for units that are generated for them.
    pub has_multiplier_blocks: bool,
    /// The Yosys command that synthesises for it, without `-top`.
    pub synthesis: &'static str,
    /// The router's options for the device, its package and its speed.
    pub part: &'static [&'static str],
    /// The clock frequency that the router is asked for in measurements, in MHz: above what any unit reaches, so that it
    /// never stops improving early.
    pub frequency: &'static str,
    /// The committed results, where there are some: the text of the file under `synth/results`.
    pub results: Option<&'static str>,
}

/// Families have names of their own.
impl PartialEq for Family {
    fn eq(&self, other: &Family) -> bool {
        self.name == other.name
    }
}

impl Eq for Family {}

impl Hash for Family {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// Every external program: Yosys, what places and routes for each family, what makes each one's bitstreams, and the others.
pub fn programs() -> impl Iterator<Item = Tool> {
    let routers = FAMILIES.iter().map(|family| family.router);
    let packers = FAMILIES.iter().map(|family| family.packer);
    let others = Tool::of_no_family().filter(|tool| *tool != Tool::Yosys);
    std::iter::once(Tool::Yosys).chain(routers).chain(packers).chain(others)
}

/// Multiplications for which synthesis takes a multiplier block; generated files name those of every family that has a row
/// for it, each under its macro.
pub fn multiplier_blocks() -> Multiplier {
    static BLOCKS: LazyLock<Vec<&Block>> =
        LazyLock::new(|| FAMILIES.iter().filter_map(|family| family.block).collect());
    Multiplier::Block(&BLOCKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_a_command_of_its_own() {
        let commands: Vec<&str> = programs().map(Tool::command).collect();
        assert_eq!(commands.len(), Tool::of_no_family().count() + 2 * FAMILIES.len());
        for (index, command) in commands.iter().enumerate() {
            assert!(!commands[index + 1..].contains(command), "{command}");
        }
    }

    #[test]
    fn names_and_cells_are_of_one_family_only() {
        for (index, one) in FAMILIES.iter().enumerate() {
            for other in &FAMILIES[index + 1..] {
                assert_ne!(one.name, other.name);
                for cell in one.cells.all() {
                    assert!(!other.cells.all().any(|known| known == cell), "{cell}");
                }
            }
        }
    }
}
