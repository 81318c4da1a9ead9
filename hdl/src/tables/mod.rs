//! Coefficients of the datapaths of functions. `cargo xtask tables` fits them and writes the files of this folder but
//! this one.

pub mod erf_bf16;
pub mod erf_f16;
pub mod ex2_bf16;
pub mod ex2_f16;
pub mod exp_bf16;
pub mod exp_f16;
pub mod gelu_bf16;
pub mod gelu_f16;
pub mod lg2_bf16;
pub mod lg2_f16;
pub mod log_bf16;
pub mod log_f16;
pub mod rsqrt_bf16;
pub mod rsqrt_f16;
pub mod sigmoid_bf16;
pub mod sigmoid_f16;
pub mod silu_bf16;
pub mod silu_f16;
pub mod sine_bf16;
pub mod sine_f16;
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
    /// True if each segment has its own directions.
    pub directed: bool,
    /// Bits of the exponent of a segment; 0 if there is none.
    pub exponent_bits: u32,
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
    /// The directions: 1 if the offset has its bits inverted, plus 2 if the offset that changes the slope has them
    /// inverted once more. 0 in a table without directions.
    pub directions: u64,
    /// The exponent of the power of two by which the sum is multiplied. 0 in a table without exponents.
    pub exponent: u64,
}

impl Segment {
    const fn new(first: u32, last: u32, base: u64, slope: u64, curvature: u64) -> Self {
        Self {
            first,
            last,
            base,
            slope,
            curvature,
            directions: 0,
            exponent: 0,
        }
    }

    const fn floating(
        first: u32,
        last: u32,
        base: u64,
        slope: u64,
        curvature: u64,
        directions: u64,
        exponent: u64,
    ) -> Self {
        Self {
            directions,
            exponent,
            ..Self::new(first, last, base, slope, curvature)
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

/// A datapath of 1/√x for an operand m · 4^k with 1 ≤ m < 4. The sum's integer part is the fraction of 2/√m, with a bit
/// above it that is 1 for m = 1.
#[derive(Clone, Copy, Debug)]
pub struct Rsqrt {
    /// High bits of the fraction field in the address. Above them is one bit: whether m is at least 2.
    pub fraction_bits: u32,
    /// The arithmetic. The offset is the low bits of the fraction, inverted.
    pub polynomial: Polynomial,
    /// The coefficients in ascending order of address.
    pub segments: &'static [Segment],
}

/// A datapath of e^x. The fixed-point number is x · log2 e. The sum's integer part is the fraction of the result, in half
/// last places and not rounded.
#[derive(Clone, Copy, Debug)]
pub struct Exp {
    /// The exponent of the largest operands that neither overflow nor vanish.
    pub greatest_exponent: u32,
    /// Integer bits of the fixed-point number.
    pub integer_bits: u32,
    /// Fraction bits of the fixed-point number.
    pub fixed_fraction: u32,
    /// For each pair of significand bits, the lowest first, its multiples of log2 e. Their units are those of the
    /// fixed-point number for an operand of the greatest exponent.
    pub rows: &'static [[u64; 4]],
    /// High bits of the fixed-point fraction that are the address.
    pub address_bits: u32,
    /// For a positive and a negative operand, the greatest magnitude whose result rounds to one.
    pub one_through: [u16; 2],
    /// The least magnitude of a positive operand that overflows, and of a negative one that vanishes.
    pub limit_from: [u16; 2],
    /// The least magnitude of a negative operand whose result is below the normal numbers.
    pub tiny_from: u16,
    /// The arithmetic. The offset is the low bits of the fixed-point fraction.
    pub polynomial: Polynomial,
    /// The coefficients in ascending order of address.
    pub segments: &'static [Segment],
}

/// A datapath on the encoding of the operand. The sum is the significand of the result for the exponent of the segment,
/// which is an exponent field less one.
#[derive(Clone, Copy, Debug)]
pub struct Encoded {
    /// True if the exponent field of the operand is added to the exponent.
    pub is_relative: bool,
    /// True if operands of both signs have results of the same magnitude.
    pub is_odd: bool,
    /// For a positive and a negative operand, the least magnitude from which on no polynomial is needed.
    pub large_from: [u16; 2],
    /// For a positive and a negative operand, the magnitude of the results from there on; none if it is the operand's.
    pub large: [Option<u16>; 2],
    /// For a positive and a negative operand, the least magnitude whose result differs from that of zero; 0 if a
    /// polynomial gives all.
    pub small_below: [u16; 2],
    /// The result of zero.
    pub zero: u16,
    /// For a positive and a negative operand, the magnitude below which the results of all but zero are below the normal
    /// numbers.
    pub tiny_below: [u16; 2],
    /// For a positive and a negative operand, the magnitude from which on results are below the normal numbers.
    pub tiny_from: [u16; 2],
    /// The binades that need a polynomial, in runs that share rows.
    pub binades: &'static [BinadeRows],
    /// The arithmetic. The offset is the low bits of the magnitude.
    pub polynomial: Polynomial,
    /// The coefficients in ascending order of address, which is a row.
    pub segments: &'static [Segment],
}

/// The rows of consecutive binades. A binade's number is the exponent field, below the sign unless the function is odd.
#[derive(Clone, Copy, Debug)]
pub struct BinadeRows {
    /// The number of the first binade.
    pub from: u16,
    /// The number of the last binade.
    pub through: u16,
    /// The first row. Its bits are 0 where a fraction bit selects a row.
    pub first: u16,
    /// High bits of the fraction that select a row.
    pub selecting_bits: u8,
    /// The places by which the offset is shifted left.
    pub shift: u8,
}

impl BinadeRows {
    const fn new(from: u16, through: u16, first: u16, selecting_bits: u8, shift: u8) -> Self {
        Self {
            from,
            through,
            first,
            selecting_bits,
            shift,
        }
    }
}

/// A datapath of a logarithm for an operand 2^e · (1 + f). The sum is the logarithm of 1 + f, as a fraction.
#[derive(Clone, Copy, Debug)]
pub struct Logarithm {
    /// The logarithm of 2 in units of the sum's last place; none to base 2.
    pub logarithm_of_two: Option<u64>,
    /// High bits of the fraction field in the address.
    pub fraction_bits: u32,
    /// The arithmetic. The offset is the low bits of the fraction.
    pub polynomial: Polynomial,
    /// The coefficients in ascending order of address.
    pub segments: &'static [Segment],
}

/// A digit of a constant: ± 2^`place`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedDigit {
    /// The power of two.
    pub place: u32,
    /// True if it is subtracted.
    pub is_negative: bool,
}

impl SignedDigit {
    const fn plus(place: u32) -> Self {
        Self {
            place,
            is_negative: false,
        }
    }

    const fn minus(place: u32) -> Self {
        Self {
            place,
            is_negative: true,
        }
    }
}

/// The constant 2/π.
#[derive(Clone, Copy, Debug)]
pub enum TwoOverPi {
    /// Its digits for the largest exponent, the lowest first; no two are neighbours.
    Constant(&'static [SignedDigit]),
    /// Its bits by the upper bits of the exponent field, for the largest exponent with these. Bits that only add multiples of
    /// four to every angle are missing.
    Windows(&'static [u64]),
}

/// A datapath of sin and cos. The angle is the operand times 2/π, modulo 4. The sum is the sine of the folded angle, as a
/// fraction.
#[derive(Clone, Copy, Debug)]
pub struct Sine {
    /// For sin and cos, the least magnitude whose result is not that of the operand or of zero.
    pub small_below: [u16; 2],
    /// The constant.
    pub two_over_pi: TwoOverPi,
    /// Low bits of the exponent field by which the product or the window is shifted.
    pub shift_bits: u32,
    /// Fraction bits of the constant.
    pub constant_fraction: u32,
    /// Fraction bits of the angle.
    pub fixed_fraction: u32,
    /// High bits of the angle's fraction that are the address.
    pub address_bits: u32,
    /// The arithmetic. The offset is the low bits of the angle's fraction.
    pub polynomial: Polynomial,
    /// The coefficients in ascending order of address.
    pub segments: &'static [Segment],
}
