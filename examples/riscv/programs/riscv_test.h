// The environment of the programs of riscv-tests. Each is a `main`, which ends with status 0 or the
// number of the test that failed. It cannot return, since some programs overwrite `ra`.
#ifndef RISCV_TEST_H
#define RISCV_TEST_H

// No set-up. Some programs of rv32uzfh name the one of 64 bits.
#define RVTEST_RV32UF
#define RVTEST_RV32UH
#define RVTEST_RV64UF
#define RVTEST_RV64UH
#define TESTNUM gp

#define RVTEST_CODE_BEGIN \
    .text;                \
    .globl main;          \
main:
#define RVTEST_CODE_END
#define RVTEST_PASS \
    li a0, 0;       \
    j finish;
#define RVTEST_FAIL \
    mv a0, TESTNUM; \
    j finish;

#define RVTEST_DATA_BEGIN .balign 4;
#define RVTEST_DATA_END
#define TEST_DATA

#endif
