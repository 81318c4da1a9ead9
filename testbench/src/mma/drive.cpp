// Drives one of several tiles with random gaps, stalls and resets, and checks its handshake and results in each cycle.
//
// Standard input, in 32-bit words of the machine's byte order: a seed, the place of the tile in the design, its latency, its number of
// slots, its number of columns, the width of a result, the number of steps; and for each step a control word (slot, first << 8,
// last << 9), the words of a, b and c, and of the sums after the step. Standard output: the numbers of results and cycles, or the first
// broken rule. The exit status is 1 if there is one.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "Vtiles.h"
#include "drive.h"
#include "sizes.h"
#include "verilated.h"

namespace {

struct Step {
    uint32_t control;
    uint32_t a[A_WORDS], b[B_WORDS], c[C_WORDS], d[C_WORDS];
    uint32_t slot() const { return control & 255; }
    bool first() const { return control >> 8 & 1; }
    bool last() const { return control >> 9 & 1; }
};

// No step.
const size_t NONE = ~size_t{0};

// Resets in a run.
const int RESETS = 16;

std::mt19937 generator;
uint64_t cycle = 0;

uint32_t word() { return generator(); }
uint32_t draw(uint32_t below) { return word() % below; }

void fail(const char* rule) {
    printf("cycle %llu: %s\n", static_cast<unsigned long long>(cycle), rule);
    exit(1);
}

// Changes the number of cycles in 256 in which a side is active.
void change(uint32_t& rate) {
    static const uint32_t rates[] = {0, 20, 80, 128, 200, 256, 256, 256};
    if (draw(48) == 0) rate = rates[draw(sizeof rates / sizeof rates[0])];
}

template <typename Port, size_t count>
void set(Port& port, const uint32_t (&words)[count]) {
    for (size_t place = 0; place < count; ++place) port[place] = words[place];
}

// The element of d at a place.
uint32_t element(const uint32_t* words, size_t place, size_t bits) {
    const size_t low = place * bits;
    return bits == 32 ? words[place] : words[low / 32] >> (low % 32) & ((uint32_t{1} << bits) - 1);
}

}  // namespace

int main() {
    generator.seed(receive());
    const uint32_t which = receive(), latency = receive(), slots = receive(), columns = receive(), bits = receive();
    std::vector<Step> steps(receive());
    for (Step& step : steps) receive(reinterpret_cast<uint32_t*>(&step), sizeof step / sizeof(uint32_t));
    Verilated::randReset(2);
    Verilated::randSeed(1);
    Vtiles model;
    model.which = which;
    model.clock = 0;
    // Steps in the ranks of registers, the oldest last, and the one whose result waits.
    std::vector<size_t> ranks(latency - 1, NONE);
    size_t waiting = NONE, next = 0;
    uint32_t reset = 2, source = 256, sink = 256;
    int resets = 0;
    bool offered = false;
    uint64_t results = 0;
    const auto any_under_way = [&] {
        for (size_t step : ranks) {
            if (step != NONE) return true;
        }
        return waiting != NONE;
    };
    for (; next < steps.size() || any_under_way(); ++cycle) {
        if (resets < RESETS && next < 500 && draw(100) == 0) {
            reset = 1 + draw(3);
            ++resets;
        }
        const bool resetting = reset > 0;
        change(source);
        change(sink);
        if (resetting) offered = false;
        if (!resetting && next < steps.size() && draw(256) < source) offered = true;
        Step noise;
        for (size_t place = 0; place < sizeof noise / sizeof(uint32_t); ++place) {
            reinterpret_cast<uint32_t*>(&noise)[place] = word();
        }
        const bool peeks = next < steps.size() && draw(2) == 0;
        const Step& step = offered || peeks ? steps[next] : noise;
        // Without an offer, any slot may stand there, also one that does not exist.
        const uint32_t width = slots <= 2 ? 1 : 32 - __builtin_clz(slots - 1);
        const uint32_t slot = step.slot() & ((1u << width) - 1);
        const bool ready = draw(256) < sink;
        model.reset = resetting;
        model.in_valid = offered;
        model.slot = slot;
        model.first = step.first();
        model.last = step.last();
        set(model.a, step.a);
        set(model.b, step.b);
        set(model.c, step.c);
        model.out_ready = !ready;
        model.eval();
        const bool valid_otherwise = model.out_valid;
        const uint32_t slot_otherwise = model.out_slot;
        model.out_ready = ready;
        model.eval();
        if (resetting) {
            std::fill(ranks.begin(), ranks.end(), NONE);
            waiting = NONE;
            next = 0;
            offered = false;
        } else {
            if (valid_otherwise != bool(model.out_valid)) fail("out_valid depends on out_ready");
            if (valid_otherwise && slot_otherwise != model.out_slot) fail("out_slot depends on out_ready");
            const size_t ending = ranks.empty() ? NONE : ranks.back();
            const bool closing = ranks.empty() ? step.last() : ending != NONE && steps[ending].last();
            const bool moves = !(closing && waiting != NONE && !ready);
            bool blocked = slot >= slots;
            for (size_t under_way : ranks) blocked |= under_way != NONE && steps[under_way].slot() == slot;
            if (model.in_ready && !moves) fail("in_ready is 1 while a second result waits");
            if (model.in_ready && slot >= slots) fail("in_ready is 1 for a slot that does not exist");
            if (model.in_ready && blocked) fail("in_ready is 1 while a step is under way on the slot");
            if (!model.in_ready && moves && !blocked) fail("in_ready is 0 although nothing is in the way");
            if (model.out_valid && waiting == NONE) fail("a result comes that no step has");
            if (!model.out_valid && waiting != NONE) fail("a result is missing");
            if (waiting != NONE) {
                const Step& done = steps[waiting];
                if (model.out_slot != done.slot()) fail("out_slot is not that of the result");
                uint32_t found[C_WORDS];
                for (size_t place = 0; place < C_WORDS; ++place) found[place] = model.d[place];
                for (size_t place = 0; place < C_WORDS * 32 / bits; ++place) {
                    const uint32_t right = element(done.d, place, bits), is = element(found, place, bits);
                    if (right == is) continue;
                    printf("cycle %llu: row %zu, column %zu of d, slot %u: %0*x, not %0*x\n",
                           static_cast<unsigned long long>(cycle), place / columns, place % columns, done.slot(),
                           static_cast<int>(bits / 4), is, static_cast<int>(bits / 4), right);
                    return 1;
                }
            }
            const bool taken = offered && model.in_ready;
            const size_t started = taken ? next : NONE;
            const size_t ended = !moves ? NONE : ranks.empty() ? started : ending;
            if (waiting != NONE && ready) {
                ++results;
                waiting = NONE;
            }
            if (ended != NONE && steps[ended].last()) waiting = ended;
            if (moves && !ranks.empty()) {
                for (size_t rank = ranks.size() - 1; rank > 0; --rank) ranks[rank] = ranks[rank - 1];
                ranks[0] = started;
            }
            if (taken) {
                offered = false;
                ++next;
            }
        }
        model.clock = 1;
        model.eval();
        model.clock = 0;
        model.eval();
        if (reset > 0) --reset;
        if (cycle > 200 * steps.size() + 100000) fail("steps are not taken");
    }
    printf("%llu %llu\n", static_cast<unsigned long long>(results), static_cast<unsigned long long>(cycle));
    return 0;
}
