//! Coefficients of the tanh and 2^x datapaths. `cargo xtask tables` fits them and writes the files of this folder but
//! this one.

pub mod ex2_bf16;
pub mod ex2_f16;
pub mod tanh_bf16;
pub mod tanh_f16;

/// Widths and units of the arithmetic of a segment: base + slope · offset.
///
/// The product is a sum of rows, one for each pair of offset bits; a row is displaced upwards so that it is never
/// negative, and negative multiples are inverted bits. The coefficients are fitted to exactly this arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polynomial {
    /// Bits of the offset.
    pub offset_bits: u32,
    /// Bits of the sum, which wraps around.
    pub sum_bits: u32,
    /// Fraction bits of the sum.
    pub sum_fraction: u32,
    /// Fraction bits of the base; its top is the sum's.
    pub base_fraction: u32,
    /// Bits of the slope, which wraps around.
    pub slope_bits: u32,
    /// Fraction bits of the slope, at least those of the sum.
    pub slope_fraction: u32,
    /// The change of the slope along the segment; none in a linear polynomial.
    pub curvature: Option<Curvature>,
}

/// The quadratic part: slope + curvature · offset takes the place of the slope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Curvature {
    /// Bits of the curvature.
    pub bits: u32,
    /// Low bits of the offset that do not change the slope.
    pub ignored_bits: u32,
    /// Fraction bits of the change, below those of the slope, that are dropped from the sum.
    pub extra_fraction: u32,
    /// True if the offset's bits are inverted here, so that the slope falls.
    pub falling: bool,
}

/// Coefficients for a run of addresses. An address in no segment does not occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The first address.
    pub first: u32,
    /// The last address.
    pub last: u32,
    /// The base, in the polynomial's base width.
    pub base: u64,
    /// The slope, in the polynomial's slope width.
    pub slope: u64,
    /// The curvature.
    pub curvature: u64,
}

impl Segment {
    const fn new(first: u32, last: u32, base: u64, slope: u64, curvature: u64) -> Self {
        Self {
            first,
            last,
            base,
            slope,
            curvature,
        }
    }
}

/// A tanh datapath. The sum's integer part is the magnitude of the result, encoded. In the core f16's serves bf16 too, between the limits of
/// bf16's, and is rounded to fewer bits.
#[derive(Clone, Copy, Debug)]
pub struct Tanh {
    /// Low bits of the exponent field in the address.
    pub exponent_bits: u32,
    /// High bits of the fraction field in the address, below the exponent's. Above them all is one bit: whether the
    /// magnitude is less than the crossing of its binade.
    pub fraction_bits: u32,
    /// The least magnitude that differs from its tanh.
    pub approximated_from: u16,
    /// The least magnitude whose tanh rounds to one.
    pub one_from: u16,
    /// Per binade that begins with results of the binade below, the first magnitude whose result is in its own binade.
    pub crossings: &'static [u16],
    /// The arithmetic. The offset is the low bits of the magnitude.
    pub polynomial: Polynomial,
    /// The coefficients in ascending order of address.
    pub segments: &'static [Segment],
}

/// A 2^x datapath. The sum's integer part is the fraction of the result, in half last places and not rounded. In the core f16's serves
/// bf16 too, with the integer bits and the limits of bf16's, which takes fewer bits of the sum.
#[derive(Clone, Copy, Debug)]
pub struct Ex2 {
    /// Integer bits of the fixed-point operand.
    pub integer_bits: u32,
    /// Fraction bits of the fixed-point operand.
    pub fixed_fraction: u32,
    /// The significand is shifted right by at most this much.
    pub greatest_shift: u32,
    /// High bits of the fixed-point fraction that are the address.
    pub address_bits: u32,
    /// The greatest positive operand whose result rounds to one.
    pub one_through_positive: u16,
    /// The magnitude of the least negative operand whose result rounds to one.
    pub one_through_negative: u16,
    /// The arithmetic. The offset is the low bits of the fixed-point fraction.
    pub polynomial: Polynomial,
    /// The coefficients in ascending order of address.
    pub segments: &'static [Segment],
}
