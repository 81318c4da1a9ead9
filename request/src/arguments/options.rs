//! The options of the commands on modules, and the kinds of module that each applies to.
//!
//! An option that does not apply to the module of a command line is refused. The same rows hold for the keys of a project
//! file.

use clap::parser::ValueSource;
use clap::ArgMatches;

use crate::error::Error;
use crate::kind::ModuleKind::{self, Core, Tile, Unit, Vortex, Zfh};
use crate::kind::{CommandRow, Reasons, COMMANDS, CONTRACT};

/// An option, or one of some commands.
pub struct OptionRow {
    /// Its name, without dashes.
    pub name: &'static str,
    /// The commands; empty for all.
    pub commands: &'static [&'static str],
    /// The kinds of module that it applies to.
    pub kinds: &'static [ModuleKind],
    /// The reasons why it does not apply to some of the others.
    pub reasons: Reasons,
}

/// The reasons of options of the contract's ports and outputs.
const HANDSHAKE: Reasons = &[
    (&[Zfh, Tile], "its ports are a handshake already"),
    (&[Vortex], "its ports are those of Vortex"),
];

/// The reasons of options about a Verilog file in place of the module.
const NO_FILE: Reasons = &[
    (&[Zfh], "files are compared with units; give one of its instructions"),
    (
        &[Tile, Vortex],
        "files are compared with units; give its unit, such as dot4.volta.f32.f16",
    ),
];

/// The reasons of options about the ledger.
const NO_LEDGER: Reasons = &[(&[Tile], "the ledger has its units, such as dot4.volta.f32.f16")];

/// The kinds of module that the ledger has.
const ON_LEDGER: &[ModuleKind] = &[Unit, Core, Zfh];

/// The reasons of options about the results on file.
const NO_RESULTS: Reasons = &[(&[Zfh, Tile], "the results on file are those of units and of fpu")];

const fn row(name: &'static str, kinds: &'static [ModuleKind], reasons: Reasons) -> OptionRow {
    OptionRow {
        name,
        commands: &[],
        kinds,
        reasons,
    }
}

const fn row_of(
    commands: &'static [&'static str],
    name: &'static str,
    kinds: &'static [ModuleKind],
    reasons: Reasons,
) -> OptionRow {
    OptionRow {
        name,
        commands,
        kinds,
        reasons,
    }
}

const ALL: &[ModuleKind] = &ModuleKind::ALL;

/// The options. The first row with the name of an option and its command counts.
pub static OPTIONS: &[OptionRow] = &[
    // Functions.
    row(
        "instructions",
        &[Core],
        &[(&[Zfh], "its instructions are those of --isa")],
    ),
    row(
        "tag-width",
        &[Core],
        &[(&[Zfh], "its tag is a parameter of the Verilog, TAG_BITS")],
    ),
    row(
        "flags",
        CONTRACT,
        &[
            (&[Zfh], "its flags are always there"),
            (&[Tile, Vortex], "dot products of tensor cores raise none"),
        ],
    ),
    row(
        "rounding",
        CONTRACT,
        &[
            (&[Zfh], "its rounding is a port already"),
            (&[Tile, Vortex], "--mode has the rounding"),
        ],
    ),
    row(
        "iterative",
        &[Unit],
        &[
            (&[Core], "div, rcp and sqrt have iterative units; name one"),
            (&[Zfh], "--divsqrt small divides a digit a cycle"),
        ],
    ),
    row("isa", &[Zfh], &[]),
    row("formats", &[Zfh], &[]),
    row("xlen", &[Zfh], &[]),
    row("flen", &[Zfh], &[]),
    row("zhinx", &[Zfh], &[]),
    row("divsqrt", &[Zfh], &[]),
    row("share", &[Zfh], &[]),
    row("fpnew", &[Zfh], &[]),
    row("decoder", &[Zfh], &[]),
    row("m", &[Tile], &[(&[Vortex], "it has one row")]),
    row("n", &[Tile, Vortex], &[]),
    row("k", &[Tile], &[(&[Vortex], "each word of --n has two products")]),
    row("mode", &[Tile, Vortex], &[]),
    row("type", &[Tile], &[(&[Vortex], "its formats are a port")]),
    row("slots", &[Tile], &[(&[Vortex], "it has no accumulators")]),
    // Hardware.
    row(
        "latency",
        &[Unit, Core, Zfh, Tile],
        &[(&[Vortex], "its latency is Vortex' own")],
    ),
    row("multiplier", ALL, &[]),
    row(
        "optimise",
        &[Unit],
        &[(&[Core, Zfh, Tile, Vortex], "it has only one form")],
    ),
    row("register-ports", CONTRACT, HANDSHAKE),
    row_of(&["synth"], "mhz", &[Unit, Core, Zfh, Tile], &[]),
    row(
        "mhz",
        CONTRACT,
        &[
            (&[Zfh], "find its latency with halfpipe synth zfh --latency auto --mhz"),
            (&[Tile], "find its latency with halfpipe synth mma --latency auto --mhz"),
            (&[Vortex], "its latency is Vortex' own"),
        ],
    ),
    // Outputs.
    row("name", ALL, &[]),
    row("out", ALL, &[]),
    row("no-check", ALL, &[]),
    row("stream", CONTRACT, HANDSHAKE),
    row("stream-user", CONTRACT, HANDSHAKE),
    row(
        "package",
        &[Unit, Core, Zfh, Tile],
        &[(&[Vortex], "Vortex has a testbench of its own")],
    ),
    row("cfu", &[Core], &[]),
    row("pcpi", &[Core], &[]),
    row("json", ALL, &[]),
    row("junit", ALL, &[]),
    row(
        "stages",
        CONTRACT,
        &[
            (&[Zfh], "its instructions have them, such as fadd.h"),
            (&[Tile, Vortex], "its units have them"),
        ],
    ),
    row("svg", CONTRACT, &[]),
    row("html", CONTRACT, &[]),
    row(
        "vcd",
        CONTRACT,
        &[(&[Zfh, Tile, Vortex], "generate it, and simulate the file")],
    ),
    // Simulation and proof.
    row("decimal", &[Unit, Core, Zfh, Tile], &[]),
    row_of(&["prove"], "engine", CONTRACT, &[(&[Zfh, Tile], "a solver proves it")]),
    row("engine", ALL, &[]),
    row(
        "mapped",
        CONTRACT,
        &[
            (&[Zfh], "it runs in the embedded simulator"),
            (&[Tile, Vortex], "it runs under Verilator"),
        ],
    ),
    row("vectors", ALL, &[]),
    row("seed", ALL, &[]),
    row(
        "testfloat",
        &[Unit],
        &[(&[Core], "it compares one instruction of one lane, such as add.rn.f16")],
    ),
    row(
        "arch-test",
        &[Unit],
        &[(&[Zfh], "give the instruction of the file, such as fadd.h")],
    ),
    row("verilog", CONTRACT, NO_FILE),
    row("file-list", CONTRACT, NO_FILE),
    row("include", CONTRACT, NO_FILE),
    row("define", CONTRACT, NO_FILE),
    row("undefine", CONTRACT, NO_FILE),
    row("parameter", CONTRACT, NO_FILE),
    row("top", CONTRACT, NO_FILE),
    row("port", CONTRACT, NO_FILE),
    row("tie", CONTRACT, NO_FILE),
    row("ignore", CONTRACT, NO_FILE),
    row("no-enable", CONTRACT, NO_FILE),
    row("assume", CONTRACT, NO_FILE),
    row("nan", CONTRACT, NO_FILE),
    row("flush", CONTRACT, NO_FILE),
    row("tininess", CONTRACT, NO_FILE),
    row("within", CONTRACT, NO_FILE),
    row("max-latency", CONTRACT, NO_FILE),
    row("contract", CONTRACT, NO_FILE),
    row("method", CONTRACT, &[(&[Zfh, Tile], "a solver proves it")]),
    row("ledger", ON_LEDGER, NO_LEDGER),
    row("check", ON_LEDGER, NO_LEDGER),
    row("stale", ON_LEDGER, NO_LEDGER),
    row(
        "shard",
        ON_LEDGER,
        &[(&[Tile], "its units are few; prove one, such as dot4.volta.f32.f16")],
    ),
    row(
        "join",
        CONTRACT,
        &[
            (&[Zfh], "its shards write the ledger, and --check tells what is missing"),
            (&[Tile], "its units are few; prove one, such as dot4.volta.f32.f16"),
        ],
    ),
    row(
        "certificates",
        ON_LEDGER,
        &[(
            &[Tile],
            "prove its units, such as dot4.volta.f32.f16, with certificates",
        )],
    ),
    row(
        "time-limit",
        ON_LEDGER,
        &[(
            &[Tile],
            "its handshake takes seconds; limit the proof of its unit, such as dot4.volta.f32.f16",
        )],
    ),
    row_of(
        &["prove"],
        "target",
        CONTRACT,
        &[(&[Zfh, Tile], "the proof is about the module before synthesis")],
    ),
    // Measurement.
    row_of(&["synth"], "target", &[Unit, Core, Zfh, Tile], &[]),
    row("target", CONTRACT, &[(&[Zfh, Tile, Vortex], "it belongs to --mhz")]),
    row("seeds", &[Unit, Core, Zfh, Tile], &[]),
    row("record", CONTRACT, NO_RESULTS),
    row("compare", CONTRACT, NO_RESULTS),
    row("results", CONTRACT, NO_RESULTS),
    row(
        "plot",
        CONTRACT,
        &[(&[Zfh, Tile], "a plot is over the latencies of a unit or of fpu")],
    ),
];

/// Returns the row of a command's option.
pub fn find(command: &str, name: &str) -> Option<&'static OptionRow> {
    let applies = |row: &&OptionRow| row.name == name && (row.commands.is_empty() || row.commands.contains(&command));
    OPTIONS.iter().find(applies)
}

/// Returns the words of the module that an option does not apply to, and why.
///
/// # Panics
///
/// When the option has no row.
pub fn refusal(command: &str, option: &str, kind: ModuleKind, word: &str) -> Option<String> {
    let row = find(command, option).unwrap_or_else(|| panic!("{command} --{option} has no row"));
    if row.kinds.contains(&kind) {
        return None;
    }
    let reason = row.reasons.iter().find(|(others, _)| others.contains(&kind));
    Some(match reason {
        Some((_, reason)) => format!("does not apply to {word}: {reason}"),
        None => {
            let kinds: Vec<String> = row.kinds.iter().map(ToString::to_string).collect();
            format!("does not apply to {word}: it is for {}", kinds.join(" and "))
        }
    })
}

/// Checks the module and the options of a command line.
///
/// # Errors
///
/// Fails when the command does not have the kind of module, or an option does not apply to it.
pub fn check(definition: &clap::Command, matches: &ArgMatches) -> Result<(), Error> {
    let Some((command, matches)) = matches.subcommand() else {
        return Ok(());
    };
    let Some(row) = COMMANDS.iter().find(|row| row.name == command) else {
        return Ok(());
    };
    let words = words(matches);
    let kinds = ModuleKind::ALL.into_iter();
    let named: Vec<(ModuleKind, &str)> = kinds
        .filter_map(|kind| {
            let word = words.iter().find(|word| ModuleKind::find(word) == kind)?;
            Some((kind, word.as_str()))
        })
        .collect();
    let alone = named.iter().find(|(kind, _)| !kind.has_contract());
    if let Some((_, word)) = alone.filter(|_| words.len() > 1 && !row.mixes_kinds) {
        return Err(Error::usage(format!(
            "{word} is a module of its own; name it without other mnemonics"
        )));
    }
    if let Some((count, word)) = find_repeated(&words) {
        return Err(Error::usage(format!("{word} is named {count} times; name it once")));
    }
    named
        .iter()
        .try_for_each(|(kind, word)| check_kind(row, *kind, word, definition, matches))
}

/// Finds a module behind a handshake that words name more than once, and how often.
fn find_repeated(words: &[String]) -> Option<(usize, &str)> {
    let is_alike = |one: &str, other: &str| ModuleKind::find(one) == ModuleKind::find(other);
    let count = |word: &str| words.iter().filter(|other| is_alike(word, other)).count();
    let mut cores = words.iter().filter(|word| !ModuleKind::find(word).has_contract());
    let word = cores.find(|word| count(word) > 1)?;
    Some((count(word), word))
}

/// Checks the options of a command for one kind of module.
fn check_kind(
    row: &CommandRow,
    kind: ModuleKind,
    word: &str,
    definition: &clap::Command,
    matches: &ArgMatches,
) -> Result<(), Error> {
    let command = row.name;
    if let Some((_, reason)) = row.others.iter().find(|(others, _)| others.contains(&kind)) {
        return Err(Error::usage(format!("{command} does not have {kind}: {reason}")));
    }
    let defined = definition.find_subcommand(command).into_iter();
    for argument in defined.flat_map(clap::Command::get_arguments) {
        let is_given = matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine);
        let Some(option) = argument.get_long().filter(|_| is_given) else {
            continue;
        };
        if let Some(refusal) = refusal(command, option, kind, word) {
            return Err(Error::usage(format!("--{option} {refusal}")));
        }
    }
    Ok(())
}

/// Returns the words in place of mnemonics.
pub fn words(matches: &ArgMatches) -> Vec<String> {
    if let Ok(Some(words)) = matches.try_get_many::<String>("mnemonics") {
        return words.cloned().collect();
    }
    let word = matches.try_get_one("mnemonic").ok().flatten();
    Vec::from_iter(word.cloned())
}

#[cfg(test)]
#[path = "../../tests/unit/arguments/options.rs"]
mod tests;
