//! A unit of another origin that works on one operation at a time, and wrong variants of it.

use halfpipe_faults::text::replaced;
use tempfile::TempDir;

use super::foreign::{run, write};
use crate::common::for_each;

/// A square root with a digit in each cycle.
const ROOT: &str = include_str!("cores/serial_sqrt.v");

/// A change of the unit, more options, the status, and words of the report.
type Variant = (&'static str, &'static str, &'static str, i32, &'static str);

/// Those of `prove`.
const VARIANTS: [Variant; 9] = [
    (
        "",
        "",
        "",
        0,
        "sqrt.rn.f16, iterative, is correct for all 2^16 operands of each lane:",
    ),
    (
        "",
        "",
        "--max-latency 12",
        3,
        "it is not always ready again then; give the cycles with --max-latency, above 12",
    ),
    ("", "", "--target ice40", 2, "leave out --target ice40"),
    ("longer >= trial", "longer > trial", "", 1, ": lemma simulation"),
    ("16'h7fff", "16'h7e00", "", 1, "  no mismatch with --nan any\n"),
    (
        "if (in_ready & in_valid)",
        "if (in_valid)",
        "",
        1,
        "a unit that is not ready takes no operands",
    ),
    (
        "                rest <= 0;\n",
        "",
        "",
        1,
        ": lemma generic earlier operations",
    ),
    (
        "out_valid = left == 1",
        "out_valid = left == 1 | left == 2",
        "",
        1,
        "shows one result until it is ready again",
    ),
    (
        "if (in_ready & in_valid)",
        "if (in_ready & in_valid & ~a[3])",
        "",
        1,
        "a ready unit with valid operands shows one result until it is ready again",
    ),
];

/// Those of `verify`.
const SIMULATED: [Variant; 8] = [
    (
        "",
        "",
        "",
        0,
        "sqrt.rn.f16, iterative, in at most 13 cycles: 4000 vectors, no mismatch",
    ),
    (
        "",
        "",
        "--engine gates --max-latency 13",
        0,
        "4000 vectors, no mismatch",
    ),
    (
        "",
        "",
        "--max-latency 12",
        1,
        "shows 0 results within 12 enabled cycles after operands, expected 1",
    ),
    ("", "", "--vcd wave.vcd", 2, "--vcd draws the file of a pipeline"),
    ("longer >= trial", "longer > trial", "", 1, " mismatches, the first:\n"),
    (
        "16'h7fff",
        "16'h7e00",
        "--engine gates",
        1,
        "    actual    0x7E00 + = NaN (NaN)\n",
    ),
    (
        "out_valid = left == 1",
        "out_valid = left == 1 | left == 2",
        "",
        1,
        "shows 2 results within 64 enabled cycles after operands, expected 1",
    ),
    (
        "else if (enable) begin",
        "else begin",
        "",
        1,
        "shows 0 results within 64 enabled cycles after operands, expected 1",
    ),
];

/// Runs a command on each variant of the unit, and complains of other reports.
fn assert_reports(command: &str, variants: &[Variant]) {
    let folder = TempDir::new().unwrap();
    let complaint = |(number, (from, to, options, status, words)): &(usize, Variant)| {
        let file = format!("unit{number}.v");
        let text = if from.is_empty() {
            ROOT.to_owned()
        } else {
            replaced(ROOT, from, to)
        };
        write(folder.path(), &file, &text);
        let command = format!("{command} sqrt.rn.f16 --iterative --verilog {file} {options}");
        let (said, found) = run(folder.path(), &command);
        (found != *status || !said.contains(words)).then(|| format!("{from} {options}: status {found}\n{said}"))
    };
    let variants: Vec<(usize, Variant)> = variants.iter().copied().enumerate().collect();
    let complaints = for_each(&variants, complaint);
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn a_unit_with_any_number_of_cycles_is_proven_and_its_faults_are_refuted() {
    assert_reports("prove", &VARIANTS);
}

#[test]
fn a_unit_with_any_number_of_cycles_is_simulated_and_its_faults_are_found() {
    assert_reports("verify --vectors 4000", &SIMULATED);
}
