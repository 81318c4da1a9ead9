//! `wave` and `filter`.

use crate::common::{check, check_arguments, files_in, halfpipe};
use expect_test::expect;

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
