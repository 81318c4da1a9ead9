// Runs the processor until its program ends.
//
//     simulate +program=FILE [+clocks=MOST]
//
// Exit status 1: the program did not end in so many clock cycles.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "Vprocessor.h"
#include "verilated.h"

int main(int count, char** words) {
    VerilatedContext context;
    context.commandArgs(count, words);
    Vprocessor top{&context};
    const std::string most = context.commandArgsPlusMatch("clocks=");
    const long limit = most.empty() ? 50'000'000 : std::atol(most.c_str() + std::strlen("+clocks="));
    for (long clock = 0; clock < limit && !top.done; clock++) {
        // It falls first, since registers behind a clock gate see no clock in reset.
        top.reset_n = clock < 1 || clock >= 4;
        for (int level : {0, 1}) {
            top.clock = level;
            top.eval();
        }
    }
    if (top.done) return 0;
    std::fprintf(stderr, "no end of the program in %ld clock cycles\n", limit);
    return 1;
}
