//! An exact model of rounding in big integers. It shares nothing with the hardware: its formats are the encodings that
//! the specifications list.

use std::cmp::Ordering;

use halfpipe_isa::Rounding;
use num_bigint::BigUint;

/// A format, by its fields' widths and its highest encodings.
#[derive(Clone, Copy, Debug)]
pub struct Encodings {
    exponent_bits: u32,
    fraction_bits: u32,
    /// The encoding of the largest finite number.
    pub largest: u64,
    /// The encoding of infinity.
    infinity: Option<u64>,
    /// The encoding of the canonical NaN.
    nan: Option<u64>,
}

impl Encodings {
    pub const F16: Encodings = Encodings::ieee(5, 10, 0x7BFF, 0x7C00, 0x7FFF);
    pub const BF16: Encodings = Encodings::ieee(8, 7, 0x7F7F, 0x7F80, 0x7FFF);
    pub const F32: Encodings = Encodings::ieee(8, 23, 0x7F7F_FFFF, 0x7F80_0000, 0x7FFF_FFFF);
    pub const E5M2: Encodings = Encodings::ieee(5, 2, 0x7B, 0x7C, 0x7F);
    pub const E4M3: Encodings = Encodings {
        exponent_bits: 4,
        fraction_bits: 3,
        largest: 0x7E,
        infinity: None,
        nan: Some(0x7F),
    };
    pub const E3M2: Encodings = Encodings::of_numbers(3, 2, 0x1F);
    pub const E2M3: Encodings = Encodings::of_numbers(2, 3, 0x1F);
    pub const E2M1: Encodings = Encodings::of_numbers(2, 1, 0x7);

    const fn ieee(exponent_bits: u32, fraction_bits: u32, largest: u64, infinity: u64, nan: u64) -> Encodings {
        Encodings {
            exponent_bits,
            fraction_bits,
            largest,
            infinity: Some(infinity),
            nan: Some(nan),
        }
    }

    const fn of_numbers(exponent_bits: u32, fraction_bits: u32, largest: u64) -> Encodings {
        Encodings {
            exponent_bits,
            fraction_bits,
            largest,
            infinity: None,
            nan: None,
        }
    }

    /// Returns the width of an encoding in bits.
    pub fn width(&self) -> u32 {
        1 + self.exponent_bits + self.fraction_bits
    }

    fn sign(&self) -> u64 {
        1 << (self.width() - 1)
    }

    /// Returns the exponent of the smallest normal number.
    pub fn least_exponent(&self) -> i64 {
        2 - (1 << (self.exponent_bits - 1))
    }

    /// Returns the exponent of the last place of subnormal numbers.
    fn least_unit(&self) -> i64 {
        self.least_exponent() - i64::from(self.fraction_bits)
    }

    /// Decodes an encoding.
    pub fn value(&self, bits: u64) -> Value {
        let negative = bits & self.sign() != 0;
        let magnitude = bits & (self.sign() - 1);
        if magnitude <= self.largest {
            let (integer, unit) = self.number(magnitude);
            return Value::Number {
                negative,
                integer: integer.into(),
                unit,
            };
        }
        match self.infinity {
            Some(infinity) if magnitude == infinity => Value::Infinity { negative },
            Some(_) => Value::Nan {
                signals: magnitude >> (self.fraction_bits - 1) & 1 == 0,
            },
            None => Value::Nan { signals: false },
        }
    }

    /// Returns a finite magnitude as an integer and a power of two.
    fn number(&self, magnitude: u64) -> (u64, i64) {
        let field = magnitude >> self.fraction_bits;
        let fraction = magnitude % (1 << self.fraction_bits);
        match field {
            0 => (fraction, self.least_unit()),
            _ => (fraction | 1 << self.fraction_bits, self.least_unit() + field as i64 - 1),
        }
    }
}

/// A value to round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Nan {
        signals: bool,
    },
    Infinity {
        negative: bool,
    },
    /// integer · 2^unit
    Number {
        negative: bool,
        integer: BigUint,
        unit: i64,
    },
}

/// An encoding and the flags NV, DZ, OF, UF, NX from bit 4 down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub bits: u64,
    pub flags: u64,
}

pub const INVALID: u64 = 1 << 4;
pub const OVERFLOW: u64 = 1 << 2;
pub const UNDERFLOW: u64 = 1 << 1;
pub const INEXACT: u64 = 1;

/// A multiple of 2^unit.
struct Multiple {
    count: BigUint,
    unit: i64,
}

impl Multiple {
    /// Compares the multiple with integer · 2^unit of another number.
    fn compare(&self, integer: &BigUint, unit: i64) -> Ordering {
        let lower = self.unit.min(unit);
        let one = &self.count << (self.unit - lower) as u64;
        let other = integer << (unit - lower) as u64;
        one.cmp(&other)
    }
}

/// Rounds a number to a multiple of 2^unit, and returns whether the result is inexact.
fn round_to_unit(number: (&BigUint, i64), unit: i64, negative: bool, rounding: Rounding) -> (Multiple, bool) {
    let (integer, own_unit) = number;
    if own_unit >= unit {
        let count = integer << (own_unit - unit) as u64;
        return (Multiple { count, unit }, false);
    }
    let below = (unit - own_unit) as u64;
    let count: BigUint = integer >> below;
    let rest = integer - (&count << below);
    let exact = rest == BigUint::ZERO;
    let half = BigUint::from(1_u32) << (below - 1);
    let up = match rounding {
        Rounding::NearestEven => match rest.cmp(&half) {
            Ordering::Less => false,
            Ordering::Equal => count.bit(0),
            Ordering::Greater => true,
        },
        Rounding::NearestAway => rest >= half,
        _ => !exact && is_away_from_zero(rounding, negative),
    };
    let count = count + u32::from(up);
    (Multiple { count, unit }, !exact)
}

/// True if a rounding replaces numbers beyond the largest one by infinity: to the nearest, or away from zero.
fn is_away_from_zero(rounding: Rounding, negative: bool) -> bool {
    match rounding {
        Rounding::NearestEven | Rounding::NearestAway => true,
        Rounding::TowardZero => false,
        Rounding::TowardNegative => negative,
        Rounding::TowardPositive => !negative,
    }
}

/// Converts a value to a format.
pub fn convert(value: &Value, target: &Encodings, rounding: Rounding, saturate: bool) -> Outcome {
    let with_sign = |negative: bool, magnitude: u64| magnitude | if negative { target.sign() } else { 0 };
    let infinity = |negative: bool| match (saturate, target.infinity, target.nan) {
        (false, Some(infinity), _) => with_sign(negative, infinity),
        (false, None, Some(nan)) => nan,
        _ => with_sign(negative, target.largest),
    };
    let (negative, integer, unit) = match value {
        Value::Nan { signals } => {
            let invalid = *signals || target.nan.is_none();
            return Outcome {
                bits: target.nan.unwrap_or(target.largest),
                flags: if invalid { INVALID } else { 0 },
            };
        }
        Value::Infinity { negative } => {
            return Outcome {
                bits: infinity(*negative),
                flags: if target.infinity.is_none() { INEXACT } else { 0 },
            }
        }
        Value::Number {
            negative,
            integer,
            unit,
        } => (*negative, integer, *unit),
    };
    if *integer == BigUint::ZERO {
        return Outcome {
            bits: with_sign(negative, 0),
            flags: 0,
        };
    }

    let leading_exponent = integer.bits() as i64 - 1 + unit;
    let unbounded_unit = leading_exponent - i64::from(target.fraction_bits);
    let (unbounded, _) = round_to_unit((integer, unit), unbounded_unit, negative, rounding);
    let (largest, largest_unit) = target.number(target.largest);
    if unbounded.compare(&largest.into(), largest_unit) == Ordering::Greater {
        let to_infinity = is_away_from_zero(rounding, negative);
        return Outcome {
            bits: if to_infinity {
                infinity(negative)
            } else {
                with_sign(negative, target.largest)
            },
            flags: OVERFLOW | INEXACT,
        };
    }
    let (rounded, inexact) = round_to_unit(
        (integer, unit),
        unbounded_unit.max(target.least_unit()),
        negative,
        rounding,
    );
    let tiny = unbounded.compare(&1_u32.into(), target.least_exponent()) == Ordering::Less;
    Outcome {
        bits: with_sign(negative, encode(&rounded, target)),
        flags: match (inexact, tiny) {
            (true, true) => UNDERFLOW | INEXACT,
            (true, false) => INEXACT,
            (false, _) => 0,
        },
    }
}

/// Encodes a multiple that has no more bits than a significand, or is the next power of two.
fn encode(multiple: &Multiple, target: &Encodings) -> u64 {
    let count = u64::try_from(&multiple.count).expect("a significand");
    let hidden = 1_u64 << target.fraction_bits;
    let binade = (multiple.unit - target.least_unit()) as u64;
    match count.cmp(&hidden) {
        Ordering::Less => count,
        _ if count == 2 * hidden => (binade + 2) << target.fraction_bits,
        _ => (binade + 1) << target.fraction_bits | (count - hidden),
    }
}
