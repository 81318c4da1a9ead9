//! `verify --arch-test` on the command line, on lines in the format of riscv-arch-test.

use expect_test::expect;

use crate::common::{check, check_arguments, halfpipe};

/// Returns `verify --arch-test` with these lines on standard input.
fn verified(mnemonic: &str, lines: &str) -> assert_cmd::Command {
    let mut command = halfpipe(&format!("verify {mnemonic} --arch-test -"));
    command.write_stdin(lines);
    command
}

/// Two tests in the two layouts of such files.
const ADDITIONS: &str = r#"
#include "arch_test.h"
RVTEST_CODE_BEGIN

inst_0:// rs1==f31, fs1 == 0 and fe1 == 0x0f and fm1 == 0x000 and  fcsr == 0x60 and rm_val == 7
/* opcode: fadd.h ; op1:f31; op2:f30; dest:f29; op1val:0x3c00; op2val:0x1;
   valaddr_reg:x3; val_offset:0*FLEN/8; rmval:dyn; fcsr: 96;
   correctval:??; testreg:x2
*/
TEST_FPRR_OP(fadd.h, f29, f31, f30, dyn, 96, 0, x3, 0*FLEN/8, x4, x1, x2)

inst_1:
/* opcode: fadd.h ; op1:f31; op2:f30; dest:f29; op1val:0x7c01; op2val:0x8000;
valaddr_reg:x3; val_offset:2*FLEN/8; rmval:rtz; correctval:??; testreg:x2;
fcsr_val: 0*/
TEST_FPRR_OP(fadd.h, f29, f31, f30, rtz, 0, 0, x3, 2*FLEN/8, x4, x1, x2)
RVTEST_CODE_END
"#;

#[test]
fn operands_of_arch_test_are_compared() {
    check(
        verified("fadd.h", ADDITIONS),
        expect![[r#"
            fadd.h at latency 0, engine simulator: 2 tests of riscv-arch-test (1 rtz, 1 rup), no mismatch
            status 0
        "#]],
    );
    let fused =
        "/* opcode: fmadd.h ; op1val:0x7ac0; op2val:0x7a0f;\nop3val:0x7a0f; rmval:dyn;\ntestreg:x2; fcsr_val:0 */\n\
                 TEST_FPR4_OP(fmadd.h, f31, f30, f29, f29, dyn, 0, 0, x3, 0*FLEN/8, x4, x1, x2)\n";
    check(
        verified("fmadd.h --latency 2", fused),
        expect![[r#"
            fmadd.h at latency 2, engine simulator: 1 test of riscv-arch-test (1 rne), no mismatch
            status 0
        "#]],
    );
    let class =
        "/* opcode: fclass.h ; op1:f31; dest:x31; op1val:0x8000; valaddr_reg:x3;\ncorrectval:??; fcsr_val:0*/\n\
                 TEST_FPID_OP_NRM(fclass.h, x31, f31, 0, 0, x3, 0*FLEN/8, x4, x1, x2)\n";
    check(
        verified("fclass.h", class),
        expect![[r#"
            fclass.h at latency 0, engine simulator: 1 test of riscv-arch-test, no mismatch
            status 0
        "#]],
    );
}

/// Checks the message about a file that differs from the additions in one place.
fn check_refused(place: &str, other: &str, message: &str) {
    assert!(ADDITIONS.contains(place), "{place}");
    let output = verified("fadd.h", &ADDITIONS.replacen(place, other, 1))
        .output()
        .unwrap();
    let refused = String::from_utf8(output.stderr).unwrap();
    assert_eq!(refused, format!("error: standard input:{message}\n"));
    assert_eq!(output.status.code(), Some(2), "{other}");
}

#[test]
fn malformed_tests_of_arch_test_are_refused() {
    check_refused(
        "op2val:0x1;",
        "op2val:0x1_0000;",
        "6: op2val '0x1_0000' is no number of 16 bits",
    );
    check_refused("op2val:0x1;", "", "6: the field op2val is missing");
    check_refused(
        "op2val:0x1;",
        "op2val:0x1; op2val:0x1;",
        "6: the field op2val occurs twice",
    );
    check_refused("op2val:0x1;", "op2val 0x1;", "6: 'op2val 0x1' is no field");
    check_refused("fcsr: 96", "fcsr: 224", "6: fcsr 224 has the reserved rounding mode 7");
    check_refused("fcsr: 96", "", "6: the field fcsr is missing");
    check_refused(
        "rmval:rtz",
        "rmval:rod",
        "13: rmval 'rod' is no rounding mode; write rne, rtz, rdn, rup, rmm or dyn",
    );
    check_refused(
        "opcode: fadd.h",
        "opcode: fsub.h",
        "6: the test is of fsub.h, not of fadd.h",
    );
    check_refused("fcsr_val: 0*/", "fcsr_val: 0", "13: the comment does not end");
    check_refused(
        "TEST_FPRR_OP(fadd.h, f29, f31, f30, dyn, 96, 0, x3, 0*FLEN/8, x4, x1, x2)",
        "",
        "10: a line such as TEST_FPRR_OP(…) is missing after the comment",
    );
    check_refused(
        "RVTEST_CODE_END",
        "TEST_FPRR_OP(fadd.h, f29, f31, f30, rtz, 0, 0, x3, 4*FLEN/8, x4, x1, x2)",
        "17: a comment with the operands is missing before the test",
    );
    check(
        verified("fadd.h", "RVTEST_CODE_BEGIN\n"),
        expect![[r#"
            ! error: standard input: the file has no tests
            status 2
        "#]],
    );
}

#[test]
fn arch_test_is_for_one_instruction_of_riscv() {
    check_arguments(
        "verify fadd.h fsub.h --arch-test x",
        expect![[r#"
            ! error: --arch-test compares one instruction, but 2 are named
            status 2
        "#]],
    );
    check_arguments(
        "verify add.f16 --arch-test x",
        expect![[r#"
            ! error: --arch-test compares an instruction of RISC-V such as fadd.h, and add.rn.f16 is none
            status 2
        "#]],
    );
    check_arguments(
        "verify fadd.h.rtz --arch-test x",
        expect![[r#"
            ! error: --arch-test takes the rounding from each test; write fadd.h
            status 2
        "#]],
    );
    check_arguments(
        "verify fadd.h --arch-test no-such-file",
        expect![[r#"
            ! error: cannot read no-such-file: No such file or directory (os error 2)
            status 2
        "#]],
    );
}
