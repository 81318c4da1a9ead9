//! Debugging of edited modules: the commands name the net where an edit takes effect.

use std::path::Path;

use halfpipe_faults::text::replaced;

use super::foreign::{generated, run, write};

/// The edit that drops the sticky bit of the addend of an fma, and the same for an adder.
const STICKY: [(&str, &str); 2] = [
    (
        "align_by_4[0] | (align_lost_by_8 | (align_distance_bit2_1 & (|align_by_8[3:0])))",
        "align_by_4[0]",
    ),
    ("align_by_1[0] | (", "align_by_1[0] & ("),
];

/// Runs a command that finds a fault in a file; returns its output.
fn found(folder: &Path, arguments: &str) -> String {
    let (said, status) = run(folder, arguments);
    assert_eq!(status, 1, "{arguments}: {said}");
    said
}

/// Returns the line about the first differing net.
fn first_net(said: &str) -> &str {
    let mut lines = said.lines().map(str::trim);
    let line = lines.find_map(|line| line.strip_prefix("first differing net: "));
    line.unwrap_or_else(|| panic!("{said}"))
}

#[test]
fn a_mismatch_names_the_first_net_that_differs() {
    let (folder, text) = generated("fma.rn.f16 --latency 3", "fma_rn_f16");
    let (right, wrong) = STICKY[0];
    write(folder.path(), "sticky.v", &replaced(&text, right, wrong));
    let said = found(folder.path(), "verify fma.rn.f16 --verilog sticky.v");
    assert_eq!(
        first_net(&said),
        "align_addend in stage align is 0x0000000000, generated 0x0000000001"
    );
    let said = found(folder.path(), "verify fma.rn.f16 --verilog sticky.v --json");
    let found: serde_json::Value = serde_json::from_str(&said).unwrap();
    let difference = &found["reports"][0]["first_difference"];
    assert_eq!(difference["net"], "align_addend");
    assert_eq!(difference["stage"], "align");
    assert_eq!(difference["generated"], "0x0000000001");
}

#[test]
fn each_edited_net_is_the_first_that_differs() {
    let (folder, text) = generated("fma.rn.f16 --latency 4", "fma_rn_f16");
    let wires = text.lines().filter_map(|line| line.strip_prefix("    wire "));
    let wires = wires.filter_map(|line| line.split_once(" = "));
    let mut count = 0;
    // One wire in six, from every part of the file.
    for (declaration, _) in wires.step_by(6) {
        let name = declaration.rsplit(' ').next().unwrap();
        let edited = replaced(
            &text,
            &format!("wire {declaration} = "),
            &format!("wire {declaration} = ~"),
        );
        write(folder.path(), "edited.v", &edited);
        let (said, _) = run(
            folder.path(),
            "verify fma.rn.f16 --verilog edited.v --engine gates --vectors 2000",
        );
        if said.contains("the first:") {
            assert!(
                first_net(&said).starts_with(&format!("{name} in stage ")),
                "{name}: {said}"
            );
            count += 1;
        }
    }
    assert!(count >= 12, "{count}");
}

#[test]
fn a_handshake_violation_names_the_register_and_the_cycle() {
    let (folder, text) = generated("add.f16 --latency 2", "add_rn_f16");
    let (before, after) = text.split_once("// Register 2").unwrap();
    let rank = format!("{before}// Register 2{}", replaced(after, "if (enable) begin", "begin"));
    write(folder.path(), "rank.v", &rank);
    let valid = replaced(&text, "else if (enable) valid <=", "else valid <=");
    write(folder.path(), "valid.v", &valid);
    write(
        folder.path(),
        "reset.v",
        &replaced(&text, "if (reset) valid", "if (1'b0) valid"),
    );
    let verify = |file: &str| {
        let command = format!("verify add.f16 --verilog {file}.v --engine gates --latency 2 --vectors 5000");
        let said = found(folder.path(), &command);
        let (_, violation) = said.split_once(" handshake violations, the first:\n").expect(&said);
        first_net(violation).to_owned()
    };
    let net = verify("rank");
    let (name, rest) = net.split_once(" in stage ").expect(&net);
    assert!(name.ends_with("_2") && rest.contains(" in cycle "), "{net}");
    for file in ["valid", "reset"] {
        let net = verify(file);
        assert!(net.starts_with("valid in stage valid is 0x"), "{net}");
    }
}

#[test]
fn the_lane_of_a_net_is_named() {
    let (folder, text) = generated("add.f16x2 --latency 2", "add_rn_f16x2");
    write(
        folder.path(),
        "lane.v",
        &replaced(
            &text,
            "wire unpack_b_sign = lane_b[15];",
            "wire unpack_b_sign = lane_b[15] ^ (lane == 1);",
        ),
    );
    let said = found(
        folder.path(),
        "verify add.f16x2 --verilog lane.v --engine gates --vectors 500",
    );
    assert!(
        first_net(&said).starts_with("lanes[1].unpack_b_sign in stage unpack b is 0x"),
        "{said}"
    );
}

#[test]
fn registered_ports_and_multiplier_blocks_are_recognised() {
    for (options, right, wrong) in [
        (
            "--latency 4 --register-ports",
            "wire multiply_zero = ",
            "wire multiply_zero = ~",
        ),
        (
            "--latency 3 --multiplier block",
            "wire multiply_zero = ",
            "wire multiply_zero = ~",
        ),
    ] {
        let (folder, text) = generated(&format!("fma.f16 {options}"), "fma_rn_f16");
        write(folder.path(), "edited.v", &replaced(&text, right, wrong));
        let said = found(
            folder.path(),
            "verify fma.f16 --verilog edited.v --engine gates --vectors 500",
        );
        assert!(
            first_net(&said).starts_with("multiply_zero in stage multiply is 0x"),
            "{options}: {said}"
        );
    }
}

#[test]
fn a_file_with_other_names_has_no_first_net() {
    let (folder, _) = generated("neg.f16 --latency 1", "neg_f16");
    let foreign = "module neg_f16(input clock, reset, enable, in_valid, input [15:0] a, output reg out_valid,
        output reg [15:0] d); wire pack_sign = a[15];
        always @(posedge clock) begin if (reset) out_valid <= 0; else if (enable) out_valid <= in_valid;
        if (enable) d <= {pack_sign, a[14:0]}; end endmodule\n";
    write(folder.path(), "foreign.v", foreign);
    let said = found(
        folder.path(),
        "verify neg.f16 --verilog foreign.v --engine gates --vectors 500",
    );
    assert!(!said.contains("first differing net"), "{said}");
}
