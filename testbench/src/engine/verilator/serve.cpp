// Answers requests on standard input for the unit whose index is the first argument. The second is its latency: cycles from
// operands to result, 0 where it is combinational and has no control ports.
//
// A request is a kind, a count and so many items; all words have 32 bits and the machine's byte order.
//   EVALUATE  item: three operands.          answer: a status, then a result for each item where the status is 0
//   CYCLES    item: control, three operands, op, tag (the lower word first); answer: for each item out_valid, d, tag
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

enum Kind : uint32_t { EVALUATE = 0, CYCLES = 1 };
enum Control : uint32_t { RESET = 1, ENABLE = 2, IN_VALID = 4 };

struct CycleIn {
    uint32_t control;
    Operands operands;
    uint32_t op;
    uint32_t tag[2];
};

struct CycleOut {
    uint32_t out_valid;
    uint32_t d;
    uint32_t tag[2];
};

CycleOut outputs(const Unit& unit, bool out_valid) {
    const uint64_t tag = unit.tag();
    return CycleOut{out_valid, unit.d(), {static_cast<uint32_t>(tag), static_cast<uint32_t>(tag >> 32)}};
}

template <class T>
bool receive(T* items, size_t count) {
    return fread(items, sizeof(T), count, stdin) == count;
}

template <class T>
void send(const T* items, size_t count) {
    if (fwrite(items, sizeof(T), count, stdout) != count) exit(1);
}

void rising_edge(Unit& unit) {
    unit.clock(true);
    unit.evaluate();
    unit.clock(false);
}

uint32_t evaluate(Unit& unit, size_t latency, const std::vector<Operands>& vectors, std::vector<uint32_t>& results) {
    const size_t count = vectors.size();
    if (latency == 0) {
        for (size_t i = 0; i < count; ++i) {
            unit.operands(vectors[i]);
            unit.evaluate();
            results[i] = unit.d();
        }
        return 0;
    }
    // A reset empties the pipeline of what is in it.
    unit.control(true, false, false);
    unit.evaluate();
    rising_edge(unit);
    // One cycle more than the last result needs, in which out_valid must be 0 again.
    for (size_t cycle = 0; cycle <= count + latency; ++cycle) {
        unit.control(false, true, cycle < count);
        if (cycle < count) unit.operands(vectors[cycle]);
        unit.evaluate();
        const bool expected = cycle >= latency && cycle < count + latency;
        if (unit.out_valid() != expected) return static_cast<uint32_t>(cycle + 1);
        if (expected) results[cycle - latency] = unit.d();
        rising_edge(unit);
    }
    return 0;
}

CycleOut cycle(Unit& unit, size_t latency, const CycleIn& in) {
    const bool in_valid = in.control & IN_VALID;
    unit.operands(in.operands);
    unit.operation(in.op, static_cast<uint64_t>(in.tag[1]) << 32 | in.tag[0]);
    if (latency == 0) {
        unit.evaluate();
        return outputs(unit, in_valid);
    }
    unit.control(in.control & RESET, in.control & ENABLE, in_valid);
    unit.evaluate();
    const CycleOut out = outputs(unit, unit.out_valid());
    rising_edge(unit);
    return out;
}

bool answer_evaluate(Unit& unit, size_t latency, uint32_t count) {
    static std::vector<Operands> vectors;
    static std::vector<uint32_t> results;
    vectors.resize(count);
    results.resize(count);
    if (!receive(vectors.data(), count)) return false;
    const uint32_t status = evaluate(unit, latency, vectors, results);
    send(&status, 1);
    if (status == 0) send(results.data(), count);
    return true;
}

bool answer_cycles(Unit& unit, size_t latency, uint32_t count) {
    std::vector<CycleIn> inputs(count);
    std::vector<CycleOut> outputs(count);
    if (!receive(inputs.data(), count)) return false;
    for (uint32_t i = 0; i < count; ++i) outputs[i] = cycle(unit, latency, inputs[i]);
    send(outputs.data(), count);
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    const uint32_t index = argc > 1 ? static_cast<uint32_t>(atoi(argv[1])) : 0;
    const size_t latency = argc > 2 ? static_cast<size_t>(atoi(argv[2])) : 0;
    if (index >= maker_count) {
        fprintf(stderr, "there is no unit %u: this program has %u\n", index, maker_count);
        return 2;
    }
    // Registers start with arbitrary values, as they may in hardware: nothing but a reset can be relied upon.
    Verilated::randReset(2);
    Verilated::randSeed(1);
    Unit* const unit = makers[index]();
    unit->evaluate();

    uint32_t request[2];
    while (receive(request, 2)) {
        const auto answer = request[0] == EVALUATE ? answer_evaluate : answer_cycles;
        const bool whole = answer(*unit, latency, request[1]);
        if (!whole) break;
        fflush(stdout);
    }
    delete unit;
    return 0;
}
