//! The definition of the command line, and messages about command lines that it does not allow.
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
pub mod operands;
pub mod prove;
pub mod synth;
pub mod tools;
pub mod verify;
pub mod wave;

use std::ffi::OsString;
use std::fmt;
use std::io::Write;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::error::Error;
use crate::select;

/// Generates pipelined, formally verified Verilog for half-precision PTX instructions.
#[derive(Debug, Parser)]
#[command(name = "halfpipe", version, after_help = EXAMPLES)]
pub struct Arguments {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  halfpipe generate fma.rn.relu.f16x2           write fma_rn_relu_f16x2.v and its manifest
  halfpipe eval add.rn.f16 1.5 -0x1p-3          1.5 - 0.125
  halfpipe verify 'fma.*' --engine verilator    simulate the emitted Verilog against the model

Environment:
  HALFPIPE_TOOLS     folder of Yosys, nextpnr and Verilator, if they are not on the PATH; see doctor
  HALFPIPE_CACHE     folder of compiled models  [default: halfpipe in the user's cache folder]
  HALFPIPE_PROGRESS  off disables progress output";

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

/// Reads a command line.
pub fn parse(command_line: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
    let mut definition = definition();
    let command_line = operands::with_negatives_marked(&definition, command_line.into_iter().collect());
    let matches = definition.try_get_matches_from_mut(command_line)?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut definition))
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
            let allowed = Allowed::from_clap_text(&error.render().to_string());
            format!("no {} is given; {allowed}", allowed.what)
        }
        ErrorKind::InvalidSubcommand => {
            let given = error
                .get(ContextKind::InvalidSubcommand)
                .map(ToString::to_string)
                .unwrap_or_default();
            let allowed = Allowed::from_clap_text(&error.render().to_string());
            let instruction = select::instruction(&given).ok();
            if let Some(instruction) = instruction.filter(|_| allowed.what == COMMAND) {
                return format!(
                    "`{given}` is not a command; write one in front: halfpipe explain {instruction}; {allowed}"
                );
            }
            let hint = did_you_mean(error, ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand);
            format!("there is no {} `{given}`{hint}; {allowed}", allowed.what)
        }
        _ => {
            let text = error.render().to_string();
            let meant = [
                did_you_mean(error, ContextKind::InvalidArg, ContextKind::SuggestedArg),
                did_you_mean(error, ContextKind::InvalidValue, ContextKind::SuggestedValue),
            ];
            let help = command_of(&text).map(|command| format!("; `{command} --help` says what is allowed"));
            complaint(&text) + &meant.concat() + &help.unwrap_or_default()
        }
    }
}

/// Returns a hint with the suggestion of clap for a misspelt word, unless it is too different.
fn did_you_mean(error: &clap::Error, written: ContextKind, meant: ContextKind) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word),
        // The best one comes last.
        Some(ContextValue::Strings(words)) => words.last(),
        _ => None,
    };
    let (Some(written), Some(meant)) = (text(written), text(meant)) else {
        return String::new();
    };
    let is_close = 3 * strsim::damerau_levenshtein(written, meant) <= meant.len();
    match is_close {
        true => format!(" (did you mean `{meant}`?)"),
        false => String::new(),
    }
}

/// Returns the complaint of clap in one line, without tips.
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

/// The word for a missing or unknown name that is no board.
const COMMAND: &str = "command";

/// The allowed names in place of a missing or unknown command.
struct Allowed {
    what: &'static str,
    names: Vec<String>,
    /// Subcommands of `board` that are no boards.
    others: Vec<String>,
}

impl Allowed {
    /// The commands of the command whose syntax clap shows in `text`.
    fn from_clap_text(text: &str) -> Allowed {
        let mut definition = Arguments::command();
        for name in command_of(text).iter().flat_map(|path| path.split(' ')).skip(1) {
            definition = definition.find_subcommand(name).cloned().unwrap_or(definition);
        }
        let names = definition
            .get_subcommands()
            .map(|command| command.get_name().to_owned());
        match definition.get_name() {
            board::NAME => {
                let (others, names) = names.partition(|name| name == board::ASKING);
                Allowed {
                    what: "board",
                    names,
                    others,
                }
            }
            _ => Allowed {
                what: COMMAND,
                names: names.collect(),
                others: Vec::new(),
            },
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the {}s are {}", self.what, self.names.join(", "))?;
        let mut others = self.others.iter();
        others.try_for_each(|name| write!(formatter, "; `{} {name}` asks one for results", board::NAME))
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
