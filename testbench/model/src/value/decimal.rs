//! Decimal text of binary numbers.

use halfpipe_isa::FloatFormat;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;

use crate::value::number::{leading_exponent, quantum_exponent};

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
