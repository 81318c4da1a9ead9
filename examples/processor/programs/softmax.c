// Softmax of rows of f16: the largest is subtracted, 2^(x * log2 e) of each divided by their sum, which is kept in f32. Division is the
// compiler's: once a row, of 1 by the sum.
#include "halfpipe_fpu.h"
#include "machine.h"
#include "numbers.h"
#include "soft.h"

#define ROWS 8
#define COLUMNS 32
// log2 e in f16.
#define LOG2_E 0x3dc5

static uint16_t x[ROWS][COLUMNS];
static uint32_t results[ROWS * COLUMNS];

static __attribute__((noinline)) void with_core(void) {
    for (uint32_t i = 0; i < ROWS; i++) {
        uint32_t largest = x[i][0];
        for (uint32_t j = 1; j < COLUMNS; j++) largest = halfpipe_max_f16(largest, x[i][j]);
        uint32_t sum = 0;
        for (uint32_t j = 0; j < COLUMNS; j++) {
            uint32_t power = halfpipe_ex2_approx_f16(halfpipe_mul_rn_f16(halfpipe_sub_rn_f16(x[i][j], largest), LOG2_E));
            results[i * COLUMNS + j] = power;
            sum = halfpipe_add_rn_f32_f16(power, sum);
        }
        uint32_t inverse = halfpipe_cvt_rn_f16_f32(halfpipe_word_of_float(1.0f / halfpipe_float_of_word(sum)));
        for (uint32_t j = 0; j < COLUMNS; j++)
            results[i * COLUMNS + j] = halfpipe_mul_rn_f16(results[i * COLUMNS + j], inverse);
    }
}

static __attribute__((noinline)) void with_soft_float(void) {
    for (uint32_t i = 0; i < ROWS; i++) {
        _Float16 largest = soft_f16(x[i][0]);
        for (uint32_t j = 1; j < COLUMNS; j++)
            if (soft_f16(x[i][j]) > largest) largest = soft_f16(x[i][j]);
        float sum = 0;
        for (uint32_t j = 0; j < COLUMNS; j++) {
            _Float16 power = (_Float16)__builtin_exp2f((float)(_Float16)((_Float16)(soft_f16(x[i][j]) - largest) * soft_f16(LOG2_E)));
            results[i * COLUMNS + j] = word_of_f16(power);
            sum += (float)power;
        }
        _Float16 inverse = (_Float16)(1.0f / sum);
        for (uint32_t j = 0; j < COLUMNS; j++)
            results[i * COLUMNS + j] = word_of_f16(soft_f16(results[i * COLUMNS + j]) * inverse);
    }
}

int main(void) {
    uint32_t state = 2;
    for (uint32_t i = 0; i < ROWS; i++)
        for (uint32_t j = 0; j < COLUMNS; j++) x[i][j] = random_f16(&state);
    uint32_t start = clocks();
    with_core();
    report("softmax", "core", clocks() - start);
    print_results("softmax", "core", results, ROWS * COLUMNS);
    start = clocks();
    with_soft_float();
    report("softmax", "soft", clocks() - start);
    print_results("softmax", "soft", results, ROWS * COLUMNS);
    return 0;
}
