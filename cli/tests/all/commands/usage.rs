//! Wrong usage: status 2 and one line with the fault and the permitted values.

use crate::common::{check_arguments, commands, halfpipe, printed};
use expect_test::expect;

#[test]
fn each_help_fits_a_screen() {
    for command in commands() {
        let help = printed(&format!("{command} --help"));
        let wide = help.lines().find(|line| line.chars().count() > 100);
        assert_eq!(wide, None, "{command}");
        assert!(help.lines().count() <= 96, "{command}: {} lines", help.lines().count());
    }
}

#[test]
fn no_or_an_unknown_command() {
    check_arguments(
        "",
        expect![[r#"
            ! error: no command is given; the commands are list, explain, generate, build, eval, verify, prove, wave, synth, board, filter, doctor, tools, completions, man
            status 2
        "#]],
    );
    check_arguments(
        "simulate",
        expect![[r#"
            ! error: unknown command `simulate`; the commands are list, explain, generate, build, eval, verify, prove, wave, synth, board, filter, doctor, tools, completions, man
            status 2
        "#]],
    );
}

#[test]
fn misspelt_commands_and_options() {
    check_arguments(
        "evl add.f16 0 0",
        expect![[r#"
        ! error: unknown command `evl` (did you mean `eval`?); the commands are list, explain, generate, build, eval, verify, prove, wave, synth, board, filter, doctor, tools, completions, man
        status 2
    "#]],
    );
    check_arguments(
        "add_rn_f16",
        expect![[r#"
        ! error: `add_rn_f16` is not a command; write one in front: halfpipe explain add.rn.f16; the commands are list, explain, generate, build, eval, verify, prove, wave, synth, board, filter, doctor, tools, completions, man
        status 2
    "#]],
    );
    check_arguments(
        "board",
        expect![[r#"
        ! error: no board is given; the boards are icebreaker, hx8k, ulx3s, tangnano9k, tangnano20k; `board run` runs operands on a board
        status 2
    "#]],
    );
    check_arguments(
        "board icebraker fma.rn.f16",
        expect![[r#"
        ! error: unknown board `icebraker` (did you mean `icebreaker`?); the boards are icebreaker, hx8k, ulx3s, tangnano9k, tangnano20k; `board run` runs operands on a board
        status 2
    "#]],
    );
    check_arguments(
        "list --jsno",
        expect![[r#"
        ! error: unexpected argument '--jsno' found (did you mean `--json`?); `halfpipe list --help` says what is allowed
        status 2
    "#]],
    );
    check_arguments(
        "eval add.f16 0 0 --engine verilatr",
        expect![[r#"
        ! error: invalid value 'verilatr' for '--engine <ENGINE>' [possible values: reference, integer, simulator, rust-hdl, verilator, gates] (did you mean `verilator`?)
        status 2
    "#]],
    );
}

#[test]
fn unknown_and_missing_arguments() {
    check_arguments(
        "list --yaml",
        expect![[r#"
            ! error: unexpected argument '--yaml' found; `halfpipe list --help` says what is allowed
            status 2
        "#]],
    );
    check_arguments(
        "generate",
        expect![[r#"
            ! error: the following required arguments were not provided: <MNEMONIC>...; `halfpipe generate --help` says what is allowed
            status 2
        "#]],
    );
    check_arguments(
        "eval",
        expect![[r#"
            ! error: the following required arguments were not provided: <MNEMONIC>; `halfpipe eval --help` says what is allowed
            status 2
        "#]],
    );
    check_arguments(
        "explain add.f16 sub.f16",
        expect![[r#"
            ! error: unexpected argument 'sub.f16' found; `halfpipe explain --help` says what is allowed
            status 2
        "#]],
    );
    check_arguments(
        "eval add.f16 0 0 --engine vcs",
        expect![[r#"
            ! error: invalid value 'vcs' for '--engine <ENGINE>' [possible values: reference, integer, simulator, rust-hdl, verilator, gates]
            status 2
        "#]],
    );
    check_arguments(
        "generate add.f16 --latency two",
        expect![[r#"
            ! error: invalid value 'two' for '--latency <N>': it takes a whole number
            status 2
        "#]],
    );
    check_arguments(
        "verify add.f16 --vectors -5",
        expect![[r#"
            ! error: invalid value '-5' for '--vectors <N>': it takes a whole number from 1 on
            status 2
        "#]],
    );
    check_arguments(
        "verify add.f16 --vectors 0",
        expect![[r#"
            ! error: invalid value '0' for '--vectors <N>': it takes a whole number from 1 on
            status 2
        "#]],
    );
    check_arguments(
        "filter f64",
        expect![[r#"
            ! error: invalid value 'f64' for '<FORMAT>': a format is f16, bf16, f32, e4m3, e5m2 or eXmY, with X from 2 to 8 and Y from 1 to 23
            status 2
        "#]],
    );
}

#[test]
fn a_picture_is_svg() {
    check_arguments(
        "synth neg.f16 --plot x.png",
        expect![[r#"
            ! error: invalid value 'x.png' for '--plot <FILE.svg>': the picture is SVG; its name ends in .svg
            status 2
        "#]],
    );
}

#[test]
fn one_thing_is_in_the_singular() {
    for (arguments, singular) in [
        ("verify neg.f16 --vectors 1", ": 1 vector, no mismatch\n"),
        ("explain fpu --instructions add.f16", ": 1 instruction; those"),
        ("list neg.f16", "\n1 instruction\n"),
    ] {
        let said = printed(arguments);
        assert!(said.contains(singular), "{said}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("vectors");
    std::fs::write(&file, "3C00 3C00 4000 00\n").unwrap();
    let said = printed(&format!("verify add.rn.f16 --testfloat {}", file.display()));
    assert!(said.contains(": 1 vector of TestFloat, no mismatch\n"), "{said}");
    let mut generate = halfpipe("generate fpu --instructions neg.f16 --latency 1 --no-check");
    generate.current_dir(&folder).assert().success();
    let verilog = std::fs::read_to_string(folder.path().join("halfpipe_fpu.v")).unwrap();
    assert!(verilog.starts_with("// halfpipe_fpu: 1 instruction; "), "{verilog}");
}

#[test]
fn unknown_mnemonics() {
    check_arguments(
        "explain fna.rn.f16",
        expect![[r#"
            ! error: unknown operation `fna` (did you mean `fma`?); the operations are add, sub, mul, fma, neg, abs, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos, dot2, dot4, dot8, dot16, dot32, dot64, fadd, fsub, fmul, fmadd, fmin, fmax, fcvt, fdiv, fsqrt, fmsub, fnmsub, fnmadd, fsgnj, fsgnjn, fsgnjx, feq, flt, fle, fclass, fmv, fli, fminm, fmaxm, fround, froundnx, fleq, fltq
            status 2
        "#]],
    );
    check_arguments(
        "generate add.rn.f16 add.ftz.bf16",
        expect![[r#"
            ! error: `.ftz` is not allowed in add.bf16; add.bf16 takes .rn, .rz, .rm, .rp, .rna
            status 2
        "#]],
    );
    check_arguments(
        "verify fma.rn.sat.relu.f16",
        expect![[r#"
        ! error: `.sat` and `.relu` do not go together in fma.f16; write fma.rn{.ftz}{.sat}.f16 or fma.rn{.ftz}.relu.f16 or fma.rn.oob{.relu}.f16
        status 2
    "#]],
    );
    check_arguments(
        "verify rem.*",
        expect![[r#"
            ! error: no instruction matches `rem.*`; `halfpipe list '*' riscv` prints all names of PTX and of RISC-V
            status 2
        "#]],
    );
    check_arguments(
        "wave add",
        expect![[r#"
            ! error: `add` has no type; add takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            status 2
        "#]],
    );
}

#[test]
fn latencies_that_an_instruction_does_not_have() {
    for arguments in [
        "generate mul.f16 --out /nowhere",
        "eval mul.f16 0 0",
        "verify mul.f16",
        "wave mul.f16",
    ] {
        let output = halfpipe(&format!("{arguments} --latency 99")).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let message = String::from_utf8(output.stderr).unwrap();
        let expected = "error: mul.rn.f16 has no latency 99: its latencies are 0 to 32";
        assert!(message.starts_with(expected), "{arguments}: {message}");
    }
}

#[test]
fn options_that_a_core_of_riscv_does_not_have() {
    check_arguments(
        "generate zfh --isa zfhmin --latency addmul=5,conv=2",
        expect![[r#"
            ! error: --latency addmul=5: this core has no operation of addmul; leave the group out, or choose --isa with one, such as --isa zfh
            status 2
        "#]],
    );
    check_arguments(
        "generate zfh --latency addmul=3,addmul=4",
        expect![[r#"
            ! error: invalid value 'addmul=3,addmul=4' for '--latency <N>': group addmul is named twice; name it once: addmul=3,noncomp=1,conv=2, with divsqrt=6 for a fast divider
            status 2
        "#]],
    );
    check_arguments(
        "generate zfh --zhinx --flen 64",
        expect![[r#"
            ! error: --flen 64 is the width of floating-point registers, and this core's operands are in integer registers; leave --flen out
            status 2
        "#]],
    );
    for command in ["generate", "prove"] {
        check_arguments(
            &format!("{command} zfh --isa zfhmin --multiplier block"),
            expect![[r#"
                ! error: --multiplier block: this core has no multiplication; leave it out, or choose --isa with one, such as --isa zfh
                status 2
            "#]],
        );
    }
    // Commands in headers name every group.
    for options in [
        "--isa zfhmin --latency addmul=3,noncomp=1,conv=4",
        "--isa zfhmin --latency addmul=2,noncomp=2,conv=2",
        "--isa zhinx --flen 32",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut generate = halfpipe(&format!("generate zfh {options} --no-check"));
        generate.current_dir(&folder).assert().success();
    }
}

#[test]
fn every_refusal_is_one_line() {
    let refused = [
        "",
        "eval add.f16 1.0 2.0 3.0 4.0",
        "generate --latency",
        "verify",
        "wave \u{1b}[31m",
        "explain add.\u{1}f16",
        "doctor now",
        "--frobnicate",
    ];
    for arguments in refused {
        let output = halfpipe(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(output.stdout.is_empty(), "{arguments}");
        assert!(!output.stderr.contains(&0x1B), "{arguments}");
        assert_eq!(
            output.stderr.iter().filter(|byte| **byte == b'\n').count(),
            1,
            "{arguments}"
        );
    }
}

#[test]
fn help_has_examples() {
    for command in [
        "", "list", "generate", "build", "eval", "verify", "wave", "explain", "filter",
    ] {
        let help = printed(&format!("{command} --help"));
        assert!(help.contains("Example"), "{command}");
        assert!(help.contains("halfpipe "), "{command}");
    }
    for variable in ["HALFPIPE_TOOLS", "HALFPIPE_CACHE", "HALFPIPE_PROGRESS"] {
        assert!(printed("--help").contains(variable), "{variable}");
    }
    assert_eq!(
        printed("--version"),
        concat!("halfpipe ", env!("CARGO_PKG_VERSION"), "\n")
    );
}
