//! Roundings that PTX does not have, and rounding ports, on the command line.

use expect_test::expect;

use crate::common::{check_arguments, files_in, halfpipe, printed};

#[test]
fn an_explanation_tells_the_origin() {
    let head = |name: &str| {
        let told = printed(&format!("explain {name}"));
        told.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        head("add.rz.f16"),
        "add.rz.f16: not an instruction of PTX, which rounds f16 to nearest even only"
    );
    assert_eq!(
        head("fma.rna.f32.bf16"),
        "fma.rna.f32.bf16: not an instruction of PTX, whose ties go to even"
    );
    for name in ["fma.rz.bf16", "fma.rp.oob.relu.bf16x2"] {
        let expected = format!("{name}: not in the text of PTX; the assembler of CUDA 13.5 accepts it");
        assert_eq!(head(name), expected);
    }
}

#[test]
fn results_in_each_rounding() {
    let told = |arguments: &str| printed(arguments).trim().to_owned();
    for (rounding, sum) in [
        ("rn", "0x3c00"),
        ("rz", "0x3c00"),
        ("rm", "0x3c00"),
        ("rp", "0x3c01"),
        ("rna", "0x3c01"),
    ] {
        assert_eq!(told(&format!("eval add.{rounding}.f16 3c00 1000")), sum);
        assert_eq!(told(&format!("eval add.f16 --rounding port 3c00 1000 {rounding}")), sum);
    }
    assert_eq!(told("eval mul.f16 --rounding port --flags 5c00 5c00 1"), "0x7bff 0x05");
    assert_eq!(
        told("eval fma.f32.f16 --rounding port 3c00 3c00 0x33000000 3"),
        "0x3f800001"
    );
    let core = "eval fpu --instructions add.f16x2,min.f16 --rounding port";
    assert_eq!(told(&format!("{core} add.f16x2 3c003c00 10001000 rp")), "0x3c013c01");
}

#[test]
fn what_is_refused() {
    check_arguments(
        "generate add.rz.f16 --rounding port",
        expect![[r#"
            ! error: --rounding port replaces the rounding of add.rz.f16: write add.f16
            status 2
        "#]],
    );
    check_arguments(
        "generate min.f16 --rounding port",
        expect![[r#"
            ! error: min.f16 is not available with --rounding port, which applies to add, sub, mul, fma, div, rcp and sqrt, and to cvt from and to integers, between f16 and bf16, and from f32 to them
            status 2
        "#]],
    );
    check_arguments(
        "eval add.f16 --rounding port 3c00 1000 5",
        expect![[r#"
            ! error: operand rounding of add.f16 is `5`, which is no rounding; write rn, rz, rm, rp or rna, or its code, 0 to 4
            status 2
        "#]],
    );
    check_arguments(
        "board icebreaker add.f16 --rounding port --out b",
        expect![[r#"
            ! error: add.f16 --rounding port is not available on boards: leave out --rounding port, and name a rounding
            status 2
        "#]],
    );
    check_arguments(
        "generate fpu --instructions add.f16 --rounding port --cfu",
        expect![[r#"
            ! error: a processor bus carries no rounding; leave out --rounding port
            status 2
        "#]],
    );
}

#[test]
fn a_module_has_the_port_in_verilog_manifest_and_package() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let mut command = halfpipe(arguments);
        command.current_dir(folder.path());
        command.assert().success();
    };
    run("generate fma.bf16x2 --rounding port --latency 2 --package --stream --no-check");
    let files = files_in(folder.path());
    assert!(files.contains(&"fma_bf16x2.v".to_owned()), "{files:?}");
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let verilog = text("fma_bf16x2.v");
    assert!(verilog.contains("    input  wire [2:0] rounding,\n"), "{verilog}");
    assert!(verilog
        .contains("// in  rounding   3  operand, rounding: 0 nearest, ties to even; 1 toward zero; 2 down; 3 up;"));
    let manifest: serde_json::Value = serde_json::from_str(&text("fma_bf16x2.json")).unwrap();
    assert_eq!(manifest["mnemonic"], "fma.bf16x2");
    assert_eq!(
        manifest["command"],
        "halfpipe generate fma.bf16x2 --rounding port --latency 2"
    );
    let ports = manifest["ports"].as_array().unwrap();
    let port = ports.iter().find(|port| port["name"] == "rounding").unwrap();
    assert_eq!((&port["width"], &port["role"]), (&3.into(), &"operand 3".into()));
}

#[test]
fn a_project_has_modules_with_the_port() {
    let folder = tempfile::tempdir().unwrap();
    let project = "out = \"rtl\"\n\n[[module]]\ninstruction = \"mul.f16\"\nrounding = \"port\"\n\n[fpu]\ninstructions = [\"add.f16\", \"max.f16\"]\nrounding = \"port\"\nlatency = 1\n";
    std::fs::write(folder.path().join("halfpipe.toml"), project).unwrap();
    halfpipe("build").current_dir(folder.path()).assert().success();
    let verilog = |name: &str| std::fs::read_to_string(folder.path().join("rtl").join(name)).unwrap();
    for name in ["mul_f16.v", "halfpipe_fpu.v"] {
        assert!(verilog(name).contains("input  wire [2:0] rounding,"), "{name}");
    }
}

#[test]
fn a_file_with_the_port_is_verified_and_proven() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let mut command = halfpipe(arguments);
        command.current_dir(folder.path());
        command.output().unwrap()
    };
    assert!(run("generate mul.bf16 --rounding port --latency 1").status.success());
    let file = folder.path().join("mul_bf16.v");
    let text = std::fs::read_to_string(&file).unwrap();
    for command in ["verify", "prove"] {
        let output = run(&format!("{command} mul.bf16 --rounding port --verilog mul_bf16.v"));
        assert!(output.status.success(), "{command}: {output:?}");
    }
    // Rounding down becomes rounding up.
    let wrong = text.replacen("wire rounding_up = rounding[0];", "wire rounding_up = ~rounding[0];", 1);
    assert_ne!(text, wrong);
    std::fs::write(&file, wrong).unwrap();
    for command in ["verify", "prove"] {
        let output = run(&format!("{command} mul.bf16 --rounding port --verilog mul_bf16.v"));
        assert_eq!(output.status.code(), Some(1), "{command}: {output:?}");
    }
}
