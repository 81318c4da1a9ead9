//! Families of FPGAs, and all in which one differs from another.
//!
//! A family is a [`Family`] in a file of its own: its cells, what they compute and their delays, its programs with their options, the form of
//! its files, and the [`Device`]s of it that modules are synthesised for. Everything else in this crate reads these rows. A
//! further family is a further file here, a line in [`FAMILIES`], and its data: the pins of its boards under `constraints`,
//! results under `synth/results`.

mod cells;
mod ecp5;
mod function;
mod gowin;
mod ice40;
mod memory;
mod multiplier_block;
mod nexus;
mod xilinx;

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use halfpipe_hdl::net::estimate::Timing;
use halfpipe_hdl::net::{Block, Delays};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_tools::Tool;

pub use cells::Cells;
pub use function::{CarryPlace, CellFunction, Choice, Enable, FlipFlop, Function, Reset, ResetValue, Setting, Table};
pub use memory::{AddressPins, Contents, Memory, Way, WordPins};

/// Every family.
pub static FAMILIES: [&Family; 5] = [
    &ice40::FAMILY,
    &ecp5::FAMILY,
    &nexus::FAMILY,
    &gowin::FAMILY,
    &xilinx::FAMILY,
];

/// A family of FPGAs that Yosys synthesises for.
#[derive(Debug)]
pub struct Family {
    /// The name as written on a command line: `ice40`.
    pub name: &'static str,
    /// What its makers call it.
    pub title: &'static str,
    /// Its cells, by what they are.
    pub cells: Cells,
    /// What its cells compute, but for memories and multiplier blocks. Netlists of a family without them are not evaluated.
    pub functions: &'static [CellFunction],
    /// How long its logic takes, as nextpnr reckons.
    pub delays: Delays,
    /// The multiplier block that generated files name, with its register. Where there is none, Yosys finds the blocks that
    /// the devices have.
    pub block: Option<&'static Block>,
    /// Which parameters the family's nextpnr takes as text such as `"0x8000"`.
    pub hexadecimal_text: HexadecimalText,
    /// The memory that tables of constants become, where it is evaluated.
    pub memory: Option<&'static Memory>,
    /// What is added to a device's synthesis command for a netlist without multiplier blocks, and without memories where there is
    /// no `memory`: lookup tables, carry cells, flip-flops and multiplexers only.
    pub plain_cells: &'static str,
    /// How a netlist with multiplier blocks is evaluated, where it can be.
    pub evaluated_blocks: Option<&'static EvaluatedBlocks>,
    /// The models of its cells that come with Yosys.
    pub models: Models,
    /// Yosys' commands after synthesis, where the router needs a netlist that is put right; empty where it does not.
    pub repair: &'static str,
    /// What places and routes. Where there is nothing, modules are measured by their area only.
    pub router: Option<Router>,
    /// What has to be known of the family's figures, as a sentence without its point.
    pub remark: Option<&'static str>,
    /// How many placements a measurement takes unless told otherwise, with the seeds from 1 on; 0 without a router.
    pub seeds: u32,
    /// Its devices.
    pub devices: &'static [Device],
}

impl Family {
    /// Whether a type of cell is a multiplier block that has a model here.
    pub fn evaluates_block(&self, kind: &str) -> bool {
        self.evaluated_blocks
            .is_some_and(|blocks| (blocks.model)().contains(&format!("module {kind} (")))
    }
}

/// Which parameters that are numbers a flow takes as hexadecimal text too. Text of any other form is another number to nextpnr than to a
/// simulator, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HexadecimalText {
    /// None.
    Refused,
    /// What memories hold.
    OfMemories,
    /// All.
    Taken,
}

/// Multiplier blocks that have a model here.
#[derive(Debug)]
pub struct EvaluatedBlocks {
    /// The Verilog of the block: gates and flip-flops. What a block can be set to beside what it knows is a module that is nowhere.
    pub model: fn() -> String,
}

/// What places and routes for a family, and what makes a bitstream of that. In its options `{}` stands for a file.
#[derive(Debug)]
pub struct Router {
    /// The nextpnr.
    pub program: Tool,
    /// The option for the file with a board's pins: `--pcf {}`.
    pub pins: &'static str,
    /// The option for the file that is handed to the packer: `--asc {}`.
    pub layout: &'static str,
    /// The program that makes a bitstream.
    pub packer: Tool,
    /// The packer's option for the file that the router hands it: `pack {}`.
    pub input: &'static str,
    /// The packer's option for the bitstream: `-o {}`.
    pub output: &'static str,
    /// The ending of a bitstream's name, as the programs that load one know it.
    pub bitstream: &'static str,
}

/// The pins of a module while it is measured: the three of the measuring harness, which are on no measured path.
#[derive(Debug)]
pub enum MeasuringPins {
    /// The router's option that leaves them to itself.
    Free(&'static str),
    /// The text of a file with them, for a router that chooses none.
    Fixed(&'static str),
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
    /// The packer's options for the device.
    pub packing: &'static [&'static str],
    /// The pins in measurements.
    pub pins: MeasuringPins,
    /// The clock frequency that the router is asked for in measurements, in MHz: above what any unit reaches, so that it
    /// never stops improving early.
    pub frequency: &'static str,
    /// The committed results, where there are some.
    pub results: Option<Record>,
    /// How long its parts take, for estimates: fitted to its committed results by `make timing`.
    pub timing: Option<Timing>,
}

impl Router {
    /// An option with the file that it is for.
    pub fn with_file(option: &str, file: &str) -> Vec<String> {
        option.split_whitespace().map(|word| word.replace("{}", file)).collect()
    }
}

/// Committed results of a device.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// The text of the file under `synth/results`.
    pub text: &'static str,
    /// Which modules it is of.
    pub extent: Extent,
}

/// Of which modules there are results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Of every measured instruction at all latencies, so that there are curves; and of the core.
    EveryLatency,
    /// Of some instructions, without registers and at the default latency.
    ZeroAndDefault,
    /// Of these instructions, without registers.
    Zero,
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
    let routers = || FAMILIES.iter().filter_map(|family| family.router.as_ref());
    let (packers, routers) = (
        routers().map(|router| router.packer),
        routers().map(|router| router.program),
    );
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
        let routers = FAMILIES.iter().filter(|family| family.router.is_some());
        assert_eq!(commands.len(), Tool::of_no_family().count() + 2 * routers.count());
        for (index, command) in commands.iter().enumerate() {
            assert!(!commands[index + 1..].contains(command), "{command}");
        }
    }

    #[test]
    fn families_have_names_of_their_own() {
        for (index, one) in FAMILIES.iter().enumerate() {
            for other in &FAMILIES[index + 1..] {
                assert_ne!(one.name, other.name);
            }
        }
    }
}
