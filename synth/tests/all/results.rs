//! Tests of the committed results against Yosys, and of their files.

use std::path::Path;

use halfpipe_figures::design::measured_unit;
use halfpipe_figures::results::{Entry, Results};
use halfpipe_figures::tools::ToolVersions;
use halfpipe_fpga::{ResultCoverage, Target};
use halfpipe_isa::Instruction;
use halfpipe_synth::results_file::ResultsFile;
use halfpipe_synth::tools::installed_versions;
use halfpipe_synth::unit::measure_unit_area;
use halfpipe_synth::Area;
use halfpipe_test_support::share;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/results");

/// A sample small enough for every test run, with one of each kind: carry chains, multiplication, registers, tables,
/// two formats.
const AREAS: [(&str, u32); 5] = [
    ("add.rn.f16", 0),
    ("mul.rn.bf16", 2),
    ("min.f16", 1),
    ("fma.rn.f16", 3),
    ("tanh.approx.bf16", 2),
];

fn instruction(name: &str) -> Instruction {
    name.parse().unwrap()
}

/// True if two counts of LUTs can be those of one netlist. Different names for its nets alone change the count by a few
/// in a thousand.
fn about(one: u64, other: u64) -> bool {
    100 * one.abs_diff(other) <= one.max(other)
}

#[test]
fn the_areas_of_a_few_modules_are_the_committed_ones() {
    for results in Results::committed() {
        let tools = installed_versions(results.target).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(results.tools, tools, "areas depend on the tools");
        for (place, (name, latency)) in AREAS.into_iter().enumerate() {
            // The test of a commit leaves out the two that take most of the time.
            if !share::is_tried(place, 2) {
                continue;
            }
            // The others have fewer latencies, which take as long as all of these.
            let latency = match results.target.extent() {
                Some(ResultCoverage::EveryLatency) => latency,
                _ if name == "add.rn.f16" => 0,
                _ => continue,
            };
            let unit = measured_unit(instruction(name), latency, results.target).unwrap();
            let Area {
                luts,
                carries,
                dsps,
                rams,
                flip_flops,
                ..
            } = measure_unit_area(&unit, results.target).unwrap();
            let committed = results.get(&name.into(), latency).expect("it is measured");
            let exact = |entry: &Entry| [entry.carries, entry.dsps, entry.rams, entry.flip_flops];
            assert!(
                about(luts, committed.luts) && [carries, dsps, rams, flip_flops] == exact(committed),
                "{name} at latency {latency} on {}: {luts} LUTs, {carries} carries, {dsps} multiplier blocks, {rams} memories \
                 and {flip_flops} flip-flops are not those of {committed:?}; `make results` measures anew",
                results.target
            );
        }
    }
}

#[test]
fn the_files_are_as_the_program_writes_them() {
    for results in Results::committed() {
        let file = ResultsFile::new(Path::new(FOLDER), results.target);
        assert_eq!(std::fs::read_to_string(file.path()).unwrap(), results.text());
    }
}

#[test]
fn every_file_of_results_is_built_in() {
    let built_in: Vec<Target> = Results::committed().map(|results| results.target).collect();
    for target in Target::all() {
        let exists = ResultsFile::new(Path::new(FOLDER), target).path().exists();
        assert_eq!(exists, built_in.contains(&target), "{target}");
    }
}

fn entry(latency: u32, luts: u64, mhz: &[f64]) -> Entry {
    Entry {
        name: "add.rn.f16".into(),
        latency,
        digest: String::new(),
        luts,
        carries: 51,
        dsps: 0,
        rams: 0,
        flip_flops: 48,
        mhz: mhz.to_vec(),
        path: None,
    }
}

fn tools() -> ToolVersions {
    ToolVersions {
        yosys: "0".to_owned(),
        synthesis: String::new(),
        nextpnr: Some("0".to_owned()),
        placement: Some(String::new()),
    }
}

#[test]
fn results_are_read_back_from_the_file_of_their_target() {
    let folder = tempfile::tempdir().unwrap();
    let file = ResultsFile::new(folder.path(), Target::ICE40_HX8K);
    assert_eq!(file.read().unwrap(), None);
    let put = |results: &mut Results| {
        results.put(entry(0, 1, &[1.0]));
        results.put(entry(2, 2, &[]));
    };
    let results = file.update(&tools(), put).unwrap();
    assert_eq!(results.results.len(), 2);
    assert_eq!(file.read().unwrap(), Some(results));
    let misplaced = ResultsFile::new(folder.path(), Target::ECP5_25K);
    std::fs::rename(file.path(), misplaced.path()).unwrap();
    let error = misplaced.read().unwrap_err().to_string();
    assert!(error.ends_with("it has the results of ice40-hx8k"), "{error}");
}

#[test]
fn what_writers_put_into_one_folder_at_once_is_all_there() {
    let folder = tempfile::tempdir().unwrap();
    let (target, tools) = (Target::ICE40_HX8K, tools());
    let instructions = ["add.rn.f16", "mul.rn.f16", "fma.rn.f16", "min.f16"];
    let file = ResultsFile::new(folder.path(), target);
    let (file, tools) = (&file, &tools);
    let put = move |mnemonic: &str, latency| {
        let entry = Entry {
            name: mnemonic.into(),
            ..entry(latency, 1, &[])
        };
        file.update(tools, |results| results.put(entry)).unwrap();
    };
    std::thread::scope(|scope| {
        let writer = |mnemonic| scope.spawn(move || (0..25).for_each(|latency| put(mnemonic, latency)));
        let writers = instructions.map(writer);
        // A reader sees a complete file at any time.
        while !writers.iter().all(|writer| writer.is_finished()) {
            file.read().unwrap();
        }
    });
    let results = file.read().unwrap().unwrap();
    for mnemonic in instructions {
        assert!((0..25).all(|latency| results.get(&mnemonic.into(), latency).is_some()));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn figures_of_other_tools_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let file = ResultsFile::new(folder.path(), Target::ICE40_HX8K);
    let nothing = file.update(&tools(), Results::prune).unwrap();
    assert_eq!((nothing.results.len(), file.read().unwrap()), (0, None));
    let put = |results: &mut Results| results.put(entry(0, 1, &[]));
    file.update(&tools(), put).unwrap();
    let others = ToolVersions {
        yosys: "1".to_owned(),
        ..tools()
    };
    let error = file.update(&others, put).unwrap_err().to_string();
    assert!(
        error.contains(
            "ice40-hx8k.json holds results of other tools or options, Yosys 0 and nextpnr 0; installed are Yosys 1"
        ),
        "{error}"
    );
}
