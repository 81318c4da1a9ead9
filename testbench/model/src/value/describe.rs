//! Descriptions of bit patterns for messages.

use halfpipe_isa::FloatFormat;
use std::fmt;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::value::decimal::{exact_decimal, Decimal};
use crate::value::number::{decode, leading_exponent, quantum_exponent, Sign, Value};

/// The kind of value that an encoding holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// +0 or −0.
    Zero,
    /// Nonzero and below the smallest normal number.
    Subnormal,
    /// A finite number with hidden bit 1.
    Normal,
    /// +infinity or −infinity.
    Infinity,
    /// The canonical NaN of results.
    CanonicalNan,
    /// The NaN, of either sign, that `fma.oob` turns into zero.
    OutOfBoundsNan,
    /// Any other NaN.
    Nan,
}

impl fmt::Display for Class {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Class::Zero => "zero",
            Class::Subnormal => "subnormal",
            Class::Normal => "normal",
            Class::Infinity => "infinity",
            Class::CanonicalNan => "canonical NaN",
            Class::OutOfBoundsNan => "out-of-bounds NaN",
            Class::Nan => "NaN",
        })
    }
}

/// A decoded encoding for a reader. Displays as one line: `0x3555 + 1.0101010101 × 2^-2 ≈ 0.3333 (normal)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The format of the encoding.
    pub format: FloatFormat,
    /// The encoding, without bits above the format's width.
    pub bits: u32,
    /// The sign bit, a NaN's included.
    pub sign: Sign,
    /// The kind of value.
    pub class: Class,
    /// The power of two of a finite number's integer bit.
    pub exponent: Option<i64>,
    /// A finite number's integer bit and fraction in binary: `1.0101010101`.
    pub significand: Option<String>,
    /// The value as a decimal: exact if that takes at most nine digits, otherwise the shortest one that lies nearer to
    /// it than to any other number of the format. For e4m3 and e5m2, the other numbers are those of single precision.
    pub value: Decimal,
}

/// Decodes a bit pattern of `format`. Bits above the format's width are ignored.
pub fn describe(format: FloatFormat, bits: u32) -> Description {
    let bits = bits & (format.sign_mask() | format.magnitude_mask());
    let sign = Sign::from_bits(format, bits);
    let class = class_of(format, bits);
    let minus = match sign {
        Sign::Positive => "",
        Sign::Negative => "-",
    };
    let (exponent, significand, value) = match decode(format, bits) {
        Value::Nan => (None, None, Decimal::exact("NaN")),
        Value::Infinity { .. } => (None, None, Decimal::exact(format!("{minus}inf"))),
        Value::Finite {
            significand, exponent, ..
        } => {
            let integer_bit = u8::from(class == Class::Normal);
            let fraction = bits & format.fraction_mask();
            let fraction_bits = format.fraction_bits as usize;
            (
                Some(exponent + i64::from(format.fraction_bits)),
                Some(format!("{integer_bit}.{fraction:0fraction_bits$b}")),
                decimal(minus, format, &significand, exponent),
            )
        }
    };
    Description {
        format,
        bits,
        sign,
        class,
        exponent,
        significand,
        value,
    }
}

/// Returns a number as a decimal. Numbers of eight bits are identified in single precision, which is as good as all
/// their digits.
fn decimal(minus: &str, format: FloatFormat, significand: &BigUint, exponent: i64) -> Decimal {
    match format {
        FloatFormat::E4M3 | FloatFormat::E5M2 if !significand.is_zero() => {
            let quantum = quantum_exponent(FloatFormat::F32, leading_exponent(significand, exponent));
            let significand = significand << (exponent - quantum);
            Decimal::new(minus, FloatFormat::F32, &significand, quantum)
        }
        _ => Decimal::new(minus, format, significand, exponent),
    }
}

/// Returns a finite number as a decimal with all its digits. Returns `None` if it has more than `most` digits, or is no
/// finite number.
pub fn all_digits(format: FloatFormat, bits: u32, most: usize) -> Option<String> {
    let Value::Finite {
        sign,
        significand,
        exponent,
    } = decode(format, bits)
    else {
        return None;
    };
    let minus = if sign == Sign::Negative { "-" } else { "" };
    exact_decimal(&significand, exponent, most).map(|text| minus.to_owned() + &text)
}

fn class_of(format: FloatFormat, bits: u32) -> Class {
    let magnitude = bits & format.magnitude_mask();
    let smallest_normal = 1 << format.fraction_bits;
    if magnitude == 0 {
        Class::Zero
    } else if magnitude < smallest_normal {
        Class::Subnormal
    } else if magnitude < format.overflow_encoding() {
        Class::Normal
    } else if magnitude == format.overflow_encoding() && format.has_infinity() {
        Class::Infinity
    // PTX has that NaN in f16 and bf16 alone.
    } else if format.is_out_of_bounds_nan(bits) && format != FloatFormat::E5M2 && !format.is_riscv() {
        Class::OutOfBoundsNan
    } else if bits == format.canonical_nan() {
        Class::CanonicalNan
    } else {
        Class::Nan
    }
}

impl fmt::Display for Description {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hex_digits = self.format.width().div_ceil(4) as usize;
        let sign = match self.sign {
            Sign::Positive => '+',
            Sign::Negative => '-',
        };
        write!(formatter, "0x{:0hex_digits$X} {sign}", self.bits)?;
        if let (Some(significand), Some(exponent)) = (&self.significand, self.exponent) {
            write!(formatter, " {significand} × 2^{exponent}")?;
        }
        write!(formatter, " {} ({})", self.value.relation(), self.class)
    }
}
