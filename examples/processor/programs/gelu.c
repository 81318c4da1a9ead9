// GELU of f16: x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))). The soft one computes in f16 too, its tanh in float.
#include "halfpipe_fpu.h"
#include "machine.h"
#include "numbers.h"
#include "soft.h"

#define COUNT 256
// In f16: 0.044715, sqrt(2 / pi), 1 and 1/2.
#define CUBIC 0x29b9
#define SCALE 0x3a62
#define ONE 0x3c00
#define HALF 0x3800

static uint16_t x[COUNT];
static uint32_t results[COUNT];

static __attribute__((noinline)) void with_core(void) {
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t square = halfpipe_mul_rn_f16(x[i], x[i]);
        uint32_t factor = halfpipe_fma_rn_f16(square, CUBIC, ONE);
        uint32_t argument = halfpipe_mul_rn_f16(halfpipe_mul_rn_f16(x[i], factor), SCALE);
        uint32_t sum = halfpipe_add_rn_f16(halfpipe_tanh_approx_f16(argument), ONE);
        results[i] = halfpipe_mul_rn_f16(halfpipe_mul_rn_f16(x[i], HALF), sum);
    }
}

// tanh x = 1 - 2 / (e^2x + 1).
static float soft_tanh(float value) { return 1.0f - 2.0f / (__builtin_exp2f(value * 2.88539008f) + 1.0f); }

static __attribute__((noinline)) void with_soft_float(void) {
    for (uint32_t i = 0; i < COUNT; i++) {
        _Float16 value = soft_f16(x[i]);
        _Float16 factor = (_Float16)(value * value) * soft_f16(CUBIC) + soft_f16(ONE);
        _Float16 argument = (_Float16)(value * factor) * soft_f16(SCALE);
        _Float16 sum = (_Float16)soft_tanh((float)argument) + soft_f16(ONE);
        results[i] = word_of_f16((_Float16)(value * soft_f16(HALF)) * sum);
    }
}

int main(void) {
    uint32_t state = 3;
    for (uint32_t i = 0; i < COUNT; i++) x[i] = random_f16(&state);
    uint32_t start = clocks();
    with_core();
    report("gelu", "core", clocks() - start);
    print_results("gelu", "core", results, COUNT);
    start = clocks();
    with_soft_float();
    report("gelu", "soft", clocks() - start);
    print_results("gelu", "soft", results, COUNT);
    return 0;
}
