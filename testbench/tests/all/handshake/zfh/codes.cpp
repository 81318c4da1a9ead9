// Offers every combination of codes to each of several idle cores, whose results are taken. Standard input, in 64-bit words of the
// machine's byte order: the number of cores. Standard output: for each core a line, with `in_ready` for each combination.

#include <cstdint>
#include <cstdio>
#include <string>

#include "Vcores.h"
#include "verilated.h"

int main() {
    uint64_t cores = 0;
    if (fread(&cores, sizeof cores, 1, stdin) != 1) return 1;
    Vcores model;
    model.flush = 0;
    model.in_valid = 0;
    model.out_ready = 1;
    for (const bool runs : {false, true, true}) {
        model.reset_n = runs;
        for (const bool clock : {false, true}) {
            model.clock = clock;
            model.eval();
        }
    }
    model.in_valid = 1;
    for (uint64_t core = 0; core < cores; ++core) {
        model.which = core;
        std::string line;
        for (uint32_t codes = 0; codes < 1 << 16; ++codes) {
            model.op = codes & 15;
            model.op_mod = codes >> 4 & 1;
            model.rm = codes >> 5 & 7;
            model.src_fmt = codes >> 8 & 7;
            model.dst_fmt = codes >> 11 & 7;
            model.int_fmt = codes >> 14 & 3;
            model.eval();
            line += model.in_ready ? '1' : '0';
        }
        puts(line.c_str());
    }
}
