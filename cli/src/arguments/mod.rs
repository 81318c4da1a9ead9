//! The command line: what it may say, and what is said of one that says something else.
//!
//! Each command's arguments have a file here. The commands read them; nothing here knows how a command is carried out.

pub mod board;
pub mod build;
pub mod completions;
pub mod doctor;
pub mod eval;
pub mod explain;
pub mod filter;
pub mod generate;
pub mod list;
pub mod man;
pub mod synth;
pub mod tools;
pub mod verify;
pub mod wave;

use std::ffi::OsString;
use std::io::Write;

use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::error::Error;

/// Turns half-precision instructions of PTX into pipelined Verilog, and shows that it computes what they say.
#[derive(Debug, Parser)]
#[command(name = "halfpipe", version, after_help = EXAMPLES)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  halfpipe generate fma.rn.relu.f16x2           write fma_rn_relu_f16x2.v and its manifest
  halfpipe eval add.rn.f16 3c00 4000            1.0 + 2.0
  halfpipe verify 'fma.*' --engine verilator    hold the emitted Verilog against the model

Where standard error is no terminal, long work says now and then how far it is; HALFPIPE_PROGRESS=off keeps it silent.";

/// What every help ends with, unless it says it in words of its own.
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

/// Reads a command line.
pub fn parse(command_line: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
    let mut definition = definition();
    let matches = definition.try_get_matches_from_mut(command_line)?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut definition))
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List every instruction
    List(list::Arguments),
    /// Tell what an instruction computes, and how its hardware does
    Explain(explain::Arguments),
    /// Write Verilog and a manifest, checked in the embedded simulator first
    Generate(generate::Arguments),
    /// Write every module that a project file lists, and one list of their sources
    Build(build::Arguments),
    /// Compute results: of the operands given, or of each line of standard input
    Eval(eval::Arguments),
    /// Compare the hardware with the exact model
    Verify(verify::Arguments),
    /// Write a waveform and a GTKWave save file that opens on it
    Wave(wave::Arguments),
    /// Measure area and clock frequency with Yosys and nextpnr
    Synth(synth::Arguments),
    /// Make a bitstream with an instruction behind a serial port, or ask a board for results
    Board(board::Arguments),
    /// Decode values for GTKWave: one a line in, one a line out
    Filter(filter::Arguments),
    /// Tell which external tools are there, which engines work, and what is missing
    Doctor(doctor::Arguments),
    /// Install the external tools for this user, without root
    Tools(tools::Arguments),
    /// Print what a shell needs to complete command lines
    Completions(completions::Arguments),
    /// Write the manual pages
    Man(man::Arguments),
}

/// Prints help where it was asked for; otherwise says in one line what is wrong with the command line.
pub fn answer(error: &clap::Error) -> Result<(), Error> {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        error.print()?;
        return Ok(std::io::stdout().flush()?);
    }
    Err(Error::usage(message(error)))
}

fn message(error: &clap::Error) -> String {
    match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            format!(
                "no command is given; the commands are {}",
                commands(&error.render().to_string())
            )
        }
        ErrorKind::InvalidSubcommand => {
            let given = error
                .get(ContextKind::InvalidSubcommand)
                .map(ToString::to_string)
                .unwrap_or_default();
            let allowed = commands(&error.render().to_string());
            format!("there is no command `{given}`; the commands are {allowed}")
        }
        _ => {
            let text = error.render().to_string();
            let hint = command_of(&text).map(|command| format!("; `{command} --help` says what is allowed"));
            complaint(&text) + &hint.unwrap_or_default()
        }
    }
}

/// What clap complains of, which may be several lines, without its tips.
fn complaint(text: &str) -> String {
    let ends = ["Usage:", "tip:", "For more information"];
    let lines = text.lines().map(str::trim);
    let lines = lines.take_while(|line| !ends.iter().any(|end| line.starts_with(end)));
    let words: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let said = words.join(" ");
    let said = said.strip_prefix("error: ").unwrap_or(&said);
    said.to_owned()
}

/// The command whose syntax clap adds, which it does where the values that are allowed do not say enough:
/// `halfpipe eval`.
fn command_of(text: &str) -> Option<String> {
    let usage = text.lines().find_map(|line| line.strip_prefix("Usage: "))?;
    let is_name = |word: &&str| word.starts_with(|first: char| first.is_ascii_lowercase());
    let names: Vec<&str> = usage.split_whitespace().take_while(is_name).collect();
    Some(names.join(" "))
}

/// The commands of the command whose syntax clap shows in `text`.
fn commands(text: &str) -> String {
    let mut definition = Arguments::command();
    for name in command_of(text).iter().flat_map(|path| path.split(' ')).skip(1) {
        definition = definition.find_subcommand(name).cloned().unwrap_or(definition);
    }
    let names: Vec<&str> = definition.get_subcommands().map(clap::Command::get_name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        super::Arguments::command().debug_assert();
    }
}
