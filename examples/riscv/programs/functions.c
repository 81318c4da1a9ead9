// The functions of halfpipe_zfh.h: results and flags in each rounding, fixed and by frm. The status is the number of the first wrong case.
#include "halfpipe_zfh.h"
#include "machine.h"

static uint16_t bits_of(_Float16 value) {
    union { _Float16 value; uint16_t bits; } word = {.value = value};
    return word.bits;
}

static _Float16 half(uint16_t bits) {
    union { uint16_t bits; _Float16 value; } word = {.bits = bits};
    return word.value;
}

// Loaded from memory, since the processor without F has no move from an integer register to a single.
static volatile float single = -0x1.ffcp-15f;

static int32_t cases;

// Ends the program unless the result has these bits, and the instruction raised these flags alone.
#define CHECK(result, bits, flags)                                                \
    do {                                                                          \
        cases++;                                                                  \
        halfpipe_clear_fflags();                                                  \
        uint16_t given = (result);                                                \
        if (given != (bits) || halfpipe_fflags() != (uint32_t)(flags)) return cases; \
    } while (0)

// Checks a function with a fixed rounding, and the one that rounds as frm says.
#define ROUNDED(name, suffix, rounding, operands, bits, flags)          \
    do {                                                                \
        CHECK(bits_of(halfpipe_##name##suffix operands), bits, flags);  \
        halfpipe_set_frm(rounding);                                     \
        CHECK(bits_of(halfpipe_##name operands), bits, flags);          \
        if (halfpipe_frm() != rounding) return cases;                   \
        halfpipe_set_frm(HALFPIPE_RNE);                                 \
    } while (0)

#define ALL(name, operands, rne, of_rne, rtz, of_rtz, rdn, of_rdn, rup, of_rup, rmm, of_rmm) \
    ROUNDED(name, _rne, HALFPIPE_RNE, operands, rne, of_rne);                                \
    ROUNDED(name, _rtz, HALFPIPE_RTZ, operands, rtz, of_rtz);                                \
    ROUNDED(name, _rdn, HALFPIPE_RDN, operands, rdn, of_rdn);                                \
    ROUNDED(name, _rup, HALFPIPE_RUP, operands, rup, of_rup);                                \
    ROUNDED(name, _rmm, HALFPIPE_RMM, operands, rmm, of_rmm)

// The cases are Berkeley SoftFloat's with the settings of RISC-V.
int main(void) {
    enum { NX = HALFPIPE_NX, TINY = HALFPIPE_UF | NX, HUGE = HALFPIPE_OF | NX, NV = HALFPIPE_NV };
    _Float16 one = half(0x3c00), minus_one = half(0xbc00), largest = half(0x7bff), smallest = half(1);
    ALL(fadd_h, (one, minus_one), 0, 0, 0, 0, 0x8000, 0, 0, 0, 0, 0);
    ALL(fadd_h, (one, half(0x1000)), 0x3c00, NX, 0x3c00, NX, 0x3c00, NX, 0x3c01, NX, 0x3c01, NX);
    ALL(fadd_h, (largest, smallest), 0x7bff, NX, 0x7bff, NX, 0x7bff, NX, 0x7c00, HUGE, 0x7bff, NX);
    ALL(fmul_h, (half(0x03ff), half(0x3c01)), 0x0400, NX, 0x03ff, TINY, 0x03ff, TINY, 0x0400, NX, 0x0400, NX);
    ALL(fnmadd_h, (one, one, minus_one), 0, 0, 0, 0, 0x8000, 0, 0, 0, 0, 0);
    ALL(fdiv_h, (largest, half(0x3800)), 0x7c00, HUGE, 0x7bff, HUGE, 0x7bff, HUGE, 0x7c00, HUGE, 0x7c00, HUGE);
    ALL(fcvt_h_s, (single), 0x8400, TINY, 0x83ff, TINY, 0x8400, TINY, 0x83ff, TINY, 0x8400, TINY);
    CHECK(bits_of(halfpipe_fsqrt_h(minus_one)), 0x7e00, NV);
    CHECK(bits_of(halfpipe_fsgnjn_h(one, one)), 0xbc00, 0);
    CHECK((uint16_t)halfpipe_fclass_h(half(0x8000)), 1 << 3, 0);
    CHECK((uint16_t)halfpipe_flt_h(minus_one, one), 1, 0);
    CHECK((uint16_t)halfpipe_fcvt_w_h_rdn(half(0xb800)), 0xffff, NX);
    CHECK((uint16_t)halfpipe_fmv_x_h(halfpipe_fmv_h_x(0x1234)), 0x1234, 0);
    return 0;
}
