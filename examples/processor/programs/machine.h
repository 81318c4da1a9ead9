// The devices beside the processor: a serial line, a counter of clocks, a mark for waveforms; and random words.
#ifndef MACHINE_H
#define MACHINE_H
#include <stdint.h>

#define DEVICES ((volatile uint32_t *)0x80000000u)

static inline uint32_t clocks(void) { return DEVICES[1]; }
static inline void mark(uint32_t on) { DEVICES[2] = on; }

// A byte to the serial line.
void put(char byte);
void print(const char *text);
// Eight hexadecimal digits, and as many as a number has in decimal.
void print_word(uint32_t word);
void print_number(uint32_t number);
// A line: what was computed, by what, and how many clocks it took.
void report(const char *program, const char *by, uint32_t clocks);
// A line with the words of a result: `program by: word word ...`.
void print_results(const char *program, const char *by, const uint32_t *words, uint32_t count);

// The next of a sequence of words, which is the same on every machine.
static inline uint32_t next_word(uint32_t *state) {
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}
#endif
