// Runs the unit whose index is the first argument, at the latency of the second, on the vectors on standard input, and dumps
// what changes into the file of the third. The unit of time is that of the dump: a cycle takes as long as the fourth argument
// says, and operands change so long after its beginning as the fifth says.
//
// A vector is three words. Without control ports there is one in each cycle. With them the first cycle is the reset, the
// vectors follow, and then as many cycles as the last result takes, and one. For each cycle the answer is out_valid and d,
// which has a meaning only with it.

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "unit.h"
#include "verilated.h"
#include "verilated_vcd_c.h"

typedef Unit* (*Maker)();
extern const Maker makers[];

namespace {

struct Output {
    uint32_t out_valid;
    uint32_t d;
};

void answer(const Unit& unit, bool out_valid) {
    const Output output = {out_valid, unit.d()};
    if (fwrite(&output, sizeof(output), 1, stdout) != 1) exit(1);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) return 2;
    const size_t latency = static_cast<size_t>(atoi(argv[2]));
    const uint64_t length = static_cast<uint64_t>(atoi(argv[4]));
    const uint64_t operands_after = static_cast<uint64_t>(atoi(argv[5]));
    std::vector<Operands> vectors;
    for (Operands vector; fread(&vector, sizeof(vector), 1, stdin) == 1;) vectors.push_back(vector);

    Verilated::traceEverOn(true);
    Unit* const unit = makers[atoi(argv[1])]();
    VerilatedVcdC dump;
    unit->trace(dump);
    dump.open(argv[3]);
    const auto show = [&](uint64_t time) {
        unit->evaluate();
        dump.dump(time);
    };
    const size_t count = vectors.size();
    const size_t cycles = latency == 0 ? count : 1 + count + latency + 1;
    for (size_t cycle = 0; cycle < cycles; ++cycle) {
        const uint64_t begin = cycle * length;
        if (latency == 0) {
            unit->operands(vectors[cycle]);
            show(begin);
            answer(*unit, true);
            continue;
        }
        unit->clock(true);
        show(begin);
        const bool is_valid = cycle >= 1 && cycle <= count;
        unit->control(cycle == 0, true, is_valid);
        if (is_valid) unit->operands(vectors[cycle - 1]);
        show(begin + operands_after);
        answer(*unit, unit->out_valid());
        unit->clock(false);
        show(begin + length / 2);
    }
    dump.close();
    delete unit;
    return 0;
}
