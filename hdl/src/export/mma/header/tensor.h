
// Adds a term to a sum of units of 2^unit, cut below the unit.
static inline int64_t halfpipe_mma_in_units(halfpipe_mma_number term, int unit) {
    const int shift = term.significand ? term.unit - unit : 0;
    const int64_t magnitude = shift >= 0    ? (int64_t)term.significand << shift
                              : shift > -32 ? (int64_t)(term.significand >> -shift)
                                            : 0;
    return term.negative ? -magnitude : magnitude;
}

// The result of one block: c plus at most HALFPIPE_MMA_BLOCK products.
static inline halfpipe_mma_result halfpipe_mma_block(const halfpipe_mma_element *a, const halfpipe_mma_element *b,
                                                     size_t products, halfpipe_mma_result c) {
    halfpipe_mma_number terms[HALFPIPE_MMA_BLOCK + 1];
    halfpipe_mma_result special = 0, result;
    int64_t sum = 0;
    int anchor = HALFPIPE_MMA_LEAST_ANCHOR;
    size_t i;
    if (halfpipe_mma_is_special(a, b, products, c, &special)) return special;
    for (i = 0; i < products; i++) {
        terms[i] = halfpipe_mma_product(halfpipe_mma_decode_element(a[i]), halfpipe_mma_decode_element(b[i]));
    }
    terms[products] = halfpipe_mma_decode_result(c);
    for (i = 0; i <= products; i++) {
        if (terms[i].significand && terms[i].exponent > anchor) anchor = terms[i].exponent;
    }
    for (i = 0; i <= products; i++) sum += halfpipe_mma_in_units(terms[i], anchor - HALFPIPE_MMA_PLACES);
    result = halfpipe_mma_round(sum < 0, sum < 0 ? (uint64_t)-sum : (uint64_t)sum, anchor - HALFPIPE_MMA_PLACES);
    // A zero is +0, whatever was rounded to it.
    return result == halfpipe_mma_with_sign(1, 0) ? 0 : result;
}

// Returns c plus HALFPIPE_MMA_PRODUCTS products.
static inline halfpipe_mma_result halfpipe_mma_dot(const halfpipe_mma_element *a, const halfpipe_mma_element *b,
                                                   halfpipe_mma_result c) {
    size_t i;
    for (i = 0; i < HALFPIPE_MMA_PRODUCTS; i += HALFPIPE_MMA_BLOCK) {
        c = halfpipe_mma_block(a + i, b + i, HALFPIPE_MMA_BLOCK, c);
    }
    return c;
}
