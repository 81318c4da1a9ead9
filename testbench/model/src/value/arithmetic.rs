//! Exact sums and products.

use halfpipe_isa::Rounding;
use num_bigint::{BigInt, BigUint};
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
