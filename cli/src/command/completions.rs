//! `completions`: shell scripts that complete halfpipe's command lines.

use std::io::Write;
use std::sync::LazyLock;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use halfpipe_isa::{Instruction, Operation};
use halfpipe_request::arguments::design::CORE;

use crate::arguments;
use crate::arguments::completions::Arguments;
use crate::error::Error;

/// Prints the completion script of a shell.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let mut definition = with_mnemonics(arguments::definition());
    // The generator panics on a write error, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut definition, "halfpipe", &mut script);
    if arguments.shell == Shell::Fish {
        add_mnemonics_for_fish(&definition, &[], &mut script)?;
    }
    output.write_all(&script)?;
    Ok(())
}

/// Identifiers of the arguments that take mnemonics.
const MNEMONICS: [&str; 2] = ["mnemonic", "mnemonics"];

/// Returns a command definition whose mnemonic arguments list their values. The command itself does not list them: the
/// help would have pages of names, and other spellings are accepted too.
fn with_mnemonics(command: Command) -> Command {
    let words = words(&command);
    let command = command.mut_subcommands(with_mnemonics);
    command.mut_args(|argument| {
        if is_for_mnemonics(&argument) {
            argument.value_parser(PossibleValuesParser::new(words.clone()))
        } else {
            argument
        }
    })
}

fn is_for_mnemonics(argument: &Arg) -> bool {
    MNEMONICS.contains(&argument.get_id().as_str())
}

/// The canonical names of the arithmetic instructions and of those of RISC-V. With those of the comparisons, a script would be ten times as
/// long.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let arithmetic = Instruction::arithmetic().iter().copied();
    let all = arithmetic.chain(Instruction::riscv_with_rm());
    all.map(Instruction::mnemonic).collect()
});

/// Returns the words that a command accepts as mnemonics.
fn words(command: &Command) -> Vec<&'static str> {
    let of_ptx = Operation::ALL
        .into_iter()
        .filter(|operation| !operation.is_riscv_only());
    let of_riscv = Operation::ALL.into_iter().filter_map(Operation::riscv_name);
    let operations = of_ptx.map(Operation::name).chain(of_riscv).collect();
    let (families, core) = match command.get_name() {
        "list" => (operations, None),
        "explain" => (operations, Some(CORE)),
        _ => (Vec::new(), Some(CORE)),
    };
    let names = NAMES.iter().map(String::as_str);
    families.into_iter().chain(core).chain(names).collect()
}

/// Adds mnemonics to the fish script. The generator for fish omits positional arguments.
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
