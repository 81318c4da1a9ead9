// Every instruction that the core has, on VECTORS operands each, against its twin in software; then the accumulator.
#include "halfpipe_fpu.h"
#include "halfpipe_fpu_twins.h"
#include "machine.h"

#ifndef VECTORS
#define VECTORS 2000
#endif

static uint32_t state = 5, wrong = 0;

// Hard operands: zeros, subnormal and extreme numbers, infinities, NaN and what is next to them, in 16 and in 32 bits.
static const uint32_t edges[] = {
    0x00000000, 0x80008000, 0x00010001, 0x80018001, 0x03ff0400, 0x84007bff, 0x7c00fbff, 0xfc007fff, 0x7ff73c00, 0xbc003bff, 0x3c013800, 0x7c017e00,
    0x007f0080, 0x80807f7f, 0x7f80ff7f, 0xff803f80, 0xbf803f7f, 0x7f817fc0, 0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0x7f800000, 0xff800000,
    0x7fffffff, 0x3f800000, 0x33000000, 0x33000001, 0x477fe000, 0x477ff000, 0xc77fefff, 0x4effffff, 0x4f000000, 0xffffffff, 0x0000ffff, 0x12345678,
};

static uint32_t operand(void) {
    uint32_t word = next_word(&state), kind = next_word(&state) >> 28;
    if (kind < 4) return edges[word % (sizeof edges / sizeof edges[0])];
    // Two halves of middling magnitude, or a float.
    if (kind < 7) return (word & 0x83ff83ff) + 0x2c002c00 + (word >> 3 & 0x08000c00);
    if (kind < 10) return (word & 0x807f807f) + 0x3e803e80 + (word >> 5 & 0x01800180);
    if (kind < 12) return (word & 0x807fffff) + 0x3b000000 + (word >> 2 & 0x07800000);
    return word;
}

static void check(const char *name, uint32_t a, uint32_t b, uint32_t c, uint32_t result, uint32_t expected) {
    if (result == expected) return;
    if (wrong++ < 20) {
        print("wrong ");
        print(name);
        uint32_t words[] = {a, b, c, result, expected};
        for (uint32_t i = 0; i < 5; i++) {
            put(' ');
            print_word(words[i]);
        }
        put('\n');
    }
}

#define CALL_1(function) function(a)
#define CALL_2(function) function(a, b)
#define CALL_3(function) function(a, b, c)

// An operand has bits in the word that the instruction ignores: those above its own.
#define TEST(name, operands, bits_a, bits_b, bits_c)                                                                                      \
    static __attribute__((noinline)) void test_##name(void) {                                                                             \
        for (uint32_t i = 0; i < VECTORS; i++) {                                                                                          \
            uint32_t a = operand(), b = operand(), c = operand();                                                                         \
            check(#name, a, b, c, CALL_##operands(halfpipe_##name), CALL_##operands(halfpipe_##name##_twin));                             \
        }                                                                                                                                 \
    }
HALFPIPE_FPU_INSTRUCTIONS(TEST)

#define RUN(name, operands, bits_a, bits_b, bits_c) test_##name();
#define COUNT(name, operands, bits_a, bits_b, bits_c) +1

static void accumulator(void) {
    for (uint32_t i = 0; i < VECTORS; i++) {
        uint32_t a = operand(), b = operand(), c = operand();
        halfpipe_accumulator_write(c);
        check("write", a, b, c, halfpipe_accumulator_read(), c);
        // The accumulator is used and stays; is used and changes; is written while nothing waits for it.
        uint32_t expected = halfpipe_fma_rn_f16_twin(a, b, c);
        check("use", a, b, c, halfpipe_fma_rn_f16_accumulator(a, b), expected);
        check("stay", a, b, c, halfpipe_accumulator_read(), c);
        check("accumulate", a, b, c, halfpipe_fma_rn_f16_accumulate(a, b), expected);
        expected = halfpipe_fma_rn_f16_twin(b, a, expected);
        check("accumulate", a, b, c, halfpipe_fma_rn_f16_accumulate(b, a), expected);
        check("result", a, b, c, halfpipe_accumulator_read(), expected);
        halfpipe_fma_rn_f16_accumulate(a, b);
        halfpipe_accumulator_write(b);
        check("overwrite", a, b, c, halfpipe_accumulator_read(), b);
    }
}

int main(void) {
    HALFPIPE_FPU_INSTRUCTIONS(RUN)
    accumulator();
    print("selftest ");
    print_number(0 HALFPIPE_FPU_INSTRUCTIONS(COUNT));
    print(" instructions ");
    print_number(VECTORS);
    print(" vectors ");
    print_number(wrong);
    print(" wrong\n");
    return 0;
}
