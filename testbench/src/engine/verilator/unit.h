// One Verilated unit or core behind an interface that is the same for all.

#ifndef HALFPIPE_UNIT_H_
#define HALFPIPE_UNIT_H_

#include <cstdint>

#if VM_TRACE
class VerilatedVcdC;
#endif

struct Operands {
    uint32_t words[3];
};

class Unit {
public:
    virtual ~Unit() {}
    virtual void operands(const Operands& values) = 0;
    // What only a core takes and gives: which operation it is, and the tag that goes with it.
    virtual void operation(uint32_t op, uint64_t tag) = 0;
    virtual uint64_t tag() const = 0;
    virtual void control(bool reset, bool enable, bool in_valid) = 0;
    virtual void clock(bool level) = 0;
    virtual void evaluate() = 0;
    virtual bool out_valid() const = 0;
    virtual uint32_t d() const = 0;
#if VM_TRACE
    virtual void trace(VerilatedVcdC& dump) = 0;
#endif
};

#endif
