//! Command lines drawn from the options, their values, and hostile words.

use std::ffi::OsString;
use std::path::Path;

use clap::{Arg, Command, CommandFactory};
use halfpipe_test_support::{seed, share};
use rand::seq::IteratorRandom;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{assert_statuses, one, Run, Tools, HOSTILE};

/// The number of command lines. A test of a commit tries half of them.
const COUNT: usize = 500;

/// Instructions whose modules any command makes and simulates in a moment.
const SMALL: [&str; 16] = [
    "neg.f16",
    "abs.bf16x2",
    "neg.*",
    "neg_f16",
    "setp.lt.and.f16x2",
    "set.eq.u32.bf16",
    "max.e4m3x4",
    "cvt.rn.f16.s8",
    "cvt.rni.s64.bf16",
    "fclass.h",
    "fsgnj.h",
    "fmv.x.h",
    "feq.bf16",
    "abs.ftz.f16",
    "zfh",
    "fpu",
];

/// More words for a command that only prints or computes.
const ANY: [&str; 20] = [
    "fma.rn.f16",
    "fma",
    "fadd.h",
    "div.rn.f16",
    "dot16.ada.f32.e4m3",
    "dot32.rn.f32.f16",
    "cvt.rs.f16x2.f32",
    "all",
    "cuda",
    "dots",
    "fp8",
    "functions",
    "riscv",
    "roundings",
    "mma",
    "vortex",
    "add.rn.f32.bf16",
    "ex2.approx.f16",
    "fcvt.lu.h",
    "*.f16x2",
];

/// Files and folders that [`prepare`] makes, and others.
const PATHS: [&str; 12] = [
    ".",
    "folder",
    "file",
    "binary",
    "half.toml",
    "halfpipe.toml",
    "module.v",
    "new/folder",
    "file/below",
    "/dev/null",
    "/proc",
    "new.svg",
];

/// Values of options by their names in the help.
fn value(name: &str, random: &mut ChaCha8Rng) -> OsString {
    let plausible: &[&str] = match name {
        "LIST" => &[
            "neg.f16",
            "neg.f16,abs.f16",
            "zfh",
            "zfhmin,zfbfmin",
            "h,bf16,s",
            "h",
            "e4m3",
            "zfh,zhinx",
        ],
        "DIR" | "FILE" | "FILE.svg" => &PATHS,
        "NAME" => &["mine", "module", "neg_f16", "x"],
        "K/N" => &["1/1", "1/65536", "3/4", "4/3", "0/1", "1/0", "7/300"],
        "TARGET" => &["ice40-hx8k", "ecp5-25k", "plain", "ice40", "ice40-hx8k,ecp5-25k"],
        "port" => &["port"],
        "MODE" | "KIND" | "AIM" | "ENGINE" | "FORMAT" | "VERSION" | "FAMILY" => &[
            "rn",
            "volta",
            "ampere",
            "rows",
            "block",
            "small",
            "fast",
            "none",
            "area",
            "speed",
            "simulation",
            "f16",
            "openhw",
        ],
        _ => &[
            "0",
            "1",
            "2",
            "3",
            "8",
            "16",
            "32",
            "33",
            "64",
            "65",
            "all",
            "auto",
            "addmul=1,conv=2",
            "f16.f32",
            "1.5",
            "0x3c00",
        ],
    };
    match random.random_range(0..8) {
        0 => hostile(random),
        _ => one(plausible, random).into(),
    }
}

/// Returns a hostile word, sometimes not in UTF-8 and sometimes very long.
fn hostile(random: &mut ChaCha8Rng) -> OsString {
    match random.random_range(0..20) {
        #[cfg(unix)]
        0 => std::os::unix::ffi::OsStringExt::from_vec(vec![b'n', 0xFF, 0xC3, b'(']),
        1 => "neg.f16,".repeat(random.random_range(1..2000)).into(),
        2 => "(".repeat(10_000).into(),
        // A program takes no argument with a NUL.
        _ => one(&HOSTILE, random).replace('\0', "").into(),
    }
}

/// Adds an option with its value. The number of vectors is small, because a large one is a request for hours.
fn add_option(option: &Arg, arguments: &mut Vec<OsString>, random: &mut ChaCha8Rng) {
    let Some(name) = option.get_long() else { return };
    let takes_value = option.get_action().takes_values();
    arguments.push(format!("--{name}").into());
    if takes_value == (random.random_range(0..40) != 0) {
        let possible = option.get_possible_values().into_iter().choose(random);
        let value = match possible.filter(|_| random.random_range(0..8) != 0) {
            Some(value) => value.get_name().into(),
            None => value(
                &option
                    .get_value_names()
                    .map_or(String::new(), |names| names[0].to_string()),
                random,
            ),
        };
        let is_many = |value: &OsString| {
            value
                .to_str()
                .is_some_and(|text| text.parse::<u64>().is_ok_and(|many| many > 100))
        };
        arguments.push(if name == "vectors" && is_many(&value) {
            "100".into()
        } else {
            value
        });
    }
}

/// Returns the path to a command, from the program's name on.
fn drawn_command<'c>(command: &'c Command, path: &mut Vec<OsString>, random: &mut ChaCha8Rng) -> &'c Command {
    match command.get_subcommands().choose(random) {
        Some(chosen) => {
            path.push(chosen.get_name().into());
            drawn_command(chosen, path, random)
        }
        None => command,
    }
}

/// Adds positional arguments.
fn add_words(command: &Command, arguments: &mut Vec<OsString>, random: &mut ChaCha8Rng) {
    let is_quick = ["list", "explain", "eval", "filter", "completions"].contains(&command.get_name());
    let names: Vec<String> = command.get_positionals().map(|one| one.get_id().to_string()).collect();
    let most = if names.len() > 1 { 4 } else { 3 };
    for position in 0..random.random_range(0..most).max(names.len().min(2)) {
        let word: OsString = match random.random_range(0..20) {
            0 => hostile(random),
            _ if names.first().is_some_and(|name| name == "file") => one(&PATHS, random).into(),
            _ if position > 0 && names.len() > 1 => one(
                &["3c00", "0x1", "1.5", "-inf", "nan", "1.5,-2.0", "-5", "rtz", "0x1p-3"],
                random,
            )
            .into(),
            1..8 if is_quick => one(&ANY, random).into(),
            _ => one(&SMALL, random).into(),
        };
        arguments.push(word);
    }
}

/// Draws a command line.
fn drawn(whole: &Command, random: &mut ChaCha8Rng) -> Run {
    let mut arguments = Vec::new();
    let command = drawn_command(whole, &mut arguments, random);
    add_words(command, &mut arguments, random);
    for _ in 0..random.random_range(0..4) {
        if let Some(option) = command.get_opts().choose(random) {
            add_option(option, &mut arguments, random);
        } else if let Some(flag) = command.get_arguments().choose(random) {
            add_option(flag, &mut arguments, random);
        }
    }
    let has_flag = random.random_range(0..3) == 0;
    if let Some(flag) = command
        .get_arguments()
        .filter(|one| has_flag && !one.get_action().takes_values())
        .choose(random)
    {
        add_option(flag, &mut arguments, random);
    }
    let names: Vec<String> = arguments
        .iter()
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let has = |option: &str| names.iter().any(|name| name == option);
    // The usual number of vectors takes seconds.
    if command.get_name() == "verify"
        && !["--vectors", "--testfloat", "--arch-test"]
            .iter()
            .any(|option| has(option))
    {
        arguments.extend(["--vectors", "20"].map(OsString::from));
    }
    // The core of all instructions takes longer.
    if has("fpu") && !has("--instructions") {
        arguments.extend(["--instructions", "neg.f16,abs.f16"].map(OsString::from));
    }
    // So does the proof of the core of RISC-V.
    if command.get_name() == "prove" && has("zfh") && !has("--time-limit") {
        arguments.extend(["--time-limit", "4"].map(OsString::from));
    }
    mutate(&mut arguments, random);
    let input = [
        "",
        "3c00 4000\n",
        "1.5 -inf\nnan\n\n",
        "\u{0}\u{1}",
        "3C00 4000 4200 00\n",
        "inf",
    ];
    let mut input = one(&input, random).as_bytes().to_vec();
    if random.random_range(0..10) == 0 {
        input = vec![random.random(); 10_000];
    }
    Run { arguments, input }
}

/// Sometimes exchanges, repeats or adds a word.
fn mutate(arguments: &mut Vec<OsString>, random: &mut ChaCha8Rng) {
    let place = random.random_range(0..arguments.len());
    match random.random_range(0..30) {
        0 if place > 0 => arguments[place] = hostile(random),
        1 => {
            let repeated = arguments[place].clone();
            arguments.push(repeated);
        }
        2 => arguments.insert(place, hostile(random)),
        _ => {}
    }
}

/// Makes the files and folders of [`PATHS`].
fn prepare(folder: &Path) {
    std::fs::create_dir(folder.join("folder")).unwrap();
    let module = "module neg_f16(input [15:0] a, output [15:0] d); assign d = {~a[15], a[14:0]}; endmodule\n";
    let files: [(&str, &[u8]); 5] = [
        ("file", b"3C00 4000 4200 00\n"),
        ("binary", &[0, 0xFF, 0x80, b'\n', 0xC3]),
        ("half.toml", b"[[module]]\ninstruction = "),
        (
            "halfpipe.toml",
            b"out = \"rtl\"\n[[module]]\ninstruction = \"neg.f16\"\n",
        ),
        ("module.v", module.as_bytes()),
    ];
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
}

#[test]
fn no_command_line_ends_in_a_panic_or_without_end_at_any_seed() {
    let mut random = seed::random();
    let mut whole = halfpipe::Arguments::command();
    whole.build();
    let runs: Vec<Run> = (0..share::count(COUNT / 2, COUNT))
        .map(|_| drawn(&whole, &mut random))
        .collect();
    assert_statuses(&runs, Tools::None, |_, folder| prepare(folder));
}
