//! Lint of every generated module: Verilator and Yosys report nothing.

use crate::common::UNITS;
use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_hdl::unit::Optimisation;
use halfpipe_test_support::lint::{assert_clean, assert_clean_for_yosys, by_latency, file, lint, Source};
use halfpipe_test_support::share;
use rayon::prelude::*;

/// Verilator reads one scalar unit in so many, unless it reads all: those of an instruction and of a datapath are
/// written alike.
const SCALAR: usize = 12;

/// The same for packed units in Verilator, each of which is a scalar one for each lane, and for all units in Yosys.
const READ: usize = 16;

/// The number of units that Verilator reads in one run.
const AT_ONCE: usize = 24;

#[test]
fn modules_at_every_latency_pass_verilators_lint() {
    let tried = UNITS.iter().enumerate().filter(|(place, unit)| {
        let is_scalar = unit.instruction().ty().lanes() == 1;
        share::is_tried(*place, if is_scalar { SCALAR } else { READ })
    });
    let sources = by_latency(tried.map(|(_, unit)| unit), |unit| [file(unit)]);
    let groups: Vec<(u32, &[Source])> = sources
        .iter()
        .flat_map(|(latency, sources)| sources.chunks(AT_ONCE).map(|group| (*latency, group)))
        .collect();
    let complaints = groups.into_par_iter().with_max_len(1).filter_map(|(latency, group)| {
        let said = lint(group);
        (!said.is_empty()).then(|| format!("latency {latency}:\n{said}"))
    });
    let complaints: Vec<String> = complaints.collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_form_passes_verilators_lint_and_yosys() {
    for latency in [0, 3] {
        let source = |mnemonic: &str, form: Optimisation| {
            let spec = DesignSpec::unit(mnemonic.parse().unwrap(), latency).with_optimisation(form);
            let name = Some(format!("{}_for_{}", spec.kind.module_name(), form.name()));
            file(&Design::from_spec(&DesignSpec { name, ..spec }).unwrap())
        };
        let instructions = [
            "fma.rn.oob.relu.f16x2",
            "fma.rz.sat.f32.bf16",
            "mul.rn.f16",
            "ex2.approx.f16",
        ];
        let sources = instructions
            .into_iter()
            .flat_map(|mnemonic| [Optimisation::Speed, Optimisation::Simulation].map(|form| source(mnemonic, form)));
        assert_clean((latency, sources.collect()));
    }
}

#[test]
fn the_lint_would_complain() {
    let source = |name: &str, bits: u32| {
        let text = format!(
            "module {name} (input wire [3:0] a, output wire [3:0] d);\n    assign d = a[{bits}:0];\nendmodule\n"
        );
        (format!("{name}.v"), text)
    };
    let sources = [source("right", 3), source("wrong", 2)];
    assert_eq!(lint(&sources[..1]), "");
    let said = lint(&sources);
    assert!(said.contains("WIDTH") && said.contains("wrong.v"), "{said}");
}

#[test]
fn yosys_reads_modules_without_a_warning_or_a_latch() {
    let tried = UNITS
        .iter()
        .enumerate()
        .filter(|(place, _)| share::is_tried(*place, READ));
    by_latency(tried.map(|(_, unit)| unit), |unit| [file(unit)])
        .into_par_iter()
        .for_each(|(latency, sources)| assert_clean_for_yosys(&format!("latency {latency}"), &sources));
}
