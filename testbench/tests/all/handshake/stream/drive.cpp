// Drives many streams at once with random stalls on both sides, and judges each by the rules of AXI4-Stream.
//
// Standard input, in 32-bit words of the machine's byte order: a seed, the number of streams, and for each stream its
// latency, 1 if its unit is iterative, the number of its beats and for each beat three words of operands and one of the result. Standard output: a
// line for each broken rule of the first cycle that breaks one. The exit status is 1 where there is such a line.

#include <cstdint>
#include <cstdio>
#include <deque>
#include <random>
#include <vector>

#include "Vstreams.h"
#include "verilated.h"

namespace {

struct Beat {
    uint32_t operands[3];
    uint32_t result;
};

struct Given {
    uint32_t result;
    bool last;
};

// The number of cycles in 256 in which a side is active.
typedef uint32_t Rate;

struct Stream {
    uint32_t latency = 0;
    // It works on one beat at a time, so it does not have full throughput.
    bool is_iterative = false;
    std::vector<Beat> beats;
    // The beat that is offered, or will be next.
    size_t next = 0;
    bool offered = false;
    bool offered_last = false;
    bool ready = false;
    // The beats that were taken and not yet given, the oldest first.
    std::deque<Given> under_way;
    // The output of the last cycle, if it was valid and not taken.
    bool waiting = false;
    Given waited{};
    Rate source = 256, sink = 256;
    // Beats taken one after another, without a cycle in which none was offered.
    uint32_t unbroken = 0;
    // The receiver was ready in the last cycle.
    bool was_ready = false;
    uint64_t given = 0;
};

std::mt19937 generator;
uint64_t cycle = 0;
bool failed = false;

uint32_t word() { return static_cast<uint32_t>(generator()); }
uint32_t draw(uint32_t below) { return word() % below; }

uint32_t receive() {
    uint32_t word = 0;
    if (fread(&word, sizeof word, 1, stdin) != 1) {
        printf("the input ends early\n");
        exit(2);
    }
    return word;
}

void fail(size_t stream, const char* rule) {
    printf("stream %zu, cycle %llu: %s\n", stream, static_cast<unsigned long long>(cycle), rule);
    failed = true;
}

void change(Rate& rate) {
    static const Rate rates[] = {0, 20, 80, 128, 200, 256, 256};
    if (draw(48) == 0) rate = rates[draw(sizeof rates / sizeof rates[0])];
}

// The outputs of a stream, for comparison.
struct Shown {
    bool s_tready, m_tvalid, m_tlast;
    uint32_t m_tdata;
    bool operator==(const Shown& other) const {
        return s_tready == other.s_tready && m_tvalid == other.m_tvalid && m_tlast == other.m_tlast &&
               m_tdata == other.m_tdata;
    }
};

Shown shown(const Vstreams& model, size_t index) {
    return Shown{(model.s_tready[index] & 1) != 0, (model.m_tvalid[index] & 1) != 0, (model.m_tlast[index] & 1) != 0,
                 model.m_tdata[index]};
}

void judge(Stream& stream, size_t index, const Shown& out) {
    if (stream.waiting) {
        if (!out.m_tvalid) fail(index, "m_axis_tvalid fell before the beat was taken");
        if (out.m_tdata != stream.waited.result) fail(index, "m_axis_tdata changed while the beat waited");
        if (out.m_tlast != stream.waited.last) fail(index, "m_axis_tlast changed while the beat waited");
    }
    if (out.m_tvalid) {
        if (stream.under_way.empty()) {
            fail(index, "a beat came out that never went in");
        } else {
            if (out.m_tdata != stream.under_way.front().result) fail(index, "the result is not the model's");
            if (out.m_tlast != stream.under_way.front().last) fail(index, "tlast is not that of the operands");
        }
    }
    // Full throughput: no side is kept waiting by anything but the other.
    if (stream.is_iterative) return;
    if (stream.unbroken >= stream.latency && !out.m_tvalid) {
        fail(index, "there is no result although operands were always there");
    }
    if (stream.was_ready && !out.s_tready) fail(index, "operands are not taken although every result was");
}

}  // namespace

int main() {
    generator.seed(receive());
    std::vector<Stream> streams(receive());
    for (Stream& stream : streams) {
        stream.latency = receive();
        stream.is_iterative = receive() != 0;
        stream.beats.resize(receive());
        for (Beat& beat : stream.beats) {
            for (uint32_t& operand : beat.operands) operand = receive();
            beat.result = receive();
        }
    }
    Verilated::randReset(2);
    Verilated::randSeed(1);
    Vstreams model;
    model.aclk = 0;
    uint32_t reset = 2;
    size_t unfinished = streams.size();
    for (; unfinished > 0 && !failed; ++cycle) {
        if (cycle == 10000000) {
            printf("%zu streams do not end\n", unfinished);
            return 1;
        }
        if (draw(2000) == 0) reset = 1 + draw(3);
        const bool resetting = reset > 0;
        model.aresetn = !resetting;
        for (size_t i = 0; i < streams.size(); ++i) {
            Stream& stream = streams[i];
            change(stream.source);
            change(stream.sink);
            // An offered beat stays until it is taken; nothing is offered during a reset.
            if (resetting) {
                stream.offered = false;
            } else if (!stream.offered && stream.next < stream.beats.size() && draw(256) < stream.source) {
                stream.offered = true;
                stream.offered_last = draw(4) == 0;
            }
            stream.ready = draw(256) < stream.sink;
            const Beat idle{{word(), word(), word()}, 0};
            const Beat& beat = stream.offered ? stream.beats[stream.next] : idle;
            for (size_t part = 0; part < 3; ++part) model.s_tdata[3 * i + part] = beat.operands[part];
            model.s_tlast[i] = stream.offered ? stream.offered_last : draw(2);
            // Both inputs the other way round first: nothing may lead from them to an output within the cycle.
            model.s_tvalid[i] = !stream.offered;
            model.m_tready[i] = !stream.ready;
        }
        model.eval();
        std::vector<Shown> otherwise;
        for (size_t i = 0; i < streams.size(); ++i) {
            otherwise.push_back(shown(model, i));
            model.s_tvalid[i] = streams[i].offered;
            model.m_tready[i] = streams[i].ready;
        }
        model.eval();
        for (size_t i = 0; i < streams.size(); ++i) {
            Stream& stream = streams[i];
            const Shown out = shown(model, i);
            // Before the first edge of a reset nothing is known of the registers.
            if (cycle > 0 && !(out == otherwise[i])) fail(i, "an input leads to an output within a cycle");
            if (resetting) {
                stream.under_way.clear();
                stream.waiting = false;
                stream.unbroken = 0;
                stream.was_ready = false;
                continue;
            }
            judge(stream, i, out);
            stream.was_ready = stream.ready;
            if (!stream.offered) stream.unbroken = 0;
            stream.waiting = out.m_tvalid && !stream.ready;
            stream.waited = Given{out.m_tdata, out.m_tlast};
            if (out.m_tvalid && stream.ready && !stream.under_way.empty()) {
                stream.under_way.pop_front();
                ++stream.given;
            }
            if (stream.offered && out.s_tready) {
                stream.under_way.push_back(Given{stream.beats[stream.next].result, stream.offered_last});
                ++stream.next;
                ++stream.unbroken;
                stream.offered = false;
            }
            const size_t room = stream.is_iterative ? 2 : stream.latency + 1;
            if (stream.under_way.size() > room) fail(i, "more beats are under way than there is room for");
        }
        model.aclk = 1;
        model.eval();
        model.aclk = 0;
        if (reset > 0) --reset;
        unfinished = 0;
        for (const Stream& stream : streams) unfinished += stream.next < stream.beats.size() || !stream.under_way.empty();
    }
    uint64_t given = 0;
    for (const Stream& stream : streams) given += stream.given;
    fprintf(stderr, "%llu beats in %llu cycles\n", static_cast<unsigned long long>(given),
            static_cast<unsigned long long>(cycle));
    return failed ? 1 : 0;
}
