//! Exact sums and products, and quotients and roots as far as their rounding depends on them.

use halfpipe_isa::Rounding;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::Zero;

use crate::value::number::{Sign, Value};

/// Returns x · y, exact.
pub fn multiply(x: &Value, y: &Value) -> Value {
    match (x, y) {
        (Value::Nan, _) | (_, Value::Nan) => Value::Nan,
        (Value::Infinity { sign: x_sign }, Value::Infinity { sign: y_sign } | Value::Finite { sign: y_sign, .. })
        | (Value::Finite { sign: x_sign, .. }, Value::Infinity { sign: y_sign }) => {
            if x.is_zero() || y.is_zero() {
                Value::Nan
            } else {
                Value::Infinity {
                    sign: *x_sign * *y_sign,
                }
            }
        }
        (
            Value::Finite {
                sign: x_sign,
                significand: x_significand,
                exponent: x_exponent,
            },
            Value::Finite {
                sign: y_sign,
                significand: y_significand,
                exponent: y_exponent,
            },
        ) => Value::Finite {
            sign: *x_sign * *y_sign,
            significand: x_significand * y_significand,
            exponent: x_exponent + y_exponent,
        },
    }
}

/// Digits of a quotient or root that is not exact. All formats have fewer.
const DIGITS: u64 = 64;

/// Returns x / y. A quotient with too many digits is cut off and gets a further digit 1, so that it stays between the
/// same numbers of every format and their midpoints.
pub fn divide(x: &Value, y: &Value) -> Value {
    let sign = match (x.sign(), y.sign()) {
        (Some(x_sign), Some(y_sign)) => x_sign * y_sign,
        _ => return Value::Nan,
    };
    match (x, y) {
        (Value::Infinity { .. }, Value::Infinity { .. }) => Value::Nan,
        (Value::Infinity { .. }, _) => Value::Infinity { sign },
        (_, Value::Infinity { .. }) => Value::zero(sign),
        _ if x.is_zero() && y.is_zero() => Value::Nan,
        _ if y.is_zero() => Value::Infinity { sign },
        (
            Value::Finite {
                significand: x_significand,
                exponent: x_exponent,
                ..
            },
            Value::Finite {
                significand: y_significand,
                exponent: y_exponent,
                ..
            },
        ) => {
            let places = DIGITS + y_significand.bits();
            let (quotient, remainder) = (x_significand << places).div_rem(y_significand);
            Value::Finite {
                sign,
                significand: with_last_digit(quotient, !remainder.is_zero()),
                exponent: x_exponent - y_exponent - places as i64 - 1,
            }
        }
        (Value::Nan, _) | (_, Value::Nan) => Value::Nan,
    }
}

/// Returns the square root of x, cut off as a quotient of [`divide`]. A number below zero has none.
pub fn square_root(x: &Value) -> Value {
    match x {
        Value::Finite {
            sign: Sign::Positive,
            significand,
            exponent,
        } if !significand.is_zero() => {
            // An even exponent has a half.
            let places = 2 * DIGITS + (exponent.rem_euclid(2) as u64);
            let square = significand << places;
            let root = square.sqrt();
            let is_exact = &root * &root == square;
            Value::Finite {
                sign: Sign::Positive,
                significand: with_last_digit(root, !is_exact),
                exponent: (exponent - places as i64) / 2 - 1,
            }
        }
        Value::Finite { significand, .. } if significand.is_zero() => x.clone(),
        Value::Infinity { sign: Sign::Positive } => x.clone(),
        _ => Value::Nan,
    }
}

/// Returns 1/√x, with a last digit that is 1 if anything is left.
pub fn reciprocal_root(x: &Value) -> Value {
    match x {
        Value::Finite {
            sign: Sign::Positive,
            significand,
            exponent,
        } if !significand.is_zero() => {
            // 2^odd / significand or 2^even / significand, so that the exponent of the root is an integer.
            let places = 2 * (DIGITS + significand.bits()) + (exponent.rem_euclid(2) as u64);
            let power = BigUint::from(1_u32) << places;
            let root = (&power / significand).sqrt();
            let is_exact = &root * &root * significand == power;
            Value::Finite {
                sign: Sign::Positive,
                significand: with_last_digit(root, !is_exact),
                exponent: -(exponent + places as i64) / 2 - 1,
            }
        }
        Value::Finite { sign, significand, .. } if significand.is_zero() => Value::Infinity { sign: *sign },
        Value::Infinity { sign: Sign::Positive } => Value::zero(Sign::Positive),
        _ => Value::Nan,
    }
}

/// Returns a number with one digit more.
fn with_last_digit(number: BigUint, digit: bool) -> BigUint {
    (number << 1_u32) + u32::from(digit)
}

/// Returns x + y, exact. The rounding only decides the sign of a zero sum.
pub fn add(x: &Value, y: &Value, rounding: Rounding) -> Value {
    match (x, y) {
        (Value::Nan, _) | (_, Value::Nan) => Value::Nan,
        (Value::Infinity { sign: x_sign }, Value::Infinity { sign: y_sign }) => {
            if x_sign == y_sign {
                Value::Infinity { sign: *x_sign }
            } else {
                Value::Nan
            }
        }
        (Value::Infinity { sign }, Value::Finite { .. }) | (Value::Finite { .. }, Value::Infinity { sign }) => {
            Value::Infinity { sign: *sign }
        }
        (
            Value::Finite {
                sign: x_sign,
                significand: x_significand,
                exponent: x_exponent,
            },
            Value::Finite {
                sign: y_sign,
                significand: y_significand,
                exponent: y_exponent,
            },
        ) => {
            let exponent = *x_exponent.min(y_exponent);
            let sum = signed(*x_sign, x_significand << (x_exponent - exponent))
                + signed(*y_sign, y_significand << (y_exponent - exponent));
            let sign = if sum.is_zero() {
                sign_of_zero_sum(*x_sign, *y_sign, rounding)
            } else if sum.sign() == num_bigint::Sign::Minus {
                Sign::Negative
            } else {
                Sign::Positive
            };
            Value::Finite {
                sign,
                significand: sum.into_parts().1,
                exponent,
            }
        }
    }
}

/// Returns the sign of a zero sum. Zeros of equal sign keep it. Any other zero sum is a cancellation: +0, but −0 when
/// rounding toward −infinity.
fn sign_of_zero_sum(x: Sign, y: Sign, rounding: Rounding) -> Sign {
    if x == y {
        x
    } else if rounding == Rounding::TowardNegative {
        Sign::Negative
    } else {
        Sign::Positive
    }
}

fn signed(sign: Sign, magnitude: BigUint) -> BigInt {
    let sign = match sign {
        Sign::Positive => num_bigint::Sign::Plus,
        Sign::Negative => num_bigint::Sign::Minus,
    };
    BigInt::from_biguint(sign, magnitude)
}
