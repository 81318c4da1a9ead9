// Runs a module through the cycles in a file, and prints its outputs before each edge.
#include <cstdio>
#include <cstdlib>

#include "V@MODULE@.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

int main(int count, char **arguments) {
    VerilatedContext context;
    context.randReset(2);
    context.randSeed(std::atoi(arguments[count - 1]));
    V@MODULE@ *dut = new V@MODULE@(&context);
    dut->clock = 0;
    FILE *file = std::fopen("words.txt", "r");
    unsigned long long words[@WORDS@];
    for (;;) {
        for (int place = 0; place < @WORDS@; place++) {
            if (std::fscanf(file, "%llx", &words[place]) != 1) std::_Exit(0);
        }
@INPUTS@
        dut->eval();
        std::printf("outputs ");
@OUTPUTS@
        std::printf("\n");
        std::fflush(stdout);
        dut->clock = 1;
        dut->eval();
        dut->clock = 0;
        dut->eval();
    }
}
