// Operands of the programs, as bits.
#ifndef NUMBERS_H
#define NUMBERS_H
#include "machine.h"

// An f16 between -2 and 2 that is not tiny, and a bf16.
static inline uint16_t random_f16(uint32_t *state) {
    uint32_t x = next_word(state);
    return (uint16_t)((x & 0x83ff) | (11 + (x >> 16 & 3) + (x >> 18 & 1)) << 10);
}
static inline uint16_t random_bf16(uint32_t *state) {
    uint32_t x = next_word(state);
    return (uint16_t)((x & 0x807f) | (123 + (x >> 16 & 3) + (x >> 18 & 1)) << 7);
}
#endif
