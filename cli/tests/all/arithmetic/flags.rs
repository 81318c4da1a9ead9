//! `--flags` on the command line.

use std::process::Command as Process;

use expect_test::expect;
use halfpipe_isa::Instruction;
use halfpipe_tools::Tool;
use serde_json::Value;

use crate::common::{check, check_arguments, halfpipe, printed};

#[test]
fn flags_stand_behind_the_results() {
    check_arguments(
        "eval add.f16 --flags 7bff 7bff --decimal",
        expect![[r#"
            0x7c00 0x05  inf OF|NX
            status 0
        "#]],
    );
    check_arguments(
        "eval add.f16 --flags 3c00 4000 --engine reference --decimal",
        expect![[r#"
            0x4200 0x00  3 none
            status 0
        "#]],
    );
    check_arguments(
        "eval mul.rn.f16x2 --flags 00014000 38007c01",
        expect![[r#"
            0x00007fff 0x13
            status 0
        "#]],
    );
    check_arguments(
        "eval setp.eq.f16x2 7c013c00 3c003c00 --flags --latency 2 --decimal",
        expect![[r#"
            0x1 0x0 0x10  true false NV
            status 0
        "#]],
    );
}

#[test]
fn a_core_shows_the_flags_of_the_operation_asked_for() {
    check_arguments(
        "eval fpu mul.f16 0001 3800 --flags --instructions mul.f16,neg.f16 --decimal",
        expect![[r#"
            0x00000000 0x03  0 UF|NX
            status 0
        "#]],
    );
    check_arguments(
        "eval fpu neg.f16 7c01 --flags --instructions mul.f16,neg.f16",
        expect![[r#"
            0x00007fff 0x00
            status 0
        "#]],
    );
    let listed = printed("verify fpu --flags --instructions fma.*,setp.le.bf16,cvt.rn.f16.f32,abs.f16 --vectors 3000");
    assert!(
        listed.contains("fpu --flags at latency 4: 3000 vectors, no mismatch"),
        "{listed}"
    );
}

#[test]
fn what_raises_nothing_is_refused() {
    check_arguments(
        "eval neg.f16 --flags 3c00",
        expect![[r#"
            ! error: neg.f16 raises no exceptions, so --flags does not apply; it applies to add, sub, mul, fma, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos
            status 2
        "#]],
    );
    check_arguments(
        "board icebreaker add.f16 --flags --out nowhere",
        expect![[r#"
            ! error: --flags is not available on boards: answers on the serial port carry results only
            status 2
        "#]],
    );
    check_arguments(
        "verify add.f16 --flags --engine integer",
        expect![[r#"
            engine integer, seed 1
            ! error: the integer model does not have add.rn.f16 --flags; it has instructions with two 16-bit operands per lane; leave --engine out, or write --engine reference for the model of every instruction
            status 2
        "#]],
    );
    check_arguments(
        "explain fma --flags",
        expect![[r#"
            ! error: --flags is only for an instruction or `fpu`, and `fma` is an operation: write one of its instructions in its place
            status 2
        "#]],
    );
}

#[test]
fn words_for_many_leave_out_what_raises_nothing() {
    let all = printed("verify all --flags --vectors 1");
    assert!(
        !all.contains("\nabs.") && !all.contains("\nneg.") && all.contains("tanh.approx.f16 --flags at latency"),
        "{all}"
    );
    let with_flags = Instruction::cuda()
        .iter()
        .filter(|instruction| instruction.with_flags().is_some())
        .count();
    assert!(with_flags < Instruction::cuda().len());
    let cuda = printed("verify cuda --flags --vectors 1");
    assert_eq!(
        cuda.lines()
            .filter(|line| line.contains(" --flags at latency "))
            .count(),
        with_flags
    );
    let proven = printed("prove cuda --flags --latency 0 --shard 2/100");
    assert!(
        proven.lines().count() > 0
            && proven
                .lines()
                .all(|line| line.contains(" --flags at latency 0: holds, ")),
        "{proven}"
    );
    // In a project file too, the word stands only for instructions that can have flags.
    let (_folder, mut command) = project("[[module]]\ninstruction = \"cuda\"\nflags = true\nname = \"one\"\n");
    let refused = String::from_utf8(command.output().unwrap().stderr).unwrap();
    assert!(
        refused.ends_with(&format!(
            "`name` names one module, but `cuda` stands for {with_flags}\n"
        )),
        "{refused}"
    );
}

#[test]
fn a_core_that_raises_nothing_has_no_flags() {
    for command in ["generate fpu", "explain fpu", "eval fpu neg.f16 3c00"] {
        check_arguments(
            &format!("{command} --flags --instructions neg.f16,abs.bf16x2"),
            expect![[r#"
                ! error: --flags: no instruction of this core raises exceptions
                status 2
            "#]],
        );
    }
    let core = |flags: bool| project(&format!("[fpu]\ninstructions = [\"neg.f16\"]\nflags = {flags}\n"));
    let (_folder, command) = core(true);
    check(
        command,
        expect![[r#"
            ! error: halfpipe.toml:3: no instruction of this core raises exceptions
            status 2
        "#]],
    );
    let (_folder, mut command) = core(false);
    command.assert().success();
}

/// Returns the command that builds a project, and its folder.
fn project(text: &str) -> (tempfile::TempDir, assert_cmd::Command) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("halfpipe.toml"), text).unwrap();
    let mut command = halfpipe("build --no-check");
    command.current_dir(folder.path());
    (folder, command)
}

/// Generates an instruction's module with these options. Returns the manifest, and the Verilog without its header.
fn generated(arguments: &str) -> (Value, String) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display();
    printed(&format!("generate {arguments} --no-check --out {out}"));
    let read = |extension: &str| {
        let mut files = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let file = files
            .find(|path| path.extension().is_some_and(|found| found == extension))
            .unwrap();
        std::fs::read_to_string(file).unwrap()
    };
    let text = read("v");
    let body = text.lines().filter(|line| !line.starts_with("//"));
    (
        serde_json::from_str(&read("json")).unwrap(),
        body.collect::<Vec<_>>().join("\n"),
    )
}

#[test]
fn a_manifest_names_the_port_and_the_option() {
    let (manifest, text) = generated("fma.rn.f16x2 --flags --latency 2");
    assert_eq!(manifest["mnemonic"], "fma.rn.f16x2");
    assert_eq!(manifest["module"], "fma_rn_f16x2");
    assert_eq!(
        manifest["command"],
        "halfpipe generate fma.rn.f16x2 --flags --latency 2"
    );
    let ports = manifest["ports"].as_array().unwrap();
    let flags = serde_json::json!({"name": "flags", "direction": "out", "width": 5, "role": "flags"});
    assert_eq!(ports.last(), Some(&flags));
    assert!(text.contains("output wire [4:0] flags"), "{text}");
    let (plain, plain_text) = generated("fma.rn.f16x2 --latency 2");
    assert_eq!(plain["ports"].as_array().unwrap().len(), ports.len() - 1);
    assert!(!plain_text.contains("flags"), "{plain_text}");
    let (core, _) = generated("fpu --instructions add.f16,neg.f16 --flags --latency 1");
    assert_eq!(
        core["command"],
        "halfpipe generate fpu --flags --instructions add.rn.f16,neg.f16 --latency 1 --tag-width 8"
    );
    assert_eq!(core["ports"].as_array().unwrap().last(), Some(&flags));
}

#[test]
fn a_project_asks_for_flags() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("halfpipe.toml");
    let text =
        "[[module]]\ninstruction = \"min.f16\"\nflags = true\n\n[fpu]\ninstructions = [\"max.f16\"]\nflags = true\n";
    std::fs::write(&file, text).unwrap();
    printed(&format!("build {}", file.display()));
    for module in ["min_f16.v", "halfpipe_fpu.v"] {
        let text = std::fs::read_to_string(folder.path().join(module)).unwrap();
        assert!(text.contains("output wire [4:0] flags"), "{module}: {text}");
    }
}

#[test]
fn flags_are_proven_and_explained() {
    let proven = printed("prove add.rn.f16 --flags");
    assert!(proven.contains("add.rn.f16 --flags at latency"), "{proven}");
    assert!(proven.contains(": holds, "), "{proven}");
    let explained = printed("explain setp.lt.f16 --flags");
    assert!(explained.contains("NV: an operand is a NaN."), "{explained}");
    assert!(
        explained.contains("halfpipe prove setp.lt.f16 --flags --latency all"),
        "{explained}"
    );
}

/// Returns `verify --testfloat` with these lines on standard input.
fn verified(mnemonic: &str, lines: &str) -> assert_cmd::Command {
    let mut command = halfpipe(&format!("verify {mnemonic} --testfloat -"));
    command.write_stdin(lines);
    command
}

#[test]
fn lines_of_testfloat_are_compared() {
    // Any NaN counts as the canonical one. The integer of an invalid conversion is replaced by the model's.
    check(
        verified(
            "add.rn.f16",
            "7BFF 7BFF 7C00 05\n0001 0001 0002 00\n7C01 3C00 7E00 10\n",
        ),
        expect![[r#"
            add.rn.f16 --flags at latency 0, engine simulator: 3 vectors of TestFloat, no mismatch
            status 0
        "#]],
    );
    check(
        verified(
            "cvt.rzi.s32.f16",
            "7C00 7FFFFFFF 10\n7E00 7FFFFFFF 10\n3E00 00000001 01\n",
        ),
        expect![[r#"
            cvt.rzi.s32.f16 --flags at latency 0, engine simulator: 3 vectors of TestFloat, no mismatch
            status 0
        "#]],
    );
    check(
        verified("setp.lt.f16", "7E00 3C00 0 00\n3C00 4000 1 00\n"),
        expect![[r#"
            setp.lt.f16 --flags at latency 0, engine simulator: 2 vectors of TestFloat, mismatches: 1, the first:
            setp.lt.f16 --flags at latency 0, engine simulator
              a               0x7E00 + = NaN (NaN)
              b               0x3C00 + 1.0000000000 × 2^0 = 1 (normal)
              p expected      0x0 = false
              p actual        0x0 = false
              flags expected  0x00 = none
              flags actual    0x10 = NV
            again: halfpipe eval setp.lt.f16 --flags 0x7E00 0x3C00 --engine simulator --latency 0
            status 1
        "#]],
    );
}

#[test]
fn lines_of_testfloat_are_compared_with_riscv_in_every_bit() {
    check(
        verified("fmadd.h.rmm", "3C00 1000 3C00 3C01 01\n7C00 0000 7E00 7E00 10\n"),
        expect![[r#"
            fmadd.h.rmm at latency 0, engine simulator: 2 vectors of TestFloat, no mismatch
            status 0
        "#]],
    );
    check(
        verified("fcvt.w.h.rtz", "7E00 7FFFFFFF 10\n3E00 00000001 01\n"),
        expect![[r#"
            fcvt.w.h.rtz at latency 0, engine simulator: 2 vectors of TestFloat, no mismatch
            status 0
        "#]],
    );
    // Another software floating point has a NaN with a sign.
    check(
        verified("fadd.h.rne", "7C00 FC00 FE00 10\n"),
        expect![[r#"
            fadd.h.rne at latency 0, engine simulator: 1 vector of TestFloat, mismatches: 1, the first:
            fadd.h.rne at latency 0, engine simulator
              a               0x7C00 + = inf (infinity)
              b               0xFC00 - = -inf (infinity)
              d expected      0xFE00 - = NaN (NaN)
              d actual        0x7E00 + = NaN (canonical NaN)
              flags expected  0x10 = NV
              flags actual    0x10 = NV
            again: halfpipe eval fadd.h.rne 0x7C00 0xFC00 --engine simulator --latency 0
            status 1
        "#]],
    );
    check(
        verified("fadd.h", "3C00 3C00 4000 00\n"),
        expect![[r#"
        ! error: --testfloat compares one rounding, and fadd.h takes it as an operand; write fadd.h.rne, fadd.h.rtz, fadd.h.rdn, fadd.h.rup, fadd.h.rmm
        status 2
    "#]],
    );
}

#[test]
fn a_wrong_result_of_testfloat_is_found() {
    check(
        verified("add.rn.f16", "3C00 3C00 4001 00\n"),
        expect![[r#"
            add.rn.f16 --flags at latency 0, engine simulator: 1 vector of TestFloat, mismatches: 1, the first:
            add.rn.f16 --flags at latency 0, engine simulator
              a               0x3C00 + 1.0000000000 × 2^0 = 1 (normal)
              b               0x3C00 + 1.0000000000 × 2^0 = 1 (normal)
              d expected      0x4001 + 1.0000000001 × 2^1 ≈ 2.002 (normal)
              d actual        0x4000 + 1.0000000000 × 2^1 = 2 (normal)
              flags expected  0x00 = none
              flags actual    0x00 = none
            again: halfpipe eval add.rn.f16 --flags 0x3C00 0x3C00 --engine simulator --latency 0
            status 1
        "#]],
    );
    // A NaN is not an infinity, nor the reverse. The integer of a valid conversion is compared.
    let wrong = [
        (
            "add.rn.f16",
            "7BFF 7BFF 7E00 05",
            "0x7FFF + = NaN (canonical NaN)",
            "0x7C00 + = inf (infinity)",
        ),
        (
            "add.rn.f16",
            "7C00 FC00 7C00 10",
            "0x7C00 + = inf (infinity)",
            "0x7FFF + = NaN (canonical NaN)",
        ),
        (
            "cvt.rzi.s32.f16",
            "3E00 00000002 01",
            "0x00000002 = 2",
            "0x00000001 = 1",
        ),
    ];
    for (mnemonic, line, due, actual) in wrong {
        let output = verified(mnemonic, &format!("{line}\n")).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        let says = |name: &str, value: &str| {
            let mut lines = said.lines();
            lines.any(|line| line.trim_start().starts_with(name) && line.ends_with(value))
        };
        assert!(
            said.contains(": 1 vector of TestFloat, mismatches: 1, the first:\n")
                && says("d expected", due)
                && says("d actual", actual),
            "{said}"
        );
    }
}

#[test]
fn what_is_no_line_of_testfloat_is_refused() {
    check(
        verified("add.rn.f16", "7BFF 7BFF 7C00\n"),
        expect![[r#"
            ! error: standard input line 1: it takes hexadecimal words for a of 16 bits, b of 16 bits, d of 16 bits, flags of 5 bits
            status 2
        "#]],
    );
    check(
        verified("add.rn.f16", ""),
        expect![[r#"
            ! error: standard input: the file is empty
            status 2
        "#]],
    );
    check_arguments(
        "verify add.f16 mul.f16 --testfloat x",
        expect![[r#"
            ! error: --testfloat compares one instruction, but 2 are named
            status 2
        "#]],
    );
    let of_many_lanes = [
        "add.f16x2",
        "setp.lt.f16x2",
        "set.lt.and.u32.f16x2",
        "cvt.rn.f16x2.f32",
        "add.e4m3x4",
    ];
    for mnemonic in of_many_lanes {
        check_arguments(
            &format!("verify {mnemonic} --testfloat x"),
            expect![[r#"
                ! error: --testfloat compares one instruction of one lane, such as add.rn.f16
                status 2
            "#]],
        );
    }
    check_arguments(
        "verify fpu --testfloat x",
        expect![[r#"
            ! error: --testfloat does not apply to fpu: it compares one instruction of one lane, such as add.rn.f16
            status 2
        "#]],
    );
    check_arguments(
        "verify neg.f16 --testfloat x",
        expect![[r#"
            ! error: --testfloat compares flags, which neg.f16 does not have
            status 2
        "#]],
    );
    check_arguments(
        "verify abs.e4m3 --testfloat x",
        expect![[r#"
            ! error: --testfloat compares flags, which abs.e4m3 does not have
            status 2
        "#]],
    );
    check_arguments(
        "verify add.f16 --tag-width 4 --testfloat x",
        expect![[r#"
            ! error: --tag-width does not apply to add.f16: it is for fpu
            status 2
        "#]],
    );
    for option in ["--seed 1", "--vectors 9"] {
        let output = halfpipe(&format!("verify add.f16 {option} --testfloat x"))
            .output()
            .unwrap();
        let refused = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{refused}");
        let (name, _) = option.split_once(' ').unwrap_or((option, ""));
        let says = |what: &str| refused.contains(what);
        assert!(
            says(name) && says("cannot be used with") && says("--testfloat"),
            "{refused}"
        );
    }
}

#[test]
fn verilog_with_flags_is_clean_and_runs() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display();
    printed(&format!(
        "generate fma.rn.bf16x2 cvt.rn.f16.f32 setp.eq.f16 --flags --latency 1 --no-check --out {out}"
    ));
    printed(&format!(
        "generate fpu --instructions add.f16x2,cvt.rni.s8.f16 --flags --latency 1 --no-check --out {out}"
    ));
    for module in ["fma_rn_bf16x2", "cvt_rn_f16_f32", "setp_eq_f16", "halfpipe_fpu"] {
        let file = folder.path().join(format!("{module}.v"));
        let verilator = Tool::Verilator.find().expect("the tools are installed");
        let lint = Process::new(verilator)
            .args(["--lint-only", "-Wall"])
            .arg(file)
            .output();
        let lint = lint.expect("Verilator runs");
        assert!(lint.status.success(), "{}", String::from_utf8_lossy(&lint.stderr));
    }
    let verified = printed("verify fma.rn.f16x2 --flags --engine verilator --latency 1 --vectors 3000");
    assert!(
        verified.contains("fma.rn.f16x2 --flags at latency 1: 3000 vectors, no mismatch"),
        "{verified}"
    );
}
