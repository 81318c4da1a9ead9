// A matrix product, a Fourier transform and a softmax in `float`, of operands in `_Float16`. The compiler makes them of the instructions of
// F and Zfh, or of its soft float.
#include "kernel.h"

enum { SIDE = 8 };
static float results[2 * LENGTH];

// Sums in float of products of halves.
static void matrix_product(void) {
    for (int32_t row = 0; row < SIDE; row++)
        for (int32_t column = 0; column < SIDE; column++) {
            float sum = 0;
            for (int32_t i = 0; i < SIDE; i++) sum += (float)a[SIDE * row + i] * (float)b[SIDE * i + column];
            results[SIDE * row + column] = sum;
        }
}

static float absolute(float x) { return x < 0 ? -x : x; }

// The square root by Newton's steps from above: each divides. It needs no function of a library.
static float root(float x) {
    float y = x > 1 ? x : 1;
    for (int32_t i = 0; i < 6; i++) y = 0.5f * (y + x / y);
    return y;
}

// The complex Fourier transform of 64 points a + ib, in place: the real parts of `results` first, then the imaginary ones. Its last step
// takes the magnitudes and rounds them to halves.
static void fourier_transform(void) {
    float *real = results, *imaginary = results + LENGTH;
    for (uint32_t i = 0; i < LENGTH; i++) {
        uint32_t reversed = 0;
        for (uint32_t bit = 0; bit < 6; bit++) reversed |= (i >> bit & 1) << (5 - bit);
        real[reversed] = (float)a[i];
        imaginary[reversed] = (float)b[i];
    }
    // cos and -sin of pi, pi / 2 and so on to pi / 32.
    static const float cosines[6] = {-1, 0, 0.70710678f, 0.92387953f, 0.98078528f, 0.99518473f};
    static const float sines[6] = {0, -1, -0.70710678f, -0.38268343f, -0.19509032f, -0.09801714f};
    for (int32_t level = 0, span = 1; span < LENGTH; level++, span *= 2) {
        float cosine = 1, sine = 0;
        for (int32_t i = 0; i < span; i++) {
            for (int32_t low = i; low < LENGTH; low += 2 * span) {
                int32_t high = low + span;
                float x = real[high] * cosine - imaginary[high] * sine, y = real[high] * sine + imaginary[high] * cosine;
                real[high] = real[low] - x;
                imaginary[high] = imaginary[low] - y;
                real[low] += x;
                imaginary[low] += y;
            }
            float turned = cosine * cosines[level] - sine * sines[level];
            sine = cosine * sines[level] + sine * cosines[level];
            cosine = turned;
        }
    }
    for (int32_t i = 0; i < LENGTH; i++) {
        float larger = absolute(real[i]) > absolute(imaginary[i]) ? absolute(real[i]) : absolute(imaginary[i]);
        float x = real[i] / larger, y = imaginary[i] / larger;
        results[i] = (float)(half)(larger * root(x * x + y * y));
    }
}

// 2^x for x from -16 to 0: a power of two times a polynomial.
static float power_of_two(float x) {
    int32_t whole = (int32_t)x;
    float rest = x - (float)whole;
    float power = 1 + rest * (0.69314718f + rest * (0.24022651f + rest * (0.05550411f + rest * (0.00961813f + rest * 0.00133336f))));
    while (whole++ < 0) power *= 0.5f;
    return power;
}

static void softmax(void) {
    half largest = a[0];
    float sum = 0;
    for (int32_t i = 1; i < LENGTH; i++)
        if (a[i] > largest) largest = a[i];
    for (int32_t i = 0; i < LENGTH; i++) {
        results[i] = power_of_two((float)(a[i] - largest) * 1.44269504f);
        sum += results[i];
    }
    for (int32_t i = 0; i < LENGTH; i++) results[i] /= sum;
}

static uint32_t result_bits(int32_t place) {
    union { float value; uint32_t bits; } word = {.value = results[place]};
    return word.bits;
}

int main(void) {
    fill();
    run("matrix-product", matrix_product, LENGTH);
    run("fourier-transform", fourier_transform, 2 * LENGTH);
    run("softmax", softmax, LENGTH);
    return 0;
}
