//! A proof that the handshake of tiles keeps its rules, for every sequence of steps, stalls and resets.
//!
//! The unit is replaced by one that computes on two bits. The modules around it only move its operands and results.

use halfpipe_hdl::mma::MmaSpec;
use rayon::prelude::*;

use super::faults::{FAULTS, OF_HANDSHAKE};
use super::{tile, verilog, with_slots};
use crate::handshake::symbiyosys::{self, Outcome};

/// Returns the unit with elements of two bits.
fn unit(spec: &MmaSpec) -> String {
    let ranks = spec.latency - 1;
    let name = spec.name();
    let (ports, body) = match ranks {
        0 => ("", "    assign d = word;\n".to_owned()),
        _ => {
            let all = 2 * ranks;
            let next = match ranks {
                1 => "word".to_owned(),
                _ => format!("{{words[{}:0], word}}", all - 3),
            };
            (
                "    input wire clock,\n    input wire enable,\n",
                format!(
                    "    reg [{}:0] words;\n    always @(posedge clock) if (enable) words <= {next};\n    assign d = words[{}:{}];\n",
                    all - 1,
                    all - 1,
                    all - 2
                ),
            )
        }
    };
    format!(
        "module {name}_unit (
{ports}    input wire [31:0] a,
    input wire [31:0] b,
    input wire [1:0] c,
    output wire [1:0] d
);
    wire [1:0] word = {{c[0], c[1]}} ^ a[1:0];
{body}endmodule
"
    )
}

/// Proves the rules of a tile of one unit, with elements of 16 bits in its `text`.
fn prove(spec: &MmaSpec, text: &str, engine: &str, mode: &str) -> (Outcome, String) {
    let (modules, _) = text.split_once("\n// The unit").expect("the unit follows the cell");
    let modules = modules
        .replace("[15:0]", "[1:0]")
        .replace("16*", "2*")
        .replace("+: 16]", "+: 2]");
    let rules = include_str!("rules.v")
        .replace("TILE", spec.name())
        .replace("BITS", &spec.slot_bits().to_string())
        .replace("SLOTS", &spec.slots.to_string())
        .replace("LATENCY", &spec.latency.to_string());
    let task = format!(
        "[options]
mode {mode}
depth 14

[engines]
{engine}

[script]
read_verilog tile.v unit.v
read_verilog -formal rules.v
prep -top rules
flatten
memory_map

[files]
tile.v
unit.v
rules.v
"
    );
    let files = [
        ("tile.v", modules + "\n"),
        ("unit.v", unit(spec)),
        ("rules.v", rules),
        ("rules.sby", task),
    ];
    match symbiyosys::prove(&files) {
        // ABC's counterexample needs a program to become a trace, which may be missing.
        (Outcome::Unknown, log) if log.contains("returned FAIL") => (Outcome::Refuted, log),
        found => found,
    }
}

#[test]
fn the_rules_of_the_handshake_hold() {
    let small = |name, latency| tile(name, [1, 1, 2], "volta", "f16.f16", latency);
    let tiles = [
        small("l1", 1),
        small("l2", 2),
        small("l3", 3),
        with_slots(small("l4", 4), 2),
        with_slots(small("idle", 1), 3),
    ];
    tiles.par_iter().with_max_len(1).for_each(|spec| {
        let (outcome, log) = prove(spec, &verilog(spec), "abc pdr", "prove");
        assert!(outcome == Outcome::Proved, "{spec:?}: {log}");
    });
}

#[test]
fn faults_of_the_handshake_are_refuted() {
    let spec = tile("faulty", [1, 1, 2], "volta", "f16.f16", 3);
    let text = verilog(&spec);
    FAULTS[..OF_HANDSHAKE].par_iter().with_max_len(1).for_each(|fault| {
        let (outcome, log) = prove(&spec, &fault.inject(&text), "smtbmc z3", "bmc");
        assert!(outcome == Outcome::Refuted, "{}: {log}", fault.wrong);
    });
}
