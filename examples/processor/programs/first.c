// A first program: the dot product of two vectors of f16, with the core.
#include "halfpipe_fpu.h"
#include "machine.h"

// 1, 2, 3 and 4; 0.5, 0.25, -1 and 8.
static const uint16_t a[] = {0x3c00, 0x4000, 0x4200, 0x4400};
static const uint16_t b[] = {0x3800, 0x3400, 0xbc00, 0x4800};

int main(void) {
    mark(1);
    halfpipe_accumulator_write(0);
    __half sum = {0};
    for (uint32_t i = 0; i < 4; i++) sum = __hfma_accumulate(__ushort_as_half(a[i]), __ushort_as_half(b[i]));
    mark(0);
    print("dot product ");
    print_word(__half_as_ushort(sum));
    print(" in f16, ");
    print_number((uint32_t)__half2int_rz(sum));
    print(" as an integer\n");
    return 0;
}
