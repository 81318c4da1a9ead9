// One Verilated module behind an interface that is the same for all.

#ifndef HALFPIPE_UNIT_H_
#define HALFPIPE_UNIT_H_

#include <cstddef>
#include <cstdint>

#if VM_TRACE
class VerilatedVcdC;
#endif

class Unit {
public:
    virtual ~Unit() {}
    // How many words the data inputs are, and the data outputs: one for each port, in the order of the ports.
    virtual size_t input_count() const = 0;
    virtual size_t output_count() const = 0;
    virtual void inputs(const uint64_t* words) = 0;
    virtual void outputs(uint64_t* words) const = 0;
    virtual void control(bool reset, bool enable, bool in_valid) = 0;
    virtual void clock(bool level) = 0;
    virtual void evaluate() = 0;
    virtual bool out_valid() const = 0;
#if VM_TRACE
    virtual void trace(VerilatedVcdC& dump) = 0;
#endif
};

#endif
