// The numbers of the programs as types that the compiler computes with itself.
#ifndef SOFT_H
#define SOFT_H
#include <stdint.h>

static inline _Float16 soft_f16(uint32_t bits) {
    union { uint16_t bits; _Float16 value; } both = {.bits = (uint16_t)bits};
    return both.value;
}
static inline uint32_t word_of_f16(_Float16 value) {
    union { _Float16 value; uint16_t bits; } both = {.value = value};
    return both.bits;
}
static inline __bf16 soft_bf16(uint32_t bits) {
    union { uint16_t bits; __bf16 value; } both = {.bits = (uint16_t)bits};
    return both.value;
}
static inline uint32_t word_of_bf16(__bf16 value) {
    union { __bf16 value; uint16_t bits; } both = {.value = value};
    return both.bits;
}
#endif
