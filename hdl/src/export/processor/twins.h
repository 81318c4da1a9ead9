#ifndef HALFPIPE_TWIN_ARITHMETIC
#define HALFPIPE_TWIN_ARITHMETIC

// A format: the exponents of its smallest normal and largest number, its fraction bits, and the greatest finite encoding of a magnitude.
typedef struct {
    int32_t least, greatest, fraction_bits;
    uint32_t largest;
    int32_t bits;
} halfpipe_format;

enum { HALFPIPE_F16, HALFPIPE_BF16, HALFPIPE_F32, HALFPIPE_E4M3, HALFPIPE_E5M2, HALFPIPE_E2M3, HALFPIPE_E3M2, HALFPIPE_E2M1, HALFPIPE_UE8M0, HALFPIPE_UE5M3 };

static const halfpipe_format halfpipe_formats[] = {
    {-14, 15, 10, 0x7bff, 16},   {-126, 127, 7, 0x7f7f, 16}, {-126, 127, 23, 0x7f7fffff, 32}, {-6, 8, 3, 0x7e, 8}, {-14, 15, 2, 0x7b, 8},
    {0, 2, 3, 0x1f, 6},          {-2, 4, 2, 0x1f, 6},        {0, 2, 1, 0x7, 4},               {-127, 127, 0, 0xfe, 8},
    // Without a sign, whose place is above the eight bits.
    {-14, 16, 3, 0xfe, 9},
};

enum { HALFPIPE_NEAREST, HALFPIPE_TOWARD_ZERO, HALFPIPE_TOWARD_NEGATIVE, HALFPIPE_TOWARD_POSITIVE, HALFPIPE_NEAREST_AWAY, HALFPIPE_AT_RANDOM };
enum { HALFPIPE_FTZ = 1, HALFPIPE_SAT = 2, HALFPIPE_RELU = 4, HALFPIPE_OOB = 8, HALFPIPE_NAN = 16, HALFPIPE_XORSIGN = 32, HALFPIPE_SATFINITE = 64, HALFPIPE_INTEGER = 128 };
enum { HALFPIPE_ADD, HALFPIPE_SUB, HALFPIPE_MUL, HALFPIPE_FMA, HALFPIPE_NEG, HALFPIPE_ABS, HALFPIPE_MIN, HALFPIPE_MAX, HALFPIPE_TANH, HALFPIPE_EX2, HALFPIPE_DIV, HALFPIPE_RCP, HALFPIPE_SQRT,
       HALFPIPE_RSQRT, HALFPIPE_LG2, HALFPIPE_EXP, HALFPIPE_LOG, HALFPIPE_SIGMOID, HALFPIPE_SILU, HALFPIPE_GELU, HALFPIPE_ERF, HALFPIPE_SIN, HALFPIPE_COS };

// A number is significand * 2^exponent with its sign. Where bits below the lowest one were cut off, the lowest one is set, and at least
// thirty bits lie above it that no result has.
enum { HALFPIPE_IS_NUMBER, HALFPIPE_IS_INFINITE, HALFPIPE_IS_NAN };
typedef struct {
    uint32_t kind, negative;
    int32_t exponent;
    uint64_t significand;
} halfpipe_value;

static inline int32_t halfpipe_highest_one(uint64_t word) {
    int32_t place = 0;
    for (int32_t step = 32; step; step >>= 1)
        if (word >> step) {
            word >>= step;
            place += step;
        }
    return place;
}

// The exponent of the highest one of a number that is not zero.
static inline int32_t halfpipe_leading(halfpipe_value v) { return halfpipe_highest_one(v.significand) + v.exponent; }

static inline halfpipe_value halfpipe_decode(const halfpipe_format *format, uint32_t bits) {
    int32_t fraction_bits = format->fraction_bits;
    uint32_t magnitude = bits & ((1u << (format->bits - 1)) - 1), field = magnitude >> fraction_bits;
    halfpipe_value v = {HALFPIPE_IS_NUMBER, bits >> (format->bits - 1) & 1, 0, 0};
    if (magnitude > format->largest) {
        // Above the largest number: an infinity first, where the format has one.
        uint32_t has_infinity = format != &halfpipe_formats[HALFPIPE_E4M3] && format != &halfpipe_formats[HALFPIPE_UE5M3];
        v.kind = has_infinity && magnitude == format->largest + 1 ? HALFPIPE_IS_INFINITE : HALFPIPE_IS_NAN;
        return v;
    }
    v.significand = (magnitude & ((1u << fraction_bits) - 1)) | (field ? 1u << fraction_bits : 0);
    v.exponent = (int32_t)(field ? field : 1) - 1 + format->least - fraction_bits;
    return v;
}

static inline void halfpipe_flush(const halfpipe_format *format, halfpipe_value *v) {
    if (v->kind == HALFPIPE_IS_NUMBER && v->significand && halfpipe_leading(*v) < format->least) v->significand = 0;
}

// A multiple of 2^quantum for a number that is not zero.
static inline uint64_t halfpipe_multiple(halfpipe_value v, int32_t quantum, uint32_t rounding) {
    int32_t cut = quantum - v.exponent;
    if (cut <= 0) return v.significand << -cut;
    // A half of what is cut off, and what is above it.
    uint64_t kept = cut > 63 ? 0 : v.significand >> cut;
    uint64_t lost = cut > 63 ? v.significand : v.significand - (kept << cut);
    uint64_t half = cut > 64 ? UINT64_MAX : (uint64_t)1 << (cut - 1);
    if (!lost) return kept;
    switch (rounding) {
    case HALFPIPE_NEAREST: return kept + (lost > half || (lost == half && (kept & 1)));
    case HALFPIPE_NEAREST_AWAY: return kept + (lost >= half);
    case HALFPIPE_TOWARD_NEGATIVE: return kept + v.negative;
    case HALFPIPE_TOWARD_POSITIVE: return kept + !v.negative;
    default: return kept;
    }
}

// The encoding of a magnitude, beyond the largest one too: fraction and exponent are counted through.
static inline uint32_t halfpipe_magnitude(const halfpipe_format *format, halfpipe_value v, uint32_t rounding, uint32_t random) {
    int32_t lowest = format->least - format->fraction_bits, leading = halfpipe_leading(v);
    int32_t quantum = leading - format->fraction_bits > lowest ? leading - format->fraction_bits : lowest;
    if (quantum - lowest > 500) return UINT32_MAX >> 1;
    if (rounding == HALFPIPE_AT_RANDOM) {
        // As many random bits as f32 has below this format. The operand has 24 bits, so that none is lost on the way.
        int32_t random_bits = 23 - format->fraction_bits, below = quantum - random_bits - v.exponent;
        if (below <= 0) {
            v.significand = (v.significand << -below) + random;
            v.exponent = quantum - random_bits;
        } else if (below < 36) {
            v.significand += (uint64_t)random << below;
        } else {
            return 0;
        }
        rounding = HALFPIPE_TOWARD_ZERO;
    }
    return (uint32_t)halfpipe_multiple(v, quantum, rounding) + ((uint32_t)(quantum - lowest) << format->fraction_bits);
}

// A result in f16, bf16 or f32, after the modifiers.
static inline uint32_t halfpipe_encode(const halfpipe_format *format, halfpipe_value v, uint32_t rounding, uint32_t flags, uint32_t random) {
    uint32_t sign = 1u << (format->bits - 1), nan = sign - 1, infinity = format->largest + 1;
    uint32_t one = (uint32_t)(1 - format->least) << format->fraction_bits, magnitude;
    if (v.kind == HALFPIPE_IS_NAN) return flags & HALFPIPE_SAT ? 0 : nan;
    if (v.kind == HALFPIPE_IS_INFINITE) {
        magnitude = infinity;
    } else if (!v.significand) {
        magnitude = 0;
    } else {
        magnitude = halfpipe_magnitude(format, v, rounding, random);
        if (magnitude >= infinity) {
            uint32_t stays = rounding == HALFPIPE_TOWARD_ZERO || (rounding == HALFPIPE_TOWARD_NEGATIVE && !v.negative) ||
                             (rounding == HALFPIPE_TOWARD_POSITIVE && v.negative);
            magnitude = stays ? format->largest : infinity;
        }
    }
    if (flags & HALFPIPE_SATFINITE && magnitude > format->largest) magnitude = format->largest;
    if (flags & HALFPIPE_SAT) return v.negative ? 0 : magnitude > one ? one : magnitude;
    if (flags & HALFPIPE_RELU && v.negative) return 0;
    return magnitude | (v.negative ? sign : 0);
}

static inline halfpipe_value halfpipe_product(halfpipe_value a, halfpipe_value b) {
    halfpipe_value v = {HALFPIPE_IS_NUMBER, a.negative ^ b.negative, a.exponent + b.exponent, a.significand * b.significand};
    uint32_t infinite = a.kind == HALFPIPE_IS_INFINITE || b.kind == HALFPIPE_IS_INFINITE;
    uint32_t zero = (a.kind == HALFPIPE_IS_NUMBER && !a.significand) || (b.kind == HALFPIPE_IS_NUMBER && !b.significand);
    if (a.kind == HALFPIPE_IS_NAN || b.kind == HALFPIPE_IS_NAN || (infinite && zero)) v.kind = HALFPIPE_IS_NAN;
    else if (infinite) v.kind = HALFPIPE_IS_INFINITE;
    return v;
}

// The significands have 24 bits at most. Where a remainder is left, the lowest bit is set.
static inline halfpipe_value halfpipe_quotient(halfpipe_value a, halfpipe_value b) {
    halfpipe_value v = {HALFPIPE_IS_NUMBER, a.negative ^ b.negative, 0, 0};
    uint32_t zero = b.kind == HALFPIPE_IS_NUMBER && !b.significand, of_zero = a.kind == HALFPIPE_IS_NUMBER && !a.significand;
    uint32_t infinite = a.kind == HALFPIPE_IS_INFINITE, by_infinite = b.kind == HALFPIPE_IS_INFINITE;
    if (a.kind == HALFPIPE_IS_NAN || b.kind == HALFPIPE_IS_NAN || (infinite && by_infinite) || (zero && of_zero)) {
        v.kind = HALFPIPE_IS_NAN;
    } else if (infinite || zero) {
        v.kind = HALFPIPE_IS_INFINITE;
    } else if (!by_infinite && !of_zero) {
        int32_t shift = 62 - halfpipe_highest_one(a.significand);
        uint64_t dividend = a.significand << shift;
        v.significand = dividend / b.significand | (dividend % b.significand != 0);
        v.exponent = a.exponent - shift - b.exponent;
    }
    return v;
}

// The significand has 24 bits at most. Where the root is not exact, the lowest bit is set.
static inline halfpipe_value halfpipe_root(halfpipe_value x) {
    if (x.kind == HALFPIPE_IS_NAN || (x.kind == HALFPIPE_IS_NUMBER && !x.significand)) return x;
    if (x.negative) x.kind = HALFPIPE_IS_NAN;
    if (x.kind != HALFPIPE_IS_NUMBER) return x;
    // An even exponent, and a root of 31 bits.
    int32_t shift = 60 - halfpipe_highest_one(x.significand);
    if ((x.exponent - shift) % 2) shift++;
    uint64_t square = x.significand << shift, root = 0;
    for (int32_t place = 30; place >= 0; place--) {
        uint64_t next = root | (uint64_t)1 << place;
        if (next * next <= square) root = next;
    }
    // A digit more, for what is left.
    halfpipe_value v = {HALFPIPE_IS_NUMBER, 0, (x.exponent - shift) / 2 - 1, root << 1 | (root * root != square)};
    return v;
}

// With its highest one at bit 61.
static inline halfpipe_value halfpipe_normalised(halfpipe_value v) {
    int32_t shift = 61 - halfpipe_highest_one(v.significand);
    v.significand <<= shift;
    v.exponent -= shift;
    return v;
}

// The significands have 24 bits at most.
static inline halfpipe_value halfpipe_sum(halfpipe_value a, halfpipe_value b, uint32_t rounding) {
    if (a.kind == HALFPIPE_IS_NAN || b.kind == HALFPIPE_IS_NAN) {
        a.kind = HALFPIPE_IS_NAN;
        return a;
    }
    if (a.kind == HALFPIPE_IS_INFINITE) {
        if (b.kind == HALFPIPE_IS_INFINITE && a.negative != b.negative) a.kind = HALFPIPE_IS_NAN;
        return a;
    }
    if (b.kind == HALFPIPE_IS_INFINITE) return b;
    uint32_t sign_of_zero = a.negative == b.negative ? a.negative : rounding == HALFPIPE_TOWARD_NEGATIVE;
    if (!a.significand && !b.significand) {
        a.negative = sign_of_zero;
        return a;
    }
    if (!a.significand) return b;
    if (!b.significand) return a;
    a = halfpipe_normalised(a);
    b = halfpipe_normalised(b);
    if (a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand)) {
        halfpipe_value other = a;
        a = b;
        b = other;
    }
    // The lesser one in units of the greater one's; where bits go, the lowest one stands for them.
    int32_t shift = a.exponent - b.exponent;
    uint64_t lesser = shift > 63 ? 0 : b.significand >> shift;
    if (shift > 63 || lesser << shift != b.significand) lesser |= 1;
    if (a.negative == b.negative) {
        a.significand += lesser;
    } else {
        a.significand -= lesser;
        if (!a.significand) a.negative = sign_of_zero;
    }
    return a;
}

// -1, 0 or 1; -0 is below +0. Neither is NaN.
static inline int32_t halfpipe_order(halfpipe_value a, halfpipe_value b) {
    if (a.negative != b.negative) return a.negative ? -1 : 1;
    int32_t larger = a.negative ? -1 : 1;
    if (a.kind == HALFPIPE_IS_INFINITE || b.kind == HALFPIPE_IS_INFINITE)
        return larger * ((int32_t)(a.kind == HALFPIPE_IS_INFINITE) - (int32_t)(b.kind == HALFPIPE_IS_INFINITE));
    if (!a.significand || !b.significand) return larger * ((int32_t)(a.significand != 0) - (int32_t)(b.significand != 0));
    a = halfpipe_normalised(a);
    b = halfpipe_normalised(b);
    if (a.exponent != b.exponent) return a.exponent > b.exponent ? larger : -larger;
    return a.significand == b.significand ? 0 : a.significand > b.significand ? larger : -larger;
}

static inline halfpipe_value halfpipe_extremum(halfpipe_value a, halfpipe_value b, uint32_t nan_wins, int32_t wanted) {
    uint32_t a_is_nan = a.kind == HALFPIPE_IS_NAN, b_is_nan = b.kind == HALFPIPE_IS_NAN;
    if (a_is_nan || b_is_nan) return (nan_wins ? a_is_nan : b_is_nan) ? a : b;
    return halfpipe_order(a, b) == wanted ? a : b;
}

// The upper half of a product.
static inline uint64_t halfpipe_high(uint64_t a, uint64_t b) {
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

// 2^-(2^-k) for k from 1 on, times 2^64.
static const uint64_t halfpipe_powers_of_two[] = {
    0xb504f333f9de6484, 0xd744fccad69d6af4, 0xeac0c6e7dd24392e, 0xf5257d152486cc2c, 0xfa83b2db722a033a,
    0xfd3e0c0cf486c174, 0xfe9e115c7b8f884b, 0xff4ecb59511ec8a5, 0xffa756521c8daed1, 0xffd3a751c0f7e10b,
    0xffe9d2b2f7db2755, 0xfff4e91bff1b8c3d, 0xfffa747ea0040664, 0xfffd3a3b7814eb53, 0xfffe9d1cc60ddab1,
    0xffff4e8e25879bfa, 0xffffa7470363f451, 0xffffd3a37dda0313, 0xffffe9d1bdf703ae, 0xfffff4e8debe025e,
    0xfffffa746f4fa150, 0xfffffd3a37a3f8b0, 0xfffffe9d1bd1065a, 0xffffff4e8de845ad, 0xffffffa746f41376,
    0xffffffd3a37a05e3, 0xffffffe9d1bd01fb, 0xfffffff4e8de80c0, 0xfffffffa746f4050, 0xfffffffd3a37a024,
};

// 2^x is the product of 2^(2^-k) for the ones of the fraction of x. In 64 bits below the point, of which 40 and more are right, no argument
// of 16 bits comes near the middle of two results: every argument has been tried.
static inline halfpipe_value halfpipe_ex2(halfpipe_value x) {
    if (x.kind == HALFPIPE_IS_NAN) return x;
    if (x.kind == HALFPIPE_IS_INFINITE) {
        if (x.negative) x.kind = HALFPIPE_IS_NUMBER, x.significand = 0, x.negative = 0;
        return x;
    }
    halfpipe_value v = {HALFPIPE_IS_NUMBER, 0, 0, 1};
    if (!x.significand) return v;
    int32_t leading = halfpipe_leading(x);
    if (leading >= 10) {
        v.exponent = x.negative ? -1024 : 1024;
        return v;
    }
    // |x| with 30 fraction bits; a bit below them does not move a result.
    int32_t shift = x.exponent + 30;
    uint64_t magnitude = shift >= 0 ? x.significand << shift : shift > -64 ? x.significand >> -shift : 0;
    uint64_t product = 0;
    uint32_t is_one = 1;
    for (int32_t k = 1; k <= 30; k++)
        if (magnitude >> (30 - k) & 1) {
            product = is_one ? halfpipe_powers_of_two[k - 1] : halfpipe_high(product, halfpipe_powers_of_two[k - 1]);
            is_one = 0;
        }
    int32_t whole = (int32_t)(magnitude >> 30);
    // 2^-fraction is in [1/2, 1); that of a positive fraction is its inverse, 2^(1 - fraction) / 2.
    if (is_one) {
        // What is there of a fraction is so small that only its presence counts.
        uint32_t inexact = leading < -30;
        v.significand = (uint64_t)1 << 61;
        v.exponent = -61;
        if (inexact) v.significand = x.negative ? v.significand - 1 : v.significand | 1;
    } else if (x.negative) {
        v.significand = product >> 2 | 1;
        v.exponent = -62;
    } else {
        // 2^fraction = 2 * 2^-(1 - fraction).
        uint64_t rest = ((uint64_t)1 << 30) - (magnitude & (((uint64_t)1 << 30) - 1));
        product = 0;
        is_one = 1;
        for (int32_t k = 1; k <= 30; k++)
            if (rest >> (30 - k) & 1) {
                product = is_one ? halfpipe_powers_of_two[k - 1] : halfpipe_high(product, halfpipe_powers_of_two[k - 1]);
                is_one = 0;
            }
        v.significand = product >> 2 | 1;
        v.exponent = -61;
    }
    v.exponent += x.negative ? -whole : whole;
    return v;
}

// tanh x = (1 - q) / (1 + q) with q = e^-2x, the product of e^-(2^k) for the ones of 2x.
static inline halfpipe_value halfpipe_tanh(halfpipe_value x) {
    // e^-(2^k) for k from 4 down, times 2^64.
    static const uint64_t powers[] = {
        0x000001e355bbaee8, 0x0015fc21041027ac, 0x04b0556e084f3d1d, 0x22a555477f03973f, 0x5e2d58d8b3bcdf1a,
        0x9b4597e37cb04ff3, 0xc75f7cf564105743, 0xe1eb51276c110c3c, 0xf07d5fde38151e72, 0xf81fab5445aebc8a,
        0xfc07f55ff77d2493, 0xfe01feab551127cb, 0xff007fd55ffdde38, 0xff801ffaab554445, 0xffc007ff555fff77,
        0xffe001ffeaab5551, 0xfff0007ffd555fff, 0xfff8001fffaaab55, 0xfffc0007fff5555f, 0xfffe0001fffeaaab,
        0xffff00007fffd555, 0xffff80001ffffaaa, 0xffffc00007ffff55, 0xffffe00001ffffea, 0xfffff000007ffffd,
    };
    if (x.kind == HALFPIPE_IS_NAN || (x.kind == HALFPIPE_IS_NUMBER && !x.significand)) return x;
    halfpipe_value v = {HALFPIPE_IS_NUMBER, x.negative, 0, 1};
    if (x.kind == HALFPIPE_IS_INFINITE) return v;
    int32_t leading = halfpipe_leading(x);
    // Above 16, tanh x is as near to 1 as no middle of two numbers is; below 2^-7, as near to x.
    if (leading >= 4) {
        v.significand = ((uint64_t)1 << 61) - 1;
        v.exponent = -61;
        return v;
    }
    if (leading < -7) {
        x = halfpipe_normalised(x);
        x.significand -= 1;
        return x;
    }
    uint64_t q = 0;
    uint32_t is_one = 1;
    for (int32_t k = 4; k >= -20; k--) {
        int32_t place = k - 1 - x.exponent;
        if (place >= 0 && place < 64 && x.significand >> place & 1) {
            q = is_one ? powers[4 - k] : halfpipe_high(q, powers[4 - k]);
            is_one = 0;
        }
    }
    // Both in units of 2^-62. A bit of the quotient at a time, from that of 2^-1 on.
    q >>= 2;
    uint64_t rest = ((uint64_t)1 << 62) - q, divisor = ((uint64_t)1 << 62) + q, quotient = 0;
    for (int32_t bit = 0; bit < 40; bit++) {
        rest <<= 1;
        quotient <<= 1;
        if (rest >= divisor) {
            rest -= divisor;
            quotient |= 1;
        }
    }
    v.significand = quotient << 20 | 1;
    v.exponent = -60;
    return v;
}

// 1 / sqrt(x) of a significand of 24 bits at most. Where the root is not exact, the lowest bit is set.
static inline halfpipe_value halfpipe_reciprocal_root(halfpipe_value x) {
    if (x.kind == HALFPIPE_IS_NAN) return x;
    if (x.kind == HALFPIPE_IS_NUMBER && !x.significand) {
        x.kind = HALFPIPE_IS_INFINITE;
        return x;
    }
    if (x.negative) x.kind = HALFPIPE_IS_NAN;
    halfpipe_value v = {HALFPIPE_IS_NUMBER, 0, 0, 0};
    if (x.kind != HALFPIPE_IS_NUMBER) return x.kind == HALFPIPE_IS_NAN ? x : v;
    // An even exponent.
    if (x.exponent % 2) {
        x.exponent--;
        x.significand <<= 1;
    }
    uint64_t square = ((uint64_t)1 << 62) / x.significand, root = 0;
    for (int32_t place = 31; place >= 0; place--) {
        uint64_t next = root | (uint64_t)1 << place;
        if (next * next <= square) root = next;
    }
    v.significand = root << 31 | (root * root * x.significand != (uint64_t)1 << 62);
    v.exponent = -x.exponent / 2 - 62;
    return v;
}

// 2^-t for t in units of 2^-48.
static inline halfpipe_value halfpipe_falling_power(uint64_t t) {
    uint64_t product = (uint64_t)1 << 63;
    for (int32_t k = 1; k <= 30; k++)
        if (t >> (48 - k) & 1) product = halfpipe_high(product, halfpipe_powers_of_two[k - 1]);
    // What is left of the fraction is so small that 2^-t is 1 - t ln 2.
    uint64_t rest = t & (((uint64_t)1 << 18) - 1);
    product -= halfpipe_high(product, halfpipe_high(rest << 16, 0xb17217f7d1cf79ab));
    halfpipe_value v = {HALFPIPE_IS_NUMBER, 0, -61 - (int32_t)(t >> 48), product >> 2};
    return v;
}

// |x| * factor in units of 2^-48, for |x| below 2^8 and a factor of 64 bits below the point.
static inline uint64_t halfpipe_scaled(halfpipe_value x, uint64_t factor) {
    x = halfpipe_normalised(x);
    int32_t shift = -(x.exponent + 48);
    uint64_t product = halfpipe_high(x.significand, factor);
    return shift <= 0 ? product << -shift : shift < 64 ? product >> shift : 0;
}

// The product of two numbers that are not zero, at most a little too small.
static inline halfpipe_value halfpipe_times(halfpipe_value a, halfpipe_value b) {
    a = halfpipe_normalised(a);
    b = halfpipe_normalised(b);
    halfpipe_value v = {HALFPIPE_IS_NUMBER, a.negative ^ b.negative, a.exponent + b.exponent + 62, halfpipe_high(a.significand << 2, b.significand)};
    return v;
}

// |x| log2(e) in units of 2^-48, for |x| below 2^7.
static inline uint64_t halfpipe_in_powers_of_two(halfpipe_value x) { return 2 * halfpipe_scaled(x, 0xb8aa3b295c17f0bb); }

static inline halfpipe_value halfpipe_exp(halfpipe_value x) {
    if (x.kind == HALFPIPE_IS_NAN) return x;
    halfpipe_value v = {HALFPIPE_IS_NUMBER, 0, 0, 1};
    if (x.kind == HALFPIPE_IS_INFINITE) {
        if (!x.negative) return x;
        v.significand = 0;
        return v;
    }
    if (!x.significand) return v;
    if (halfpipe_leading(x) >= 7) {
        v.exponent = x.negative ? -1024 : 1024;
        return v;
    }
    uint64_t t = halfpipe_in_powers_of_two(x);
    if (x.negative) return halfpipe_falling_power(t);
    uint64_t above = (t >> 48) + 1;
    v = halfpipe_falling_power((above << 48) - t);
    v.exponent += (int32_t)above;
    return v;
}

// 1 / (1 + e^-x) for a number x that is not zero.
static inline halfpipe_value halfpipe_logistic(halfpipe_value x) {
    halfpipe_value v = {HALFPIPE_IS_NUMBER, 0, -1024, 1};
    if (halfpipe_leading(x) >= 7) {
        if (x.negative) return v;
        v.significand = ((uint64_t)1 << 61) - 1;
        v.exponent = -61;
        return v;
    }
    halfpipe_value power = halfpipe_falling_power(halfpipe_in_powers_of_two(x));
    int32_t shift = -60 - power.exponent;
    // In units of 2^-60.
    uint64_t one = (uint64_t)1 << 60, divisor = one + (shift < 64 ? power.significand >> shift : 0), rest = one, quotient = 0;
    for (int32_t bit = 0; bit < 60; bit++) {
        rest <<= 1;
        quotient <<= 1;
        if (rest >= divisor) {
            rest -= divisor;
            quotient |= 1;
        }
    }
    v.significand = quotient;
    v.exponent = -60;
    if (x.negative && halfpipe_leading(x) >= 0) v = halfpipe_times(v, power);
    else if (x.negative) v.significand = one - quotient - 1;
    // Next to 1/2, only the side counts.
    else v.significand |= 1;
    return v;
}

static inline halfpipe_value halfpipe_sigmoid(halfpipe_value x) {
    halfpipe_value v = {HALFPIPE_IS_NUMBER, 0, 0, 1};
    if (x.kind == HALFPIPE_IS_NAN) return x;
    if (x.kind == HALFPIPE_IS_NUMBER && x.significand) return halfpipe_logistic(x);
    if (x.kind == HALFPIPE_IS_INFINITE) v.significand = !x.negative;
    else v.exponent = -1;
    return v;
}

// x times a weight that goes from 0 to 1.
static inline halfpipe_value halfpipe_weighted(halfpipe_value x, halfpipe_value (*weight)(halfpipe_value)) {
    if (x.kind == HALFPIPE_IS_NUMBER && x.significand) return halfpipe_times(x, weight(x));
    if (x.kind == HALFPIPE_IS_INFINITE && x.negative) {
        x.kind = HALFPIPE_IS_NUMBER;
        x.significand = 0;
    }
    return x;
}

static inline halfpipe_value halfpipe_silu(halfpipe_value x) { return halfpipe_weighted(x, halfpipe_logistic); }

// The normal distribution between 0 and x is x times this and 1 / sqrt(2 pi), for the square w of x below 4 in units of 2^-58:
// (1 + w/3 + w^2/(3 * 5) + ...) / e^(w/2).
static inline halfpipe_value halfpipe_bell(uint64_t w) {
    uint64_t term = (uint64_t)1 << 58, sum = term;
    for (uint64_t degree = 3; term; degree += 2) {
        term = (halfpipe_high(term, w) << 6) / degree;
        sum += term;
    }
    halfpipe_value v = {HALFPIPE_IS_NUMBER, 0, -58, sum};
    return halfpipe_times(v, halfpipe_falling_power(halfpipe_high(w >> 10, 0xb8aa3b295c17f0bb)));
}

// The normal distribution beyond x in units of 2^-48, at least 1.9 and below 16: e^(-x^2/2) / sqrt(2 pi) / (x + 1/(x + 2/(x + ...))). `power` is
// x^2/2 * log2(e).
static inline halfpipe_value halfpipe_beyond(uint64_t x, uint64_t power) {
    uint64_t sum = x;
    for (uint64_t number = 60; number; number--) {
        uint64_t quotient = (number << 48) / sum, rest = (number << 48) % sum;
        for (int32_t digits = 0; digits < 4; digits++) {
            rest <<= 11;
            quotient = quotient << 11 | rest / sum;
            rest %= sum;
        }
        sum = x + (quotient << 4);
    }
    // 1 / sum.
    uint64_t quotient = 0, rest = (uint64_t)1 << 48;
    for (int32_t digits = 0; digits < 5; digits++) {
        rest <<= 10;
        quotient = quotient << 10 | rest / sum;
        rest %= sum;
    }
    halfpipe_value ratio = {HALFPIPE_IS_NUMBER, 0, -50, quotient}, density = {HALFPIPE_IS_NUMBER, 0, -62, 0x19884533d436508d};
    return halfpipe_times(halfpipe_times(ratio, density), halfpipe_falling_power(power));
}

// The number in units of 2^-60, cut off.
static inline uint64_t halfpipe_units(halfpipe_value v) {
    int32_t shift = -60 - v.exponent;
    return shift <= 0 ? v.significand << -shift : shift < 64 ? v.significand >> shift : 0;
}

// The distribution function of the normal distribution at x, which is not zero.
static inline halfpipe_value halfpipe_distribution(halfpipe_value x) {
    halfpipe_value v = {HALFPIPE_IS_NUMBER, 0, -60, 0}, density = {HALFPIPE_IS_NUMBER, 0, -62, 0x19884533d436508d};
    halfpipe_value square = {HALFPIPE_IS_NUMBER, 0, 2 * x.exponent, x.significand * x.significand};
    int32_t leading = halfpipe_leading(x);
    uint64_t one = (uint64_t)1 << 60;
    if (leading >= 4) {
        v.significand = x.negative ? 1 : one - 1;
        v.exponent = x.negative ? -1024 : -60;
    } else if (leading >= 1) {
        halfpipe_value tail = halfpipe_beyond(halfpipe_scaled(x, (uint64_t)1 << 63) << 1, halfpipe_scaled(square, 0xb8aa3b295c17f0bb));
        if (x.negative) return tail;
        v.significand = one - halfpipe_units(tail) - 1;
    } else {
        halfpipe_value size = x;
        size.negative = 0;
        uint64_t half = one / 2, distance = halfpipe_units(halfpipe_times(halfpipe_times(size, density), halfpipe_bell(halfpipe_scaled(square, (uint64_t)1 << 63) << 11)));
        v.significand = x.negative ? half - distance - 1 : half + distance + 1;
    }
    return v;
}

static inline halfpipe_value halfpipe_gelu(halfpipe_value x) { return halfpipe_weighted(x, halfpipe_distribution); }

static inline halfpipe_value halfpipe_erf(halfpipe_value x) {
    if (x.kind == HALFPIPE_IS_NAN || (x.kind == HALFPIPE_IS_NUMBER && !x.significand)) return x;
    halfpipe_value v = {HALFPIPE_IS_NUMBER, x.negative, 0, 1};
    if (x.kind == HALFPIPE_IS_INFINITE) return v;
    int32_t leading = halfpipe_leading(x);
    if (leading >= 3) {
        v.significand = ((uint64_t)1 << 60) - 1;
        v.exponent = -60;
        return v;
    }
    // The square of x sqrt(2).
    halfpipe_value square = {HALFPIPE_IS_NUMBER, 0, 2 * x.exponent + 1, x.significand * x.significand};
    if (leading >= 0) {
        // 2 / sqrt(2) times x.
        uint64_t scaled = halfpipe_scaled(x, 0xb504f333f9de6484) << 1;
        if (scaled >> 48 >= 2) {
            uint64_t tail = 2 * halfpipe_units(halfpipe_beyond(scaled, halfpipe_scaled(square, 0xb8aa3b295c17f0bb)));
            v.significand = ((uint64_t)1 << 60) - tail - 1;
            v.exponent = -60;
            return v;
        }
    }
    // 2 / sqrt(pi).
    halfpipe_value factor = {HALFPIPE_IS_NUMBER, 0, -61, 0x241baea08536da23};
    uint64_t w = leading < -40 ? 0 : halfpipe_scaled(square, (uint64_t)1 << 63) << 11;
    return halfpipe_times(halfpipe_times(x, factor), halfpipe_bell(w));
}

// The logarithm to base 2, or the natural one: the exponent, and a bit of the fraction for each squaring.
static inline halfpipe_value halfpipe_logarithm(halfpipe_value x, uint32_t is_natural) {
    if (x.kind == HALFPIPE_IS_NAN) return x;
    halfpipe_value v = {HALFPIPE_IS_INFINITE, 1, -54, 0};
    if (x.kind == HALFPIPE_IS_NUMBER && !x.significand) return v;
    if (x.negative) x.kind = HALFPIPE_IS_NAN;
    if (x.kind != HALFPIPE_IS_NUMBER) return x;
    int32_t leading = halfpipe_leading(x);
    uint64_t square = x.significand << (63 - halfpipe_highest_one(x.significand)), fraction = 0;
    for (int32_t bit = 0; bit < 54; bit++) {
        square = halfpipe_high(square, square);
        uint32_t is_two = (uint32_t)(square >> 63);
        if (!is_two) square <<= 1;
        fraction = fraction << 1 | is_two;
    }
    v.kind = HALFPIPE_IS_NUMBER;
    v.negative = leading < 0;
    v.significand = leading < 0 ? ((uint64_t)-leading << 54) - fraction : ((uint64_t)leading << 54) + fraction;
    if (is_natural) v.significand = halfpipe_high(v.significand, 0xb17217f7d1cf79ab);
    return v;
}

// sin x, or cos x, the sine in the next quadrant. x times 2/pi modulo 4 has two bits above the point and 62 below.
static inline halfpipe_value halfpipe_sine(halfpipe_value x, uint32_t is_cosine) {
    // 2/pi times 2^192.
    static const uint64_t two_over_pi[] = {0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041};
    halfpipe_value v = {HALFPIPE_IS_NUMBER, 0, 0, 1};
    if (x.kind == HALFPIPE_IS_INFINITE) x.kind = HALFPIPE_IS_NAN;
    if (x.kind == HALFPIPE_IS_NAN) return x;
    if (!x.significand) return is_cosine ? v : x;
    // There, sin x is nearer to x, and cos x to 1, than to any middle of two numbers.
    if (halfpipe_leading(x) < -7) {
        v = halfpipe_normalised(is_cosine ? v : x);
        v.significand -= 1;
        return v;
    }
    uint64_t window = 0;
    for (int32_t place = x.exponent - 2; place < x.exponent + 62; place++)
        window = window << 1 | (place < 0 ? 0 : two_over_pi[place / 64] >> (63 - place % 64) & 1);
    uint64_t angle = x.significand * window;
    uint32_t quadrant = (uint32_t)(angle >> 62) + is_cosine;
    uint64_t fraction = quadrant & 1 ? -(angle << 2) : angle << 2;
    // Half the angle and its square, in units of 2^-64.
    uint64_t half = halfpipe_high(fraction, 0xc90fdaa22168c234), square = halfpipe_high(half, half), one = (uint64_t)1 << 63, sum = one;
    for (uint32_t k = 12; k; k--) sum = one - 2 * halfpipe_high(square, sum) / (k * (2 * k + 1));
    v.negative = (is_cosine ? 0 : x.negative) ^ (quadrant >> 1 & 1);
    v.significand = halfpipe_high(half, sum);
    v.exponent = -62;
    return v;
}

// Arithmetic: operation, formats of a and b and of the result, lanes.
static inline uint32_t halfpipe_arithmetic(uint32_t operation, uint32_t of_operands, uint32_t of_result, uint32_t lanes, uint32_t rounding, uint32_t flags,
                                    uint32_t a, uint32_t b, uint32_t c) {
    const halfpipe_format *format = &halfpipe_formats[of_operands], *result = &halfpipe_formats[of_result];
    uint32_t word = 0;
    for (uint32_t lane = 0; lane < lanes; lane++, a >>= 16, b >>= 16, c >>= 16) {
        uint32_t out_of_bounds = flags & HALFPIPE_OOB && ((a & 0x7fff) == 0x7ff7 || (b & 0x7fff) == 0x7ff7);
        if (out_of_bounds) continue;
        halfpipe_value x = halfpipe_decode(format, a), y = halfpipe_decode(of_operands == of_result || operation >= HALFPIPE_MUL ? format : result, b), z = halfpipe_decode(result, c), v;
        if (flags & HALFPIPE_FTZ) {
            halfpipe_flush(format, &x);
            halfpipe_flush(format, &y);
            halfpipe_flush(result, &z);
        }
        uint32_t sign = (a ^ b) >> 15 & 1;
        if (flags & HALFPIPE_XORSIGN) x.negative = y.negative = 0;
        const halfpipe_value one = {HALFPIPE_IS_NUMBER, 0, 0, 1};
        switch (operation) {
        case HALFPIPE_SUB: y.negative ^= 1; // falls through
        case HALFPIPE_ADD: v = halfpipe_sum(x, y, rounding); break;
        case HALFPIPE_MUL: v = halfpipe_product(x, y); break;
        case HALFPIPE_FMA: v = halfpipe_sum(halfpipe_product(x, y), z, rounding); break;
        case HALFPIPE_NEG: v = x; v.negative ^= 1; break;
        case HALFPIPE_ABS: v = x; v.negative = 0; break;
        case HALFPIPE_MIN: v = halfpipe_extremum(x, y, flags & HALFPIPE_NAN, -1); break;
        case HALFPIPE_MAX: v = halfpipe_extremum(x, y, flags & HALFPIPE_NAN, 1); break;
        case HALFPIPE_DIV: v = halfpipe_quotient(x, y); break;
        case HALFPIPE_RCP: v = halfpipe_quotient(one, x); break;
        case HALFPIPE_SQRT: v = halfpipe_root(x); break;
        case HALFPIPE_RSQRT: v = halfpipe_reciprocal_root(x); break;
        case HALFPIPE_LG2: v = halfpipe_logarithm(x, 0); break;
        case HALFPIPE_LOG: v = halfpipe_logarithm(x, 1); break;
        case HALFPIPE_EXP: v = halfpipe_exp(x); break;
        case HALFPIPE_SIGMOID: v = halfpipe_sigmoid(x); break;
        case HALFPIPE_SILU: v = halfpipe_silu(x); break;
        case HALFPIPE_GELU: v = halfpipe_gelu(x); break;
        case HALFPIPE_ERF: v = halfpipe_erf(x); break;
        case HALFPIPE_SIN: v = halfpipe_sine(x, 0); break;
        case HALFPIPE_COS: v = halfpipe_sine(x, 1); break;
        case HALFPIPE_TANH: v = halfpipe_tanh(x); break;
        default: v = halfpipe_ex2(x);
        }
        if (flags & HALFPIPE_XORSIGN) v.negative = sign;
        if (flags & HALFPIPE_FTZ) halfpipe_flush(result, &v);
        word |= halfpipe_encode(result, v, rounding, flags, 0) << 16 * lane;
    }
    return word;
}

// Comparison: `holds` has a bit each for less, equal, greater and NaN; `truth` stands for true in a lane; `junction` is none, and, or, xor.
static inline uint32_t halfpipe_comparison(uint32_t of_operands, uint32_t lanes, uint32_t holds, uint32_t junction, uint32_t truth, uint32_t flags,
                                    uint32_t a, uint32_t b, uint32_t c) {
    const halfpipe_format *format = &halfpipe_formats[of_operands];
    uint32_t word = 0;
    for (uint32_t lane = 0; lane < lanes; lane++, a >>= 16, b >>= 16) {
        halfpipe_value x = halfpipe_decode(format, a), y = halfpipe_decode(format, b);
        if (flags & HALFPIPE_FTZ) {
            halfpipe_flush(format, &x);
            halfpipe_flush(format, &y);
        }
        uint32_t outcome, answer;
        if (x.kind == HALFPIPE_IS_NAN || y.kind == HALFPIPE_IS_NAN) outcome = 3;
        else if (x.kind == HALFPIPE_IS_NUMBER && y.kind == HALFPIPE_IS_NUMBER && !x.significand && !y.significand) outcome = 1;
        else outcome = (uint32_t)(halfpipe_order(x, y) + 1);
        answer = holds >> outcome & 1;
        if (junction == 1) answer &= c & 1;
        if (junction == 2) answer |= c & 1;
        if (junction == 3) answer ^= c & 1;
        if (answer) word |= truth << 16 * lane;
    }
    return word;
}

// A number of eight bits or fewer.
static inline uint32_t halfpipe_small(uint32_t to, halfpipe_value v, uint32_t rounding, uint32_t flags) {
    const halfpipe_format *format = &halfpipe_formats[to];
    uint32_t has_nan = to == HALFPIPE_E4M3 || to == HALFPIPE_E5M2, magnitude;
    if (to == HALFPIPE_UE8M0) {
        // A power of two: only the magnitude counts, and the smallest is no zero.
        if (v.kind == HALFPIPE_IS_NAN) return 0xff;
        uint32_t beyond = flags & HALFPIPE_SATFINITE ? 0xfe : 0xff;
        if (v.kind == HALFPIPE_IS_INFINITE) return beyond;
        if (!v.significand) return 0;
        int32_t power = halfpipe_leading(v) + 127;
        uint32_t is_power = !(v.significand & (v.significand - 1));
        if (rounding == HALFPIPE_TOWARD_POSITIVE && !is_power) power++;
        return power < 0 ? 0 : power > 254 ? beyond : (uint32_t)power;
    }
    if (to == HALFPIPE_UE5M3) {
        // Only the magnitude counts. There is no infinity.
        if (v.kind == HALFPIPE_IS_NAN) return 0xff;
        uint32_t beyond = flags & HALFPIPE_SATFINITE ? 0xfe : 0xff;
        if (v.kind == HALFPIPE_IS_INFINITE) return beyond;
        v.negative = 0;
        magnitude = v.significand ? halfpipe_magnitude(format, v, rounding, 0) : 0;
        if (magnitude <= format->largest) return magnitude;
        return rounding == HALFPIPE_TOWARD_ZERO ? format->largest : beyond;
    }
    if (v.kind == HALFPIPE_IS_NAN) return has_nan ? 0x7f : format->largest;
    if (flags & HALFPIPE_RELU && v.negative) return 0;
    if (v.kind == HALFPIPE_IS_INFINITE) magnitude = format->largest;
    else magnitude = v.significand ? halfpipe_magnitude(format, v, rounding, 0) : 0;
    if (magnitude > format->largest) magnitude = format->largest;
    return magnitude | v.negative << (format->bits - 1);
}

static inline halfpipe_value halfpipe_decode_small(uint32_t from, uint32_t bits) {
    if (from == HALFPIPE_UE8M0) {
        halfpipe_value v = {(bits & 0xff) == 0xff ? HALFPIPE_IS_NAN : HALFPIPE_IS_NUMBER, 0, (int32_t)(bits & 0xff) - 127, 1};
        return v;
    }
    return halfpipe_decode(&halfpipe_formats[from], from == HALFPIPE_UE5M3 ? bits & 0xff : bits);
}

// The operand of a conversion: a format, or an integer of so many bits, 0 for a format.
static inline halfpipe_value halfpipe_operand(uint32_t from, uint32_t integer_bits, uint32_t is_signed, uint32_t flags, uint32_t bits) {
    if (integer_bits) {
        uint32_t mask = UINT32_MAX >> (32 - integer_bits), negative;
        bits &= mask;
        negative = is_signed && bits >> (integer_bits - 1);
        halfpipe_value v = {HALFPIPE_IS_NUMBER, negative, 0, negative ? (uint64_t)mask + 1 - bits : bits};
        return v;
    }
    halfpipe_value v = halfpipe_decode_small(from, bits);
    if (flags & HALFPIPE_FTZ && from == HALFPIPE_F32) halfpipe_flush(&halfpipe_formats[HALFPIPE_F32], &v);
    return v;
}

// The result of a conversion in a lane.
static inline uint32_t halfpipe_converted(halfpipe_value v, uint32_t to, uint32_t integer_bits, uint32_t is_signed, uint32_t rounding, uint32_t flags,
                                   uint32_t random) {
    if (flags & HALFPIPE_INTEGER && v.kind == HALFPIPE_IS_NUMBER && v.significand && v.exponent < 0) {
        v.significand = halfpipe_multiple(v, 0, rounding);
        v.exponent = 0;
    }
    if (integer_bits) {
        uint32_t mask = UINT32_MAX >> (32 - integer_bits), top = 1u << (integer_bits - 1);
        uint64_t most = is_signed ? v.negative ? top : top - 1 : v.negative ? 0 : mask;
        if (v.kind == HALFPIPE_IS_NAN) return 0;
        uint64_t magnitude = most;
        if (v.kind == HALFPIPE_IS_NUMBER && v.significand == 0) magnitude = 0;
        else if (v.kind == HALFPIPE_IS_NUMBER && halfpipe_leading(v) < 40) magnitude = v.significand << v.exponent;
        if (magnitude > most) magnitude = most;
        return (uint32_t)(v.negative ? 0 - magnitude : magnitude) & mask;
    }
    if (to >= HALFPIPE_E4M3) return halfpipe_small(to, v, rounding, flags);
    if (flags & HALFPIPE_FTZ && to == HALFPIPE_F32) halfpipe_flush(&halfpipe_formats[HALFPIPE_F32], &v);
    return halfpipe_encode(&halfpipe_formats[to], v, rounding, flags, random);
}

// Conversion. Of two operands the first is the upper lane. Widths of a lane are those of its place.
static inline uint32_t halfpipe_conversion(uint32_t from, uint32_t from_integer, uint32_t from_signed, uint32_t from_width, uint32_t operands, uint32_t to,
                                    uint32_t to_integer, uint32_t to_signed, uint32_t to_width, uint32_t lanes, uint32_t rounding, uint32_t flags,
                                    uint32_t a, uint32_t b, uint32_t c) {
    uint32_t word = 0;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        uint32_t bits = operands == 1 ? a >> lane * from_width : lane ? a : b;
        uint32_t random = 0;
        if (rounding == HALFPIPE_AT_RANDOM) random = c >> 16 * lane & ((1u << (23 - halfpipe_formats[to].fraction_bits)) - 1);
        halfpipe_value v = halfpipe_operand(from, from_integer, from_signed, flags, bits);
        word |= halfpipe_converted(v, to, to_integer, to_signed, rounding, flags, random) << lane * to_width;
    }
    return word;
}
#endif
