//! Packaged testbenches of modules behind a handshake, in Icarus Verilog: they pass, and find each fault.

use std::process::Command;

use halfpipe_faults::text::replaced;
use halfpipe_simulation::core_module::CoreModule;
use halfpipe_test_support::share;
use rayon::prelude::*;

use super::mma::{self, faults::FAULTS as FAULTS_OF_A_TILE};
use super::zfh;
use super::zfh::faults::{Form, FAULTS as FAULTS_OF_A_CORE};

/// The number of vectors of each instruction of a core.
const OF_EACH: usize = 40;

/// The number of matrix products of a tile.
const PRODUCTS: usize = 12;

/// Runs a testbench. Returns its last line.
pub fn run(module: &str, verilog: &str, testbench: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("module.v", verilog), ("bench.v", testbench)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let mut said = String::new();
    for line in [
        "iverilog -g2005 -Wall -o bench module.v bench.v",
        // The standard input is empty, so that `$stop` ends the run.
        "vvp -n bench",
    ] {
        let mut words = line.split_whitespace();
        let output = Command::new(words.next().unwrap())
            .args(words)
            .current_dir(folder.path())
            .output()
            .unwrap_or_else(|error| panic!("{line}: {error}; make icarus installs it"));
        said += &String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    }
    let last = said.lines().rfind(|line| line.starts_with(module));
    last.unwrap_or(&said).to_owned()
}

/// Returns the testbench of a module.
fn bench(module: &dyn CoreModule, size: usize) -> String {
    let (package, vectors) = module.bench(size).unwrap();
    package.testbench(&vectors)
}

#[test]
fn testbenches_of_cores_pass() {
    zfh::specs().into_par_iter().with_max_len(1).for_each(|spec| {
        let said = run(spec.name(), &zfh::verilog(&spec), &bench(&spec, OF_EACH));
        assert!(said.ends_with("vectors, no mismatch"), "{said}");
    });
}

#[test]
fn testbenches_of_tiles_pass() {
    mma::tiles().into_par_iter().with_max_len(1).for_each(|spec| {
        let said = run(spec.name(), &mma::verilog(&spec), &bench(&spec, PRODUCTS));
        assert!(said.ends_with("vectors, no mismatch"), "{said}");
    });
}

/// Faults that no testbench of vectors finds: an operation that the core lacks is taken, a step on a slot that the tile lacks is
/// taken, and a result waits for an empty output, which costs time only.
const UNSEEN: [&str; 3] = [
    "assign in_ready = enable;",
    "{{1{1'b0}}, busy}",
    "!(closing && out_valid)",
];

/// One fault in so many is tried, unless all are.
const ONE_IN: usize = 3;

/// Asserts that a run ends with mismatches.
fn assert_found(said: &str, fault: &str) {
    let is_found = said.ends_with("mismatches");
    assert_eq!(is_found, !UNSEEN.contains(&fault), "{fault}: {said}");
}

#[test]
fn testbenches_of_cores_find_faults() {
    for form in [Form::Together, Form::Apart] {
        let spec = form.spec();
        let (text, testbench) = (zfh::verilog(&spec), bench(&spec, OF_EACH));
        let faults = FAULTS_OF_A_CORE.par_iter().with_max_len(1).enumerate();
        let own = faults.filter(|(place, fault)| fault.form == form && share::is_tried(*place, ONE_IN));
        own.for_each(|(_, fault)| {
            let said = run(spec.name(), &fault.text.inject(&text), &testbench);
            assert_found(&said, fault.text.wrong);
        });
    }
}

#[test]
fn testbenches_of_tiles_find_faults() {
    let spec = mma::tile("sound", [2, 2, 2], "volta", "f16.f16", 3);
    let (text, testbench) = (mma::verilog(&spec), bench(&spec, PRODUCTS));
    let (top, unit) = text.split_once("\n// The unit").unwrap();
    let faults = FAULTS_OF_A_TILE.par_iter().with_max_len(1).enumerate();
    let tried = faults.filter(|(place, _)| share::is_tried(*place, ONE_IN));
    tried.for_each(|(_, fault)| {
        let faulty = fault.inject(top) + "\n// The unit" + unit;
        let said = run(spec.name(), &faulty, &testbench);
        assert_found(&said, fault.wrong);
    });
    let other = replaced(&text, "assign in_ready = moves", "assign in_ready = 1'bx && moves");
    assert_found(&run(spec.name(), &other, &testbench), "in_ready is x");
}
