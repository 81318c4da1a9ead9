//! Coefficients of the datapaths of functions. `cargo xtask tables` fits them and writes the JSON files of this folder.

use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

mod hexadecimal;

/// Declares each table and reads it from its file at the first use.
macro_rules! tables {
    ($($name:ident: $kind:ty = $file:literal,)*) => {
        $(
            #[doc = concat!("The table in `", $file, "`.")]
            pub static $name: LazyLock<$kind> = LazyLock::new(|| read(include_str!($file)));
        )*
    };
}

tables! {
    TANH_F16: Tanh = "tanh_f16.json",
    TANH_BF16: Tanh = "tanh_bf16.json",
    EX2_F16: Ex2 = "ex2_f16.json",
    EX2_BF16: Ex2 = "ex2_bf16.json",
    RSQRT_F16: Rsqrt = "rsqrt_f16.json",
    RSQRT_BF16: Rsqrt = "rsqrt_bf16.json",
    EXP_F16: Exp = "exp_f16.json",
    EXP_BF16: Exp = "exp_bf16.json",
    LG2_F16: Logarithm = "lg2_f16.json",
    LG2_BF16: Logarithm = "lg2_bf16.json",
    LOG_F16: Logarithm = "log_f16.json",
    LOG_BF16: Logarithm = "log_bf16.json",
    SINE_F16: Sine = "sine_f16.json",
    SINE_BF16: Sine = "sine_bf16.json",
    SIGMOID_F16: Encoded = "sigmoid_f16.json",
    SIGMOID_BF16: Encoded = "sigmoid_bf16.json",
    SILU_F16: Encoded = "silu_f16.json",
    SILU_BF16: Encoded = "silu_bf16.json",
    GELU_F16: Encoded = "gelu_f16.json",
    GELU_BF16: Encoded = "gelu_bf16.json",
    ERF_F16: Encoded = "erf_f16.json",
    ERF_BF16: Encoded = "erf_bf16.json",
}

fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).expect("`cargo xtask tables` writes the file from this type")
}

/// Writes a type as the array of its fields in their order. A derived `Deserialize` reads an array too.
macro_rules! array {
    ($name:ty: $($field:ident),*) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                ($(self.$field,)*).serialize(serializer)
            }
        }
    };
}

array!(Segment: first, last, base, slope, curvature, directions, exponent);
array!(BinadeRows: from, through, first, selecting_bits, shift);
array!(SignedDigit: place, is_negative);

/// Widths and units of the arithmetic of a segment: base + slope · offset.
///
/// The product is a sum of rows, one for each pair of offset bits; a row is displaced upwards so that it is never
/// negative, and negative multiples are inverted bits. The coefficients are fitted to exactly this arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// Coefficients for a run of addresses. An address in no segment does not occur. A file has an array of the fields in this
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
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

/// A tanh datapath. The sum's integer part is the magnitude of the result, encoded. In the core f16's serves bf16 too, between the limits of
/// bf16's, and is rounded to fewer bits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tanh {
    /// Low bits of the exponent field in the address.
    pub exponent_bits: u32,
    /// High bits of the fraction field in the address, below the exponent's. Above them all is one bit: whether the
    /// magnitude is less than the crossing of its binade.
    pub fraction_bits: u32,
    /// The least magnitude that differs from its tanh.
    #[serde(with = "hexadecimal")]
    pub approximated_from: u16,
    /// The least magnitude whose tanh rounds to one.
    #[serde(with = "hexadecimal")]
    pub one_from: u16,
    /// Per binade that begins with results of the binade below, the first magnitude whose result is in its own binade.
    #[serde(with = "hexadecimal")]
    pub crossings: Vec<u16>,
    /// The arithmetic. The offset is the low bits of the magnitude.
    pub polynomial: Polynomial,
    /// The coefficients in ascending order of address.
    pub segments: Vec<Segment>,
}

/// A 2^x datapath. The sum's integer part is the fraction of the result, in half last places and not rounded. In the core f16's serves
/// bf16 too, with the integer bits and the limits of bf16's, which takes fewer bits of the sum.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    #[serde(with = "hexadecimal")]
    pub one_through_positive: u16,
    /// The magnitude of the least negative operand whose result rounds to one.
    #[serde(with = "hexadecimal")]
    pub one_through_negative: u16,
    /// The arithmetic. The offset is the low bits of the fixed-point fraction.
    pub polynomial: Polynomial,
    /// The coefficients in ascending order of address.
    pub segments: Vec<Segment>,
}

/// A datapath of 1/√x for an operand m · 4^k with 1 ≤ m < 4. The sum's integer part is the fraction of 2/√m, with a bit
/// above it that is 1 for m = 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rsqrt {
    /// High bits of the fraction field in the address. Above them is one bit: whether m is at least 2.
    pub fraction_bits: u32,
    /// The arithmetic. The offset is the low bits of the fraction, inverted.
    pub polynomial: Polynomial,
    /// The coefficients in ascending order of address.
    pub segments: Vec<Segment>,
}

/// A datapath of e^x. The fixed-point number is x · log2 e. The sum's integer part is the fraction of the result, in half
/// last places and not rounded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Exp {
    /// The exponent of the largest operands that neither overflow nor vanish.
    pub greatest_exponent: u32,
    /// Integer bits of the fixed-point number.
    pub integer_bits: u32,
    /// Fraction bits of the fixed-point number.
    pub fixed_fraction: u32,
    /// For each pair of significand bits, the lowest first, its multiples of log2 e. Their units are those of the
    /// fixed-point number for an operand of the greatest exponent.
    pub rows: Vec<[u64; 4]>,
    /// High bits of the fixed-point fraction that are the address.
    pub address_bits: u32,
    /// For a positive and a negative operand, the greatest magnitude whose result rounds to one.
    #[serde(with = "hexadecimal")]
    pub one_through: [u16; 2],
    /// The least magnitude of a positive operand that overflows, and of a negative one that vanishes.
    #[serde(with = "hexadecimal")]
    pub limit_from: [u16; 2],
    /// The least magnitude of a negative operand whose result is below the normal numbers.
    #[serde(with = "hexadecimal")]
    pub tiny_from: u16,
    /// The arithmetic. The offset is the low bits of the fixed-point fraction.
    pub polynomial: Polynomial,
    /// The coefficients in ascending order of address.
    pub segments: Vec<Segment>,
}

/// A datapath on the encoding of the operand. The sum is the significand of the result for the exponent of the segment,
/// which is an exponent field less one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Encoded {
    /// True if the exponent field of the operand is added to the exponent.
    pub is_relative: bool,
    /// True if operands of both signs have results of the same magnitude.
    pub is_odd: bool,
    /// For a positive and a negative operand, the least magnitude from which on no polynomial is needed.
    #[serde(with = "hexadecimal")]
    pub large_from: [u16; 2],
    /// For a positive and a negative operand, the magnitude of the results from there on; none if it is the operand's.
    #[serde(with = "hexadecimal")]
    pub large: [Option<u16>; 2],
    /// For a positive and a negative operand, the least magnitude whose result differs from that of zero; 0 if a
    /// polynomial gives all.
    #[serde(with = "hexadecimal")]
    pub small_below: [u16; 2],
    /// The result of zero.
    #[serde(with = "hexadecimal")]
    pub zero: u16,
    /// For a positive and a negative operand, the magnitude below which the results of all but zero are below the normal
    /// numbers.
    #[serde(with = "hexadecimal")]
    pub tiny_below: [u16; 2],
    /// For a positive and a negative operand, the magnitude from which on results are below the normal numbers.
    #[serde(with = "hexadecimal")]
    pub tiny_from: [u16; 2],
    /// The binades that need a polynomial, in runs that share rows.
    pub binades: Vec<BinadeRows>,
    /// The arithmetic. The offset is the low bits of the magnitude.
    pub polynomial: Polynomial,
    /// The coefficients in ascending order of address, which is a row.
    pub segments: Vec<Segment>,
}

/// The rows of consecutive binades. A binade's number is the exponent field, below the sign unless the function is odd.
/// A file has an array of the fields in this order.
#[derive(Clone, Copy, Debug, Deserialize)]
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

/// A datapath of a logarithm for an operand 2^e · (1 + f). The sum is the logarithm of 1 + f, as a fraction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Logarithm {
    /// The logarithm of 2 in units of the sum's last place; none to base 2.
    pub logarithm_of_two: Option<u64>,
    /// High bits of the fraction field in the address.
    pub fraction_bits: u32,
    /// The arithmetic. The offset is the low bits of the fraction.
    pub polynomial: Polynomial,
    /// The coefficients in ascending order of address.
    pub segments: Vec<Segment>,
}

/// A digit of a constant: ± 2^`place`. A file has an array of the fields in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct SignedDigit {
    /// The power of two.
    pub place: u32,
    /// True if it is subtracted.
    pub is_negative: bool,
}

/// The constant 2/π.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TwoOverPi {
    /// Its digits for the largest exponent, the lowest first; no two are neighbours.
    Constant(Vec<SignedDigit>),
    /// Its bits by the upper bits of the exponent field, for the largest exponent with these. Bits that only add multiples of
    /// four to every angle are missing.
    Windows(#[serde(with = "hexadecimal")] Vec<u64>),
}

/// A datapath of sin and cos. The angle is the operand times 2/π, modulo 4. The sum is the sine of the folded angle, as a
/// fraction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sine {
    /// For sin and cos, the least magnitude whose result is not that of the operand or of zero.
    #[serde(with = "hexadecimal")]
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
    pub segments: Vec<Segment>,
}
