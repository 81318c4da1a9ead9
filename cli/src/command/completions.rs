//! `completions`: what a shell needs to complete halfpipe's command lines.

use std::io::Write;
use std::sync::LazyLock;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use halfpipe_isa::{Instruction, Operation};

use crate::arguments;
use crate::arguments::completions::Arguments;
use crate::error::Error;
use crate::request::CORE;

/// Prints the script of a shell.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let mut definition = with_mnemonics(arguments::definition());
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut definition, "halfpipe", &mut script);
    if arguments.shell == Shell::Fish {
        add_mnemonics_for_fish(&definition, &[], &mut script)?;
    }
    output.write_all(&script)?;
    Ok(())
}

/// The names that arguments for mnemonics have in the definitions of the commands.
const MNEMONICS: [&str; 2] = ["mnemonic", "mnemonics"];

/// The definition where arguments for mnemonics list them. In the command itself they do not: the help would have pages of
/// them, and other spellings are taken too.
fn with_mnemonics(command: Command) -> Command {
    let words = words(&command);
    let command = command.mut_subcommands(with_mnemonics);
    command.mut_args(|argument| match is_for_mnemonics(&argument) {
        true => argument.value_parser(PossibleValuesParser::new(words.clone())),
        false => argument,
    })
}

fn is_for_mnemonics(argument: &Arg) -> bool {
    MNEMONICS.contains(&argument.get_id().as_str())
}

/// The canonical names of arithmetic; those of the comparisons would make a script ten times as long.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    Instruction::arithmetic()
        .iter()
        .map(|instruction| instruction.mnemonic())
        .collect()
});

/// What may stand for the mnemonics of a command.
fn words(command: &Command) -> Vec<&'static str> {
    let operations = Operation::ALL.map(Operation::name).to_vec();
    let (families, core) = match command.get_name() {
        "list" => (operations, None),
        "explain" => (operations, Some(CORE)),
        _ => (Vec::new(), Some(CORE)),
    };
    let names = NAMES.iter().map(String::as_str);
    families.into_iter().chain(core).chain(names).collect()
}

/// The generator for fish leaves out what is no option.
fn add_mnemonics_for_fish(command: &Command, path: &[&str], script: &mut Vec<u8>) -> Result<(), Error> {
    for subcommand in command.get_subcommands() {
        let path = [path, &[subcommand.get_name()]].concat();
        if subcommand.get_positionals().any(is_for_mnemonics) {
            let (first, rest) = path.split_first().expect("the path has the command");
            let mut condition = format!("__fish_halfpipe_using_subcommand {first}");
            for name in rest {
                condition += &format!("; and __fish_seen_subcommand_from {name}");
            }
            let words = words(subcommand).join(" ");
            writeln!(script, "complete -c halfpipe -n \"{condition}\" -f -a \"{words}\"")?;
        }
        add_mnemonics_for_fish(subcommand, &path, script)?;
    }
    Ok(())
}
