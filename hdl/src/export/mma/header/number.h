
// A number: its significand times 2^unit. The exponent is that of the leading bit of a normal number.
typedef struct {
    enum { halfpipe_mma_finite, halfpipe_mma_infinite, halfpipe_mma_nan } kind;
    int negative;
    uint32_t significand;
    int unit;
    int exponent;
} halfpipe_mma_number;

static inline halfpipe_mma_number halfpipe_mma_decode(uint32_t bits, int exponent_bits, int fraction_bits,
                                                      int has_infinity) {
    const uint32_t ones = (UINT32_C(1) << fraction_bits) - 1;
    const uint32_t fraction = bits & ones;
    const int special = (1 << exponent_bits) - 1;
    const int field = (int)(bits >> fraction_bits) & special;
    halfpipe_mma_number number;
    number.kind = halfpipe_mma_finite;
    if (field == special && has_infinity) number.kind = fraction ? halfpipe_mma_nan : halfpipe_mma_infinite;
    if (field == special && !has_infinity && fraction == ones) number.kind = halfpipe_mma_nan;
    number.negative = (int)(bits >> (exponent_bits + fraction_bits) & 1);
    number.significand = field ? fraction | (ones + 1) : fraction;
    number.exponent = (field ? field : 1) - (special >> 1);
    number.unit = number.exponent - fraction_bits;
    return number;
}

static inline halfpipe_mma_number halfpipe_mma_decode_element(halfpipe_mma_element bits) {
    return halfpipe_mma_decode(bits, HALFPIPE_MMA_ELEMENT_EXPONENT_BITS, HALFPIPE_MMA_ELEMENT_FRACTION_BITS,
                               HALFPIPE_MMA_ELEMENT_HAS_INFINITY);
}

static inline halfpipe_mma_number halfpipe_mma_decode_result(halfpipe_mma_result bits) {
    return halfpipe_mma_decode(bits, HALFPIPE_MMA_EXPONENT_BITS, HALFPIPE_MMA_FRACTION_BITS, 1);
}

// The product of two finite factors, not normalised.
static inline halfpipe_mma_number halfpipe_mma_product(halfpipe_mma_number a, halfpipe_mma_number b) {
    a.negative ^= b.negative;
    a.significand *= b.significand;
    a.unit += b.unit;
    a.exponent += b.exponent;
    return a;
}

static inline halfpipe_mma_result halfpipe_mma_with_sign(int negative, uint32_t magnitude) {
    const uint32_t sign = negative ? UINT32_C(1) << (HALFPIPE_MMA_EXPONENT_BITS + HALFPIPE_MMA_FRACTION_BITS) : 0;
    return (halfpipe_mma_result)(sign | magnitude);
}

static inline halfpipe_mma_result halfpipe_mma_infinity(int negative) {
    const uint32_t field = (UINT32_C(1) << HALFPIPE_MMA_EXPONENT_BITS) - 1;
    return halfpipe_mma_with_sign(negative, field << HALFPIPE_MMA_FRACTION_BITS);
}

// Decodes c and the factors. Returns 1 if the sum is not finite, with its encoding in special.
static inline int halfpipe_mma_is_special(const halfpipe_mma_element *a, const halfpipe_mma_element *b, size_t products,
                                          halfpipe_mma_result c, halfpipe_mma_result *special) {
    int nan = 0, infinite[2] = {0, 0};
    size_t i;
    const halfpipe_mma_number addend = halfpipe_mma_decode_result(c);
    if (addend.kind == halfpipe_mma_nan) nan = 1;
    if (addend.kind == halfpipe_mma_infinite) infinite[addend.negative] = 1;
    for (i = 0; i < products; i++) {
        const halfpipe_mma_number left = halfpipe_mma_decode_element(a[i]);
        const halfpipe_mma_number right = halfpipe_mma_decode_element(b[i]);
        const int left_zero = left.kind == halfpipe_mma_finite && left.significand == 0;
        const int right_zero = right.kind == halfpipe_mma_finite && right.significand == 0;
        if (left.kind == halfpipe_mma_finite && right.kind == halfpipe_mma_finite) continue;
        if (left.kind == halfpipe_mma_nan || right.kind == halfpipe_mma_nan || left_zero || right_zero) nan = 1;
        else infinite[left.negative ^ right.negative] = 1;
    }
    if (nan || (infinite[0] && infinite[1])) {
        *special = HALFPIPE_MMA_NAN;
        return 1;
    }
    if (infinite[0] || infinite[1]) *special = halfpipe_mma_infinity(infinite[1]);
    return infinite[0] || infinite[1];
}

// Rounds magnitude * 2^unit. The lowest bit of a magnitude of 63 bits may stand for all bits below it.
static inline halfpipe_mma_result halfpipe_mma_round(int negative, uint64_t magnitude, int unit) {
    const int bias = (1 << (HALFPIPE_MMA_EXPONENT_BITS - 1)) - 1;
    const uint32_t hidden = UINT32_C(1) << HALFPIPE_MMA_FRACTION_BITS;
    int leading = unit - 1, quantum, shift, inexact = 0, up = 0;
    uint64_t rest = magnitude, rounded;
    while (rest) {
        rest >>= 1;
        leading++;
    }
    quantum = (leading < 1 - bias ? 1 - bias : leading) - HALFPIPE_MMA_FRACTION_BITS + HALFPIPE_MMA_MISSING_BITS;
    shift = quantum - unit;
    if (shift <= 0) {
        rounded = magnitude << -shift;
    } else {
        const uint64_t below = shift > 63 ? ~UINT64_C(0) : (UINT64_C(1) << shift) - 1;
        const uint64_t half = shift > 63 ? ~UINT64_C(0) : UINT64_C(1) << (shift - 1);
        rounded = shift > 63 ? 0 : magnitude >> shift;
        inexact = (magnitude & below) != 0;
        if (HALFPIPE_MMA_ROUNDING == 0) {
            up = (magnitude & below) > half || ((magnitude & below) == half && (rounded & 1));
        }
    }
    if (HALFPIPE_MMA_ROUNDING == 2) up = negative && inexact;
    if (HALFPIPE_MMA_ROUNDING == 3) up = !negative && inexact;
    rounded = (rounded + (uint64_t)up) << HALFPIPE_MMA_MISSING_BITS;
    quantum -= HALFPIPE_MMA_MISSING_BITS;
    if (rounded >> (HALFPIPE_MMA_FRACTION_BITS + 1)) {
        rounded >>= 1;
        quantum++;
    }
    if (rounded < hidden) return halfpipe_mma_with_sign(negative, (uint32_t)rounded);
    if (quantum + HALFPIPE_MMA_FRACTION_BITS > bias) {
        const int away = HALFPIPE_MMA_ROUNDING == 0 || HALFPIPE_MMA_OVERFLOWS ||
                         (HALFPIPE_MMA_ROUNDING == 2 && negative) || (HALFPIPE_MMA_ROUNDING == 3 && !negative);
        return away ? halfpipe_mma_infinity(negative)
                    : (halfpipe_mma_result)(halfpipe_mma_infinity(negative) - 1);
    }
    return halfpipe_mma_with_sign(negative, ((uint32_t)(quantum + HALFPIPE_MMA_FRACTION_BITS + bias)
                                             << HALFPIPE_MMA_FRACTION_BITS) |
                                                ((uint32_t)rounded & (hidden - 1)));
}
