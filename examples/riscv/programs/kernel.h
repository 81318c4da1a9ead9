// Kernels with their operands, clock cycles and results: what the programs in C have in common.
#include "machine.h"

typedef _Float16 half;

enum { LENGTH = 64 };
static half a[LENGTH], b[LENGTH];

// The same numbers in each build, between -2 and 2.
static void fill(void) {
    uint32_t state = 1;
    for (int32_t i = 0; i < 2 * LENGTH; i++) {
        state = state * 1664525 + 1013904223;
        half value = (half)((int32_t)(state >> 21) - 1024) * (half)0x1p-9;
        *(i < LENGTH ? &a[i] : &b[i - LENGTH]) = value;
    }
}

// Returns the bits of a result. The program defines it.
static uint32_t result_bits(int32_t place);

// Runs a kernel, and prints its clock cycles and so many results.
static void run(const char *name, void (*kernel)(void), int32_t count) {
    uint32_t start = clocks();
    kernel();
    uint32_t end = clocks();
    print("clocks ");
    print(name);
    print(" ");
    print_word(end - start);
    for (int32_t i = 0; i < count; i++) {
        print("result ");
        print(name);
        print(" ");
        print_word(result_bits(i));
    }
}
