//! Units with AXI4-Stream ports: random stalls on both sides under Verilator, a proof of the handshake rules, the lint,
//! and the cost.

mod cost;
mod faults;
mod proof;
mod simulation;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use crate::common;
use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_hdl::export::verilog;
use halfpipe_isa::Instruction;
use halfpipe_test_support::lint::{assert_clean, by_latency, Source};
use halfpipe_test_support::share;
use rayon::prelude::*;

/// Some units with flags: with one operand, with two and with three.
static FLAGGED: LazyLock<Vec<Design>> = LazyLock::new(|| {
    let unit = |(name, latency): (&str, u32)| {
        let plain: Instruction = name.parse().unwrap();
        Design::unit(plain.with_flags().unwrap(), latency).unwrap()
    };
    [("tanh.approx.f16", 0), ("add.rn.f16", 2), ("fma.rn.f16", 1)]
        .map(unit)
        .into()
});

/// Iterative units, with one operand and with two, and with flags.
static ITERATIVE: LazyLock<Vec<Design>> = LazyLock::new(|| {
    let unit = |name: &str| {
        let plain: Instruction = name.parse().unwrap();
        [plain, plain.with_flags().unwrap()].map(|instruction| {
            let name = Some(format!("{}_{}", instruction.module_name(), instruction.has_flags()));
            let spec = DesignSpec::iterative(instruction);
            Design::from_spec(&DesignSpec { name, ..spec }).unwrap()
        })
    };
    ["div.rn.f16", "sqrt.rn.bf16"].into_iter().flat_map(unit).collect()
});

/// A unit for every form of the AXI4-Stream module's text, apart from names and comments. Operands, widths and latency
/// make the difference.
static UNITS: LazyLock<Vec<&Design>> = LazyLock::new(|| {
    let mut different = BTreeMap::new();
    for unit in common::UNITS.iter().chain(FLAGGED.iter()) {
        let text = verilog(&unit.stream()).replace(&unit.module().name, "unit");
        let statements: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        different.entry(statements.join("\n")).or_insert(unit);
    }
    different.into_values().collect()
});

/// The linters read one form in so many, unless they read all.
const READ: usize = 8;

/// Returns the files of a unit and of the module around it.
fn files(unit: &Design) -> [Source; 2] {
    let stream = unit.stream();
    let inner = stream.inner().expect("a stream has a unit");
    [inner, &stream].map(|design| (format!("{}.v", design.name()), verilog(design)))
}

/// Writes a unit and the module around it. Returns the names of the two files.
fn write(unit: &Design, folder: &Path) -> [String; 2] {
    files(unit).map(|(name, text)| {
        std::fs::write(folder.join(&name), text).unwrap();
        name
    })
}

#[test]
fn every_form_of_stream_passes_verilators_lint_and_yosys() {
    // One, two and three operands of 16 and 32 bits, and mixed widths.
    assert!((30..200).contains(&UNITS.len()), "{} forms of stream", UNITS.len());
    let read = UNITS
        .iter()
        .enumerate()
        .filter(|(place, _)| share::is_tried(*place, READ));
    let read = read.map(|(_, unit)| *unit).chain(ITERATIVE.iter());
    by_latency(read, files).into_par_iter().for_each(assert_clean);
}
