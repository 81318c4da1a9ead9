//! Values of bit patterns.

use halfpipe_isa::FloatFormat;
use std::ops::{Mul, Neg};

use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};

/// The sign of a number. Zeros and infinities have one too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// Sign bit 0.
    Positive,
    /// Sign bit 1.
    Negative,
}

impl Sign {
    /// Returns the sign bit of an encoding, a NaN's included.
    pub fn from_bits(format: FloatFormat, bits: u32) -> Sign {
        if bits & format.sign_mask() == 0 {
            Sign::Positive
        } else {
            Sign::Negative
        }
    }
}

impl Neg for Sign {
    type Output = Sign;

    fn neg(self) -> Sign {
        match self {
            Sign::Positive => Sign::Negative,
            Sign::Negative => Sign::Positive,
        }
    }
}

/// The rule of signs, which is also the exclusive or of the sign bits.
impl Mul for Sign {
    type Output = Sign;

    fn mul(self, other: Sign) -> Sign {
        match other {
            Sign::Positive => self,
            Sign::Negative => -self,
        }
    }
}

/// A number without a format: exact, of any size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Not a number. Sign and payload of the encoding have no meaning.
    Nan,
    /// An infinity.
    Infinity {
        /// The sign of the infinity.
        sign: Sign,
    },
    /// The number ± significand · 2^exponent. A significand of zero makes a signed zero.
    Finite {
        /// The sign, also of a zero.
        sign: Sign,
        /// An integer.
        significand: BigUint,
        /// The power of two of the significand's lowest bit.
        exponent: i64,
    },
}

impl Value {
    /// Returns a signed zero.
    pub fn zero(sign: Sign) -> Value {
        Value::Finite {
            sign,
            significand: BigUint::zero(),
            exponent: 0,
        }
    }

    /// Returns so many units of 2^unit. Zero is +0.
    pub fn from_units(units: &BigInt, unit: i64) -> Value {
        Value::Finite {
            sign: match units.sign() {
                num_bigint::Sign::Minus => Sign::Negative,
                _ => Sign::Positive,
            },
            significand: units.magnitude().clone(),
            exponent: unit,
        }
    }

    /// Returns ± 2^exponent.
    pub fn power_of_two(sign: Sign, exponent: i64) -> Value {
        Value::Finite {
            sign,
            significand: BigUint::from(1_u32),
            exponent,
        }
    }

    /// Returns the sign; a NaN has none.
    pub fn sign(&self) -> Option<Sign> {
        match self {
            Value::Nan => None,
            Value::Infinity { sign } | Value::Finite { sign, .. } => Some(*sign),
        }
    }

    /// True if this is a zero of either sign.
    pub fn is_zero(&self) -> bool {
        matches!(self, Value::Finite { significand, .. } if significand.is_zero())
    }

    /// Returns the same magnitude with another sign. A NaN has no sign and stays a NaN.
    pub fn with_sign(self, sign: Sign) -> Value {
        match self {
            Value::Nan => Value::Nan,
            Value::Infinity { .. } => Value::Infinity { sign },
            Value::Finite {
                significand, exponent, ..
            } => Value::Finite {
                sign,
                significand,
                exponent,
            },
        }
    }

    /// Returns the opposite number, −x.
    pub fn negated(self) -> Value {
        match self {
            Value::Nan => Value::Nan,
            Value::Infinity { sign } | Value::Finite { sign, .. } => self.with_sign(-sign),
        }
    }
}

/// Returns the position of the highest bit of a nonzero number significand · 2^exponent: the e of 1.f · 2^e.
pub fn leading_exponent(significand: &BigUint, exponent: i64) -> i64 {
    exponent + significand.bits() as i64 - 1
}

/// Returns the exponent of the last fraction bit that `format` has for numbers with this leading exponent.
///
/// It moves with the leading exponent among the normal numbers and is constant among the subnormal ones.
pub fn quantum_exponent(format: FloatFormat, leading_exponent: i64) -> i64 {
    leading_exponent.max(format.min_exponent()) - i64::from(format.fraction_bits)
}

/// Returns the value of an encoding. Bits above the format's width are ignored.
pub fn decode(format: FloatFormat, bits: u32) -> Value {
    let sign = Sign::from_bits(format, bits);
    let fraction = bits & format.fraction_mask();
    let exponent_field = (bits & format.magnitude_mask()) >> format.fraction_bits;
    let top_exponent_field = format.overflow_encoding() >> format.fraction_bits;

    if !format.has_infinity() {
        if format.has_nan() && bits & format.magnitude_mask() == format.canonical_nan() {
            return Value::Nan;
        }
    } else if exponent_field == top_exponent_field {
        return match fraction {
            0 => Value::Infinity { sign },
            _ => Value::Nan,
        };
    }
    // The hidden bit is 1 in a normal number. A subnormal number has none, and the exponent of the smallest normal.
    let (hidden_bit, leading_exponent) = match exponent_field {
        0 => (0, format.min_exponent()),
        field => (1 << format.fraction_bits, i64::from(field) - format.bias()),
    };
    Value::Finite {
        sign,
        significand: BigUint::from(hidden_bit | fraction),
        exponent: quantum_exponent(format, leading_exponent),
    }
}

/// Returns the encoding of a value that `format` can represent, such as a rounded one.
pub fn encode(format: FloatFormat, value: &Value) -> u32 {
    let (sign, magnitude) = match value {
        Value::Nan => return format.canonical_nan(),
        Value::Infinity { sign } => (*sign, format.overflow_encoding()),
        Value::Finite {
            sign,
            significand,
            exponent,
        } => (*sign, encode_magnitude(format, significand, *exponent)),
    };
    match sign {
        Sign::Positive => magnitude,
        Sign::Negative => format.sign_mask() | magnitude,
    }
}

fn encode_magnitude(format: FloatFormat, significand: &BigUint, exponent: i64) -> u32 {
    if significand.is_zero() {
        return 0;
    }
    let leading_exponent = leading_exponent(significand, exponent);
    let quantum = quantum_exponent(format, leading_exponent);
    let digits = if exponent >= quantum {
        significand << (exponent - quantum)
    } else {
        significand >> (quantum - exponent)
    };
    let digits = digits.to_u32().expect("a rounded significand fits");
    if leading_exponent < format.min_exponent() {
        return digits;
    }
    let exponent_field = (leading_exponent + format.bias()) as u32;
    exponent_field << format.fraction_bits | digits & format.fraction_mask()
}
