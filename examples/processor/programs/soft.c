// The function that the compiler calls to round to bf16, which its library lacks: to nearest, of two equally near to the even one.
#include "soft.h"

__bf16 __truncsfbf2(float value) {
    union { float value; uint32_t bits; } both = {.value = value};
    uint32_t bits = both.bits;
    if ((bits & 0x7fffffff) > 0x7f800000) return soft_bf16(0x7fff);
    return soft_bf16((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
