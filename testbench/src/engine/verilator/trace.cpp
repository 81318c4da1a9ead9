// Runs the unit whose index is the first argument through the clock cycles on standard input, and dumps what changes into the
// file of the third. The second argument is 1 where the unit has control ports. The unit of time is that of the dump: a cycle
// takes as long as the fourth argument says, and inputs change so long after its beginning as the fifth says.
//
// A cycle is four words: reset, enable and in_valid in the lowest bits of the first, and the operands. For each cycle the answer
// is out_valid and d, which has a meaning only with it.

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "unit.h"
#include "verilated.h"
#include "verilated_vcd_c.h"

typedef Unit* (*Maker)();
extern const Maker makers[];

namespace {

struct Input {
    uint32_t control;
    Operands operands;
};

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
    const bool has_control = atoi(argv[2]) != 0;
    const uint64_t length = static_cast<uint64_t>(atoi(argv[4]));
    const uint64_t inputs_after = static_cast<uint64_t>(atoi(argv[5]));
    std::vector<Input> cycles;
    for (Input cycle; fread(&cycle, sizeof(cycle), 1, stdin) == 1;) cycles.push_back(cycle);

    Verilated::traceEverOn(true);
    Unit* const unit = makers[atoi(argv[1])]();
    VerilatedVcdC dump;
    unit->trace(dump);
    dump.open(argv[3]);
    const auto show = [&](uint64_t time) {
        unit->evaluate();
        dump.dump(time);
    };
    uint64_t begin = 0;
    for (const Input& cycle : cycles) {
        if (has_control) {
            unit->clock(true);
            show(begin);
            unit->control(cycle.control & 1, cycle.control >> 1 & 1, cycle.control >> 2 & 1);
            unit->operands(cycle.operands);
            show(begin + inputs_after);
            answer(*unit, unit->out_valid());
            unit->clock(false);
            show(begin + length / 2);
        } else {
            unit->operands(cycle.operands);
            show(begin);
            answer(*unit, true);
        }
        begin += length;
    }
    dump.close();
    delete unit;
    return 0;
}
