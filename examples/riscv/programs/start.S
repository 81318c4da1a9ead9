# The start of a program, at the first address of the memory. A trap ends the simulation with status 255, an end of main with what main returns.
#include "machine.h"
    .section .start, "ax"
    .globl _start
_start:
    j start
    # All causes come here: CV32E40P takes traps at multiples of 256 only.
    .balign 256
trap:
    li a0, 255
    j finish
start:
    la t0, trap
    csrw mtvec, t0
    # Floating point is on, and the clock counter runs.
    li t0, 0x2000
    csrs mstatus, t0
    csrw mcountinhibit, zero
    li sp, MEMORY
    # Clears the data that starts as zero.
    la t0, zeros_start
    la t1, zeros_end
1:  bgeu t0, t1, 2f
    sw zero, 0(t0)
    addi t0, t0, 4
    j 1b
2:  call main
    .globl finish
finish:
    li t0, MACHINE
    sw a0, MACHINE_END(t0)
3:  j 3b
