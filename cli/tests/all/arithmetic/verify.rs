//! `verify`: reports and exit statuses.

use crate::common::{check, check_arguments, files_in, halfpipe, printed};
use expect_test::expect;

#[test]
fn a_report_per_instruction() {
    check_arguments(
        "verify add.f16 mul.rn.bf16 --latency 3 --vectors 3000 --seed 7",
        expect![[r#"
        engine simulator, seed 7
        add.rn.f16 at latency 3: 3000 vectors, no mismatch
        mul.rn.bf16 at latency 3: 3000 vectors, no mismatch
        status 0
    "#]],
    );
    check_arguments(
        "verify sub.*.f16 --vectors 100 --latency 0 --engine reference",
        expect![[r#"
        engine reference, seed 1
        sub.rn.f16 at latency 0: 100 vectors, no mismatch
        sub.rn.sat.f16 at latency 0: 100 vectors, no mismatch
        sub.rn.ftz.f16 at latency 0: 100 vectors, no mismatch
        sub.rn.ftz.sat.f16 at latency 0: 100 vectors, no mismatch
        sub.rn.f32.f16 at latency 0: 100 vectors, no mismatch
        sub.rn.sat.f32.f16 at latency 0: 100 vectors, no mismatch
        sub.rz.f32.f16 at latency 0: 100 vectors, no mismatch
        sub.rz.sat.f32.f16 at latency 0: 100 vectors, no mismatch
        sub.rm.f32.f16 at latency 0: 100 vectors, no mismatch
        sub.rm.sat.f32.f16 at latency 0: 100 vectors, no mismatch
        sub.rp.f32.f16 at latency 0: 100 vectors, no mismatch
        sub.rp.sat.f32.f16 at latency 0: 100 vectors, no mismatch
        status 0
    "#]],
    );
}

#[test]
fn a_report_as_json() {
    check_arguments(
        "verify add.f16 --vectors 3000 --seed 7 --json",
        expect![[r#"
            {
              "engine": "simulator",
              "seed": 7,
              "reports": [
                {
                  "mnemonic": "add.rn.f16",
                  "latency": 3,
                  "vectors": 3000,
                  "mismatches": 0,
                  "breaches": 0,
                  "first": null,
                  "first_breach": null
                }
              ]
            }
            status 0
        "#]],
    );
}

#[test]
fn a_report_on_a_netlist_says_of_which_cells() {
    check_arguments(
        "verify neg.f16 --vectors 100 --engine gates",
        expect![[r#"
            engine gates, generic, seed 1
            neg.f16 at latency 1: 100 vectors, no mismatch
            status 0
        "#]],
    );
    check_arguments(
        "verify neg.f16 --vectors 100 --engine gates --mapped ice40 --json",
        expect![[r#"
            {
              "engine": "gates",
              "mapping": "ice40",
              "seed": 1,
              "reports": [
                {
                  "mnemonic": "neg.f16",
                  "latency": 1,
                  "vectors": 100,
                  "mismatches": 0,
                  "breaches": 0,
                  "first": null,
                  "first_breach": null
                }
              ]
            }
            status 0
        "#]],
    );
}

#[test]
fn equal_seeds_give_equal_reports() {
    let run = || printed("verify fma.relu.f16 --vectors 2000 --seed 12345678901234567890 --json");
    assert_eq!(run(), run());
}

#[test]
fn all_does_not_hide_what_is_named_beside_it() {
    for (words, complaint) in [
        (
            "prove all fma.rn.f16 --method exhaustive",
            "--method exhaustive is for one or two operands of at most 16 bits a lane, and fma.rn.f16 has",
        ),
        (
            "prove add.rn.f32.f16 all --method exhaustive",
            "--method exhaustive is for one or two operands of at most 16 bits a lane, and add.rn.f32.f16 has",
        ),
    ] {
        let output = halfpipe(words).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(complaint), "{said}");
    }
}

#[test]
fn a_wave_of_a_few_vectors() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = halfpipe("verify add.f16 --vectors 100 --vcd some/run.vcd");
    command.current_dir(folder.path());
    check(
        command,
        expect![[r#"
            engine simulator, seed 1
            add.rn.f16 at latency 3: 100 vectors, no mismatch
            some/run.vcd
            some/run.gtkw
            some/run.surf.ron
            some/halfpipe-f16.sh
            status 0
        "#]],
    );
    assert_eq!(files_in(folder.path()), ["some"]);
    assert_eq!(
        files_in(&folder.path().join("some")),
        ["halfpipe-f16.sh", "run.gtkw", "run.surf.ron", "run.vcd"]
    );
    let wave = std::fs::read_to_string(folder.path().join("some/run.vcd")).unwrap();
    assert!(wave.contains("$scope module add_rn_f16 $end"));
}

#[test]
fn a_wave_is_of_one_instruction() {
    check_arguments(
        "verify add.f16 sub.f16 --vcd run.vcd",
        expect![[r#"
        ! error: --vcd writes the wave of one instruction, but 2 are named
        status 2
    "#]],
    );
}
