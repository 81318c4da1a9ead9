//! Debugging of edited modules: the commands name the net where an edit takes effect.

use std::path::Path;

use halfpipe_faults::text::replaced;
use halfpipe_test_support::share;
use halfpipe_yosys::Yosys;

use super::foreign::{generated, run, write};

/// The sticky bit of the addend in an fma: 1 if its ones stay.
const KEEPS_ALL: &str = "(align_limit_chain[7] | align_addend_above) | unpack_c_zero";

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
    write(folder.path(), "sticky.v", &replaced(&text, KEEPS_ALL, "1'b1"));
    let said = found(folder.path(), "verify fma.rn.f16 --verilog sticky.v");
    assert_eq!(first_net(&said), "align_keeps_all in stage align is 0x1, generated 0x0");
    let said = found(folder.path(), "verify fma.rn.f16 --verilog sticky.v --json");
    let found: serde_json::Value = serde_json::from_str(&said).unwrap();
    let difference = &found["reports"][0]["first_difference"];
    assert_eq!(difference["net"], "align_keeps_all");
    assert_eq!(difference["stage"], "align");
    assert_eq!(difference["generated"], "0x0");
}

#[test]
fn each_edited_net_is_the_first_that_differs() {
    let (folder, text) = generated("fma.rn.f16 --latency 4", "fma_rn_f16");
    let wires = text.lines().filter_map(|line| line.strip_prefix("    wire "));
    let wires = wires.filter_map(|line| line.split_once(" = "));
    let mut count = 0;
    // One wire in six, from every part of the file; on commits one in twelve.
    for (declaration, _) in wires.step_by(share::count(12, 6)) {
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
    assert!(count >= share::count(3, 9), "{count}");
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
    for (options, right, wrong, net) in [
        (
            "--latency 4 --register-ports",
            "wire multiply_zero = ",
            "wire multiply_zero = ~",
            "multiply_zero in stage multiply",
        ),
        (
            "--latency 3 --multiplier block",
            "wire multiply_zero = ",
            "wire multiply_zero = ~",
            "multiply_zero in stage multiply",
        ),
        (
            "--latency 7 --multiplier block",
            "registered_b <= b;",
            "registered_b <= a;",
            "block_of_multiply_product_2.registered_b in stage unpack b",
        ),
    ] {
        let (folder, text) = generated(&format!("fma.f16 {options}"), "fma_rn_f16");
        write(folder.path(), "edited.v", &replaced(&text, right, wrong));
        let said = found(
            folder.path(),
            "verify fma.f16 --verilog edited.v --engine gates --vectors 500",
        );
        assert!(
            first_net(&said).starts_with(&format!("{net} is 0x")),
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

/// The file of an instruction at a latency, and a fault in each of four stages: the stage, the text and its replacement.
type Faulty = (
    &'static str,
    &'static str,
    u32,
    [(&'static str, &'static str, &'static str); 4],
);

const FAULTY: [Faulty; 2] = [
    (
        "add.rn.f16",
        "add_rn_f16",
        0,
        [
            (
                "align",
                "| (align_lost_by_2 | (|align_lost_groups))",
                "| (align_lost_by_2)",
            ),
            ("add", "+ {14'h0, add_subtracted};", "+ {14'h0, 1'b0};"),
            (
                "normalise",
                "(|normalise_by_2[1:0]) | normalise_by_1[0]",
                "normalise_by_1[0]",
            ),
            (
                "round",
                "normalise_sticky | normalise_by_1[2]",
                "normalise_sticky & normalise_by_1[2]",
            ),
        ],
    ),
    (
        "fma.rn.f16",
        "fma_rn_f16",
        3,
        [
            (
                "align",
                "align_distance_chain_left + {~exponents_addend, ~b[10]}",
                "align_distance_chain_left + {~exponents_addend, b[10]}",
            ),
            ("add", "2'd0, add_subtracted_1}", "2'd0, 1'b0}"),
            (
                "normalise",
                "(|normalise_by_2[1:0])) | normalise_by_1[0]",
                "(|normalise_by_2[1:0]))",
            ),
            (
                "round",
                "(normalise_sticky | complement_significand[0])",
                "(normalise_sticky & complement_significand[0])",
            ),
        ],
    ),
];

/// Returns a module whose wires and registers are called `n1`, `n2` and so on.
fn renamed(text: &str) -> String {
    let declared = text.lines().filter_map(|line| {
        let line = line.strip_prefix("    ")?;
        let rest = line.strip_prefix("wire ").or(line.strip_prefix("reg "))?;
        let rest = rest.split(['=', ';']).next()?;
        rest.split_whitespace().last()
    });
    let names: Vec<&str> = declared.collect();
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let mut edited = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let length = rest.find(|character| !is_part(character)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(length);
        match names.iter().position(|name| *name == word) {
            Some(number) => edited.push_str(&format!("n{}", number + 1)),
            None => edited.push_str(word),
        }
        let next = behind.find(is_part).unwrap_or(behind.len());
        edited.push_str(&behind[..next]);
        rest = &behind[next..];
    }
    edited
}

/// Returns the first differing stage, or that of the first differing net.
fn first_stage(folder: &Path, mnemonic: &str, latency: u32) -> String {
    let said = found(
        folder,
        &format!("verify {mnemonic} --verilog edited.v --latency {latency} --engine gates --vectors 20000"),
    );
    let mut lines = said.lines().map(str::trim);
    let line = lines.find_map(|line| line.strip_prefix("first differing "));
    let line = line.unwrap_or_else(|| panic!("{said}"));
    let stage = line
        .strip_prefix("stage: ")
        .and_then(|rest| rest.split_once("; no net "));
    let stage = stage.or_else(|| line.split_once(" in stage ")?.1.split_once(" is "));
    stage.unwrap_or_else(|| panic!("{line}")).0.to_owned()
}

#[test]
fn a_file_with_other_names_has_a_first_stage() {
    for (mnemonic, module, latency, faults) in FAULTY {
        let (folder, text) = generated(&format!("{mnemonic} --latency {latency}"), module);
        for (stage, right, wrong) in faults {
            let edited = renamed(&replaced(&text, right, wrong));
            assert!(edited.contains("wire n9") || edited.contains("] n9"), "{edited}");
            write(folder.path(), "edited.v", &edited);
            assert_eq!(first_stage(folder.path(), mnemonic, latency), stage, "{mnemonic}");
        }
    }
    let (folder, text) = generated("add.f16 --latency 0", "add_rn_f16");
    let (_, right, wrong) = FAULTY[0].3[1];
    write(folder.path(), "edited.v", &renamed(&replaced(&text, right, wrong)));
    let said = found(folder.path(), "verify add.f16 --verilog edited.v --engine gates --json");
    let found: serde_json::Value = serde_json::from_str(&said).unwrap();
    let difference = &found["reports"][0]["first_difference"];
    assert_eq!(difference["stage"], "add");
    assert!(difference["net"].is_null() && difference["actual"].is_null(), "{said}");
}

#[test]
fn a_synthesised_file_has_a_first_stage() {
    for (mnemonic, module, latency, faults) in FAULTY {
        let (folder, text) = generated(&format!("{mnemonic} --latency {latency}"), module);
        for (stage, right, wrong) in faults {
            write(folder.path(), "source.v", &replaced(&text, right, wrong));
            let script =
                format!("read_verilog source.v\nsynth -flatten -top {module}\nwrite_verilog -noattr edited.v\n");
            Yosys::find().unwrap().run(folder.path(), "script.ys", &script).unwrap();
            // The nets in front of the rounding are absorbed.
            let expected = match (stage, latency) {
                ("round", 0) => "normalise",
                ("round", _) => "complement",
                _ => stage,
            };
            assert_eq!(first_stage(folder.path(), mnemonic, latency), expected, "{stage}");
        }
    }
}

/// Returns the output of a proof that fails, without the progress and the line about the reading.
fn refuted(folder: &Path, file: &str) -> String {
    let said = found(folder, &format!("prove add.f16 --verilog {file}.v"));
    let verdict = said
        .find("add.rn.f16 at latency 2, generic netlist: fails, ")
        .expect(&said);
    assert!(said[..verdict].lines().all(|line| line.contains(" lemmas, ")), "{said}");
    let is_reading = |line: &&str| line.starts_with(&format!("  top module add_rn_f16 of {file}.v, read by "));
    assert_eq!(
        said.lines().position(|line| is_reading(&line)),
        Some(said[..verdict].lines().count() + 1),
        "{said}"
    );
    let lines: Vec<&str> = said[verdict..].lines().filter(|line| !is_reading(line)).collect();
    lines.join("\n")
}

#[test]
fn a_proof_puts_the_verdict_first_then_the_lemma_and_the_net() {
    let (folder, text) = generated("add.f16 --latency 2", "add_rn_f16");
    write(
        folder.path(),
        "edited.v",
        &replaced(&text, "wire unpack_b_sign = ", "wire unpack_b_sign = ~"),
    );
    let said = refuted(folder.path(), "edited");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].ends_with(": lemma simulation"), "{said}");
    assert_eq!(
        lines[1],
        "  simulation: the file computes the same as the instruction for these operands"
    );
    assert_eq!(lines[2], "  add.rn.f16 at latency 2, engine gates");
    assert!(
        first_net(&said).starts_with("unpack_b_sign in stage unpack b is 0x"),
        "{said}"
    );
    let again = "  again: halfpipe eval add.rn.f16 0x";
    assert!(lines.iter().any(|line| line.starts_with(again)), "{said}");
    assert!(lines.last().unwrap().starts_with("  no mismatch with "), "{said}");
}

#[test]
fn a_proof_shows_a_control_fault_with_register_cycle_and_trace() {
    let (folder, text) = generated("add.f16 --latency 2", "add_rn_f16");
    let (before, after) = text.split_once("// Register 2").unwrap();
    let rank = format!("{before}// Register 2{}", replaced(after, "if (enable) begin", "begin"));
    for (file, edited, lemma) in [
        ("rank", rank, "hold"),
        ("reset", replaced(&text, "if (reset) valid", "if (1'b0) valid"), "valid"),
        (
            "stall",
            replaced(&text, "else if (enable) valid <=", "else valid <="),
            "valid",
        ),
        (
            "out",
            replaced(&text, "out_valid = valid[1]", "out_valid = valid[1] & ~a[0]"),
            "valid",
        ),
        ("gap", replaced(&text, "in_valid};", "in_valid & ~a[0]};"), "valid"),
    ] {
        write(folder.path(), &format!("{file}.v"), &edited);
        let said = refuted(folder.path(), file);
        let lines: Vec<&str> = said.lines().collect();
        assert!(lines[0].ends_with(&format!(": lemma generic {lemma}")), "{said}");
        assert!(lines[1].starts_with(&format!("  generic {lemma}: ")), "{said}");
        let place = match file {
            "rank" => "  the lemma fails for register ",
            "out" => "  out_valid must be in_valid after 2 registers; the netlist has 0 between them",
            "gap" => "  out_valid must be in_valid after 2 registers; the first of them loads something else",
            _ => "  the lemma fails for register valid[0] at reset ",
        };
        assert!(lines[2].starts_with(place), "{said}");
        for shown in [
            "  cycle ",
            "  control signals up to this cycle",
            "    enable     ",
            "    expected   -",
        ] {
            assert!(lines.iter().any(|line| line.starts_with(shown)), "{file}: {said}");
        }
        let net = first_net(&said);
        assert!(net.contains(" in cycle "), "{file}: {net}");
        let again = lines.last().unwrap().strip_prefix("  again: halfpipe ").expect(&said);
        let (again, status) = run(folder.path(), again);
        assert!(again.contains(net), "{again}{said}");
        assert_eq!(status, 1);
    }
}

#[test]
fn a_rare_control_fault_is_shown_with_the_register_and_the_inputs() {
    let (folder, text) = generated("add.f16 --latency 2", "add_rn_f16");
    let (before, after) = text.split_once("// Register 2").unwrap();
    let condition = "if (enable | (a == 16'h1234 & b == 16'h5678)) begin";
    let rare = format!(
        "{before}// Register 2{}",
        replaced(after, "if (enable) begin", condition)
    );
    write(folder.path(), "rare.v", &rare);
    let said = refuted(folder.path(), "rare");
    let place = said.lines().nth(2).unwrap();
    assert!(
        place.contains("  the lemma fails for register ") && place.contains("_2"),
        "{said}"
    );
    assert!(place.ends_with(" a 0x1234, b 0x5678"), "{said}");
}

#[test]
fn a_wave_keeps_the_stages_and_tells_the_mismatch() {
    let (folder, text) = generated("add.f16 --latency 2", "add_rn_f16");
    let edited = replaced(
        &text,
        "wire unpack_b_sign = ",
        "wire mine = b[15];\n    wire unpack_b_sign = ~",
    );
    write(folder.path(), "edited.v", &edited);
    let (said, status) = run(folder.path(), "wave add.f16 3c00 3c00 --verilog edited.v --out run");
    assert_eq!(status, 1, "{said}");
    let told = "mismatch in cycle 3: d is 0x0000, expected 0x4000\n\
                first differing net: unpack_b_sign in stage unpack b is 0x1, generated 0x0\n";
    assert!(
        said.starts_with("run/add_rn_f16.vcd\n") && said.ends_with(told),
        "{said}"
    );
    let view = std::fs::read_to_string(folder.path().join("run/add_rn_f16.gtkw")).unwrap();
    let lines: Vec<&str> = view.lines().collect();
    let place = |line: &str| lines.iter().position(|other| *other == line).expect(&view);
    // The groups are those of the comments, in their order.
    let headings = text.lines().filter_map(|line| line.trim().strip_prefix("// ---- "));
    let titles = headings.map(|heading| heading.trim_end_matches(" ----").split(": ").next().unwrap());
    let groups: Vec<usize> = titles.map(|title| place(&format!("-{title}"))).collect();
    assert!(groups.len() >= 8 && groups.is_sorted(), "{groups:?}");
    let end = lines.iter().rposition(|line| *line == "-unpack b").unwrap();
    for net in ["mine", "unpack_b_sign"] {
        let net = place(&format!("add_rn_f16.{net}"));
        assert!((place("-unpack b")..end).contains(&net), "{view}");
    }

    let (said, _) = run(
        folder.path(),
        "wave add.f16 3c00 3c00 --verilog add_rn_f16.v --out right",
    );
    assert!(!said.contains("mismatch"), "{said}");
}
