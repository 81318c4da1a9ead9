//! Every option with every kind of module and every command on modules: it has an effect, or it is refused.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{LazyLock, Mutex};

use expect_test::expect;
use halfpipe_test_support::share::is_tried;
use serde_json::Value;
use tempfile::NamedTempFile;

use crate::common::{check_arguments, for_each, halfpipe, printed};

/// An option as it is tried.
struct Trial {
    /// The option, without dashes.
    option: &'static str,
    /// Its value; empty for a flag.
    value: &'static str,
    /// A value that is refused with a message of its own, which shows at once that the option is read; empty if each value
    /// is allowed.
    wrong: &'static str,
    /// Further arguments, with and without the option.
    beside: &'static str,
    /// The instruction, if the usual one does not have the option.
    instruction: &'static str,
}

const fn trial(option: &'static str, value: &'static str, wrong: &'static str) -> Trial {
    Trial {
        option,
        value,
        wrong,
        beside: "",
        instruction: MNEMONIC,
    }
}

impl Trial {
    /// Adds arguments with and without the option.
    const fn beside(self, beside: &'static str) -> Trial {
        Trial { beside, ..self }
    }

    /// Takes another instruction.
    const fn on(self, instruction: &'static str) -> Trial {
        Trial { instruction, ..self }
    }
}

/// The usual instruction.
const MNEMONIC: &str = "mul.rn.f16";

/// All options of commands on modules.
const TRIALS: &[Trial] = &[
    trial("instructions", "add.rn.f16", "nothing"),
    trial("tag-width", "5", "0"),
    trial("flags", "", ""),
    trial("rounding", "port", ""),
    trial("iterative", "", "").on("rcp.rn.f16"),
    trial("isa", "zfhmin,zfbfmin", "nothing"),
    trial("formats", "h,bf16", "nothing"),
    trial("xlen", "64", "7"),
    trial("flen", "64", "7"),
    trial("zhinx", "", ""),
    trial("divsqrt", "small", "nothing"),
    trial("share", "none", "nothing"),
    trial("fpnew", "openhw", "nothing"),
    trial("decoder", "", ""),
    trial("m", "2", "0"),
    trial("n", "4", "0"),
    trial("k", "8", "0"),
    trial("mode", "hopper", "nothing"),
    trial("type", "f32.bf16", "nothing"),
    trial("slots", "5", "0"),
    trial("latency", "2", "1000"),
    trial("multiplier", "block", "nothing"),
    trial("optimise", "speed", "").on("fma.rn.f16"),
    trial("register-ports", "", "").beside("--latency 2"),
    trial("mhz", "20", "0"),
    trial("name", "mine", "module"),
    trial("out", "other", ""),
    trial("no-check", "", ""),
    trial("stream", "", ""),
    trial("stream-user", "4", "0").beside("--stream"),
    trial("package", "", ""),
    trial("cfu", "", ""),
    trial("pcpi", "", ""),
    trial("json", "", ""),
    trial("junit", "results.xml", "."),
    trial("stages", "", ""),
    trial("svg", "", ""),
    trial("html", "", ""),
    trial("vcd", "wave.vcd", ""),
    trial("decimal", "", ""),
    trial("engine", "gates", "nothing"),
    trial("mapped", "ice40", "nothing").beside("--engine gates"),
    trial("vectors", "40", "0"),
    trial("seed", "7", "x"),
    trial("testfloat", "nowhere.txt", ""),
    trial("arch-test", "nowhere.S", ""),
    trial("verilog", "nowhere.v", ""),
    trial("file-list", "nowhere.f", ""),
    trial("include", "nowhere", "").beside("--verilog nowhere.v"),
    trial("define", "MACRO=2", "2").beside("--verilog nowhere.v"),
    trial("undefine", "MACRO", "2").beside("--verilog nowhere.v"),
    trial("parameter", "WIDTH=2", "WIDTH").beside("--verilog nowhere.v"),
    trial("top", "nothing", "").beside("--verilog nowhere.v"),
    trial("port", "a=opa", "opa").beside("--verilog nowhere.v"),
    trial("tie", "mode=0", "mode").beside("--verilog nowhere.v"),
    trial("ignore", "busy", "!").beside("--verilog nowhere.v"),
    trial("no-enable", "", "").beside("--verilog nowhere.v"),
    trial("assume", "no-nan", "nothing").beside("--verilog nowhere.v"),
    trial("nan", "any", "nothing").beside("--verilog nowhere.v"),
    trial("flush", "in", "nothing").beside("--verilog nowhere.v"),
    trial("tininess", "before", "nothing").beside("--verilog nowhere.v --flags"),
    trial("within", "1ulp", "2ulp").beside("--verilog nowhere.v"),
    trial("max-latency", "20", "0")
        .on("div.rn.f16")
        .beside("--iterative --verilog nowhere.v"),
    trial("contract", "nowhere.toml", "").beside("--verilog nowhere.v"),
    trial("method", "exhaustive", "").on("neg.f16"),
    trial("ledger", "ledger", ""),
    trial("check", "", ""),
    trial("stale", "", ""),
    trial("shard", "2/2", "3/2"),
    trial("join", "nowhere.json", ""),
    trial("certificates", "certificates", ""),
    trial("time-limit", "1000", "0"),
    trial("target", "ecp5", "nothing"),
    trial("seeds", "1", "x"),
    trial("record", "", ""),
    trial("compare", "", ""),
    trial("results", "results", ""),
    trial("plot", "plot.svg", "plot.txt"),
];

/// The words that name the kinds in `list --kinds`, with the arguments of their smallest modules.
const KINDS: [(&str, &str); 5] = [
    ("a mnemonic", "MNEMONIC"),
    ("fpu", "fpu --instructions mul.rn.f16,neg.f16"),
    ("zfh", "zfh"),
    ("mma", "mma --m 1 --n 2 --k 4 --mode volta"),
    ("vortex", "vortex --n 2 --mode ampere"),
];

/// Options of a command that keep a run short.
const SHORT: [(&str, &str); 7] = [
    ("explain", ""),
    ("generate", "--no-check"),
    ("eval", ""),
    ("verify", "--vectors 20"),
    ("prove", ""),
    ("wave", ""),
    ("synth", "--seeds 0"),
];

/// The commands and kinds whose runs take long, or print the same results for other hardware: a wrong value shows that an
/// option is read.
const LONG: [(&str, &str); 15] = [
    ("eval", "a mnemonic"),
    ("eval", "fpu"),
    ("eval", "zfh"),
    ("eval", "mma"),
    ("verify", "fpu"),
    ("verify", "zfh"),
    ("verify", "mma"),
    ("verify", "vortex"),
    ("prove", "zfh"),
    ("prove", "fpu"),
    ("prove", "mma"),
    ("wave", "zfh"),
    ("wave", "mma"),
    ("synth", "mma"),
    ("synth", "zfh"),
];

/// The matrices of a product of one element.
static MATRICES: LazyLock<NamedTempFile> = LazyLock::new(|| {
    let file = NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "1.0\n\n2.0\n\n0.5\n").unwrap();
    file
});

/// Options of a command that change the hardware, and neither its results nor its report.
const SAME: [(&str, &str); 2] = [("eval", "iterative"), ("verify", "rounding")];

/// The outcome of a run: the status, both outputs, and the files with their contents.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Outcome {
    status: Option<i32>,
    said: String,
    files: BTreeMap<String, Vec<u8>>,
}

/// Runs a command in an empty folder.
fn run(arguments: &[String]) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let mut command = halfpipe("");
    command
        .args(arguments)
        .current_dir(folder.path())
        .env_remove("HALFPIPE_PROGRESS");
    let output = command.output().unwrap();
    let mut files = BTreeMap::new();
    collect(folder.path(), folder.path(), &mut files);
    Outcome {
        status: output.status.code(),
        said: String::from_utf8([output.stdout, output.stderr].concat()).unwrap(),
        files,
    }
}

/// Adds the files of a folder, with their paths below `root`.
fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            files.insert(name, std::fs::read(&path).unwrap());
        }
    }
}

/// Returns a command line of a kind without an option, and the same with it.
fn command_lines(command: &str, (kind, module): (&str, &str), trial: &Trial, applies: bool) -> [Vec<String>; 2] {
    let operands = match (command, kind) {
        ("eval" | "wave", "fpu") => "mul.rn.f16 3c00 4000",
        ("eval" | "wave", "a mnemonic") if trial.instruction == MNEMONIC => "3c00 4000",
        ("eval" | "wave", "a mnemonic") if trial.instruction == "fma.rn.f16" => "3c00 4000 4200",
        ("eval" | "wave", "a mnemonic") => "3c00",
        ("eval", "zfh") => "fsgnj.h 1.0 2.0",
        ("eval", "mma") => MATRICES.path().to_str().unwrap(),
        _ => "",
    };
    let short = match trial.option {
        // They bring their own vectors.
        "testfloat" | "arch-test" => "",
        // A clock needs a placement.
        "mhz" if command == "synth" => "--seeds 1",
        _ => SHORT.iter().find(|(name, _)| *name == command).unwrap().1,
    };
    let module = match (command, kind) {
        // A core of all instructions takes minutes.
        ("prove" | "verify" | "synth", "zfh") => format!("{module} --isa zfhmin"),
        _ => module.replace("MNEMONIC", trial.instruction),
    };
    let line = [command, &module, operands, short, trial.beside].join(" ");
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let option = format!("--{}", trial.option);
    let mut with = words.clone();
    if let Some(place) = words.iter().position(|word| *word == option) {
        let has_value = !trial.value.is_empty();
        with.drain(place..=place + usize::from(has_value));
    }
    let is_long = applies && LONG.contains(&(command, kind)) && !trial.wrong.is_empty();
    let value = if is_long { trial.wrong } else { trial.value };
    // The targets of a clock have other names than those of a proof.
    let value = match (command, trial.option) {
        ("generate" | "synth", "target") if !is_long => "ecp5-25k",
        _ => value,
    };
    let base = match (command, trial.option) {
        // The option itself makes the run short.
        ("generate", "no-check") => with.clone(),
        _ => words,
    };
    with.push(option);
    with.extend((!value.is_empty()).then(|| value.to_owned()));
    let companion = match (command, trial.option) {
        ("generate", "mhz") => "--target ecp5-25k",
        ("generate", "target") => "--mhz 20",
        ("synth", "mhz") => "--latency auto",
        ("prove", "engine") => "--method exhaustive",
        _ => "",
    };
    with.extend(companion.split_whitespace().map(str::to_owned));
    [base, with]
}

/// Says what is wrong with an option of a command on a kind: None if it has an effect where it applies, and else is refused.
/// `known` are the outcomes of lines without it.
fn fault(
    known: &Mutex<BTreeMap<Vec<String>, Outcome>>,
    command: &str,
    kind: (&str, &str),
    trial: &Trial,
    applies: Option<bool>,
) -> Option<String> {
    let [without, with] = command_lines(command, kind, trial, applies == Some(true));
    let outcome = run(&with);
    let shown = format!("halfpipe {}", with.join(" "));
    let is_refused = outcome.status == Some(2);
    match applies {
        // The command does not have the option, or not the kind of module.
        None if is_refused => None,
        None => Some(format!("{shown}: status {:?}, {}", outcome.status, outcome.said)),
        Some(false) => {
            // An option that it needs may be refused first.
            let words = format!(" does not apply to {}: ", without[1]);
            let is_told = is_refused && outcome.said.contains(&words) && outcome.files.is_empty();
            (!is_told).then(|| format!("{shown}: no{words}but {}", outcome.said))
        }
        Some(true) if is_refused && !outcome.said.contains("does not apply to") => None,
        Some(true) if is_refused => Some(format!("{shown}: {}", outcome.said)),
        Some(true) if SAME.contains(&(command, trial.option)) => None,
        Some(true) => {
            let usual = known.lock().unwrap().get(&without).cloned();
            let usual = usual.unwrap_or_else(|| run(&without));
            known.lock().unwrap().insert(without, usual.clone());
            (usual == outcome).then(|| format!("{shown}: it has no effect"))
        }
    }
}

/// Returns the kinds of each row of `list --kinds`.
fn kinds() -> BTreeMap<String, Vec<String>> {
    let json: Value = serde_json::from_str(&printed("list --kinds --json")).unwrap();
    let rows = json.as_array().unwrap().iter().map(|row| {
        let kinds = row["kinds"].as_array().unwrap().iter();
        let kinds = kinds.map(|kind| kind.as_str().unwrap().to_owned());
        (row["name"].as_str().unwrap().to_owned(), kinds.collect())
    });
    rows.collect()
}

/// A refusal is tried of each option, command and kind; of effects, a test of a commit tries a sixteenth.
#[test]
fn every_option_has_an_effect_or_is_refused() {
    let rows = kinds();
    let mut trials = Vec::new();
    for trial in TRIALS {
        for (command, _) in SHORT {
            for kind in KINDS {
                trials.push((command, kind, trial));
            }
        }
    }
    let untried = rows
        .keys()
        .filter_map(|row| row.split_once("--").map(|(_, option)| option));
    let untried: Vec<&str> = untried
        .filter(|option| TRIALS.iter().all(|trial| trial.option != *option))
        .collect();
    assert!(untried.is_empty(), "{untried:?}");
    let known = Mutex::new(BTreeMap::new());
    let helps: BTreeMap<&str, String> = SHORT
        .map(|(command, _)| (command, printed(&format!("{command} --help"))))
        .into();
    let applies = |(command, kind, trial): &(&'static str, (&'static str, &'static str), &'static Trial)| {
        let option = format!("--{}", trial.option);
        let own = rows.get(&format!("{command} {option}")).or(rows.get(&option)).unwrap();
        // Help leaves out the options of mma.
        let hidden = ["m", "n", "k", "mode", "type", "slots"].contains(&trial.option);
        let mut words = helps[command].split([' ', '\n', ',']);
        let is_defined = hidden || words.any(|word| word == option);
        let has_kind = rows[*command].iter().any(|word| word == kind.0);
        (is_defined && has_kind).then(|| own.iter().any(|word| word == kind.0))
    };
    let trials: Vec<_> = trials.into_iter().map(|trial| (trial, applies(&trial))).collect();
    let (effects, refusals): (Vec<_>, Vec<_>) = trials.into_iter().partition(|(_, applies)| *applies == Some(true));
    let effects = effects
        .into_iter()
        .enumerate()
        .filter(|(place, _)| is_tried(*place, 16));
    let trials: Vec<_> = effects.map(|(_, trial)| trial).chain(refusals).collect();
    let faults = for_each(&trials, |((command, kind, trial), applies)| {
        fault(&known, command, *kind, trial, *applies)
    });
    let faults: Vec<String> = faults.into_iter().flatten().collect();
    assert!(
        faults.is_empty(),
        "{} of {}:\n{}",
        faults.len(),
        trials.len(),
        faults.join("\n")
    );
}

#[test]
fn a_refusal_names_the_module_and_the_reason() {
    for (arguments, expected) in [
        (
            "generate zfh --flags",
            expect![[r#"
                ! error: --flags does not apply to zfh: its flags are always there
                status 2
            "#]],
        ),
        (
            "generate neg.f16 --isa zfh",
            expect![[r#"
                ! error: --isa does not apply to neg.f16: it is for zfh
                status 2
            "#]],
        ),
        (
            "generate neg.f16 --mode volta",
            expect![[r#"
                ! error: --mode does not apply to neg.f16: it is for mma and vortex
                status 2
            "#]],
        ),
        (
            "wave vortex",
            expect![[r#"
                ! error: wave does not have vortex: draw its unit, for example halfpipe wave dot4.ampere.f32.f16
                status 2
            "#]],
        ),
        (
            "verify zfh neg.f16",
            expect![[r#"
                ! error: zfh is a module of its own; name it without other mnemonics
                status 2
            "#]],
        ),
    ] {
        check_arguments(arguments, expected);
    }
}
