# The start of a program.
    .section .start, "ax"
    .globl _start
_start:
#ifdef VEXRISCV
    # Bit 31 of this register lets programs use the custom function unit.
    li t0, 0x80000000
    csrw 0xbc0, t0
#endif
    li sp, MEMORY
    # Clears the data that starts as zero.
    la t0, zeros_start
    la t1, zeros_end
1:  bgeu t0, t1, 2f
    sw zero, 0(t0)
    addi t0, t0, 4
    j 1b
2:  call main
    # The end of the text.
    li a0, 4
    call put
3:  j 3b
