//! `--verilog`: external modules.

use std::path::{Path, PathBuf};

use expect_test::expect;
use halfpipe_faults::text::replaced;
use halfpipe_yosys::Yosys;

use crate::common::{check, halfpipe};

/// Returns a folder with the generated module of an instruction, and the module's text.
pub(super) fn generated(arguments: &str, module: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = halfpipe(&format!("generate {arguments} --no-check"));
    command.current_dir(folder.path()).assert().success();
    let text = std::fs::read_to_string(folder.path().join(format!("{module}.v"))).unwrap();
    (folder, text)
}

/// Returns the output and messages of a command, and its status.
pub(super) fn run(folder: &Path, arguments: &str) -> (String, i32) {
    let output = halfpipe(arguments).current_dir(folder).output().unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (said.concat(), output.status.code().unwrap())
}

pub(super) fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    file
}

#[test]
fn a_generated_file_passes_in_both_engines() {
    let (folder, text) = generated("min.f16 --latency 1", "min_f16");
    write(
        folder.path(),
        "mine.sv",
        &replaced(
            &text,
            "wire compare_take_a =",
            "logic compare_take_a; assign compare_take_a =",
        ),
    );
    for engine in ["verilator", "gates"] {
        for file in ["min_f16.v", "mine.sv"] {
            let (said, status) = run(
                folder.path(),
                &format!("verify min.f16 --verilog {file} --engine {engine} --vectors 5000"),
            );
            assert!(
                said.ends_with("min.f16 at latency 1: 5000 vectors, no mismatch\n"),
                "{said}"
            );
            assert_eq!(status, 0);
        }
    }
}

#[test]
fn a_combinational_file_needs_no_latency_and_every_input_can_be_tried() {
    let (folder, text) = generated("abs.bf16 --latency 0", "abs_bf16");
    let (said, status) = run(folder.path(), "prove abs.bf16 --method exhaustive --verilog abs_bf16.v");
    assert!(
        said.contains("abs.bf16 at latency 0: 65536 vectors, no mismatch"),
        "{said}"
    );
    assert_eq!(status, 0);
    write(
        folder.path(),
        "edited.v",
        &replaced(&text, "assign d = ", "assign d = 16'd1 ^ "),
    );
    let (said, status) = run(folder.path(), "prove abs.bf16 --method exhaustive --verilog edited.v");
    assert!(said.contains("65536 vectors, 65536 mismatches"), "{said}");
    assert!(
        said.contains("again: halfpipe eval abs.bf16 0x0000 --verilog edited.v --engine gates --latency 0"),
        "{said}"
    );
    assert_eq!(status, 1);
}

#[test]
fn a_minus_for_a_plus_is_found_and_runs_again() {
    let (folder, text) = generated("add.f16 --latency 1", "add_rn_f16");
    let minus = replaced(
        &text,
        "(order_compared + order_complement)",
        "(order_compared - order_complement)",
    );
    write(folder.path(), "it's edited.v", &minus);
    let mut command = halfpipe("verify add.f16 --vectors 5000 --verilog");
    let output = command
        .arg("it's edited.v")
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("  expected  0x"), "{said}");
    let again = said
        .lines()
        .find_map(|line| line.trim().strip_prefix("again: halfpipe "))
        .unwrap();
    assert!(
        again.contains(r" --verilog 'it'\''s edited.v' --engine verilator --latency 1"),
        "{again}"
    );
    // A shell can run that line, and gets the wrong result.
    let program = assert_cmd::cargo::cargo_bin("halfpipe");
    let line = format!("{} {again}", program.display());
    let output = std::process::Command::new("sh")
        .args(["-c", &line])
        .current_dir(folder.path())
        .output();
    let result = String::from_utf8(output.unwrap().stdout).unwrap();
    let actual = said
        .lines()
        .find_map(|line| line.trim().strip_prefix("actual    "))
        .unwrap();
    assert_eq!(result.trim(), actual.split(' ').next().unwrap().to_lowercase());
}

#[test]
fn a_dropped_enable_or_reset_is_found() {
    let (folder, text) = generated("min.f16 --latency 1", "min_f16");
    write(
        folder.path(),
        "enable.v",
        &replaced(&text, "if (enable) begin", "begin"),
    );
    let reset = "if (reset) valid <= 1'd0;\n        else if (enable)";
    write(folder.path(), "reset.v", &replaced(&text, reset, "if (enable)"));
    for (file, found) in [
        ("enable", ": d is 0x"),
        ("reset", ": unexpected out_valid (1, expected 0)"),
    ] {
        let arguments = format!("verify min.f16 --verilog {file}.v --latency 1 --engine gates --vectors 70000");
        let (said, status) = run(folder.path(), &arguments);
        let (_, first) = said.split_once(" handshake violations, the first:\n").expect(&said);
        assert!(first.contains(found), "{said}");
        assert_eq!(status, 1);

        let (breach, again) = first.split_once("  again: halfpipe ").expect(first);
        let (said, status) = run(folder.path(), again);
        assert!(said.contains(breach), "{again}: {said}");
        assert_eq!(status, 1);
    }
}

#[test]
fn the_wave_of_a_broken_contract_has_the_stall_that_breaks_it() {
    let (folder, text) = generated("min.f16 --latency 1", "min_f16");
    write(
        folder.path(),
        "enable.v",
        &replaced(&text, "if (enable) begin", "begin"),
    );
    run(
        folder.path(),
        "verify min.f16 --verilog enable.v --latency 1 --engine gates --vectors 5000 --vcd breach.vcd",
    );
    let dump = std::fs::read_to_string(folder.path().join("breach.vcd")).unwrap();
    let takes = |name: &str, value: char| {
        let declared = dump.lines().find(|line| line.contains(&format!(" {name} $end")));
        let code = declared.and_then(|line| line.split_whitespace().nth(3)).expect(name);
        dump.lines().any(|line| line == format!("{value}{code}"))
    };
    assert!(takes("enable", '0') && takes("mismatch", '1'), "{dump}");
}

#[test]
fn a_synthesised_file_passes() {
    let (folder, _) = generated("min.f16 --latency 1", "min_f16");
    let synthesised = [("synth", "netlist"), ("synth_ice40", "ice40"), ("synth_ecp5", "ecp5")];
    let script: String = synthesised
        .iter()
        .map(|(command, name)| {
            format!("read_verilog min_f16.v\n{command} -top min_f16\nwrite_verilog {name}.v\ndesign -reset\n")
        })
        .collect();
    Yosys::find()
        .unwrap()
        .run(folder.path(), "synthesise.ys", &script)
        .unwrap();
    for (file, engine) in [
        ("netlist", "verilator"),
        ("ice40", "verilator"),
        ("ice40", "gates"),
        ("ice40", "gates --mapped ice40"),
        ("ecp5", "verilator"),
        ("ecp5", "gates --mapped ice40"),
    ] {
        let arguments = format!("verify min.f16 --verilog {file}.v --engine {engine} --vectors 5000");
        let (said, status) = run(folder.path(), &arguments);
        assert!(
            said.ends_with("min.f16 at latency 1: 5000 vectors, no mismatch\n"),
            "{arguments}: {said}"
        );
        assert_eq!(status, 0);
    }
}

#[test]
fn a_netlist_with_a_multiplier_block_passes_and_an_unknown_block_is_named_alone() {
    let (folder, _) = generated("mul.bf16 --latency 1 --multiplier block", "mul_rn_bf16");
    let script = "read_verilog mul_rn_bf16.v\nsynth_ecp5 -top mul_rn_bf16\nwrite_verilog netlist.v\n";
    Yosys::find().unwrap().run(folder.path(), "script.ys", script).unwrap();
    for engine in ["verilator", "gates"] {
        let command = format!("verify mul.bf16 --verilog netlist.v --vectors 1000 --engine {engine}");
        let (said, status) = run(folder.path(), &command);
        assert_eq!(status, 0, "{said}");
    }
    let netlist = std::fs::read_to_string(folder.path().join("netlist.v")).unwrap();
    write(
        folder.path(),
        "other.v",
        &replaced(&netlist, "  MULT18X18D ", "  MULT9X9D "),
    );
    let (said, status) = run(folder.path(), "verify mul.bf16 --verilog other.v");
    let line = netlist
        .lines()
        .position(|line| line.starts_with("  MULT18X18D "))
        .unwrap()
        + 1;
    assert_eq!(
        said,
        format!(
            "error: other.v:{line}: cell MULT9X9D: neither the files nor Yosys' models of the cells of ECP5 define it; add a file with --verilog FILE\n"
        )
    );
    assert_eq!(status, 2);
}

#[test]
fn wrong_ports_are_all_named() {
    let (folder, text) = generated("add.f16 --latency 1", "add_rn_f16");
    let wrong = replaced(&text, "input  wire enable,", "input  wire ena,");
    let wrong = replaced(
        &wrong,
        "input  wire [15:0] b,",
        "input  wire [14:0] b, output wire busy,",
    );
    let wrong = replaced(&wrong, "input  wire reset,", "output wire reset,");
    let wrong = replaced(&wrong, ");\n\n", ");\n    wire enable = ena;\n\n");
    write(folder.path(), "wrong.v", &wrong);
    let mut command = halfpipe("verify add.f16 --verilog wrong.v");
    command.current_dir(folder.path());
    check(
        command,
        expect![[r#"
            ! error: wrong.v: module add_rn_f16 does not have the ports of add.rn.f16: it lacks enable (input, 1 bit); it has busy, ena, which no port is called; reset is output, not input; b has 15 bits, not 16; name its ports, for example: --port enable=ena --ignore busy
            status 2
        "#]],
    );
    let mut command = halfpipe("wave add.f16 --verilog add_rn_f16.v --latency 0");
    command.current_dir(folder.path());
    check(
        command,
        expect![[r#"
            ! error: add_rn_f16.v: module add_rn_f16 does not have the ports of add.rn.f16: it has clock, enable, in_valid, out_valid, reset, which no port is called at latency 0
            status 2
        "#]],
    );
}

#[test]
fn every_refusal_of_a_file_is_a_result_in_json() {
    let (folder, text) = generated("neg.f16 --latency 1", "neg_f16");
    write(
        folder.path(),
        "ports.v",
        &replaced(
            &text,
            "output wire out_valid,",
            "output wire out_valid, output wire busy,",
        ),
    );
    write(
        folder.path(),
        "stuck.v",
        &replaced(&text, "valid <= in_valid;", "valid <= 1'd0;"),
    );
    for (options, file, reason) in [
        (
            "--verilog ports.v",
            "ports.v",
            "name its ports, for example: --ignore busy",
        ),
        ("--verilog neg_f16.v --top other", "neg_f16.v", "no module other; "),
        ("--verilog missing.v", "missing.v", "No such file"),
        ("--verilog stuck.v", "stuck.v", "state it with --latency N"),
    ] {
        for command in ["verify", "prove", "synth"] {
            let output = halfpipe(&format!("{command} neg.f16 {options} --json"))
                .current_dir(folder.path())
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2), "{command} {options}");
            let results: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            let result = &results[0];
            assert_eq!(result["result"], "refused", "{command} {options}");
            assert_eq!(result["file"], file, "{command} {options}");
            assert!(result["reason"].as_str().unwrap().contains(reason), "{result}");
            let said = String::from_utf8(output.stderr).unwrap();
            let reason = result["reason"].as_str().unwrap();
            assert_eq!(said, format!("error: {file}: {reason}\n"));
        }
    }
}

#[test]
fn a_file_that_is_none_is_refused_in_the_tools_own_words() {
    let (folder, text) = generated("neg.f16 --latency 1", "neg_f16");
    write(
        folder.path(),
        "other.v",
        &(replaced(&text, "module neg_f16 ", "module negate ") + "module other; endmodule\n"),
    );
    let broken = replaced(&text, "assign out_valid", "assign out valid");
    write(folder.path(), "broken.v", &broken);
    write(
        folder.path(),
        "open.v",
        &replaced(&text, "endmodule", "BUFFER buffer (.x(a));\nendmodule"),
    );
    for (arguments, expected) in [
        (
            "verify neg.f16 --verilog other.v",
            expect![[r#"
                ! error: other.v: no module neg_f16; its modules are negate, other; choose one with --top NAME
                status 2
            "#]],
        ),
        (
            "verify neg.f16 --verilog neg_f16.v --top negate",
            expect![[r#"
                ! error: neg_f16.v: no module negate; its module is neg_f16
                status 2
            "#]],
        ),
        (
            "verify neg.f16 --verilog neg_f16.v --top 1st",
            expect![[r#"
                ! error: invalid value '1st' for '--top <NAME>': invalid module name `1st`: a name has at most 200 letters, digits and _, does not start with a digit, and is no keyword of Verilog or SystemVerilog; use one such as `my_unit`
                status 2
            "#]],
        ),
        (
            "verify neg.f16 --top neg_f16",
            expect![[r#"
                ! error: the following required arguments were not provided: <--verilog <FILE>|--file-list <LIST>>; `halfpipe verify --help` says what is allowed
                status 2
            "#]],
        ),
        (
            "eval neg.f16 3c00 --verilog missing.v",
            expect![[r#"
                ! error: missing.v: No such file or directory (os error 2)
                status 2
            "#]],
        ),
        (
            "eval neg.f16 3c00 --verilog open.v",
            expect![[r#"
                ! error: open.v:68: cell BUFFER: neither the files nor Yosys' models of the cells of iCE40, ECP5, Nexus, Gowin, Xilinx 7 define it; add a file with --verilog FILE
                status 2
            "#]],
        ),
        (
            "verify neg.f16 abs.f16 --verilog neg_f16.v",
            expect![[r#"
                ! error: --verilog reads the module of one instruction, but 2 are named
                status 2
            "#]],
        ),
        (
            "prove neg.f16 --verilog neg_f16.v --latency all",
            expect![[r#"
                ! error: --latency all is for generated modules, and a file has one latency; leave the option out to measure it, or state it with --latency N
                status 2
            "#]],
        ),
        (
            "prove neg.f16 --verilog neg_f16.v --optimise speed",
            expect![[r#"
                ! error: --optimise is for generated modules, and --verilog takes a file as it is; leave --optimise out
                status 2
            "#]],
        ),
        (
            "prove neg.f16 --verilog neg_f16.v --assume no-nan,no-nan",
            expect![[r#"
                ! error: --assume no-nan is given twice; give it once
                status 2
            "#]],
        ),
        (
            "synth neg.f16 --verilog neg_f16.v --optimise speed",
            expect![[r#"
                ! error: --optimise is for generated modules, and --verilog takes a file as it is; leave --optimise out
                status 2
            "#]],
        ),
        (
            "prove neg.f16 --verilog neg_f16.v --latency 3 --register-ports",
            expect![[r#"
                ! error: --register-ports is for generated modules, and --verilog takes a file as it is; leave --register-ports out, and count registers at the ports in --latency N
                status 2
            "#]],
        ),
        (
            "verify neg.f16 --verilog neg_f16.v --engine simulator",
            expect![[r#"
                ! error: engine simulator cannot run a Verilog file; --verilog goes with --engine verilator or gates
                status 2
            "#]],
        ),
        (
            "synth neg.f16 --verilog neg_f16.v --record",
            expect![[r#"
                ! error: the argument '--verilog <FILE>' cannot be used with '--record'; `halfpipe synth --help` says what is allowed
                status 2
            "#]],
        ),
    ] {
        let mut command = halfpipe(arguments);
        command.current_dir(folder.path());
        check(command, expected);
    }
    let (said, status) = run(folder.path(), "synth neg.f16 --verilog broken.v");
    let line = 1 + broken.lines().position(|line| line.contains("out valid")).unwrap();
    assert!(
        said.starts_with(&format!("error: broken.v:{line}: out: expected ")),
        "{said}"
    );
    assert_eq!(status, 2);
    // Yosys reads a keyword of SystemVerilog as a name. Verilator does not.
    let word = replaced(&text, "endmodule", "wire class = 1'd1;\nendmodule");
    write(folder.path(), "word.v", &word);
    let (said, status) = run(folder.path(), "verify neg.f16 --verilog word.v --vectors 10");
    let line = 1 + word.lines().position(|line| line.contains("wire class")).unwrap();
    assert!(said.starts_with(&format!("error: word.v:{line}: ")), "{said}");
    assert!(said.contains("some tools read every file as SystemVerilog"), "{said}");
    assert_eq!(status, 2);
}

#[test]
fn a_module_of_another_name_is_found_or_named() {
    let (folder, text) = generated("abs.bf16 --latency 1 --name magnitude", "magnitude");
    // A file with a single module needs no name, and neither does one whose other modules are parts of it.
    let inner = "module inner(input wire x); endmodule\n";
    let whole = replaced(&text, "endmodule", "inner part (.x(clock));\nendmodule") + inner;
    write(folder.path(), "whole.v", &whole);
    let wrong = replaced(&text, "assign d = ", "assign d = 16'd1 ^ ");
    write(
        folder.path(),
        "two.v",
        &(text + &replaced(&wrong, "module magnitude ", "module wrong ")),
    );
    for (file, top) in [
        ("magnitude.v", ""),
        ("magnitude.v", " --top magnitude"),
        ("whole.v", ""),
        ("two.v", " --top magnitude"),
    ] {
        for command in ["verify abs.bf16 --vectors 100 --engine gates", "prove abs.bf16"] {
            let (said, status) = run(folder.path(), &format!("{command} --verilog {file}{top}"));
            assert_eq!(status, 0, "{command} {file}{top}: {said}");
        }
    }
    let (said, status) = run(
        folder.path(),
        "wave abs.bf16 8000 --verilog two.v --top magnitude --out run",
    );
    assert!(said.starts_with("run/magnitude.vcd\n"), "{said}");
    assert_eq!(status, 0);

    let command = "verify abs.bf16 --vectors 100 --engine gates --verilog two.v --top wrong";
    let (said, status) = run(folder.path(), command);
    assert_eq!(status, 1, "{said}");
    let (_, again) = said.split_once("again: halfpipe ").expect(&said);
    assert!(again.contains(" --verilog two.v --top wrong "), "{again}");
    let (result, status) = run(folder.path(), again);
    assert!(
        said.to_lowercase().contains(&format!("actual    {} ", result.trim())),
        "{result}{said}"
    );
    assert_eq!(status, 0);
}

#[test]
fn a_latency_that_cannot_be_measured_is_asked_for() {
    let (folder, text) = generated("neg.f16 --latency 1", "neg_f16");
    write(
        folder.path(),
        "stuck.v",
        &replaced(&text, "valid <= in_valid;", "valid <= 1'd0;"),
    );
    let (said, status) = run(folder.path(), "eval neg.f16 3c00 --engine gates --verilog stuck.v");
    assert_eq!(
        said,
        "error: stuck.v: cannot detect the latency: after a reset, one valid vector makes out_valid 1 in none of the 64 cycles \
         after it; state it with --latency N\n"
    );
    assert_eq!(status, 2);
}

#[test]
fn a_wave_of_a_file_has_its_own_nets_and_what_the_model_expects() {
    let (folder, text) = generated("min.f16 --latency 1", "min_f16");
    write(
        folder.path(),
        "edited.v",
        &replaced(&text, "unpack_b_nan_1 | (", "unpack_b_nan_1 & ("),
    );
    let (said, status) = run(folder.path(), "wave min.f16 3c00 4000 --verilog edited.v --out run");
    assert_eq!(
        said,
        "run/min_f16.vcd\nrun/min_f16.gtkw\nrun/min_f16.surf.ron\nrun/halfpipe-f16.sh\n\
         mismatch in cycle 2: d is 0x4000, expected 0x3C00\n\
         first differing net: compare_take_a in stage compare is 0x0, generated 0x1\n"
    );
    assert_eq!(status, 1);
    let read = |name: &str| std::fs::read_to_string(folder.path().join("run").join(name)).unwrap();
    let (dump, view) = (read("min_f16.vcd"), read("min_f16.gtkw"));
    for declared in [
        "$scope module min_f16 ",
        " compare_take_a ",
        "$scope module check ",
        " expected [15:0] ",
    ] {
        assert!(dump.contains(declared), "{declared}");
    }
    for shown in [
        "\nmin_f16.d[15:0]\n",
        "\nmin_f16.check.expected[15:0]\n",
        "\nmin_f16.compare_take_a\n",
    ] {
        assert!(view.contains(shown), "{shown}");
    }
    // After the reset and the vector comes the cycle with the wrong result.
    let code = dump.lines().find(|line| line.contains(" mismatch ")).unwrap();
    let code = code.split_whitespace().nth(3).unwrap();
    let at_20 = dump.split("\n#20\n").nth(1).unwrap().split("\n#").next().unwrap();
    assert!(at_20.lines().any(|line| line == format!("1{code}")), "{at_20}");
}

#[test]
fn a_file_is_measured_like_a_generated_module() {
    let (folder, _) = generated("min.f16 --latency 1", "min_f16");
    let figures = |options: &str| {
        let (said, status) = run(folder.path(), &format!("synth min.f16 --seeds 0 {options}"));
        assert_eq!(status, 0, "{said}");
        said.lines().last().unwrap().to_owned()
    };
    assert_eq!(figures("--verilog min_f16.v"), figures("--latency 1"));
}
