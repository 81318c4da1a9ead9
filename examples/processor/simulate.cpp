// Runs a processor until its program sends the end of its text, and prints what comes out of the serial line.
//
//     simulate +program=FILE [+clocks=MOST] [+waves=FILE]
//
// Waves are those of the first clocks in which the program has set `mark`. Exit status 1: no end in so many clocks.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "Vprocessor.h"
#include "verilated.h"
#include "verilated_vcd_c.h"

// Clocks of a bit on the line, and what ends a text.
constexpr int bit_clocks = 4, end_of_text = 4;

// So many clocks are in a wave.
constexpr int most_waves = 1500;

static std::string option(VerilatedContext& context, const char* name) {
    const std::string found = context.commandArgsPlusMatch(name);
    return found.empty() ? found : found.substr(std::strlen(name) + 1);
}

int main(int count, char** words) {
    VerilatedContext context;
    context.commandArgs(count, words);
    context.traceEverOn(true);
    Vprocessor top{&context};
    const std::string waves = option(context, "waves="), most = option(context, "clocks=");
    const long limit = most.empty() ? 4'000'000'000 : std::atol(most.c_str());
    VerilatedVcdC trace;
    if (!waves.empty()) {
        top.trace(&trace, 99);
        trace.open(waves.c_str());
    }
    // The receiver: how many clocks of a byte have passed, and its bits.
    int passed = -1, shown = 0;
    unsigned byte = 0;
    for (long clock = 0; clock < limit; clock++) {
        const bool shows = !waves.empty() && top.mark && shown++ < most_waves;
        for (int level : {1, 0}) {
            top.clock = level;
            top.eval();
            if (shows) trace.dump(std::uint64_t(10 * clock + (level ? 0 : 5)));
        }
        if (passed < 0) {
            if (!top.transmit) passed = 0;
            continue;
        }
        passed++;
        const int bit = passed / bit_clocks - 1;
        if (passed % bit_clocks != bit_clocks / 2 || bit < 0) continue;
        if (bit < 8) {
            byte |= unsigned(top.transmit) << bit;
            continue;
        }
        if (byte == end_of_text) {
            std::fflush(stdout);
            return 0;
        }
        std::putchar(int(byte));
        passed = -1;
        byte = 0;
    }
    std::fflush(stdout);
    std::fprintf(stderr, "no end of the text in %ld clocks\n", limit);
    return 1;
}
