
// Adds a term to a sum in fixed point: words of two's complement, the lowest first, whose lowest bit is
// 2^HALFPIPE_MMA_LOWEST.
static inline void halfpipe_mma_add(uint32_t *sum, halfpipe_mma_number term) {
    const int place = term.unit - HALFPIPE_MMA_LOWEST;
    const uint64_t value = (uint64_t)term.significand << (place % 32);
    uint64_t carry = 0;
    int i;
    for (i = place / 32; i < HALFPIPE_MMA_WORDS; i++) {
        const int above = i - place / 32;
        const uint32_t part = above == 0 ? (uint32_t)value : above == 1 ? (uint32_t)(value >> 32) : 0;
        if (term.negative) {
            const uint64_t difference = (uint64_t)sum[i] - part - carry;
            sum[i] = (uint32_t)difference;
            carry = difference >> 63;
        } else {
            const uint64_t total = (uint64_t)sum[i] + part + carry;
            sum[i] = (uint32_t)total;
            carry = total >> 32;
        }
    }
}

// Returns c plus HALFPIPE_MMA_PRODUCTS products, rounded once.
static inline halfpipe_mma_result halfpipe_mma_dot(const halfpipe_mma_element *a, const halfpipe_mma_element *b,
                                                   halfpipe_mma_result c) {
    uint32_t sum[HALFPIPE_MMA_WORDS] = {0};
    halfpipe_mma_result special = 0;
    int zeros[2] = {1, 1}, negative, i, top = -1, place;
    uint64_t magnitude = 0;
    if (halfpipe_mma_is_special(a, b, HALFPIPE_MMA_PRODUCTS, c, &special)) return special;
    for (i = 0; i <= HALFPIPE_MMA_PRODUCTS; i++) {
        const halfpipe_mma_number term =
            i == HALFPIPE_MMA_PRODUCTS
                ? halfpipe_mma_decode_result(c)
                : halfpipe_mma_product(halfpipe_mma_decode_element(a[i]), halfpipe_mma_decode_element(b[i]));
        zeros[0] = zeros[0] && term.significand == 0 && !term.negative;
        zeros[1] = zeros[1] && term.significand == 0 && term.negative;
        halfpipe_mma_add(sum, term);
    }
    negative = (int)(sum[HALFPIPE_MMA_WORDS - 1] >> 31);
    if (negative) {
        uint64_t carry = 1;
        for (i = 0; i < HALFPIPE_MMA_WORDS; i++) {
            carry += (uint32_t)~sum[i];
            sum[i] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    for (i = 0; i < 32 * HALFPIPE_MMA_WORDS; i++) {
        if (sum[i / 32] >> (i % 32) & 1) top = i;
    }
    // Zeros of one sign keep it. A sum that cancels is +0, toward negative -0.
    if (top < 0) return halfpipe_mma_with_sign(zeros[1] || (HALFPIPE_MMA_ROUNDING == 2 && !zeros[0]), 0);
    place = top < 62 ? 0 : top - 62;
    for (i = top; i >= place; i--) magnitude = magnitude << 1 | (sum[i / 32] >> (i % 32) & 1);
    for (i = 0; i < place; i++) magnitude |= sum[i / 32] >> (i % 32) & 1;
    return halfpipe_mma_round(negative, magnitude, place + HALFPIPE_MMA_LOWEST);
}
