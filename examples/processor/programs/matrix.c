// A matrix product, C = A * B with B transposed: 16 by 16, in f16, in pairs of f16, in bf16, and of f16 and bf16 with sums in f32. Each
// kernel is there twice, with the core and with what the compiler makes of _Float16 and float.
#include "halfpipe_fpu.h"
#include "machine.h"
#include "numbers.h"

// A board with little memory has room for the first kernel of a smaller product.
#ifdef SMALL
#define N 8
#else
#define N 16
#endif

static uint16_t a16[N][N] __attribute__((aligned(4))), b16[N][N] __attribute__((aligned(4)));
static uint32_t results[N * N];

// The innermost loops of each kernel go over whole rows.
#define EACH_ELEMENT(name, body)                                                                                                         \
    static __attribute__((noinline)) void name(void) {                                                                                   \
        for (uint32_t i = 0; i < N; i++)                                                                                                 \
            for (uint32_t j = 0; j < N; j++) {                                                                                           \
                body                                                                                                                     \
            }                                                                                                                            \
    }

// ---- with the core ----
EACH_ELEMENT(f16_core, {
    halfpipe_accumulator_write(0);
    uint32_t sum = 0;
    for (uint32_t k = 0; k < N; k++) sum = halfpipe_fma_rn_f16_accumulate(a16[i][k], b16[j][k]);
    results[i * N + j] = sum;
})

#ifndef SMALL
static uint16_t abf[N][N], bbf[N][N];

// Two sums at once, of even and odd places, which are added in the end.
EACH_ELEMENT(f16x2_core, {
    const uint32_t *a = (const uint32_t *)a16[i];
    const uint32_t *b = (const uint32_t *)b16[j];
    halfpipe_accumulator_write(0);
    uint32_t sum = 0;
    for (uint32_t k = 0; k < N / 2; k++) sum = halfpipe_fma_rn_f16x2_accumulate(a[k], b[k]);
    results[i * N + j] = halfpipe_add_rn_f16(sum, sum >> 16);
})

EACH_ELEMENT(bf16_core, {
    halfpipe_accumulator_write(0);
    uint32_t sum = 0;
    for (uint32_t k = 0; k < N; k++) sum = halfpipe_fma_rn_bf16_accumulate(abf[i][k], bbf[j][k]);
    results[i * N + j] = sum;
})

EACH_ELEMENT(mixed_f16_core, {
    halfpipe_accumulator_write(0);
    uint32_t sum = 0;
    for (uint32_t k = 0; k < N; k++) sum = halfpipe_fma_rn_f32_f16_accumulate(a16[i][k], b16[j][k]);
    results[i * N + j] = sum;
})

EACH_ELEMENT(mixed_bf16_core, {
    halfpipe_accumulator_write(0);
    uint32_t sum = 0;
    for (uint32_t k = 0; k < N; k++) sum = halfpipe_fma_rn_f32_bf16_accumulate(abf[i][k], bbf[j][k]);
    results[i * N + j] = sum;
})

// ---- with soft float ----
#include "soft.h"

EACH_ELEMENT(f16_soft, {
    _Float16 sum = 0;
    for (uint32_t k = 0; k < N; k++) sum += soft_f16(a16[i][k]) * soft_f16(b16[j][k]);
    results[i * N + j] = word_of_f16(sum);
})

EACH_ELEMENT(f16x2_soft, {
    _Float16 even = 0;
    _Float16 odd = 0;
    for (uint32_t k = 0; k < N; k += 2) {
        even += soft_f16(a16[i][k]) * soft_f16(b16[j][k]);
        odd += soft_f16(a16[i][k + 1]) * soft_f16(b16[j][k + 1]);
    }
    results[i * N + j] = word_of_f16(even + odd);
})

EACH_ELEMENT(bf16_soft, {
    __bf16 sum = 0;
    for (uint32_t k = 0; k < N; k++) sum += soft_bf16(abf[i][k]) * soft_bf16(bbf[j][k]);
    results[i * N + j] = word_of_bf16(sum);
})

EACH_ELEMENT(mixed_f16_soft, {
    float sum = 0;
    for (uint32_t k = 0; k < N; k++) sum += (float)soft_f16(a16[i][k]) * (float)soft_f16(b16[j][k]);
    results[i * N + j] = halfpipe_word_of_float(sum);
})

EACH_ELEMENT(mixed_bf16_soft, {
    float sum = 0;
    for (uint32_t k = 0; k < N; k++) sum += (float)soft_bf16(abf[i][k]) * (float)soft_bf16(bbf[j][k]);
    results[i * N + j] = halfpipe_word_of_float(sum);
})

#endif

static void run(const char *program, const char *by, void (*kernel)(void)) {
    uint32_t start = clocks();
    kernel();
    uint32_t taken = clocks() - start;
    report(program, by, taken);
    print_results(program, by, results, N * N);
}

int main(void) {
    uint32_t state = 1;
    for (uint32_t i = 0; i < N; i++)
        for (uint32_t j = 0; j < N; j++) {
            a16[i][j] = random_f16(&state);
            b16[i][j] = random_f16(&state);
#ifndef SMALL
            abf[i][j] = random_bf16(&state);
            bbf[i][j] = random_bf16(&state);
#endif
        }
    mark(1);
    run("matrix-f16", "core", f16_core);
    mark(0);
#ifndef SMALL
    run("matrix-f16x2", "core", f16x2_core);
    run("matrix-bf16", "core", bf16_core);
    run("matrix-f32-f16", "core", mixed_f16_core);
    run("matrix-f32-bf16", "core", mixed_bf16_core);
    run("matrix-f16", "soft", f16_soft);
    run("matrix-f16x2", "soft", f16x2_soft);
    run("matrix-bf16", "soft", bf16_soft);
    run("matrix-f32-f16", "soft", mixed_f16_soft);
    run("matrix-f32-bf16", "soft", mixed_bf16_soft);
#endif
    return 0;
}
