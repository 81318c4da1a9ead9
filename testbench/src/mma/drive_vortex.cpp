// Drives Vortex' dot product unit as Vortex does: operands in each enabled cycle, the result LATENCY enabled cycles later.
//
// Standard input, in 32-bit words of the machine's byte order: a seed, the number of operands, and for each the code of the format, the
// mask of elements, the words of a_row and b_col, c_val and the expected d_val. Standard output: the numbers of results and cycles, or the
// first wrong result. The exit status is 1 if there is one.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "Vsocket.h"
#include "drive.h"
#include "sizes.h"
#include "verilated.h"

namespace {

struct Operands {
    uint32_t format, mask, a[WORDS], b[WORDS], c, d;
};

}  // namespace

int main() {
    std::mt19937 generator(receive());
    std::vector<Operands> all(receive());
    for (Operands& one : all) receive(reinterpret_cast<uint32_t*>(&one), sizeof one / sizeof(uint32_t));
    Verilated::randReset(2);
    Verilated::randSeed(1);
    Vsocket model;
    model.clk = 0;
    model.reset = 0;
    uint64_t cycle = 0;
    uint32_t rate = 256;
    // Enabled cycles so far: in each of them new operands come.
    for (size_t enabled = 0; enabled < all.size() + LATENCY; ++cycle) {
        if (generator() % 32 == 0) rate = generator() % 257;
        if (generator() % 16 == 0) rate = 256;
        model.enable = generator() % 256 < rate;
        model.reset = generator() % 64 == 0;
        const bool is_there = enabled < all.size();
        const Operands& one = all[is_there ? enabled : 0];
        // Without enable, anything may be at the ports.
        const bool noise = !model.enable || !is_there;
        model.fmt_s = noise ? generator() & 15 : one.format;
        model.fmt_d = generator() & 15;
        model.mask = noise ? generator() : one.mask;
        for (size_t place = 0; place < WORDS; ++place) {
            model.a[place] = noise ? generator() : one.a[place];
            model.b[place] = noise ? generator() : one.b[place];
        }
        model.c_val = noise ? generator() : one.c;
        model.eval();
        if (enabled >= LATENCY) {
            const Operands& done = all[enabled - LATENCY];
            if (model.d_val != done.d) {
                printf("cycle %llu: operands %zu, format %u: d_val is %08x, not %08x\n",
                       static_cast<unsigned long long>(cycle), enabled - LATENCY, done.format,
                       static_cast<uint32_t>(model.d_val), done.d);
                return 1;
            }
        }
        enabled += model.enable;
        model.clk = 1;
        model.eval();
        model.clk = 0;
        model.eval();
    }
    printf("%zu %llu\n", all.size(), static_cast<unsigned long long>(cycle));
    return 0;
}
