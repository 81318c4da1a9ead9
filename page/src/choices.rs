//! The options of `generate` beside given words, with the reasons why some do not apply.

use clap::{Arg, ArgAction};
use halfpipe_hdl::export::riscv::FpnewDialect;
use halfpipe_hdl::fpu;
use halfpipe_hdl::mma::MAX_LATENCY as LONGEST_TILE;
use halfpipe_request::arguments::command_line;
use halfpipe_request::arguments::generate::ModuleArguments;
use halfpipe_request::generate;
use halfpipe_request::kind::ModuleKind;
use halfpipe_request::Error;
use serde::Serialize;

use crate::modules::{design_of, single_kind};
use crate::words::parse;

/// An option as a control shows it.
#[derive(Serialize)]
pub struct Choice {
    /// The option, with its dashes.
    option: String,
    /// `number`, `choice`, `flag` or `text`.
    kind: &'static str,
    /// The values of a choice.
    values: Vec<String>,
    /// The value without the option.
    usual: Option<String>,
    /// The value in the words; `true` for a flag that is set.
    value: Option<String>,
    minimum: Option<u32>,
    maximum: Option<u32>,
    heading: String,
    help: String,
    /// Words that the option needs beside it.
    with: Vec<String>,
    /// The reason why the option does not go with the words.
    refusal: Option<String>,
}

/// Options that need another one, with the words of that one.
const COMPANIONS: [(&str, &[&str]); 3] = [
    ("--mhz", &["--target", "ice40-hx8k"]),
    ("--target", &["--mhz", "50"]),
    ("--stream-user", &["--stream"]),
];

/// Values that an option without a list takes, for the question whether it applies at all.
const EXAMPLES: [(&str, &str); 15] = [
    ("--latency", "1"),
    ("--mhz", "50"),
    ("--stream-user", "8"),
    ("--name", "my_module"),
    ("--instructions", "add.rn.f16"),
    ("--tag-width", "4"),
    ("--isa", "zfh"),
    ("--formats", "h"),
    ("--xlen", "32"),
    ("--flen", "32"),
    ("--m", "2"),
    ("--n", "2"),
    ("--k", "4"),
    ("--mode", "volta"),
    ("--slots", "4"),
];

/// Lists the options beside the words.
///
/// # Errors
///
/// Fails if the words name no module.
pub fn list(words: &[String]) -> Result<Vec<Choice>, Error> {
    let arguments = parse(words)?;
    generate::check(&arguments)?;
    let definition = command_line::definition();
    let generate = definition.find_subcommand("generate").expect("the definition has it");
    let options = generate
        .get_arguments()
        .filter(|argument| argument.get_long().is_some());
    Ok(options.map(|argument| describe(argument, words, &arguments)).collect())
}

/// Describes one option.
fn describe(argument: &Arg, words: &[String], arguments: &ModuleArguments) -> Choice {
    let option = format!("--{}", argument.get_long().unwrap_or_default());
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let values = values(argument, &option);
    let is_flag = matches!(argument.get_action(), ArgAction::SetTrue);
    let kind = match value_name(argument) {
        _ if is_flag => "flag",
        _ if !values.is_empty() => "choice",
        "N" | "M" | "K" | "S" | "F" | "BITS" => "number",
        _ => "text",
    };
    let (minimum, maximum) = match option.as_str() {
        "--latency" => (Some(0), longest(arguments)),
        _ => (None, None),
    };
    let rest = without(words, &option, is_flag);
    let companion = COMPANIONS.iter().find(|(name, _)| *name == option);
    let with: Vec<String> = companion
        .filter(|(_, words)| !rest.iter().any(|word| word == words[0]))
        .map(|(_, words)| words.iter().map(|word| (*word).to_owned()).collect())
        .unwrap_or_default();
    Choice {
        usual: usual(argument, &option, &help, words),
        value: value_in(words, &option, is_flag),
        refusal: refusal(&rest, &option, is_flag, &values, &with),
        heading: argument.get_help_heading().unwrap_or_default().to_owned(),
        help: help.split("  [default").next().unwrap_or_default().to_owned(),
        kind,
        values,
        minimum,
        maximum,
        with,
        option,
    }
}

/// Returns the name of an option's value.
fn value_name(argument: &Arg) -> &str {
    let names = argument.get_value_names().unwrap_or_default();
    names.first().map_or("", |name| name.as_str())
}

/// Returns the values of an option that has a list of them.
fn values(argument: &Arg, option: &str) -> Vec<String> {
    if matches!(argument.get_action(), ArgAction::SetTrue) {
        return Vec::new();
    }
    if option == "--fpnew" {
        return FpnewDialect::ALL
            .iter()
            .map(|dialect| dialect.name().to_owned())
            .collect();
    }
    let possible = argument.get_possible_values();
    let shown = possible.iter().filter(|value| !value.is_hide_set());
    shown.map(|value| value.get_name().to_owned()).collect()
}

/// Returns the value that holds without the option.
fn usual(argument: &Arg, option: &str, help: &str, words: &[String]) -> Option<String> {
    if option == "--latency" {
        return usual_latency(words);
    }
    let defaults = argument.get_default_values().iter();
    let given = defaults.filter_map(|value| value.to_str()).next().map(str::to_owned);
    given.or_else(|| {
        let (_, rest) = help.split_once("[default: ")?;
        let end = rest.find([']', ';', ' '])?;
        Some(rest[..end].to_owned()).filter(|value| value != "see" && value != "the")
    })
}

/// Returns the latency without the option: a number, or one for each group of a core of RISC-V.
fn usual_latency(words: &[String]) -> Option<String> {
    let rest = without(words, "--latency", false);
    let arguments = parse(&without(&without(&rest, "--mhz", false), "--target", false)).ok()?;
    match single_kind(&arguments) {
        ModuleKind::Zfh => Some(halfpipe_request::riscv::spec(&arguments).ok()?.describe_latencies()),
        ModuleKind::Tile => Some(
            arguments
                .mma
                .tile(None, None, Default::default())
                .ok()?
                .latency
                .to_string(),
        ),
        ModuleKind::Vortex => None,
        ModuleKind::Unit | ModuleKind::Core => Some(design_of(&arguments).ok()?.latency().to_string()),
    }
}

/// Returns the longest useful latency.
fn longest(arguments: &ModuleArguments) -> Option<u32> {
    match single_kind(arguments) {
        ModuleKind::Unit | ModuleKind::Core => {
            let design = design_of(arguments).ok()?;
            let ranks = if arguments.register_ports { 2 } else { 0 };
            match design.interface().instruction() {
                _ if design.interface().is_iterative() => Some(design.latency()),
                Some(_) => Some(design.spec()?.max_latency().ok()? + ranks),
                None => fpu::max_latency(&design.instructions(), design.multiplier()).ok(),
            }
        }
        ModuleKind::Zfh => Some(halfpipe_hdl::zfh::MAX_LATENCY),
        ModuleKind::Tile => Some(LONGEST_TILE),
        ModuleKind::Vortex => None,
    }
}

/// Returns the words without an option and its value.
fn without(words: &[String], option: &str, is_flag: bool) -> Vec<String> {
    let attached = format!("{option}=");
    let mut rest = Vec::new();
    let mut skipped = false;
    for word in words {
        if std::mem::take(&mut skipped) || word.starts_with(&attached) {
            continue;
        }
        if word == option {
            skipped = !is_flag;
        } else {
            rest.push(word.clone());
        }
    }
    rest
}

/// Returns the value of an option in the words.
fn value_in(words: &[String], option: &str, is_flag: bool) -> Option<String> {
    let attached = format!("{option}=");
    if let Some(value) = words.iter().find_map(|word| word.strip_prefix(&attached)) {
        return Some(value.to_owned());
    }
    let place = words.iter().position(|word| word == option)?;
    if is_flag {
        Some("true".to_owned())
    } else {
        words.get(place + 1).cloned()
    }
}

/// Returns the reason why no value of an option goes with the words.
fn refusal(rest: &[String], option: &str, is_flag: bool, values: &[String], with: &[String]) -> Option<String> {
    let example = EXAMPLES
        .iter()
        .find(|(name, _)| *name == option)
        .map(|(_, value)| *value);
    let tried: Vec<Option<&str>> = match (is_flag, values.is_empty()) {
        (true, _) => vec![None],
        // The last value is seldom the usual one, with which every option goes.
        (false, false) => values.iter().rev().map(|value| Some(value.as_str())).collect(),
        (false, true) => vec![example.or(Some("f32.f16"))],
    };
    let mut first = None;
    for value in tried {
        let added = std::iter::once(option).chain(value).map(str::to_owned);
        let all: Vec<String> = rest.iter().cloned().chain(added).chain(with.iter().cloned()).collect();
        match parse(&all).and_then(|arguments| generate::check(&arguments)) {
            Ok(()) => return None,
            Err(error) => first = first.or(Some(error.message())),
        }
    }
    first
}
