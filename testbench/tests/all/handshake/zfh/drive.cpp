// Drives one of several cores of RISC-V with random gaps, stalls, flushes and resets, and checks its handshake and results.
//
// Standard input, in 64-bit words of the machine's byte order: a seed, the place of the core in the design, 1 for flushes and resets,
// the number of its parts, and for each part its latency and 1 if it works on one operation at a time. Then the number of operations,
// and for each its ports (op, op_mod, rm, src_fmt, dst_fmt, int_fmt from bit 0 on), a, b, c, result, flags and part. An operation that
// the core lacks has the part 255. Standard output: a line for each broken rule of the first cycle that breaks one. The exit status is
// 1 if there is such a line.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <set>
#include <vector>

#include "Vcores.h"
#include "verilated.h"

namespace {

const uint64_t LACKING = 255;

struct Operation {
    uint64_t control, a, b, c, result, flags, part;
};

// An operation that was taken and has not been answered.
struct UnderWay {
    size_t operation;
    uint16_t tag;
    uint64_t taken_at;
    // No result waited, and no other part worked, since it was taken.
    bool undisturbed;
};

struct Part {
    uint64_t latency = 0;
    bool is_iterative = false;
    std::deque<UnderWay> under_way;
};

// The outputs of a core.
struct Shown {
    bool out_valid, busy;
    uint64_t result, flags, tag;
    bool operator==(const Shown& other) const {
        return out_valid == other.out_valid && busy == other.busy && same_answer(other);
    }
    bool same_answer(const Shown& other) const {
        return !out_valid || (result == other.result && flags == other.flags && tag == other.tag);
    }
};

std::mt19937_64 generator;
uint64_t cycle = 0;
bool failed = false;

uint64_t word() { return generator(); }
uint64_t draw(uint64_t below) { return word() % below; }

uint64_t receive() {
    uint64_t word = 0;
    if (fread(&word, sizeof word, 1, stdin) != 1) {
        printf("the input ends early\n");
        exit(2);
    }
    return word;
}

void fail(const char* rule) {
    printf("cycle %llu: %s\n", static_cast<unsigned long long>(cycle), rule);
    failed = true;
}

void fail_at(const Operation& operation, const Shown& out, const char* rule) {
    fail(rule);
    printf("  op %llu, op_mod %llu, rm %llu, formats %llu %llu %llu, operands %llx %llx %llx: %llx with flags %02llx, not %llx with %02llx\n",
           (unsigned long long)(operation.control & 15), (unsigned long long)(operation.control >> 4 & 1),
           (unsigned long long)(operation.control >> 5 & 7), (unsigned long long)(operation.control >> 8 & 7),
           (unsigned long long)(operation.control >> 11 & 7), (unsigned long long)(operation.control >> 14 & 3),
           (unsigned long long)operation.a, (unsigned long long)operation.b, (unsigned long long)operation.c,
           (unsigned long long)out.result, (unsigned long long)out.flags, (unsigned long long)operation.result,
           (unsigned long long)operation.flags);
}

// Changes the number of cycles in 256 in which a side is active.
void change(uint64_t& rate) {
    static const uint64_t rates[] = {0, 20, 80, 128, 200, 256, 256, 256};
    if (draw(48) == 0) rate = rates[draw(sizeof rates / sizeof rates[0])];
}

Shown shown(const Vcores& model) {
    return Shown{model.out_valid != 0, model.busy != 0, model.result, model.flags, model.tag_out};
}

}  // namespace

int main() {
    generator.seed(receive());
    const uint64_t which = receive();
    const bool interrupts = receive() != 0;
    std::vector<Part> parts(receive());
    for (Part& part : parts) {
        part.latency = receive();
        part.is_iterative = receive() != 0;
    }
    std::vector<Operation> operations(receive());
    for (Operation& operation : operations) {
        operation = Operation{receive(), receive(), receive(), receive(), receive(), receive(), receive()};
    }
    Verilated::randReset(2);
    Verilated::randSeed(1);
    Vcores model;
    model.which = which;
    model.clock = 0;
    uint64_t reset = 2, source = 256, sink = 256, answered = 0;
    size_t next = 0;
    bool offered = false, waited = false, was_cleared = false;
    uint16_t tag = 0;
    uint64_t refusals = 0;
    Shown waiting{};
    std::set<uint64_t> tags;
    // Operations under way without an answer, and cycles in which an answer could have been taken since the last one.
    uint64_t idle = 0;
    const auto any_under_way = [&] {
        for (const Part& part : parts) {
            if (!part.under_way.empty()) return true;
        }
        return false;
    };
    const auto clear = [&] {
        idle = 0;
        for (Part& part : parts) part.under_way.clear();
        tags.clear();
        waited = false;
    };
    for (; (next < operations.size() || any_under_way()) && !failed; ++cycle) {
        if (interrupts && draw(2000) == 0) reset = 1 + draw(3);
        const bool resetting = reset > 0;
        const bool flush = interrupts && draw(100) == 0;
        change(source);
        change(sink);
        if (resetting) offered = false;
        if (!resetting && !offered && next < operations.size() && draw(256) < source) {
            offered = true;
            refusals = draw(4) + 1;
            do tag = static_cast<uint16_t>(word()); while (tags.count(tag) != 0);
        }
        const bool ready = draw(256) < sink;
        const Operation idle_operation{word(), word(), word(), word(), 0, 0, LACKING};
        const bool peeks = next < operations.size() && draw(2) == 0;
        const Operation& operation = offered || peeks ? operations[next] : idle_operation;
        const bool is_known = (offered || peeks) && operation.part != LACKING;
        const bool is_lacking = (offered || peeks) && !is_known;
        model.reset_n = !resetting;
        model.flush = flush;
        model.in_valid = offered;
        model.op = operation.control & 15;
        model.op_mod = operation.control >> 4 & 1;
        model.rm = operation.control >> 5 & 7;
        model.src_fmt = operation.control >> 8 & 7;
        model.dst_fmt = operation.control >> 11 & 7;
        model.int_fmt = operation.control >> 14 & 3;
        model.a = operation.a;
        model.b = operation.b;
        model.c = operation.c;
        model.tag_in = offered ? tag : static_cast<uint16_t>(word());
        model.out_ready = !ready;
        model.eval();
        const Shown otherwise = shown(model);
        model.out_ready = ready;
        model.eval();
        const Shown out = shown(model);
        const bool in_ready = model.in_ready != 0;
        if (!resetting || cycle > 1) {
            if (!(out == otherwise)) fail("an output depends on out_ready");
            if (is_lacking && in_ready) fail("in_ready is 1 for an operation that the core lacks");
        }
        // In a reset, only a group without registers has a result.
        const bool taken = offered && is_known && in_ready && !resetting;
        if (resetting) {
            if (cycle > 1 && out.busy) fail("busy is 1 in a reset");
            if (cycle > 1 && out.out_valid) fail("out_valid is 1 in a reset");
        } else {
            const bool was_under_way = any_under_way();
            Part* const own = is_known ? &parts[operation.part] : nullptr;
            const bool others_work = [&] {
                for (const Part& part : parts) {
                    if (&part != own && !part.under_way.empty()) return true;
                }
                return false;
            }();
            if (offered && own && ready && !others_work && !own->is_iterative && !in_ready) {
                fail("in_ready is 0 although nothing is in the way");
            }
            // A group without registers answers in the same cycle, whether the operation is taken or not.
            const bool at_once = offered && own && own->latency == 0 && !own->is_iterative;
            if (taken || at_once) {
                own->under_way.push_back(UnderWay{next, tag, cycle, true});
                tags.insert(tag);
            }
            if (out.busy != (offered || was_under_way)) fail("busy is not that of the operations");
            if (was_cleared && out.out_valid && !at_once) fail("a result comes after a flush or a reset");
            if (waited) {
                if (!out.out_valid) fail("out_valid falls before the result is taken");
                else if (!out.same_answer(waiting)) fail("a result changes while it waits");
            }
            Part* from = nullptr;
            if (out.out_valid && !failed) {
                for (Part& part : parts) {
                    if (!part.under_way.empty() && part.under_way.front().tag == out.tag) from = &part;
                }
                if (from == nullptr) {
                    fail(tags.count(out.tag) != 0 ? "results of a group come out of order" : "a result has no operation");
                } else {
                    const Operation& done = operations[from->under_way.front().operation];
                    if (out.result != done.result) fail_at(done, out, "the result is not the model's");
                    if (out.flags != done.flags) fail_at(done, out, "the flags are not the model's");
                }
            }
            // The latency of an operation that nothing disturbs.
            for (Part& part : parts) {
                bool others = false;
                for (Part& other : parts) others |= &other != &part && !other.under_way.empty();
                for (UnderWay& one : part.under_way) {
                    one.undisturbed = one.undisturbed && !others && ready;
                    const uint64_t age = cycle - one.taken_at;
                    if (!one.undisturbed || &one != &part.under_way.front() || failed) continue;
                    const bool comes = from == &part;
                    if (part.is_iterative ? age >= part.latency && !comes : comes != (age == part.latency)) {
                        fail("the latency is not that of the group");
                    }
                }
            }
            if (out.out_valid && ready && from != nullptr) {
                tags.erase(from->under_way.front().tag);
                from->under_way.pop_front();
                ++answered;
                idle = 0;
            }
            if (at_once && taken && from != own) fail("an operation without latency is taken without its result");
            if (at_once && !taken && !own->under_way.empty()) {
                own->under_way.pop_back();
                tags.erase(tag);
            }
            if (at_once && !taken && from == own && ready) fail("a result is taken without its operation");
            idle += ready && was_under_way;
            if (idle > 100) fail("an operation has no answer");
            waited = out.out_valid && !ready;
            waiting = out;
            if (taken) {
                offered = false;
                ++next;
            } else if (offered && !is_known && --refusals == 0) {
                offered = false;
                ++next;
            }
        }
        was_cleared = resetting || flush;
        if (was_cleared) {
            clear();
            // The operation may be withdrawn.
            if (draw(2) == 0) offered = false;
        }
        model.clock = 1;
        model.eval();
        model.clock = 0;
        model.eval();
        if (reset > 0) --reset;
        if (cycle > 40 * operations.size() + 100000) fail("operations are not taken");
    }
    printf("%llu results in %llu cycles\n", static_cast<unsigned long long>(answered),
           static_cast<unsigned long long>(cycle));
    return failed ? 1 : 0;
}
