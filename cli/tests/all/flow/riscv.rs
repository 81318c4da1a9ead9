//! CV32E40P with the Zfh unit: the example with programs of riscv-tests, C in `_Float16` and random instructions.

use std::sync::{Mutex, MutexGuard, PoisonError};

use halfpipe_faults::text::edit;

use super::processor::{make_in, root};

const EXAMPLE: &str = "examples/riscv";

/// Lets one test at a time build the example, because the tests share its packages.
fn alone() -> MutexGuard<'static, ()> {
    static BUILDING: Mutex<()> = Mutex::new(());
    BUILDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a kernel's speed-up by Zfh, in clock cycles, from the table.
fn times(table: &str, kernel: &str) -> f64 {
    let row = table.lines().find(|line| line.starts_with(&format!("| {kernel} |")));
    let row = row.unwrap_or_else(|| panic!("no {kernel} in {table}"));
    row.split('|').nth(5).unwrap().trim().parse().unwrap()
}

#[test]
#[ignore = "of processors: make test-processor"]
fn cv32e40p_runs_zfh() {
    let _alone = alone();
    let (output, is_right) = make_in(EXAMPLE, &[]);
    assert!(is_right, "{output}");
    assert!(
        output.contains("rv32uzfh: 10 programs pass: fadd fclass fcmp fcvt fcvt_w fdiv fmadd fmin ldst move\n"),
        "{output}"
    );
    assert!(
        output.contains(" results and flags, none of them other than SoftFloat's\n"),
        "{output}"
    );
    for kernel in ["dot-product", "softmax", "fir-filter"] {
        assert!(times(&output, kernel) >= 20.0, "{output}");
    }
}

#[test]
#[ignore = "of processors: make test-processor"]
fn cv32e40p_runs_zfh_beside_cvfpu() {
    let _alone = alone();
    let (output, is_right) = make_in(EXAMPLE, &["F=1", "suite", "stream", "ADDMUL=1", "OTHERS=0", "SEED=2"]);
    assert!(is_right, "{output}");
    assert!(output.contains("rv32uzfh: 11 programs pass: "), "{output}");
    assert!(output.contains("none of them other than SoftFloat's\n"), "{output}");
}

#[test]
#[ignore = "of processors: make test-processor"]
fn the_programs_find_faults_of_the_shell() {
    let _alone = alone();
    let build = tempfile::tempdir().unwrap();
    let build_word = format!("BUILD={}", build.path().display());
    let packages = root().canonicalize().unwrap().join("target/riscv/packages");
    let packages_word = format!("PACKAGES={}", packages.display());
    let words = [build_word.as_str(), packages_word.as_str(), "COUNT=1000"];
    let installed = packages.join("installed");
    let (output, is_made) = make_in(EXAMPLE, &[&words[..], &[installed.to_str().unwrap()]].concat());
    assert!(is_made, "{output}");
    let shell = build.path().join("rtl-2-1/halfpipe_fpnew.sv");
    let made = build.path().join("rtl-2-1/made");
    let fault = |right: &str, wrong: &str, target: &str| {
        let (output, is_made) = make_in(EXAMPLE, &[&words[..], &[made.to_str().unwrap()]].concat());
        assert!(is_made, "{output}");
        edit(&shell, right, wrong);
        let (output, is_run) = make_in(EXAMPLE, &[&words[..], &[target]].concat());
        assert!(!is_run, "{wrong}: {output}");
        std::fs::remove_dir_all(build.path().join("rtl-2-1")).unwrap();
        std::fs::remove_dir_all(build.path().join("run-2-1")).unwrap();
        output
    };
    let output = fault("(rnd_mode_i)", "(3'd0)", "stream");
    assert!(
        output.contains("of them other than SoftFloat's\nfirst at line "),
        "{output}"
    );
    let output = fault(
        "fpnew_pkg::DIV:      core_op = 4'd4",
        "fpnew_pkg::DIV:      core_op = 4'd3",
        "suite",
    );
    assert!(output.contains("fdiv: status 2"), "{output}");
}
