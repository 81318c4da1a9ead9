// Runs the unit whose index is the first argument through the clock cycles on standard input, and dumps what changes into the
// file of the third. The second argument is 1 where the unit has control ports. The unit of time is that of the dump: a cycle
// takes as long as the fourth argument says, and inputs change so long after its beginning as the fifth says.
//
// A cycle is a word of 64 bits with reset, enable and in_valid in its lowest bits, and a word for each data input. For each cycle
// the answer is out_valid and the data outputs, which have a meaning only with it, each a word.

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "unit.h"
#include "verilated.h"
#include "verilated_vcd_c.h"

typedef Unit* (*Maker)();
extern const Maker makers[];

namespace {

void answer(const Unit& unit, bool out_valid) {
    std::vector<uint64_t> words(1 + unit.output_count());
    words[0] = out_valid;
    unit.outputs(&words[1]);
    if (fwrite(words.data(), sizeof(words[0]), words.size(), stdout) != words.size()) exit(1);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) return 2;
    const bool has_control = atoi(argv[2]) != 0;
    const uint64_t length = static_cast<uint64_t>(atoi(argv[4]));
    const uint64_t inputs_after = static_cast<uint64_t>(atoi(argv[5]));

    Verilated::traceEverOn(true);
    Unit* const unit = makers[atoi(argv[1])]();
    const size_t in = unit->input_count();
    std::vector<uint64_t> words;
    for (uint64_t word; fread(&word, sizeof(word), 1, stdin) == 1;) words.push_back(word);
    VerilatedVcdC dump;
    unit->trace(dump);
    dump.open(argv[3]);
    const auto show = [&](uint64_t time) {
        unit->evaluate();
        dump.dump(time);
    };
    const size_t item = 1 + in;
    uint64_t begin = 0;
    for (const uint64_t* cycle = words.data(); cycle != words.data() + words.size(); cycle += item) {
        if (has_control) {
            unit->clock(true);
            show(begin);
            unit->control(cycle[0] & 1, cycle[0] >> 1 & 1, cycle[0] >> 2 & 1);
            unit->inputs(cycle + 1);
            show(begin + inputs_after);
            answer(*unit, unit->out_valid());
            unit->clock(false);
            show(begin + length / 2);
        } else {
            unit->inputs(cycle + 1);
            show(begin);
            answer(*unit, true);
        }
        begin += length;
    }
    dump.close();
    delete unit;
    return 0;
}
