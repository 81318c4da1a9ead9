// Measures modules and a function, in turns, on the same operands.
//
// Prints a line for each: the nanoseconds of one operation in its fastest round, and the number of wrong results among
// those that were checked.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "models.h"

namespace {

constexpr size_t OPERATIONS = 1 << 16;
constexpr int ROUNDS = 25;

using Operands = std::vector<uint64_t>;
using Results = std::vector<uint64_t>;

// xorshift64 of Marsaglia, "Xorshift RNGs", 2003. The seed is fixed, so that every run has the same operands.
Operands random_operands(size_t count) {
    uint64_t state = 88172645463325252u;
    Operands words(count);
    for (uint64_t& word : words) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        word = state;
    }
    return words;
}

// Returns a * b + c in f16, rounded to nearest even. Both the product and the addend are multiples of 2^-48 below 2^32.
uint16_t integer_fma(uint16_t a, uint16_t b, uint16_t c) {
    const auto is_nan = [](uint16_t x) { return (x & 0x7fff) > 0x7c00; };
    const auto is_infinite = [](uint16_t x) { return (x & 0x7fff) == 0x7c00; };
    const auto is_zero = [](uint16_t x) { return (x & 0x7fff) == 0; };
    const auto exponent = [](uint16_t x) { const int field = x >> 10 & 31; return field == 0 ? 1 : field; };
    const auto significand = [](uint16_t x) { return uint64_t(x & 1023) | uint64_t((x >> 10 & 31) != 0) << 10; };
    const uint16_t product_sign = (a ^ b) & 0x8000;
    if (is_nan(a) || is_nan(b) || is_nan(c)) return 0x7fff;
    if (is_infinite(a) || is_infinite(b)) {
        if (is_zero(a) || is_zero(b) || (is_infinite(c) && ((product_sign ^ c) & 0x8000) != 0)) return 0x7fff;
        return product_sign | 0x7c00;
    }
    if (is_infinite(c)) return c;
    const auto product = __int128(significand(a) * significand(b)) << (exponent(a) + exponent(b) - 2);
    const auto addend = __int128(significand(c)) << (exponent(c) + 23);
    const __int128 sum = (product_sign != 0 ? -product : product) + ((c & 0x8000) != 0 ? -addend : addend);
    if (sum == 0) return product_sign & c & 0x8000;
    const uint16_t sign = sum < 0 ? 0x8000 : 0;
    const auto magnitude = static_cast<unsigned __int128>(sum < 0 ? -sum : sum);
    const uint64_t high = static_cast<uint64_t>(magnitude >> 64), low = static_cast<uint64_t>(magnitude);
    const int leading = high != 0 ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(low);
    // The last place of the result has the weight 2^(dropped - 48). Subnormal numbers end at 2^-24.
    const int dropped = leading - 10 > 24 ? leading - 10 : 24;
    const auto kept = static_cast<uint32_t>(magnitude >> dropped);
    const auto rest = magnitude << (128 - dropped);
    const auto half = static_cast<unsigned __int128>(1) << 127;
    const uint32_t up = rest > half || (rest == half && (kept & 1) != 0);
    // A carry out of the fraction increments the exponent, and the largest exponent is infinity.
    const uint32_t field = kept < 1024 ? 0 : uint32_t(dropped - 24);
    const uint32_t rounded = (field << 10) + kept + up;
    return sign | static_cast<uint16_t>(rounded > 0x7c00 ? 0x7c00 : rounded);
}

// A function, in the place of a module.
struct IntegerFma {
    static constexpr size_t INPUTS = 3;
    static constexpr size_t LATENCY = 1;
    static constexpr bool IS_FMA = true;
    static constexpr const char* NAME = "integer C++";
    uint16_t d = 0;
    void cycle(const uint64_t* words) { d = integer_fma(words[0], words[1], words[2]); }
    uint64_t result() { return d; }
};

bool agree(uint16_t left, uint16_t right) {
    const auto is_nan = [](uint16_t x) { return (x & 0x7fff) > 0x7c00; };
    return left == right || (is_nan(left) && is_nan(right));
}

class Subject {
public:
    virtual ~Subject() = default;
    virtual void run(const Operands& operands) = 0;
    virtual void report(const Operands& operands) const = 0;
};

template <class Model>
class Measured final : public Subject {
    Model model;
    double fastest = 1e9;
    Results results = Results(OPERATIONS);

public:
    void run(const Operands& operands) override {
        const uint64_t* words = operands.data();
        const auto begin = std::chrono::steady_clock::now();
        for (uint64_t& result : results) {
            model.cycle(words);
            result = model.result();
            words += Model::INPUTS;
        }
        const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
        const double each = time.count() / OPERATIONS;
        if (each < fastest) fastest = each;
    }

    void report(const Operands& operands) const override {
        size_t wrong = 0;
        for (size_t cycle = Model::LATENCY - 1; Model::IS_FMA && cycle < OPERATIONS; ++cycle) {
            const uint64_t* words = &operands[(cycle - (Model::LATENCY - 1)) * Model::INPUTS];
            wrong += !agree(results[cycle], integer_fma(words[0], words[1], words[2]));
        }
        std::printf("%s\t%.2f\t%zu\n", Model::NAME, fastest, wrong);
    }
};

template <class... Models>
std::vector<Subject*> subjects() {
    return {new Measured<Models>...};
}

}  // namespace

int main() {
    const Operands operands = random_operands(OPERATIONS * MAX_INPUTS);
    const std::vector<Subject*> measured = subjects<MODELS IntegerFma>();
    for (int round = 0; round < ROUNDS; ++round) {
        for (Subject* subject : measured) subject->run(operands);
    }
    for (const Subject* subject : measured) subject->report(operands);
}
