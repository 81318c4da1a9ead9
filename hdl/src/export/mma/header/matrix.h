
// Computes d = a * b + c. Matrices are row-major: a is rows x depth, b is depth x columns, c and d are rows x columns.
// Each element of d takes its products in steps of HALFPIPE_MMA_PRODUCTS, as the tile does. Products that the last step
// lacks are +0 * +0. c may be null, which counts as +0, and may be d.
static inline void halfpipe_mma_mma(size_t rows, size_t columns, size_t depth, const halfpipe_mma_element *a,
                                    const halfpipe_mma_element *b, const halfpipe_mma_result *c,
                                    halfpipe_mma_result *d) {
    size_t i, j, k, step;
    for (i = 0; i < rows; i++) {
        for (j = 0; j < columns; j++) {
            halfpipe_mma_result sum = c ? c[i * columns + j] : 0;
            for (k = 0; k < depth; k += HALFPIPE_MMA_PRODUCTS) {
                halfpipe_mma_element row[HALFPIPE_MMA_PRODUCTS], column[HALFPIPE_MMA_PRODUCTS];
                for (step = 0; step < HALFPIPE_MMA_PRODUCTS; step++) {
                    const int is_there = k + step < depth;
                    row[step] = is_there ? a[i * depth + k + step] : 0;
                    column[step] = is_there ? b[(k + step) * columns + j] : 0;
                }
                sum = halfpipe_mma_dot(row, column, sum);
            }
            d[i * columns + j] = sum;
        }
    }
}

#endif
