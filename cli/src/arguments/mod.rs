//! The definition of the command line.
//!
//! Each command's arguments have a file here. The commands read them; nothing here knows how a command is carried out.

pub mod board;
pub mod build;
pub mod completions;
pub mod convention;
pub mod doctor;
mod error;
pub mod eval;
pub mod filter;
pub mod generate;
mod join;
pub mod list;
pub mod man;
pub mod operands;
pub mod paths;
pub mod prove;
pub mod synth;
pub mod tools;
pub mod verify;
pub mod wave;

use std::ffi::OsString;
use std::io::Write;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use halfpipe_request::arguments::{explain, options};

use self::error::CommandLineError;

use crate::error::Error;

/// Generates pipelined, formally verified Verilog for half-precision PTX instructions.
#[derive(Debug, Parser)]
#[command(name = "halfpipe", version, after_help = EXAMPLES, term_width = COLUMNS)]
pub struct Arguments {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The width of every help, in columns.
const COLUMNS: usize = 100;

const EXAMPLES: &str = "\
Examples:
  halfpipe generate fma.rn.relu.f16x2           write fma_rn_relu_f16x2.v and its manifest
  halfpipe eval add.rn.f16 1.5 -0x1p-3          1.5 - 0.125
  halfpipe verify 'fma.*' --engine verilator    simulate the emitted Verilog against the model

Environment:
  HALFPIPE_TOOLS     folder of Yosys, nextpnr and Verilator, if they are not on the PATH; see doctor
  HALFPIPE_CACHE     folder of compiled models  [default: halfpipe in the user's cache folder]
  HALFPIPE_PROGRESS  off disables progress output
  TMPDIR             folder of temporary files  [default: /tmp]";

/// The end of every help that does not name exit statuses itself.
const EXIT_STATUS: &str = "\
Exit status: 0; 1 after a mismatch or a failure; 2 after bad usage; 130 after an interruption.";

/// The definition of the command line.
pub fn definition() -> clap::Command {
    with_exit_status(Arguments::command())
}

fn with_exit_status(command: clap::Command) -> clap::Command {
    let command = command.mut_subcommands(with_exit_status);
    let said = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    if said.contains("Exit status") {
        return command;
    }
    command.after_help(format!("{said}\n\n{EXIT_STATUS}").trim_start().to_owned())
}

/// True if a command has an option.
pub fn has_option(command: &str, option: &str) -> bool {
    let definition = definition();
    let command = definition.find_subcommand(command);
    command.is_some_and(|command| {
        command
            .get_arguments()
            .any(|argument| argument.get_long() == Some(option))
    })
}

/// Reads a command line. Prints help where the line asks for it, and returns None.
///
/// # Errors
///
/// Fails with one line that says what is wrong with the command line.
pub fn parse(command_line: impl IntoIterator<Item = OsString>) -> Result<Option<Arguments>, Error> {
    let definition = definition();
    let command_line = operands::with_negatives_marked(&definition, command_line.into_iter().collect());
    let matches = definition.clone().try_get_matches_from(&command_line);
    if let Ok(matches) = &matches {
        options::check(&definition, matches)?;
        join::check(&definition, matches)?;
    }
    let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    let error = match arguments {
        Ok(mut arguments) => {
            if let Command::Prove(prove) = &mut arguments.command {
                let words = command_line.iter().skip(2);
                prove.words = words.map(|word| word.to_string_lossy().into_owned()).collect();
            }
            return Ok(Some(arguments));
        }
        Err(error) => error.format(&mut definition.clone()),
    };
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        error.print()?;
        std::io::stdout().flush()?;
        return Ok(None);
    }
    let refusal = CommandLineError::new(error, &definition, &command_line);
    Err(Error::usage(refusal.message()))
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List instructions
    List(list::Arguments),
    /// Describe an instruction: semantics, stages, ports, latencies
    Explain(explain::Arguments),
    /// Write Verilog and a manifest
    Generate(generate::Arguments),
    /// Write all modules of a project file
    Build(build::Arguments),
    /// Compute results in the hardware or the model
    Eval(eval::Arguments),
    /// Simulate the hardware against the golden model
    Verify(verify::Arguments),
    /// Prove modules correct for every operand
    Prove(prove::Arguments),
    /// Write a waveform, with views for GTKWave and Surfer
    Wave(wave::Arguments),
    /// Measure area and clock frequency with Yosys and nextpnr
    Synth(synth::Arguments),
    /// Make a bitstream for a board, or ask a board for results
    Board(board::Arguments),
    /// Decode values for GTKWave, one per line
    Filter(filter::Arguments),
    /// Check external tools and engines
    Doctor(doctor::Arguments),
    /// Install external tools for this user, without root
    Tools(tools::Arguments),
    /// Print shell completions
    Completions(completions::Arguments),
    /// Write manual pages
    Man(man::Arguments),
}

impl Command {
    /// True if a command that reads external files prints its result as JSON.
    pub fn prints_json(&self) -> bool {
        match self {
            Command::Verify(arguments) => arguments.json,
            Command::Prove(arguments) => arguments.json,
            Command::Synth(arguments) => arguments.json,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        super::Arguments::command().debug_assert();
    }
}

#[cfg(test)]
#[path = "../../tests/unit/arguments/rows.rs"]
mod rows;
