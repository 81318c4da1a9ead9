//! A family of FPGAs, and its devices.

use std::hash::{Hash, Hasher};

use halfpipe_netlist::{Delays, MultiplierBlock};

use crate::{CellType, Cells, Memory, Program, Timing};

/// An FPGA family that Yosys supports.
#[derive(Debug)]
pub struct Family {
    /// The name as written on a command line: `ice40`.
    pub name: &'static str,
    /// Its manufacturer's name for it.
    pub title: &'static str,
    /// Its cells, by kind.
    pub cells: Cells,
    /// The functions of its cells, except memories and multiplier blocks. Netlists of a family without this list are
    /// not evaluated.
    pub functions: &'static [CellType],
    /// The delays of its logic in nextpnr's model.
    pub delays: Delays,
    /// The multiplier block that generated files name, with its register. If there is none, Yosys infers the blocks of
    /// the devices.
    pub block: Option<&'static MultiplierBlock>,
    /// The parameters that the family's nextpnr accepts as text such as `"0x8000"`.
    pub hexadecimal_text: HexadecimalText,
    /// The memory used for tables of constants, if it can be evaluated.
    pub memory: Option<&'static Memory>,
    /// The option added to a device's synthesis command for a netlist without multiplier blocks. Without a `memory` it
    /// also excludes memories. The netlist then has only lookup tables, carry cells, flip-flops and multiplexers.
    pub plain_cells: &'static str,
    /// The models for netlists with multiplier blocks, if these can be evaluated.
    pub evaluated_blocks: Option<&'static EvaluatedBlocks>,
    /// The models of further blocks, which only files have.
    pub file_blocks: Option<&'static EvaluatedBlocks>,
    /// The models of its cells that come with Yosys.
    pub models: ModelFile,
    /// The Yosys commands that adapt a synthesised netlist to the router; empty if none are needed.
    pub repair: &'static str,
    /// The router. Without one, modules are measured by their area only.
    pub router: Option<Router>,
    /// A caveat about the family's figures, as a sentence without its point.
    pub remark: Option<&'static str>,
    /// The default number of placements of a measurement, with seeds from 1 on; 0 without a router.
    pub seeds: u32,
    /// Its devices.
    pub devices: &'static [Device],
}

impl Family {
    /// True if a type of cell is a multiplier block that has a model here.
    pub fn evaluates_block(&self, kind: &str) -> bool {
        self.blocks().is_some_and(|blocks| blocks.kinds.contains(&kind))
    }

    /// Returns the Verilog of the models of its multiplier blocks; empty if there are none.
    pub fn block_model(&self) -> String {
        self.blocks().map_or(String::new(), |blocks| (blocks.model)())
    }

    /// Returns the multiplier blocks that have a model here, in generated modules or in files only.
    pub fn blocks(&self) -> Option<&'static EvaluatedBlocks> {
        self.evaluated_blocks.or(self.file_blocks)
    }
}

/// The numeric parameters that a flow also accepts as hexadecimal text. nextpnr reads text of any other form as another
/// number than a simulator, or as no number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HexadecimalText {
    /// None.
    Refused,
    /// The contents of memories.
    OfMemories,
    /// All.
    Taken,
}

/// Multiplier blocks that have a model here.
#[derive(Debug)]
pub struct EvaluatedBlocks {
    /// The types of cells.
    pub kinds: &'static [&'static str],
    /// Writes the Verilog of the blocks, in gates and flip-flops. A block with a setting unknown to the model
    /// instantiates a module that does not exist.
    pub model: fn() -> String,
    /// The pins that select another function than the model's unless they are 0.
    pub zero_pins: &'static [&'static str],
}

/// The router of a family, and the packer that makes a bitstream of its output. In their options `{}` stands for a
/// file.
#[derive(Debug)]
pub struct Router {
    /// The nextpnr.
    pub program: &'static Program,
    /// The option for the file with a board's pins: `--pcf {}`.
    pub pins: &'static str,
    /// The option for the output file that the packer reads: `--asc {}`.
    pub layout: &'static str,
    /// The program that makes a bitstream.
    pub packer: &'static Program,
    /// The packer's option for the router's output file: `pack {}`.
    pub input: &'static str,
    /// The packer's option for the bitstream: `-o {}`.
    pub output: &'static str,
    /// The file extension of a bitstream, as loading programs expect it.
    pub bitstream: &'static str,
}

/// The pins of a module while it is measured: the three pins of the measuring harness, which lie on no measured path.
#[derive(Debug)]
pub enum MeasuringPins {
    /// The router's option that lets it choose the pins.
    Free(&'static str),
    /// The text of a file with the pins, for a router that chooses none.
    Fixed(&'static str),
}

/// The file with Yosys' models of a family's cells, as its scripts name them.
#[derive(Debug)]
pub struct ModelFile {
    /// The file: `+/ice40/cells_sim.v`.
    pub file: &'static str,
    /// The macro that removes the models' default values for unconnected inputs. Not every tool accepts these defaults.
    pub without_defaults: Option<&'static str>,
}

/// An FPGA of a family, in a package.
#[derive(Debug)]
pub struct Device {
    /// The name as written on a command line: `ice40-hx8k`.
    pub name: &'static str,
    /// True if it has multiplier blocks (DSP), for units that are generated for them.
    pub has_multiplier_blocks: bool,
    /// The Yosys command that synthesises for it, without `-top`.
    pub synthesis: &'static str,
    /// The router's options for the device, its package and its speed.
    pub part: &'static [&'static str],
    /// The packer's options for the device.
    pub packing: &'static [&'static str],
    /// The pins in measurements.
    pub pins: MeasuringPins,
    /// The clock frequency that the router is asked for in measurements, in MHz. It is above the reach of any unit, so
    /// that the router never stops improving early.
    pub frequency: &'static str,
    /// The committed results, if there are any.
    pub results: Option<Record>,
    /// The delays for estimates, fitted to its committed results by `make timing`.
    pub timing: Option<Timing>,
}

impl Router {
    /// Fills an option's `{}` with a file.
    pub fn with_file(option: &str, file: &str) -> Vec<String> {
        option.split_whitespace().map(|word| word.replace("{}", file)).collect()
    }
}

/// Committed results of a device.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// The text of the file under `synth/results`.
    pub text: &'static str,
    /// The modules that it covers.
    pub extent: ResultCoverage,
}

/// The modules with committed results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultCoverage {
    /// Every measured instruction at all latencies, which gives curves; and the core.
    EveryLatency,
    /// Some instructions, at latency 0 and at the default latency.
    ZeroAndDefault,
    /// The same instructions at latency 0 only.
    Zero,
}

/// Compares names: each family has its own.
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
