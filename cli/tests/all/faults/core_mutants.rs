//! Mutants of cores of another structure: each is refuted.

use halfpipe_faults::text::replaced;
use halfpipe_test_support::share;
use tempfile::TempDir;

use super::foreign::{run, write};
use crate::common::for_each;

/// A core, the command that proves it, and ten changes of its text, each with a fault.
struct Core {
    text: &'static str,
    command: &'static str,
    changes: [(&'static str, &'static str); 10],
}

const CORES: [Core; 3] = [
    Core {
        text: include_str!("cores/aligned_fma.v"),
        command: "prove fma.rn.f16 --latency 0",
        changes: [
            ("digits_a * digits_b", "digits_a * digits_a"),
            ("9'sd23", "9'sd22"),
            ("above > 24", "above > 22"),
            ("above < -13", "above < -4"),
            ("sign & c[15]", "sign | c[15]"),
            ("(shifted[36:0] != 0 | shifted[38])", "shifted[38]"),
            ("nan_c = c[14:0] > 15'h7c00", "nan_c = c[14:0] >= 15'h7c00"),
            ("infinite_b & a[14:0] == 0", "infinite_b & a[13:0] == 0"),
            ("d = {c[15], 15'h7c00}", "d = {sign, 15'h7c00}"),
            ("shifted[48:38] + odd", "shifted[48:38] + shifted[37]"),
        ],
    },
    Core {
        text: include_str!("cores/normalising_mul.v"),
        command: "prove mul.rn.f16 --latency 0",
        changes: [
            ("place_b - 8'sd15", "place_b - 8'sd14"),
            ("down > 24 ? 8'd24", "down > 10 ? 8'd10"),
            ("!= 0 | shifted[35]", "!= 0 | shifted[36]"),
            ("<< (zeros_b + 1)", "<< zeros_b"),
            (
                "(infinite_a | infinite_b) & zero",
                "(infinite_a | infinite_b) & a[14:0] == 0",
            ),
            ("rounded >= 18'h07c00", "rounded >= 18'h07bff"),
            ("a[15] ^ b[15]", "a[15] | b[15]"),
            ("(top ? 8'sd0 : 8'sd1)", "8'sd1"),
            ("15'h0000", "15'h0001"),
            ("low ? 8'd0 : place, 10'b0", "low ? 8'd1 : place, 10'b0"),
        ],
    },
    Core {
        text: include_str!("cores/serial_sqrt.v"),
        command: "prove sqrt.rn.f16 --iterative",
        changes: [
            ("odd = ~place[0]", "odd = place[0]"),
            ("7'sd15", "7'sd13"),
            ("a[15] & a[14:0] != 0", "a[15]"),
            ("special ? 1 : 13", "special ? 1 : 12"),
            ("{digits, 13'b0}", "{digits, 12'b0, 1'b1}"),
            ("root, 2'b01}", "root, 2'b00}"),
            ("in_ready = left <= 1", "in_ready = left <= 2"),
            ("if (reset) left <= 0", "if (reset) left <= 2"),
            ("exception <= special;", "exception <= nan;"),
            ("root[11:1] + root[0]", "root[11:1]"),
        ],
    },
];

/// Fewer are tried on a commit.
const ONE_IN: usize = 5;

#[test]
fn every_mutant_of_a_core_is_refuted() {
    let folder = TempDir::new().unwrap();
    let mutants = CORES
        .iter()
        .flat_map(|core| core.changes.iter().map(move |change| (core, change)));
    let mutants: Vec<_> = mutants
        .enumerate()
        .filter(|(place, _)| share::is_tried(*place, ONE_IN))
        .collect();
    let complaints = for_each(&mutants, |(place, (core, (from, to)))| {
        let file = format!("mutant{place}.v");
        write(folder.path(), &file, &replaced(core.text, from, to));
        let (said, status) = run(folder.path(), &format!("{} --verilog {file}", core.command));
        (status != 1 || !said.contains(": fails, ")).then(|| format!("{to}: status {status}\n{said}"))
    });
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
