//! `prove`: formal verification for every operand.

mod certificates;
mod checkpoint;
mod claim;
mod counterexample;
mod exhaustive;

mod session;
mod told;

use std::io::Write;

use halfpipe_fpga::FAMILIES;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::fpu;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use halfpipe_prove::theorem::lane_of;
use halfpipe_testbench::exhaustive::is_exhaustible;
use halfpipe_yosys::Mapping;
use session::Session;

use crate::arguments::prove::{target_name, Arguments, Latency, Method};
use crate::error::Error;
use crate::foreign;
use crate::multiplier::Choice;
use crate::render::FLAGS_OPTION;
use crate::request::{self, Wanted};

/// Proves theorems, or compares them with the ledger.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    arguments.check_method()?;
    arguments.check_blocks()?;
    let is_possible = |instruction| arguments.method == Method::Solver || is_exhaustible(instruction);
    let instructions = request::possible_instructions(&arguments.mnemonics, &arguments.core, is_possible)?;
    let Some(instructions) = instructions else {
        let designs = vec![arguments.cores()?];
        return Session::new(arguments, output).run(designs);
    };
    if arguments.foreign.verilog.is_some() {
        foreign::only(&instructions)?;
    }
    if arguments.method == Method::Exhaustive {
        let designs = instructions.iter().map(|instruction| arguments.designs(*instruction));
        return exhaustive::run(arguments, designs.collect::<Result<Vec<_>, _>>()?.concat(), output);
    }
    let designs = arguments.share(&instructions).into_iter();
    let designs = designs.map(|instruction| arguments.designs(instruction));
    Session::new(arguments, output).run(designs.collect::<Result<_, _>>()?)
}

impl Arguments {
    /// Returns the netlist to be proven in addition to the generated module. An external file without a target gets a
    /// netlist of generic gates.
    fn mapping(&self) -> Option<Mapping> {
        let target = self.target.or(self.foreign.verilog.as_ref().map(|_| Mapping::Generic));
        target.map(|mapping| match self.multiplier {
            Choice::Block => mapping.family().and_then(Mapping::with_blocks).unwrap_or(mapping),
            Choice::Rows => mapping,
        })
    }

    /// Refuses multiplier blocks if no cell model can evaluate them.
    fn check_blocks(&self) -> Result<(), Error> {
        let Some(target) = self.target.filter(|_| self.multiplier == Choice::Block) else {
            return Ok(());
        };
        if target.family().and_then(Mapping::with_blocks).is_some() {
            return Ok(());
        }
        let families = FAMILIES.into_iter().filter(|family| family.evaluated_blocks.is_some());
        let names: Vec<&str> = families.map(|family| family.name).collect();
        Err(Error::usage(format!(
            "--multiplier block with --target {} cannot be proven; of these targets it can: {}",
            target_name(target),
            names.join(", ")
        )))
    }

    /// Refuses options that belong to the other method.
    fn check_method(&self) -> Result<(), Error> {
        let (options, method): (&[_], _) = match self.method {
            Method::Solver => (&[("--engine", self.engine.is_some())], "exhaustive"),
            Method::Exhaustive => (
                &[
                    ("--certificates", self.certificates.is_some()),
                    ("--check", self.check),
                    ("--ledger", self.ledger.is_some()),
                    ("--stale", self.stale),
                    (FLAGS_OPTION, self.core.flags.wanted),
                ],
                "solver",
            ),
        };
        match options.iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(Error::usage(format!("{option} goes with --method {method}"))),
            None => Ok(()),
        }
    }

    /// Returns the shard's share of the instructions. Instructions with a common function stay in one shard.
    fn share(&self, instructions: &[Instruction]) -> Vec<Instruction> {
        let Some(shard) = self.shard else {
            return instructions.to_vec();
        };
        let mut lanes: Vec<Instruction> = instructions.iter().map(|one| lane_of(*one)).collect();
        lanes.sort();
        lanes.dedup();
        let is_ours = |instruction: &&Instruction| {
            let lane = lane_of(**instruction);
            shard.has(lanes.iter().position(|other| *other == lane).unwrap_or(0))
        };
        instructions.iter().filter(is_ours).copied().collect()
    }

    /// Returns the designs of an instruction, one for each requested latency.
    fn designs(&self, instruction: Instruction) -> Result<Vec<Design>, Error> {
        let latencies: Vec<Option<u32>> = match self.latency {
            None => vec![None],
            Some(Latency::One(latency)) => vec![Some(latency)],
            Some(Latency::All) => (0..=max_latency(instruction)).map(Some).collect(),
        };
        let design = |latency| {
            let wanted = Wanted {
                latency,
                multiplier: self.multiplier,
                name: None,
                ..Wanted::default()
            };
            wanted.unit(instruction)
        };
        latencies.into_iter().map(design).collect()
    }

    /// Returns the cores, one for each requested latency.
    fn cores(&self) -> Result<Vec<Design>, Error> {
        if self.method == Method::Exhaustive {
            return Err(Error::usage(
                "--method exhaustive is for instructions with one or two operands of 16 bits a lane; a core is proven by the solver",
            ));
        }
        let core = |latency| {
            let wanted = Wanted {
                latency,
                multiplier: self.multiplier,
                name: None,
                ..Wanted::default()
            };
            wanted.core(&self.core)
        };
        let latencies: Vec<Option<u32>> = match self.latency {
            None => vec![None],
            Some(Latency::One(latency)) => vec![Some(latency)],
            Some(Latency::All) => {
                let combinational = core(Some(0))?;
                let longest = fpu::max_latency(&combinational.instructions(), combinational.multiplier());
                (0..=longest.map_err(Error::failure)?).map(Some).collect()
            }
        };
        latencies.into_iter().map(core).collect()
    }
}
