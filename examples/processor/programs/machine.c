#include "machine.h"

void put(char byte) {
    while (!(DEVICES[0] & 1)) {
    }
    DEVICES[0] = (uint8_t)byte;
}

void print(const char *text) {
    while (*text) put(*text++);
}

void print_word(uint32_t word) {
    for (int32_t shift = 28; shift >= 0; shift -= 4) put("0123456789abcdef"[word >> shift & 15]);
}

void print_number(uint32_t number) {
    char digits[10];
    int32_t count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (count) put(digits[--count]);
}

void report(const char *program, const char *by, uint32_t clocks) {
    print("clocks ");
    print(program);
    put(' ');
    print(by);
    put(' ');
    print_number(clocks);
    put('\n');
}

void print_results(const char *program, const char *by, const uint32_t *words, uint32_t count) {
    print("result ");
    print(program);
    put(' ');
    print(by);
    for (uint32_t i = 0; i < count; i++) {
        put(' ');
        print_word(words[i]);
    }
    put('\n');
}

// The functions that the compiler calls for a structure or a list of zeros. They must not call themselves.
__attribute__((no_builtin)) void *memcpy(void *to, const void *from, uint32_t count) {
    char *a = to;
    const char *b = from;
    while (count--) *a++ = *b++;
    return to;
}
__attribute__((no_builtin)) void *memset(void *to, int value, uint32_t count) {
    char *a = to;
    while (count--) *a++ = (char)value;
    return to;
}
