// The simulator's services for a program.
#ifndef MACHINE_H
#define MACHINE_H

#ifndef MACHINE
#define MACHINE 0x80000000
#endif
#define MACHINE_BYTE 0
#define MACHINE_WORD 4
#define MACHINE_END 8

#ifndef __ASSEMBLER__
#include <stdint.h>

static inline void print(const char *text) {
    while (*text) *(volatile uint32_t *)(MACHINE + MACHINE_BYTE) = (uint8_t)*text++;
}

static inline void print_word(uint32_t word) { *(volatile uint32_t *)(MACHINE + MACHINE_WORD) = word; }

static inline uint32_t clocks(void) {
    uint32_t count;
    __asm__ volatile("csrr %0, mcycle" : "=r"(count));
    return count;
}
#endif

#endif
