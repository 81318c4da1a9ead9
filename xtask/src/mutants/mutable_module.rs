//! Mutation of a module by Yosys, which lists the mutations and applies them.

use std::fmt;
use std::path::Path;

use halfpipe_aig::plane::LANES;
use halfpipe_testbench::engine::EngineError;
use halfpipe_yosys::netlist::YosysModule;
use halfpipe_yosys::Mapping;
use halfpipe_yosys::Yosys;
use rand::seq::SliceRandom;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::mutants::{Error, Mutation};

/// The level at which a module is mutated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MutationLevel {
    /// The words of the Verilog: adders, comparisons, multiplexers, registers.
    Word,
    /// The gates that Yosys' synthesis makes of them.
    Gate,
}

impl MutationLevel {
    /// Both levels.
    pub const ALL: [MutationLevel; 2] = [MutationLevel::Word, MutationLevel::Gate];

    /// Returns the name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            MutationLevel::Word => "word",
            MutationLevel::Gate => "gate",
        }
    }

    /// Returns Yosys' commands between reading the module and listing its mutations.
    fn script(self, module: &str) -> String {
        match self {
            // A table of constants remains the multiplexers of its source. The contents of a memory cannot be switched.
            // A register that becomes part of a memory changes unseen in a stall, so nothing could be proven as a flow.
            MutationLevel::Word => format!("hierarchy -top {module}\nproc -norom\nflatten\nopt_clean\n"),
            MutationLevel::Gate => Mapping::Generic.script(module),
        }
    }
}

impl fmt::Display for MutationLevel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The most mutants that fit into one netlist, beside the module without a fault.
pub const MOST_MUTANTS: usize = LANES - 1;

/// A module that is ready to be mutated.
#[derive(Clone, Debug)]
pub struct MutableModule {
    module: String,
    rtlil: String,
}

/// The most bytes of Verilog of a small module. A longer one has many times [`MOST_MUTANTS`] mutations.
const SMALL: usize = 20_000;

/// More mutations than a small module has.
const ALL: usize = 1_000_000;

impl MutableModule {
    /// Reads a module of a Verilog text with Yosys and lists `count` mutations of it, or all that there are. They are
    /// spread evenly over nets, cells and lines of the source; those of a small module are drawn from all. Equal seeds
    /// list equal mutations.
    ///
    /// Clocks are not mutated, because a cycle-based testbench cannot observe them.
    ///
    /// # Errors
    ///
    /// [`Error`] when Yosys is missing or refuses the text, or a folder cannot be used.
    pub fn list(
        verilog: &str,
        module: &str,
        level: MutationLevel,
        count: usize,
        seed: u64,
    ) -> Result<(MutableModule, Vec<Mutation>), Error> {
        let folder = tempfile::tempdir().map_err(Error::file(&std::env::temp_dir()))?;
        let file = |name: &str| folder.path().join(name);
        write(&file("module.v"), verilog)?;
        // Yosys does not finish if it has to choose most of the existing mutations.
        let is_small = verilog.len() < SMALL;
        let asked = if is_small {
            ALL
        } else {
            // Some more, because those of clocks are removed again.
            count + count / 8 + 8
        };
        let script = format!(
            "read_verilog module.v\n{}delete t:$scopeinfo\nwrite_rtlil module.il\nmutate -list {asked} -seed {} -o list.txt\n",
            level.script(module),
            // Yosys takes a number of 31 bits.
            seed % (1 << 31),
        );
        yosys(folder.path(), "list.ys", &script)?;
        let design = MutableModule {
            module: module.to_owned(),
            rtlil: read(&file("module.il"))?,
        };
        let list = read(&file("list.txt"))?;
        let mutations = list.lines().map(Mutation::parse).collect::<Result<Vec<_>, _>>()?;
        let of_data = mutations.into_iter().filter(|mutation| !is_clock(&mutation.port));
        let mut mutations: Vec<Mutation> = of_data.collect();
        if is_small {
            mutations.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        mutations.truncate(count);
        Ok((design, mutations))
    }

    /// Returns the module as Yosys' gates with all these mutations. Each has a one-bit input, [`switch`], and is active
    /// while that input is 1.
    ///
    /// # Errors
    ///
    /// [`Error`] when there are too many, or Yosys or a folder cannot be used.
    pub fn netlist(&self, mutations: &[Mutation]) -> Result<YosysModule, Error> {
        check_count(mutations)?;
        let commands = mutations.iter().zip(1..);
        let commands = commands.map(|(mutation, number)| mutation.command(&self.module, &switch(number), 1, 1));
        let json = self.run(
            commands.collect(),
            "opt_clean\ntechmap\nopt_clean\ndfflegalize -cell $_DFF_P_ 01\ntechmap\nopt_clean\nwrite_json mutants\n",
        )?;
        Ok(YosysModule::parse(&json, &self.module).map_err(EngineError::from)?)
    }

    /// Returns the module as Verilog with all these mutations, of which at most one is active. The input [`SELECTOR`]
    /// of [`SELECTOR_BITS`] bits selects it by its number, counted from 1; at 0 none is active.
    ///
    /// # Errors
    ///
    /// As for [`MutableModule::netlist`].
    pub fn verilog(&self, mutations: &[Mutation]) -> Result<String, Error> {
        check_count(mutations)?;
        let commands = mutations.iter().zip(1..);
        let commands =
            commands.map(|(mutation, number)| mutation.command(&self.module, SELECTOR, SELECTOR_BITS, number));
        self.run(commands.collect(), "opt_clean\nwrite_verilog -noattr mutants\n")
    }

    /// Runs commands on the module, and returns the file `mutants` that they write.
    fn run(&self, commands: String, end: &str) -> Result<String, Error> {
        let folder = tempfile::tempdir().map_err(Error::file(&std::env::temp_dir()))?;
        let file = |name: &str| folder.path().join(name);
        write(&file("module.il"), &self.rtlil)?;
        let script = format!("read_rtlil module.il\n{commands}{end}");
        yosys(folder.path(), "mutate.ys", &script)?;
        read(&file("mutants"))
    }
}

/// The input that selects the active mutation, in Verilog with many.
pub const SELECTOR: &str = "mutant";

/// The width of that input in bits.
pub const SELECTOR_BITS: u32 = LANES.trailing_zeros();

/// Returns the input that activates the mutation with a number, counted from 1, in a netlist with many.
pub fn switch(number: usize) -> String {
    format!("{SELECTOR}_{number}")
}

fn check_count(mutations: &[Mutation]) -> Result<(), Error> {
    if mutations.len() <= MOST_MUTANTS {
        Ok(())
    } else {
        Err(Error::TooMany {
            mutations: mutations.len(),
            most: MOST_MUTANTS,
        })
    }
}

/// True for the clock port of Yosys' registers, of words or of bits.
fn is_clock(port: &str) -> bool {
    port == "CLK" || port == "C"
}

/// Runs a script in a folder.
fn yosys(folder: &Path, name: &str, script: &str) -> Result<(), EngineError> {
    Yosys::find()?.run(folder, name, script)?;
    Ok(())
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(Error::file(path))
}

pub(crate) fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(Error::file(path))
}

#[cfg(test)]
#[path = "../../tests/unit/mutants/mutable_module.rs"]
mod tests;
