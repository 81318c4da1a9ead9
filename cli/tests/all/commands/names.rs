//! Names of other systems: every command takes a name with one meaning, and refuses any other with the choices.

use std::path::Path;

use crate::common::{check, check_arguments, halfpipe, printed};
use expect_test::expect;

/// Returns the output and the messages of a command, which must succeed.
fn said(arguments: &str) -> (String, String) {
    let output = halfpipe(arguments).output().unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments}: {messages}");
    (String::from_utf8(output.stdout).unwrap(), messages)
}

/// Checks that a name is refused with status 2 and one line that ends like this.
fn refused(arguments: &str, end: &str) {
    let output = halfpipe(arguments).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments}");
    assert!(
        message.lines().count() == 1 && message.ends_with(&format!("{end}\n")),
        "{message}"
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn a_name_with_one_meaning_is_explained_as_its_instruction() {
    for (name, mnemonic, reading) in [
        ("add.rd.f16", "add.rm.f16", "add.rd.f16 is add.rm.f16"),
        ("add.ru.f16", "add.rp.f16", "add.ru.f16 is add.rp.f16"),
        ("add_ru_f16", "add.rp.f16", "add.ru.f16 is add.rp.f16"),
        ("add.RNE.f16", "add.rn.f16", "add.RNE.f16 is add.rn.f16"),
        (
            "__hfma",
            "fma.rn.f16",
            "__hfma is fma.rn.f16; on bfloat16 it is fma.rn.bf16",
        ),
        (
            "__hadd",
            "add.rn.f16",
            "__hadd is add.rn.f16; on bfloat16 it is add.rn.bf16",
        ),
        ("__float2half_rn", "cvt.rn.f16.f32", "__float2half_rn is cvt.rn.f16.f32"),
        ("HFMA2", "fma.rn.f16x2", "HFMA2 is fma.rn.f16x2"),
        ("hfma2.relu", "fma.rn.relu.f16x2", "HFMA2.RELU is fma.rn.relu.f16x2"),
        ("llvm.fma.f16", "fma.rn.f16", "llvm.fma.f16 is fma.rn.f16"),
        (
            "fmaf16",
            "fma.rn.f16",
            "fmaf16 is fma.rn.f16; it rounds as C does by default",
        ),
    ] {
        let (output, messages) = said(&format!("explain {name}"));
        assert_eq!(messages, format!("note: {reading}\n"));
        assert_eq!(output, printed(&format!("explain {mnemonic}")));
        // JSON has the same keys, and the note is beside it.
        let (json, messages) = said(&format!("explain {name} --json"));
        assert_eq!(messages, format!("note: {reading}\n"));
        assert_eq!(json, printed(&format!("explain {mnemonic} --json")));
    }
}

#[test]
fn a_name_that_needs_a_choice_is_refused_with_the_choices() {
    refused("explain mad.f16", "; write fma.rn.f16");
    refused("explain mac.f16", "; write fma.rn.f16");
    refused(
        "explain f16_mulAdd",
        "; write fma.rn.f16, fma.rz.f16, fma.rm.f16, fma.rp.f16, fma.rna.f16 or fmadd.h",
    );
    refused(
        "explain vfwmacc.vv",
        "; write fma.rn.f32.f16, fma.rz.f32.f16, fma.rm.f32.f16, fma.rp.f32.f16 or fma.rna.f32.f16",
    );
    refused("explain half", "; write add.rn.f16, fma.rn.f16 or cvt.rn.f16.f32");
    refused("explain htanh", "; the nearest is tanh.approx.f16");
    for name in ["fcvtmod.w.d", "fmvh.x.d", "fmvp.d.x"] {
        refused(
            &format!("explain {name}"),
            "is an instruction of RISC-V's Zfa, which is not supported; `halfpipe list riscv` prints those that are",
        );
    }
}

#[test]
fn every_command_takes_a_name_and_names_the_instruction_once() {
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name).display().to_string();
    let commands = [
        "list __hneg".to_owned(),
        "explain __hneg".to_owned(),
        format!("generate __hneg --no-check --out {}", out("module")),
        "eval __hneg 3c00".to_owned(),
        "verify __hneg".to_owned(),
        "prove __hneg".to_owned(),
        format!("wave __hneg 3c00 --out {}", out("wave")),
    ];
    let note = "note: __hneg is neg.f16; on bfloat16 it is neg.bf16\n";
    for command in commands {
        let output = halfpipe(&command).output().unwrap();
        let messages = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{command}: {messages}");
        assert_eq!(messages.matches(note).count(), 1, "{command}: {messages}");
        refused(&command.replace("__hneg", "mac.f16"), "; write fma.rn.f16");
    }
    let board = format!("board icebreaker --out {}", out("board"));
    for command in [
        "synth",
        &board,
        "board run --port /dev/null",
        "verify --testfloat -",
        "verify --arch-test -",
    ] {
        refused(&format!("{command} mac.f16"), "; write fma.rn.f16");
    }
}

#[test]
fn a_core_takes_names_in_its_list_and_in_its_operands() {
    let mut command = halfpipe("eval fpu --instructions __hadd,__hmul");
    command.write_stdin("__hadd 3c00 3c00\n__hmul 4000 4000\n__hadd 3c00 4000\n");
    check(
        command,
        expect![[r#"
            0x00004000
            0x00004400
            0x00004200
            ! note: __hadd is add.rn.f16; on bfloat16 it is add.rn.bf16
            ! note: __hmul is mul.rn.f16; on bfloat16 it is mul.rn.bf16
            status 0
        "#]],
    );
}

#[test]
fn a_rounding_port_replaces_the_rounding_of_a_name() {
    check_arguments(
        "eval __hadd --rounding port 3c00 1000 RUP",
        expect![[r#"
            0x3c01
            ! note: __hadd is add.rn.f16; on bfloat16 it is add.rn.bf16
            status 0
        "#]],
    );
    refused_with_note(
        "eval __float2half_rd --rounding port 1.0 rz",
        "error: --rounding port replaces the rounding of cvt.rm.f16.f32: write cvt.f16.f32\n",
    );
}

/// Checks that a command is refused behind the note about its name.
fn refused_with_note(arguments: &str, refusal: &str) {
    let output = halfpipe(arguments).output().unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(
        messages.starts_with("note: ") && messages.ends_with(refusal),
        "{messages}"
    );
    assert_eq!(output.status.code(), Some(2));
}

/// Returns `build` in a folder with this project file.
fn build(folder: &Path, project: &str) -> assert_cmd::Command {
    std::fs::write(folder.join("halfpipe.toml"), project).unwrap();
    let mut command = halfpipe("build");
    command.current_dir(folder);
    command
}

#[test]
fn a_project_file_takes_names() {
    let folder = tempfile::tempdir().unwrap();
    let output = build(folder.path(), "[[module]]\ninstruction = \"__hneg\"\n")
        .output()
        .unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{messages}");
    assert_eq!(messages.matches("note: __hneg is neg.f16").count(), 1, "{messages}");
    assert!(folder.path().join("neg_f16.v").exists());
    let folder = tempfile::tempdir().unwrap();
    check(
        build(folder.path(), "[[module]]\ninstruction = \"mac.f16\"\n"),
        expect![[r#"
            ! error: halfpipe.toml:2: `mac.f16` rounds once in some systems and twice in others: fma.rn.f16 rounds once; mul.rn.f16 and then add.rn.f16 round twice; write fma.rn.f16
            status 2
        "#]],
    );
}

#[test]
fn a_rounding_operand_takes_the_names_of_riscv_in_any_case() {
    for (word, sum) in [
        ("RNE", "0x3c00"),
        ("rtz", "0x3c00"),
        ("RDN", "0x3c00"),
        ("Rup", "0x3c01"),
        ("RMM", "0x3c01"),
    ] {
        let fadd = printed(&format!("eval fadd.h 3c00 1000 {word}"));
        assert_eq!(fadd, format!("{sum} 0x01\n"), "{word}");
        let add = printed(&format!("eval add.f16 --rounding port 3c00 1000 {word}"));
        assert_eq!(add, format!("{sum}\n"), "{word}");
    }
    let mut stream = halfpipe("eval fadd.h");
    stream.write_stdin("3c00 1000 RUP\n3c00 1000 rne\n");
    check(
        stream,
        expect![[r#"
            0x3c01 0x01
            0x3c00 0x01
            status 0
        "#]],
    );
    check_arguments(
        "eval fadd.h 3c00 1000 DYN",
        expect![[r#"
            ! error: operand rm of fadd.h is `DYN`, the rounding in the register frm, which a module does not have; write rne, rtz, rdn, rup or rmm, or its code, 0 to 4
            status 2
        "#]],
    );
    check_arguments(
        "eval fadd.h 3c00 1000 rn",
        expect![[r#"
            ! error: operand rm of fadd.h is `rn`, which is no rounding; write rne, rtz, rdn, rup or rmm, or its code, 0 to 4
            status 2
        "#]],
    );
}

#[test]
fn all_digits_of_an_integer_are_its_bits() {
    for sign in ["s", "u"] {
        for (width, bits) in [(16, "0801"), (32, "00000801"), (64, "0000000000000801")] {
            let line = format!("eval cvt.rn.f16.{sign}{width} {bits} --decimal");
            assert_eq!(printed(&line), "0x6800  2048\n", "{line}");
        }
        refused(
            &format!("eval cvt.rn.f16.{sign}8 64"),
            "`64`: write +64 for the number, 0x64 for the bits",
        );
        refused(
            &format!("eval cvt.rn.f16.{sign}32 0000801"),
            "`0000801`: write +0000801 for the number, 0x00000801 for the bits",
        );
    }
    for (name, bits) in [
        ("fcvt.h.w", "00000801"),
        ("fcvt.h.wu", "00000801"),
        ("fcvt.h.l", "0000000000000801"),
    ] {
        assert_eq!(printed(&format!("eval {name} {bits} RNE")), "0x6800 0x01\n", "{name}");
    }
}
