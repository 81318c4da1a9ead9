//! `eval` of modules behind a handshake: registers of zfh, matrices of mma.

use expect_test::expect;

use crate::common::{check_arguments, halfpipe};

/// Checks the standard output of a command, which must succeed.
fn assert_prints(arguments: &str, output: &str) {
    let got = halfpipe(arguments).output().unwrap();
    let error = String::from_utf8_lossy(&got.stderr);
    assert!(got.status.success(), "{arguments}: {error}");
    assert_eq!(String::from_utf8_lossy(&got.stdout), output, "{arguments}");
}

#[test]
fn instructions_of_zfh_take_registers_with_their_boxes() {
    for (arguments, output) in [
        ("fadd.h ffff3c00 0xffff4000 rne", "0xffff4200 0x00\n"),
        ("fadd.h 1.0 2.0 rne", "0xffff4200 0x00\n"),
        // Without its box a half counts as a NaN, but for moves.
        ("fadd.h 0x00003c00 ffff4000 rne", "0xffff7e00 0x00\n"),
        ("fmv.x.h 0x00018001", "0xffff8001 0x00\n"),
        ("fmv.h.x 0x12348001", "0xffff8001 0x00\n"),
        ("fcvt.w.h -1.5 rtz --decimal", "0xffffffff 0x01  -1 NX\n"),
        ("fcvt.h.w -3 rup", "0xffffc200 0x00\n"),
        ("fcvt.h.s 3f800001 rup", "0xffff3c01 0x01\n"),
        ("feq.h 1.0 1.0 --xlen 64 --flen 64", "0x0000000000000001 0x00\n"),
        ("fclass.h 0x0000000000003c00 --flen 64", "0x0000000000000200 0x00\n"),
        // In integer registers there is no box.
        ("fadd.h 0x12343c00 -3.0 rne --zhinx", "0xffffc000 0x00\n"),
        ("fdiv.h 1.0 3.0 rne --divsqrt small", "0xffff3555 0x01\n"),
        ("fdiv.h 1.0 3.0 rdn --divsqrt fast --latency 4", "0xffff3555 0x01\n"),
        ("fadd.bf16 1.0 2.0 rne --formats bf16", "0xffff4040 0x00\n"),
    ] {
        for engine in ["simulator", "reference"] {
            assert_prints(&format!("eval zfh {arguments} --engine {engine}"), output);
        }
    }
}

#[test]
fn lines_of_registers_come_from_a_stream() {
    let mut command = halfpipe("eval zfh");
    command.write_stdin("fadd.h ffff3c00 ffff4000 rne\n\nfsub.h,ffff3c00,ffff4000,1\nfclass.h 3c00\n");
    let output = command.output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "0xffff4200 0x00\n0xffffbc00 0x00\n0x00000200 0x00\n"
    );
}

#[test]
fn wrong_registers_say_what_is_allowed() {
    for (arguments, message) in [
        (
            "fadd.h 3c00 4000 rne",
            "operand a of fadd.h is `3c00`, which has 4 of 8 digits of a register: write 0xffff3c00 for a half in its box, \
             0x00003c00 for the register",
        ),
        (
            "fadd.h 2 4.0 rne",
            "operand a of fadd.h is `2`, which has 1 of 8 digits of a register: write 2.0 for the number, 0xffff0002 for a \
             half in its box, 0x00000002 for the register",
        ),
        ("fadd.h 1.0 2.0", "fadd.h takes 3 operands (a, b, rm), but 2 are given"),
        (
            "fdiv.h 1.0 2.0 rne",
            "this core does not have fdiv.h, as its --divsqrt is none; write --divsqrt small or fast",
        ),
        (
            "fadd.bf16 1.0 2.0 rne",
            "this core does not have fadd.bf16; `halfpipe explain zfh` lists its instructions",
        ),
        (
            "fadd.h 1.0 2.0 rne --engine gates",
            "--engine gates does not run zfh; write --engine simulator or --engine reference, or generate it and simulate \
             the file",
        ),
    ] {
        let output = halfpipe(&format!("eval zfh {arguments}")).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {message}\n"));
    }
}

/// Two matrix products of different sizes. The first has five products in each sum, which take two steps of a unit.
const MATRICES: &str = "\
1.0 2.0 3.0 4.0 5.0
0x3c00,0,0,0,-1.5

1.0 0
1.0 0
1.0 0
1.0 0
2.0 1.0

0 1.0
0x40000000 0


3.0

-2.0

0.5
";

#[test]
fn a_tile_multiplies_matrices_of_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matrices");
    std::fs::write(&file, MATRICES).unwrap();
    let tile = "eval mma --m 2 --n 3 --k 4 --mode volta";
    let output = "0x41a00000 0x40c00000\n0x00000000 0xbfc00000\n\n0xc0b00000\n";
    for options in ["", " --engine reference", " --engine gates", " --latency 2"] {
        assert_prints(&format!("{tile} {}{options}", file.display()), output);
        let mut command = halfpipe(&format!("{tile} -{options}"));
        let got = command.write_stdin(MATRICES).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&got.stdout), output, "{options}");
    }
    assert_prints(
        &format!("{tile} {} --decimal", file.display()),
        "0x41a00000 0x40c00000  20 6\n0x00000000 0xbfc00000  0 -1.5\n\n0xc0b00000  -5.5\n",
    );
}

#[test]
fn wrong_matrices_are_named_with_their_line() {
    for (matrices, message) in [
        (
            "",
            "0 matrices; a product has A, B and C, with a blank line between two",
        ),
        (
            "1.0\n\n1.0\n",
            "2 matrices; a product has A, B and C, with a blank line between two",
        ),
        (
            "1.0 2.0\n1.0\n",
            "line 2: the row has 1 element, and the row above has 2; a blank line ends a matrix",
        ),
        (
            "1.0 x\n",
            "line 1: the element is `x`, which is neither a number such as 1.5, -2 or inf nor 16 bits such as 0x0001",
        ),
        (
            "1.0 2.0\n\n1.0\n\n1.0\n",
            "line 3: B has 1 row, and A has 2 columns; both numbers are the same",
        ),
        (
            "1.0 2.0\n\n1.0\n1.0\n\n1.0 1.0\n",
            "line 6: C is a matrix of 1 x 2, and A · B of 1 x 1; both sizes are the same",
        ),
    ] {
        let mut command = halfpipe("eval mma --m 2 --n 2 --k 4 --mode volta");
        let output = command.write_stdin(matrices).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{matrices}");
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            format!("error: standard input: {message}\n")
        );
        assert!(output.stdout.is_empty());
    }
    check_arguments(
        "eval mma --m 2 --n 2 --k 4 --mode volta a b",
        expect![[r#"
            ! error: mma takes one file of matrices, and `b` is left over
            status 2
        "#]],
    );
}
