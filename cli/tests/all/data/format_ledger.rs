//! The project's own ledger: the files of formats that the table of instructions does not have.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{FloatFormat, Instruction};
use halfpipe_test_support::{seed, share};

use crate::common::{files_in, halfpipe};

/// The folder of the ledger.
pub const LEDGER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testbench/proofs");

/// The formats of which the ledger has every operation, in five roundings with flags.
const WHOLE_FORMATS: [&str; 3] = ["f32", "e8m10", "e3m4"];

/// Returns the names of the formats that have a file: those that the table of instructions does not have.
pub fn formats_on_file() -> Vec<String> {
    let files = files_in(LEDGER.as_ref());
    let stems = files.iter().filter_map(|file| file.strip_suffix(".jsonl"));
    let is_format = |stem: &&str| FloatFormat::from_name(stem).is_some();
    stems.filter(is_format).map(str::to_owned).collect()
}

/// Returns the latencies of each theorem in the file of a format.
fn theorems_of_format(format: &str) -> BTreeMap<String, BTreeSet<u64>> {
    let text = std::fs::read_to_string(Path::new(LEDGER).join(format!("{format}.jsonl"))).unwrap();
    let mut found: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(name) = line["theorem"].as_str() {
            let latencies = found.entry(name.to_owned()).or_default();
            latencies.insert(line["latency"].as_u64().unwrap());
        }
    }
    found
}

/// Returns the instruction of a theorem's name, such as `add.f32 --rounding port --flags`.
fn instruction_of_theorem(name: &str) -> Instruction {
    let (plain, options) = name.split_once(" --").unwrap_or((name, ""));
    let plain: Instruction = plain.parse().unwrap_or_else(|error| panic!("{error}"));
    let ported = if options.contains("rounding port") {
        plain.with_rounding_port().unwrap()
    } else {
        plain
    };
    if options.contains("flags") {
        ported.with_flags().unwrap()
    } else {
        ported
    }
}

/// The theorems of a format's file whose formulas are built again; all with `HALFPIPE_TEST_ALL`.
const DRAWN_OF_FORMAT: usize = 3;

#[test]
fn formats_of_your_own_have_their_theorems_at_any_seed() {
    let formats = formats_on_file();
    let mut random = seed::random();
    for format in &formats {
        let found = theorems_of_format(format);
        for (name, latencies) in &found {
            let instruction = instruction_of_theorem(name);
            assert!(
                instruction.ty().is_composed() && instruction.ty().operand_format().word() == format,
                "{name}"
            );
            let all: BTreeSet<u64> = (0..=u64::from(max_latency(instruction))).collect();
            let is_whole = WHOLE_FORMATS.contains(&format.as_str());
            assert!(latencies.contains(&0) && (!is_whole || *latencies == all), "{name}");
        }
        let names: Vec<String> = found.into_keys().collect();
        for name in share::drawn(&names, DRAWN_OF_FORMAT, &mut random) {
            let output = halfpipe(&format!("prove {name} --latency 0 --check --ledger {LEDGER}"))
                .output()
                .unwrap();
            let told = String::from_utf8(output.stdout).unwrap();
            assert_eq!(told.lines().count(), 1, "{name}: {told}");
            assert!(told.ends_with(": holds\n"), "{name}: {told}");
        }
    }
    for format in WHOLE_FORMATS {
        let found = theorems_of_format(format);
        let rounded = ["add", "sub", "mul", "fma", "div", "rcp", "sqrt"];
        let rounded = rounded.map(|operation| format!("{operation}.{format} --rounding port --flags"));
        let others = [
            "min.{f} --flags",
            "max.{f} --flags",
            "neg.{f}",
            "abs.{f}",
            "setp.lt.{f} --flags",
        ];
        let others = others.map(|name| name.replace("{f}", format));
        let conversions = ["rni", "rzi", "rmi", "rpi", "rnai"].map(|word| format!("cvt.{word}.s32.{format} --flags"));
        for name in rounded.iter().chain(&others).chain(&conversions) {
            assert!(found.contains_key(name), "{name}");
        }
    }
}
