// Conversions: floats to f16 and bf16, both back again, and to integers, as a quantised network does between its layers.
#include "halfpipe_fpu.h"
#include "machine.h"
#include "numbers.h"
#include "soft.h"

#define COUNT 256

static float x[COUNT];
static uint32_t results[COUNT];

static __attribute__((noinline)) void with_core(void) {
    for (uint32_t i = 0; i < COUNT; i++) {
        __half half = __float2half_rn(x[i]);
        __nv_bfloat16 brain = __float2bfloat16_rn(__half2float(half));
        results[i] = (uint32_t)__half_as_ushort(half) << 16 | __bfloat16_as_ushort(brain);
        results[i] ^= (uint32_t)__half2int_rz(half);
    }
}

static __attribute__((noinline)) void with_soft_float(void) {
    for (uint32_t i = 0; i < COUNT; i++) {
        _Float16 half = (_Float16)x[i];
        __bf16 brain = (__bf16)(float)half;
        results[i] = word_of_f16(half) << 16 | word_of_bf16(brain);
        results[i] ^= (uint32_t)(int32_t)half;
    }
}

int main(void) {
    uint32_t state = 4;
    for (uint32_t i = 0; i < COUNT; i++) {
        // Magnitudes between 2^-10 and 2^14.
        uint32_t word = next_word(&state);
        x[i] = halfpipe_float_of_word((word & 0x807fffff) | (117 + (word >> 24 & 15) + (word >> 28 & 7)) << 23);
    }
    uint32_t start = clocks();
    with_core();
    report("convert", "core", clocks() - start);
    print_results("convert", "core", results, COUNT);
    start = clocks();
    with_soft_float();
    report("convert", "soft", clocks() - start);
    print_results("convert", "soft", results, COUNT);
    return 0;
}
