//! Decimal text of binary numbers.

use std::fmt;

use halfpipe_isa::FloatFormat;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;

use crate::value::number::{leading_exponent, quantum_exponent};

/// The most digits of a decimal that is printed exactly.
const EXACT_DIGITS: usize = 9;

/// A number as decimal text. Displays with `≈` in front if the text is not exactly the number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decimal {
    /// The digits with their sign. Otherwise `inf` or `NaN`, after a `-` if an infinity is negative.
    pub text: String,
    /// True if the text is exactly the number.
    pub is_exact: bool,
}

impl Decimal {
    /// Returns text that is exactly the value.
    pub fn exact(text: impl Into<String>) -> Decimal {
        Decimal {
            text: text.into(),
            is_exact: true,
        }
    }

    /// Returns ±significand · 2^exponent in full, or as the shortest decimal that identifies it in `format` if it has
    /// many digits.
    pub fn new(minus: &str, format: FloatFormat, significand: &BigUint, exponent: i64) -> Decimal {
        let exact = exact_decimal(significand, exponent, EXACT_DIGITS);
        Decimal {
            is_exact: exact.is_some(),
            text: minus.to_owned() + &exact.unwrap_or_else(|| shortest_decimal(format, significand, exponent)),
        }
    }

    /// Returns the right side of an equation: `= 0.5` or `≈ 0.3333`.
    pub fn relation(&self) -> String {
        let sign = if self.is_exact { '=' } else { '≈' };
        format!("{sign} {}", self.text)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_exact { "" } else { "≈" };
        write!(formatter, "{mark}{}", self.text)
    }
}

/// Returns significand · 2^exponent as a decimal with all its digits. Returns `None` if it has more than `most` digits.
pub fn exact_decimal(significand: &BigUint, exponent: i64, most: usize) -> Option<String> {
    if significand.is_zero() {
        return Some("0".to_owned());
    }
    let integer = significand * power(2, exponent);
    // A fraction bit is a decimal digit: 2^-n = 5^n · 10^-n.
    let places = (-exponent).max(0);
    let digits = (integer * power(5, places)).to_string();
    let significant = digits.trim_end_matches('0').len();
    (significant <= most).then(|| layout(&digits, -places))
}

/// Returns the shortest decimal that lies nearer to significand · 2^exponent than to any other number of `format`.
///
/// The number must be one of `format`, given with the exponent of its last fraction bit.
pub fn shortest_decimal(format: FloatFormat, significand: &BigUint, exponent: i64) -> String {
    if significand.is_zero() {
        return "0".to_owned();
    }
    // In quarters of the last place: the number, and the midpoints between it and its neighbours. Below a power of two
    // the numbers lie twice as dense, unless it is the smallest normal one.
    let number = significand * 4_u32;
    let denser_below = significand.trailing_zeros() == Some(significand.bits() - 1)
        && quantum_exponent(format, leading_exponent(significand, exponent) - 1) < exponent;
    let low = &number - if denser_below { 1_u32 } else { 2_u32 };
    let high = &number + 2_u32;

    // All three as integers over one denominator.
    let scale = power(2, exponent - 2);
    let denominator = power(2, 2 - exponent);
    let (low, number, high) = (low * &scale, number * &scale, high * &scale);

    let leading_digit = leading_digit_exponent(&number, &denominator);
    let mut last_digit = leading_digit;
    loop {
        // The decimal nearest to the number, digits · 10^last_digit, over the same denominator.
        let unit = power(10, last_digit) * &denominator;
        let multiplier = power(10, -last_digit);
        let digits = (&number * &multiplier * 2_u32 + &unit).div_floor(&(&unit * 2_u32));
        let decimal = &digits * &unit;
        if &low * &multiplier < decimal && decimal < &high * &multiplier {
            return layout(&digits.to_string(), last_digit);
        }
        last_digit -= 1;
    }
}

/// Returns base^exponent, or 1 if the exponent is negative.
fn power(base: u32, exponent: i64) -> BigUint {
    BigUint::from(base).pow(u32::try_from(exponent).unwrap_or(0))
}

/// Returns the largest k with 10^k ≤ number / denominator.
fn leading_digit_exponent(number: &BigUint, denominator: &BigUint) -> i64 {
    let reaches = |exponent: i64| power(10, exponent) * denominator <= power(10, -exponent) * number;
    let mut exponent = 0;
    while reaches(exponent + 1) {
        exponent += 1;
    }
    while !reaches(exponent) {
        exponent -= 1;
    }
    exponent
}

/// Returns digits · 10^exponent as text: plain if that is short, otherwise with an exponent.
fn layout(digits: &str, exponent: i64) -> String {
    let significant = digits.trim_end_matches('0');
    let leading_digit = exponent + digits.len() as i64 - 1;
    let (first, rest) = significant.split_at(1);
    match leading_digit {
        -4..0 => {
            let zeros = "0".repeat(leading_digit.unsigned_abs() as usize - 1);
            format!("0.{zeros}{significant}")
        }
        0..9 => {
            let integer_digits = leading_digit as usize + 1;
            if significant.len() <= integer_digits {
                format!("{significant:0<integer_digits$}")
            } else {
                let (integer, fraction) = significant.split_at(integer_digits);
                format!("{integer}.{fraction}")
            }
        }
        _ if rest.is_empty() => format!("{first}e{leading_digit}"),
        _ => format!("{first}.{rest}e{leading_digit}"),
    }
}
