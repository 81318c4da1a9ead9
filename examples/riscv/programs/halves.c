// A dot product, a softmax and an FIR filter in `_Float16`. The compiler makes them of Zfh's instructions, or of its soft float.
#include "kernel.h"

enum { TAPS = 8 };
static half results[LENGTH];

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

static uint32_t result_bits(int32_t place) {
    union { half value; uint16_t bits; } word = {.value = results[place]};
    return word.bits;
}

int main(void) {
    fill();
    run("dot-product", dot_product, 1);
    run("softmax", softmax, LENGTH);
    run("fir-filter", fir_filter, LENGTH - TAPS + 1);
    return 0;
}
