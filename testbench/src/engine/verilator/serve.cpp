// Answers requests on standard input for the unit whose index is the first argument. The second is its latency: cycles from
// data inputs to data outputs, 0 where it is combinational and has no control ports. The third is the number of cycles from one
// item to the next.
//
// A request is a kind, a count and so many items; all words have 64 bits and the machine's byte order.
//   EVALUATE  item: the data inputs.           answer: a status, then the data outputs of each item where it is 0
//   CYCLES    item: control, the data inputs.  answer: for each item out_valid and the data outputs
// A status other than 0 is the number of the first cycle, from 1, in which out_valid was not what it had to be.

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "unit.h"
#include "verilated.h"

typedef Unit* (*Maker)();
extern const Maker makers[];
extern const uint32_t maker_count;

namespace {

enum Kind : uint64_t { EVALUATE = 0, CYCLES = 1 };
enum Control : uint64_t { RESET = 1, ENABLE = 2, IN_VALID = 4 };

typedef std::vector<uint64_t> Words;

struct Timing {
    size_t latency;
    size_t interval;
};

bool receive(uint64_t* words, size_t count) {
    return fread(words, sizeof(*words), count, stdin) == count;
}

void send(const uint64_t* words, size_t count) {
    if (fwrite(words, sizeof(*words), count, stdout) != count) exit(1);
}

void rising_edge(Unit& unit) {
    unit.clock(true);
    unit.evaluate();
    unit.clock(false);
}

uint64_t evaluate(Unit& unit, Timing timing, size_t count, const Words& inputs, Words& outputs) {
    const size_t latency = timing.latency;
    const size_t in = unit.input_count();
    const size_t out = unit.output_count();
    if (latency == 0) {
        for (size_t i = 0; i < count; ++i) {
            unit.inputs(&inputs[i * in]);
            unit.evaluate();
            unit.outputs(&outputs[i * out]);
        }
        return 0;
    }
    // A reset empties the pipeline of what is in it.
    unit.control(true, false, false);
    unit.evaluate();
    rising_edge(unit);
    // One cycle more than the last result needs, in which out_valid must be 0 again.
    const size_t last = (count - 1) * timing.interval + latency;
    for (size_t cycle = 0; cycle <= last + 1; ++cycle) {
        const size_t item = cycle / timing.interval;
        const bool given = cycle % timing.interval == 0 && item < count;
        unit.control(false, true, given);
        if (given) unit.inputs(&inputs[item * in]);
        unit.evaluate();
        const bool expected = cycle >= latency && cycle <= last && (cycle - latency) % timing.interval == 0;
        if (unit.out_valid() != expected) return cycle + 1;
        if (expected) unit.outputs(&outputs[(cycle - latency) / timing.interval * out]);
        rising_edge(unit);
    }
    return 0;
}

// One clock cycle: `in` is control and data inputs, `out` out_valid and data outputs.
void cycle(Unit& unit, size_t latency, const uint64_t* in, uint64_t* out) {
    const bool in_valid = in[0] & IN_VALID;
    unit.inputs(in + 1);
    if (latency > 0) unit.control(in[0] & RESET, in[0] & ENABLE, in_valid);
    unit.evaluate();
    out[0] = latency == 0 ? in_valid : unit.out_valid();
    unit.outputs(out + 1);
    if (latency > 0) rising_edge(unit);
}

bool answer_evaluate(Unit& unit, Timing timing, size_t count) {
    static Words inputs;
    static Words outputs;
    inputs.resize(count * unit.input_count());
    outputs.resize(count * unit.output_count());
    if (!receive(inputs.data(), inputs.size())) return false;
    const uint64_t status = evaluate(unit, timing, count, inputs, outputs);
    send(&status, 1);
    if (status == 0) send(outputs.data(), outputs.size());
    return true;
}

bool answer_cycles(Unit& unit, Timing timing, size_t count) {
    const size_t in = 1 + unit.input_count();
    const size_t out = 1 + unit.output_count();
    Words inputs(count * in);
    Words outputs(count * out);
    if (!receive(inputs.data(), inputs.size())) return false;
    for (size_t i = 0; i < count; ++i) cycle(unit, timing.latency, &inputs[i * in], &outputs[i * out]);
    send(outputs.data(), outputs.size());
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    const uint32_t index = argc > 1 ? static_cast<uint32_t>(atoi(argv[1])) : 0;
    const Timing timing = {
        argc > 2 ? static_cast<size_t>(atoi(argv[2])) : 0,
        argc > 3 ? static_cast<size_t>(atoi(argv[3])) : 1,
    };
    if (index >= maker_count) {
        fprintf(stderr, "there is no unit %u: this program has %u\n", index, maker_count);
        return 2;
    }
    // Registers start with arbitrary values, as they may in hardware: nothing but a reset can be relied upon.
    Verilated::randReset(2);
    Verilated::randSeed(1);
    Unit* const unit = makers[index]();
    unit->evaluate();

    uint64_t request[2];
    while (receive(request, 2)) {
        const auto answer = request[0] == EVALUATE ? answer_evaluate : answer_cycles;
        const bool whole = answer(*unit, timing, request[1]);
        if (!whole) break;
        fflush(stdout);
    }
    delete unit;
    return 0;
}
