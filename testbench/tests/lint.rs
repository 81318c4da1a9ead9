//! Verilator and Yosys have nothing to say about any generated module.

mod common;

use std::collections::BTreeMap;
use std::process::Command;

use common::UNITS;
use halfpipe_hdl::export::verilog;
use halfpipe_tools::{Tool, Yosys};
use rayon::prelude::*;

#[test]
fn every_module_at_every_latency_passes_verilators_lint() {
    let verilator = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let folder = tempfile::tempdir().unwrap();
    let complaints: Vec<String> = UNITS
        .par_iter()
        .filter_map(|unit| {
            let name = format!("{}.v", unit.module().name);
            let own_folder = folder.path().join(format!("{name}-{}", unit.latency()));
            std::fs::create_dir(&own_folder).unwrap();
            std::fs::write(own_folder.join(&name), verilog(unit)).unwrap();
            let lint = Command::new(&verilator)
                .args(["--lint-only", "-Wall", &name])
                .current_dir(own_folder)
                .output()
                .expect("Verilator starts");
            let said = String::from_utf8_lossy(&lint.stderr).into_owned();
            let clean = lint.status.success() && said.is_empty();
            (!clean).then(|| format!("{} at latency {}:\n{said}", unit.instruction(), unit.latency()))
        })
        .collect();
    assert!(
        complaints.is_empty(),
        "{} modules, the first: {}",
        complaints.len(),
        complaints[0]
    );
}

#[test]
fn the_lint_would_complain() {
    let verilator = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let folder = tempfile::tempdir().unwrap();
    let text = "module top (input wire [3:0] a, output wire [2:0] d);\n    assign d = a;\nendmodule\n";
    std::fs::write(folder.path().join("top.v"), text).unwrap();
    let lint = Command::new(verilator)
        .args(["--lint-only", "-Wall", "top.v"])
        .current_dir(folder.path())
        .output()
        .expect("Verilator starts");
    assert!(!lint.status.success());
    assert!(String::from_utf8_lossy(&lint.stderr).contains("WIDTH"));
}

#[test]
fn yosys_reads_every_module_without_a_warning_or_a_latch() {
    let yosys = Yosys::find().unwrap_or_else(|error| panic!("{error}"));
    // A module has the same name at every latency, so each latency is a design of its own.
    let mut designs: BTreeMap<u32, Vec<(String, String)>> = BTreeMap::new();
    for unit in UNITS.iter() {
        let source = (format!("{}.v", unit.module().name), verilog(unit));
        designs.entry(unit.latency()).or_default().push(source);
    }
    designs.into_par_iter().for_each(|(latency, sources)| {
        let check = yosys
            .check(&sources)
            .unwrap_or_else(|error| panic!("latency {latency}: {error}"));
        assert!(check.is_clean(), "latency {latency}: {check:?}");
    });
}
