//! The polynomial arithmetic of the datapaths, bit for bit: a polynomial of the offset in a segment.
//!
//! A product is a sum of rows, one for each pair of offset bits. The pair, read as 0 to 3, selects -2, -1, 0 or +1
//! times the factor, so that the rows add up to the factor times the offset less `…101010` in binary. Two properties
//! make a row cheap, at one lookup table and one carry for each bit:
//!
//! - a negative multiple is the multiple's bits inverted, one less than the exact one;
//! - a row is displaced upwards so that it is never negative: with a factor of w bits it has w + 2 bits, the first of
//!   the pair on top. The sum of a row and all rows below it fits the same w + 2 bits.
//!
//! The displacements are constants. They and the small errors cost nothing, because the coefficients are fitted to this
//! arithmetic, not to the exact one.

/// Widths and units of the arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolynomialWidths {
    /// The width of the offset in bits.
    pub offset_bits: u32,
    /// The width of the sum in bits. The sum wraps around.
    pub sum_bits: u32,
    /// The number of fraction bits of the sum, below the last place of the result.
    pub sum_fraction: u32,
    /// The number of fraction bits of the base, at most those of the sum; its top is the sum's.
    pub base_fraction: u32,
    /// The width of the slope in bits.
    pub slope_bits: u32,
    /// The number of fraction bits of the slope, at least those of the sum.
    pub slope_fraction: u32,
    /// The dependence of the slope on the offset; a linear polynomial has a constant slope.
    pub curvature: Option<CurvatureWidths>,
    /// True if each segment has its own [`Directions`].
    pub directed: bool,
    /// The width of the exponent of a segment, a power of two by which the sum is multiplied; 0 if there is none.
    pub exponent_bits: u32,
}

/// The directions of a segment: one bit each for the offset and for the slope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Directions {
    /// True if the offset has its bits inverted, so that the sum falls along the segment.
    pub falls: bool,
    /// True if the change of the slope has the offset's bits inverted once more.
    pub bends: bool,
}

/// The quadratic part: the change of the slope along the segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurvatureWidths {
    /// The width of the curvature in bits.
    pub bits: u32,
    /// The number of low bits of the offset that do not change the slope.
    pub ignored_bits: u32,
    /// The number of fraction bits of the change, below those of the slope, that are dropped from the sum.
    pub extra_fraction: u32,
    /// True if the slope falls along the segment: the change has the offset's bits inverted.
    pub falling: bool,
}

/// The coefficients of a segment. A base or a slope may be negative: its field wraps around.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Row {
    /// The base.
    pub base: i64,
    /// The slope.
    pub slope: i64,
    /// The curvature; zero in a linear polynomial.
    pub curvature: i64,
    /// The directions; those of all segments in a table that is not directed.
    pub directions: Directions,
    /// The exponent, which wraps around as the other fields do.
    pub exponent: i64,
}

impl PolynomialWidths {
    /// Returns the directions that a segment can have.
    pub fn directions(&self) -> Vec<Directions> {
        let inverts = self.curvature.is_some_and(|curvature| curvature.falling);
        if !self.directed {
            return vec![Directions {
                falls: false,
                bends: inverts,
            }];
        }
        let bends = if self.curvature.is_some() { 2 } else { 1 };
        let number = |number: u32| Directions {
            falls: number & 1 == 1,
            bends: number & 2 == 2,
        };
        (0..2 * bends).map(number).collect()
    }

    /// Returns the bits of the directions in a table: that of the offset, and above it that of the slope.
    pub fn direction_bits(&self, directions: Directions) -> u64 {
        if self.directed {
            u64::from(directions.falls) | u64::from(directions.bends) << 1
        } else {
            0
        }
    }

    /// Returns the offset in these directions.
    pub fn oriented(&self, offset: u32, directions: Directions) -> u32 {
        if directions.falls {
            !offset & ((1 << self.offset_bits) - 1)
        } else {
            offset
        }
    }

    /// Returns the width of the base in bits.
    pub fn base_bits(&self) -> u32 {
        self.sum_bits - self.sum_fraction + self.base_fraction
    }

    /// Returns the sum, in units of 2^-`sum_fraction`.
    pub fn evaluate(&self, row: Row, offset: u32) -> i64 {
        let base = row.base << (self.sum_fraction - self.base_fraction);
        let offset = self.oriented(offset, row.directions);
        let slope = self.slope(row.slope, row.curvature, offset, row.directions) & ((1 << self.slope_bits) - 1);
        (base + self.product(slope, offset)) & ((1 << self.sum_bits) - 1)
    }

    /// Returns the slope at an oriented offset, before it wraps around.
    pub fn slope(&self, slope: i64, curvature: i64, offset: u32, directions: Directions) -> i64 {
        let Some(widths) = self.curvature else {
            return slope;
        };
        let bits = self.offset_bits - widths.ignored_bits;
        let offset = if directions.bends { !offset } else { offset } >> widths.ignored_bits;
        let change: i64 = (0..bits)
            .step_by(2)
            .map(|position| row(digit(offset, position, bits), curvature, widths.bits) << position)
            .sum();
        ((slope << widths.extra_fraction) + change) >> widths.extra_fraction
    }

    /// Returns the slope times the offset. The rows of low offset bits omit bits of the slope below the sum's last
    /// place.
    pub fn product(&self, slope: i64, offset: u32) -> i64 {
        let excess = self.slope_fraction - self.sum_fraction;
        (0..self.offset_bits)
            .step_by(2)
            .map(|position| {
                let digit = digit(offset, position, self.offset_bits);
                let dropped = excess.saturating_sub(position);
                if dropped >= self.slope_bits {
                    0
                } else {
                    let row = row(digit, slope >> dropped, self.slope_bits - dropped);
                    row << position.saturating_sub(excess)
                }
            })
            .sum()
    }
}

/// A pair of offset bits, or the one bit left at the top.
#[derive(Clone, Copy)]
enum Digit {
    Pair(u32),
    Single(u32),
}

fn digit(offset: u32, position: u32, bits: u32) -> Digit {
    if position + 1 == bits {
        Digit::Single(offset >> position & 1)
    } else {
        Digit::Pair(offset >> position & 3)
    }
}

/// Returns one row, given a factor of `bits` bits.
fn row(digit: Digit, factor: i64, bits: u32) -> i64 {
    let middle = 2 << bits;
    match digit {
        Digit::Pair(0) => middle - 1 - 2 * factor,
        Digit::Pair(1) => middle - 1 - factor,
        Digit::Pair(2) => middle,
        Digit::Pair(_) => middle + factor,
        Digit::Single(0) => 0,
        Digit::Single(_) => factor,
    }
}
