//! The files of `--package` in FuseSoC, Verilator and cocotb.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{files_in, halfpipe, SOON};
use halfpipe_faults::text::edit;
use halfpipe_tools::Tool;

fn tool(tool: Tool) -> PathBuf {
    tool.find().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns a folder with the files that `generate` writes for these arguments.
fn generated(arguments: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut command = halfpipe(&format!("generate {arguments} --package --no-check"));
    command.current_dir(folder.path()).assert().success();
    folder
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Runs a target of a module's core file.
fn fusesoc(folder: &Path, target: &str, module: &str) -> Output {
    Command::new(tool(Tool::Fusesoc))
        .args([
            "--cores-root",
            ".",
            "run",
            "--target",
            target,
            &format!("halfpipe::{module}"),
        ])
        .current_dir(folder)
        .env("MAKEFLAGS", SOON)
        .output()
        .expect("FuseSoC starts")
}

/// Runs all three targets, which must succeed. `vectors` is the testbench's expected message about its comparisons.
fn every_target_succeeds(folder: &Path, module: &str, vectors: &str) {
    for (target, saying) in [
        ("lint", "verilator"),
        ("sim", &format!("{module}: {vectors} vectors, no mismatch")),
        ("synth", "SB_LUT4"),
    ] {
        let output = fusesoc(folder, target, module);
        let said = said(&output);
        assert!(
            output.status.success() && said.contains(saying),
            "{module}, {target}: {said}"
        );
        assert!(!said.contains("Warning-"), "{module}, {target}: {said}");
    }
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn fusesoc_lints_simulates_and_synthesises_modules_behind_a_handshake() {
    let folder = generated("zfh --divsqrt small");
    every_target_succeeds(folder.path(), "halfpipe_zfh", "624");
    let folder = generated("mma --m 1 --n 2 --k 2 --mode volta --type f16.f16");
    every_target_succeeds(folder.path(), "halfpipe_mma", "183");
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn fusesoc_lints_simulates_and_synthesises_a_unit_and_its_stream() {
    let folder = generated("fma.rn.f16 --stream");
    assert_eq!(
        files_in(folder.path()),
        [
            "fma_rn_f16.core",
            "fma_rn_f16.f",
            "fma_rn_f16.json",
            "fma_rn_f16.v",
            "fma_rn_f16_cocotb.py",
            "fma_rn_f16_stream.core",
            "fma_rn_f16_stream.f",
            "fma_rn_f16_stream.json",
            "fma_rn_f16_stream.v",
            "fma_rn_f16_stream_cocotb.py",
            "fma_rn_f16_stream_tb.v",
            "fma_rn_f16_stream_template.vh",
            "fma_rn_f16_tb.v",
            "fma_rn_f16_template.vh",
        ]
    );
    every_target_succeeds(folder.path(), "fma_rn_f16", "4000");
    every_target_succeeds(folder.path(), "fma_rn_f16_stream", "4000");
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn fusesoc_lints_simulates_and_synthesises_a_combinational_unit_and_a_core() {
    let folder = generated("add.f32.bf16 --latency 0");
    every_target_succeeds(folder.path(), "add_rn_f32_bf16", "4000");
    let folder = generated("fpu --instructions add.f16,sub.f32.f16,max.bf16x2");
    every_target_succeeds(folder.path(), "halfpipe_fpu", "28000");
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn a_testbench_finds_a_wrong_result() {
    let folder = generated("mul.bf16");
    let file = folder.path().join("mul_rn_bf16.v");
    edit(&file, "assign d = ", "assign d = 16'd1 ^ ");
    let output = fusesoc(folder.path(), "sim", "mul_rn_bf16");
    let said = said(&output);
    assert!(!output.status.success(), "{said}");
    assert!(
        said.contains("mul_rn_bf16: 4000 vectors, ") && said.contains(" mismatches"),
        "{said}"
    );
}

#[test]
fn the_testbench_runs_without_fusesoc() {
    let folder = generated("fma.rn.f16");
    let built = Command::new(tool(Tool::Verilator))
        .args([
            "--binary",
            "-f",
            "fma_rn_f16.f",
            "fma_rn_f16_tb.v",
            "--top",
            "fma_rn_f16_tb",
        ])
        .current_dir(folder.path())
        .env("MAKEFLAGS", SOON)
        .output()
        .expect("Verilator starts");
    assert!(built.status.success(), "{}", said(&built));
    let run = Command::new(folder.path().join("obj_dir/Vfma_rn_f16_tb")).output();
    let run = run.expect("the testbench starts");
    assert!(run.status.success(), "{}", said(&run));
    assert!(
        said(&run).contains("fma_rn_f16: 4000 vectors, no mismatch"),
        "{}",
        said(&run)
    );
}

#[test]
fn a_template_can_be_copied_into_a_module_and_the_file_list_has_its_sources() {
    for (arguments, module) in [
        ("fma.f16x2", "fma_rn_f16x2"),
        ("neg.bf16 --latency 0", "neg_bf16"),
        ("sub.f32.f16 --stream", "sub_rn_f32_f16_stream"),
        ("fpu --instructions ex2.*", "halfpipe_fpu"),
    ] {
        let folder = generated(arguments);
        let design = format!("module user;\n`include \"{module}_template.vh\"\nendmodule\n");
        std::fs::write(folder.path().join("user.v"), design).unwrap();
        let output = Command::new(tool(Tool::Verilator))
            .args(["--lint-only", "-Wall", "-Wno-UNDRIVEN", "-Wno-UNUSED"])
            .args(["--top-module", "user", "-f", &format!("{module}.f"), "user.v"])
            .current_dir(folder.path())
            .output()
            .expect("Verilator starts");
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{module}: {}",
            said(&output)
        );
    }
}

/// Runs the cocotb example on a module in `folder`.
fn cocotb(folder: &Path, module: &str) -> Output {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/cocotb");
    Command::new(tool(Tool::Python))
        .arg(example.join("run.py"))
        .arg(folder.join(format!("{module}.json")))
        .current_dir(folder)
        .env("HALFPIPE", assert_cmd::cargo::cargo_bin("halfpipe"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("MAKEFLAGS", SOON)
        .output()
        .expect("Python starts")
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn the_cocotb_example_passes_and_finds_a_wrong_module() {
    let folder = generated("fma.rn.f16");
    let output = cocotb(folder.path(), "fma_rn_f16");
    let log = said(&output);
    assert!(output.status.success(), "{log}");
    assert!(log.contains("fma.rn.f16: 1000 vectors, no mismatch"), "{log}");

    let file = folder.path().join("fma_rn_f16.v");
    edit(&file, "assign d = ", "assign d = 16'd1 ^ ");
    let output = cocotb(folder.path(), "fma_rn_f16");
    assert!(!output.status.success(), "{}", said(&output));
}
