//! `wave` and `filter`.

use crate::common::{check, check_arguments, files_in, halfpipe};
use expect_test::expect;
use halfpipe_test_support::share;

#[test]
fn a_wave_and_what_opens_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = halfpipe("wave fma.rn.f16 3c00 4000 3c00 --out waves");
    command.current_dir(folder.path());
    check(
        command,
        expect![[r#"
            waves/fma_rn_f16.vcd
            waves/fma_rn_f16.gtkw
            waves/fma_rn_f16.surf.ron
            waves/halfpipe-f16.sh
            status 0
        "#]],
    );
    let files = files_in(&folder.path().join("waves"));
    assert_eq!(
        files,
        [
            "fma_rn_f16.gtkw",
            "fma_rn_f16.surf.ron",
            "fma_rn_f16.vcd",
            "halfpipe-f16.sh"
        ]
    );
}

/// Returns the dump that a command writes into the folder `waves`.
fn dump(arguments: &str, module: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = halfpipe(&format!("wave {arguments} --out waves"));
    command.current_dir(folder.path());
    check_arguments_written(command, module);
    let files = files_in(&folder.path().join("waves"));
    assert_eq!(files, [format!("{module}.gtkw"), format!("{module}.vcd")]);
    std::fs::read_to_string(folder.path().join("waves").join(files[1].as_str())).unwrap()
}

fn check_arguments_written(mut command: assert_cmd::Command, module: &str) {
    let output = command.output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(said, format!("waves/{module}.vcd\nwaves/{module}.gtkw\n"));
}

#[test]
fn waves_of_modules_behind_a_handshake() {
    // The model of a core takes as long to compile as all others of this file.
    if share::all() {
        // The register of 3.5, with its box.
        let text = dump("zfh --isa zfh fadd.h 1.5 2.0 rne", "halfpipe_zfh");
        assert!(text.contains(&format!("b{:b} ", 0xFFFF_4300_u32)), "{text}");
    }
    let text = dump("mma --m 1 --n 1 --k 2 --mode rn --type f16.f16", "halfpipe_mma");
    assert!(text.contains("$scope module dut $end"), "{text}");
}

#[test]
fn a_wave_of_vectors_of_all_kinds() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = halfpipe("wave mul.bf16x2 --latency 0 --html --svg");
    command.current_dir(folder.path());
    check(
        command,
        expect![[r#"
            ./mul_rn_bf16x2.vcd
            ./mul_rn_bf16x2.gtkw
            ./mul_rn_bf16x2.surf.ron
            ./mul_rn_bf16x2.svg
            ./mul_rn_bf16x2.html
            ./halfpipe-bf16.sh
            status 0
        "#]],
    );
}

#[test]
fn wrong_operands_and_folders() {
    check_arguments(
        "wave fma.rn.f16 3c00 4000",
        expect![[r#"
        ! error: fma.rn.f16 takes 3 operands (a, b, c), but 2 are given
        status 2
    "#]],
    );
    check_arguments(
        "wave neg.f16 fffff",
        expect![[r#"
        ! error: operand a of neg.f16 is `fffff`, but it has 16 bits: at most 0xffff
        status 2
    "#]],
    );
    check_arguments(
        "wave add.f16 0001 0002 --out /dev/null/below",
        expect![[r#"
        ! error: invalid value '/dev/null/below' for '--out <DIR>': /dev/null is no folder; name a folder, or a path without a file on it
        status 2
    "#]],
    );
}

#[test]
fn values_are_decoded_line_by_line() {
    let mut command = halfpipe("filter f16");
    command.write_stdin("3c00\nC000\nxxxx\njunk\n");
    check(
        command,
        expect![[r#"
        1
        -2
        x
        junk
        status 0
    "#]],
    );
}
