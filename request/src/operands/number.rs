//! Decimal and hexadecimal numbers, rounded once to a format, and the printed form of values.

use halfpipe_isa::FloatFormat;
use halfpipe_model::value::{all_digits, describe, Class, Sign};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;

/// A number in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rounded {
    /// The encoding.
    pub bits: u32,
    /// True if the encoding has exactly the value that was written.
    pub is_exact: bool,
}

/// The limit of exponents. A number with a larger exponent is infinite or zero in any format, however many digits it
/// has.
const LARGEST_EXPONENT: i64 = 1 << 40;

/// Reads a number and rounds it once, to nearest even. Returns `None` if the text is no number.
///
/// A number is decimal (`1.5`, `-2e-3`), hexadecimal with a point or a binary exponent (`0x1.8p-3`), `inf` or `nan`. It
/// may have a sign.
///
/// `nan` is the canonical NaN with the given sign.
pub fn read(format: FloatFormat, text: &[u8]) -> Option<Rounded> {
    let (sign, magnitude) = match text {
        [b'-', magnitude @ ..] => (format.sign_mask(), magnitude),
        [b'+', magnitude @ ..] => (0, magnitude),
        magnitude => (0, magnitude),
    };
    let is = |word: &str| magnitude.eq_ignore_ascii_case(word.as_bytes());
    let special = |bits| Rounded { bits, is_exact: true };
    let rounded = if is("inf") || is("infinity") {
        // A format without infinities uses its NaN instead.
        Rounded {
            bits: format.overflow_encoding(),
            is_exact: format.has_infinity(),
        }
    } else if is("nan") {
        special(format.canonical_nan())
    } else {
        Rational::read(magnitude)?.round(format)
    };
    Some(Rounded {
        bits: sign | rounded.bits,
        ..rounded
    })
}

/// The number significand · 2^two · 10^ten.
struct Rational {
    significand: BigUint,
    two: i64,
    ten: i64,
}

impl Rational {
    fn read(text: &[u8]) -> Option<Rational> {
        let prefixes: [&[u8]; 2] = [b"0x", b"0X"];
        let hexadecimal = prefixes.iter().find_map(|prefix| text.strip_prefix(*prefix));
        let (text, radix, mark) = match hexadecimal {
            Some(text) => (text, 16, b'p'),
            None => (text, 10, b'e'),
        };
        let mut parts = text.splitn(2, |letter| letter.to_ascii_lowercase() == mark);
        let mut digits = parts.next()?.splitn(2, |letter| *letter == b'.');
        let exponent = match parts.next() {
            Some(exponent) => read_exponent(exponent)?,
            None => 0,
        };
        let integer = digits.next()?;
        let fraction = digits.next().unwrap_or_default();
        let digits = [integer, fraction].concat();
        if !digits.iter().all(|digit| char::from(*digit).is_digit(radix)) {
            return None;
        }
        let significand = BigUint::parse_bytes(&digits, radix)?;
        let places = fraction.len() as i64;
        Some(match radix {
            16 => Rational {
                significand,
                two: exponent - 4 * places,
                ten: 0,
            },
            _ => Rational {
                significand,
                two: 0,
                ten: exponent - places,
            },
        })
    }

    /// Rounds to the nearest magnitude of a format. Ties go to the even significand.
    fn round(self, format: FloatFormat) -> Rounded {
        let inexact = |bits| Rounded { bits, is_exact: false };
        if self.significand.is_zero() {
            return Rounded {
                bits: 0,
                is_exact: true,
            };
        }
        // Numbers far outside the format return early, so that no huge powers of ten are computed.
        let (above, below) = self.powers_of_two_around();
        if above > format.max_exponent() + 1 {
            return inexact(format.overflow_encoding());
        }
        let smallest = format.min_exponent() - i64::from(format.fraction_bits);
        if below < smallest - 1 {
            return inexact(0);
        }

        let numerator = (self.significand << self.two.max(0) as u64) * power_of_ten(self.ten);
        let denominator = power_of_ten(-self.ten) << (-self.two).max(0) as u64;
        let exponent = leading_exponent(&numerator, &denominator).max(format.min_exponent());
        let quantum = exponent - i64::from(format.fraction_bits);
        let numerator = numerator << (-quantum).max(0) as u64;
        let denominator = denominator << quantum.max(0) as u64;
        let (mut significand, rest) = numerator.div_rem(&denominator);
        let twice = &rest * 2_u32;
        if twice > denominator || (twice == denominator && significand.is_odd()) {
            significand += 1_u32;
        }
        // The hidden bit of a normal number raises the exponent field from 0 to 1. A carry out of the fraction raises
        // it once more.
        let field = u32::try_from(exponent - format.min_exponent()).expect("the exponent is at least the smallest");
        let significand = u32::try_from(significand).expect("a significand has at most one bit more than its format");
        let bits = (u64::from(field) << format.fraction_bits) + u64::from(significand);
        match u32::try_from(bits)
            .ok()
            .filter(|bits| *bits < format.overflow_encoding())
        {
            Some(bits) => Rounded {
                bits,
                is_exact: rest.is_zero(),
            },
            None => inexact(format.overflow_encoding()),
        }
    }

    /// Returns exponents of two powers of two. The number is at least the first power, and less than the second.
    fn powers_of_two_around(&self) -> (i64, i64) {
        // 10 lies between 2^3 and 2^4.
        let (low, high) = if self.ten >= 0 {
            (3 * self.ten, 4 * self.ten)
        } else {
            (4 * self.ten, 3 * self.ten)
        };
        let bits = self.significand.bits() as i64;
        (bits - 1 + self.two + low, bits + self.two + high)
    }
}

/// Returns the exponent e of 1.f · 2^e.
fn leading_exponent(numerator: &BigUint, denominator: &BigUint) -> i64 {
    let most = numerator.bits() as i64 - denominator.bits() as i64;
    let reaches = numerator << (-most).max(0) as u64 >= denominator << most.max(0) as u64;
    if reaches {
        most
    } else {
        most - 1
    }
}

/// Returns 10^exponent, or 1 if the exponent is negative.
fn power_of_ten(exponent: i64) -> BigUint {
    let exponent = u32::try_from(exponent.max(0)).expect("no format reaches that far");
    BigUint::from(10_u32).pow(exponent)
}

/// Reads a decimal exponent with an optional sign. Limits its magnitude to [`LARGEST_EXPONENT`].
fn read_exponent(text: &[u8]) -> Option<i64> {
    let (is_negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let magnitude = digits.iter().fold(0, |magnitude, digit| {
        (10 * magnitude + i64::from(digit - b'0')).min(LARGEST_EXPONENT)
    });
    Some(if is_negative { -magnitude } else { magnitude })
}

/// Formats an encoding as a decimal, with `≈` in front if the decimal is not exactly the value. Also returns `inf` or
/// `nan`, with `-` for a negative sign.
pub fn value(format: FloatFormat, bits: u32) -> String {
    let description = describe(format, bits);
    match (description.class, description.sign) {
        (Class::CanonicalNan | Class::OutOfBoundsNan | Class::Nan, Sign::Positive) => "nan".to_owned(),
        (Class::CanonicalNan | Class::OutOfBoundsNan | Class::Nan, Sign::Negative) => "-nan".to_owned(),
        _ => description.value.to_string(),
    }
}

/// The most digits with which a number of 32 bits is distinguished from one that was rounded to it.
const PRECISE_DIGITS: usize = 17;

/// Formats an encoding as [`value`] does, but with up to 17 digits, enough to distinguish it from the number that was
/// rounded to it.
pub fn precise(format: FloatFormat, bits: u32) -> String {
    if let Some(digits) = all_digits(format, bits, PRECISE_DIGITS) {
        return digits;
    }
    let description = describe(format, bits);
    let (Some(exponent), Some(_)) = (description.exponent, &description.significand) else {
        return value(format, bits);
    };
    // An f64 represents every number of at most 32 bits exactly.
    let fraction = bits & format.fraction_mask();
    let hidden = match description.class {
        Class::Normal => 1 << format.fraction_bits,
        _ => 0,
    };
    let quantum = exponent as i32 - format.fraction_bits as i32;
    let magnitude = f64::from(hidden | fraction) * 2_f64.powi(quantum);
    let value = match description.sign {
        Sign::Positive => magnitude,
        Sign::Negative => -magnitude,
    };
    match magnitude {
        1e-5..1e9 => format!("≈{value}"),
        _ => format!("≈{value:e}"),
    }
}

#[cfg(test)]
#[path = "../../tests/unit/operands/number.rs"]
mod tests;
