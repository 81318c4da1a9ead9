//! The arithmetic shared by the four datapaths, bit for bit: a polynomial of the offset in a segment.
//!
//! A product is a sum of rows, one for each pair of offset bits. The pair, read as 0 to 3, selects -2, -1, 0 or +1 times
//! the other factor, so that the product is that factor times the offset less `…101010` in binary. A negative multiple
//! is the factor's bits inverted, one less than the exact multiple. Such constant displacements and small errors cost
//! nothing: the coefficients are fitted to this arithmetic, not to the exact one.

/// Widths and units of the arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polynomial {
    /// Bits of the offset.
    pub offset_bits: u32,
    /// Fraction bits of the sum, below the last place of the result.
    pub sum_fraction: u32,
    /// Fraction bits of the base, at most those of the sum.
    pub base_fraction: u32,
    /// Fraction bits of the slope, at least those of the sum.
    pub slope_fraction: u32,
    /// How the slope depends on the offset; a linear polynomial has a constant slope.
    pub curvature: Option<Curvature>,
}

/// The quadratic part: how the slope changes along the segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Curvature {
    /// Low bits of the offset that do not change the slope.
    pub ignored_bits: u32,
    /// Fraction bits of the change, below those of the slope, that are dropped from the sum.
    pub extra_fraction: u32,
    /// Whether the slope falls along the segment.
    pub falling: bool,
}

/// The coefficients of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Row {
    /// The base.
    pub base: u32,
    /// The slope.
    pub slope: u32,
    /// The curvature; zero in a linear polynomial.
    pub curvature: u32,
}

impl Polynomial {
    /// The sum, in units of 2^-`sum_fraction`.
    pub fn evaluate(&self, row: Row, offset: u32) -> i64 {
        let base = i64::from(row.base) << (self.sum_fraction - self.base_fraction);
        base + self.product(self.slope(row.slope, row.curvature, offset), offset)
    }

    /// The slope at an offset.
    pub fn slope(&self, slope: u32, curvature: u32, offset: u32) -> i64 {
        let slope = i64::from(slope);
        let Some(shape) = self.curvature else {
            return slope;
        };
        let bits = self.offset_bits - shape.ignored_bits;
        let offset = offset >> shape.ignored_bits;
        let factor = i64::from(curvature);
        let change: i64 = digits(offset, bits)
            .map(|(position, digit)| {
                let multiple = if shape.falling {
                    multiple(-digit, factor)
                } else {
                    multiple(digit, factor)
                };
                multiple << position
            })
            .sum();
        ((slope << shape.extra_fraction) + change) >> shape.extra_fraction
    }

    /// The slope times the offset.
    pub fn product(&self, slope: i64, offset: u32) -> i64 {
        let excess = self.slope_fraction - self.sum_fraction;
        digits(offset, self.offset_bits)
            .map(|(position, digit)| {
                if position < excess {
                    multiple(digit, slope >> (excess - position))
                } else {
                    multiple(digit, slope) << (position - excess)
                }
            })
            .sum()
    }
}

/// The positions and values of the pairs of bits; a single bit at the top counts 0 or 1.
fn digits(offset: u32, bits: u32) -> impl Iterator<Item = (u32, i32)> {
    (0..bits).step_by(2).map(move |position| {
        let pair = (offset >> position & 3) as i32;
        let single = position + 1 == bits;
        (position, if single { pair } else { pair - 2 })
    })
}

/// `digit` times `factor`; a negative multiple in one's complement.
fn multiple(digit: i32, factor: i64) -> i64 {
    match digit {
        -2 => !(factor << 1),
        -1 => !factor,
        0 => 0,
        1 => factor,
        _ => factor << 1,
    }
}
