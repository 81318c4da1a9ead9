// A dot product, a softmax and an FIR filter in `_Float16`. The compiler makes them of Zfh's instructions, or of its soft float.
#include "machine.h"

typedef _Float16 half;

enum { LENGTH = 64, TAPS = 8 };
static half a[LENGTH], b[LENGTH], results[LENGTH];

// The same numbers in each build, between -2 and 2.
static void fill(void) {
    uint32_t state = 1;
    for (int32_t i = 0; i < 2 * LENGTH; i++) {
        state = state * 1664525 + 1013904223;
        half value = (half)((int32_t)(state >> 21) - 1024) * (half)0x1p-9;
        *(i < LENGTH ? &a[i] : &b[i - LENGTH]) = value;
    }
}

static void dot_product(void) {
    half sum = 0;
    for (int32_t i = 0; i < LENGTH; i++) sum += a[i] * b[i];
    results[0] = sum;
}

// 2^x for x from -16 to 0: a power of two times a polynomial.
static half power_of_two(half x) {
    int32_t whole = (int32_t)x;
    half rest = x - (half)whole;
    half power = (half)1 + rest * ((half)0.6931 + rest * ((half)0.2402 + rest * ((half)0.0555 + rest * (half)0.0096)));
    while (whole++ < 0) power *= (half)0.5;
    return power;
}

static void softmax(void) {
    half largest = a[0], sum = 0;
    for (int32_t i = 1; i < LENGTH; i++)
        if (a[i] > largest) largest = a[i];
    for (int32_t i = 0; i < LENGTH; i++) {
        results[i] = power_of_two((a[i] - largest) * (half)1.4427);
        sum += results[i];
    }
    for (int32_t i = 0; i < LENGTH; i++) results[i] /= sum;
}

static void fir_filter(void) {
    for (int32_t i = 0; i + TAPS <= LENGTH; i++) {
        half sum = 0;
        for (int32_t k = 0; k < TAPS; k++) sum += a[i + k] * b[k];
        results[i] = sum;
    }
}

static void run(const char *name, void (*kernel)(void), int32_t count) {
    uint32_t start = clocks();
    kernel();
    uint32_t end = clocks();
    print("clocks ");
    print(name);
    print(" ");
    print_word(end - start);
    for (int32_t i = 0; i < count; i++) {
        union { half value; uint16_t bits; } word = {.value = results[i]};
        print("result ");
        print(name);
        print(" ");
        print_word(word.bits);
    }
}

int main(void) {
    fill();
    run("dot-product", dot_product, 1);
    run("softmax", softmax, LENGTH);
    run("fir-filter", fir_filter, LENGTH - TAPS + 1);
    return 0;
}
