//! The default latencies are the knees of the committed curves.
//!
//! `UPDATE_EXPECT=1` writes the table of them anew.

use std::fmt::Write;

use expect_test::expect_file;
use halfpipe_hdl::unit::{default_latency, family, max_latency};
use halfpipe_isa::Instruction;
use halfpipe_synth::curve::{measured, representative, Curve, REFERENCE_TARGET};
use halfpipe_synth::results::Results;

/// The knee of a measured instruction.
fn knee(results: &Results, instruction: Instruction) -> u32 {
    let curve = Curve::of(results, instruction).unwrap_or_else(|| panic!("{instruction} has no results"));
    curve
        .knee()
        .unwrap_or_else(|| panic!("{instruction} has no clock frequency"))
}

fn reference() -> Results {
    let mut committed = Results::committed();
    committed
        .find(|results| results.target == REFERENCE_TARGET)
        .expect("the reference target has results")
}

const HEAD: &str = "\
//! The latency at the knee of each curve of clock frequency over latency.
//!
//! Generated from the results under `synth/results`; a test of `synth` holds it against them, and with
//! `UPDATE_EXPECT=1 cargo test -p halfpipe-synth --test knees` writes it anew.

use halfpipe_isa::{Operation, Type};

/// The family and format of an instruction, and its knee.
";

#[test]
fn the_table_of_knees_is_up_to_date() {
    let results = reference();
    let mut text = HEAD.to_owned();
    let count = measured().count();
    let _ = writeln!(text, "pub(crate) const KNEES: [((Operation, Type), u32); {count}] = [");
    for instruction in measured() {
        let (operation, ty) = family(instruction);
        let _ = writeln!(
            text,
            "    ((Operation::{operation:?}, Type::{ty:?}), {}),",
            knee(&results, instruction)
        );
    }
    expect_file!["../../hdl/src/knees.rs"].assert_eq(&(text + "];\n"));
}

#[test]
fn an_instruction_has_the_knee_of_its_family_as_its_default_latency() {
    let results = reference();
    for &instruction in Instruction::all() {
        let expected = match representative(instruction) {
            Some(measured) => knee(&results, measured),
            None => max_latency(instruction),
        };
        assert_eq!(default_latency(instruction), expected, "{instruction}");
    }
}
