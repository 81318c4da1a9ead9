//! Order of numbers, minimum and maximum.

use std::cmp::Ordering;

use crate::value::number::{Sign, Value};

/// Returns the order of two numbers, −0 below +0; `None` if one is NaN.
pub fn order(x: &Value, y: &Value) -> Option<Ordering> {
    let x_sign = sign_of_number(x)?;
    let y_sign = sign_of_number(y)?;
    Some(match (x_sign, y_sign) {
        (Sign::Negative, Sign::Positive) => Ordering::Less,
        (Sign::Positive, Sign::Negative) => Ordering::Greater,
        (Sign::Positive, Sign::Positive) => order_magnitudes(x, y)?,
        (Sign::Negative, Sign::Negative) => order_magnitudes(y, x)?,
    })
}

/// Returns the lesser of two values; see [`extremum`] for NaN.
pub fn minimum(x: Value, y: Value, nan_wins: bool) -> Value {
    extremum(x, y, nan_wins, Ordering::Less)
}

/// Returns the greater of two values; see [`extremum`] for NaN.
pub fn maximum(x: Value, y: Value, nan_wins: bool) -> Value {
    extremum(x, y, nan_wins, Ordering::Greater)
}

/// Returns x if its order against y is `wanted`, otherwise y. One NaN gives way to the number beside it unless
/// `nan_wins`.
fn extremum(x: Value, y: Value, nan_wins: bool, wanted: Ordering) -> Value {
    match order(&x, &y) {
        Some(order) if order == wanted => x,
        Some(_) => y,
        None if nan_wins => Value::Nan,
        None if x == Value::Nan => y,
        None => x,
    }
}

fn sign_of_number(value: &Value) -> Option<Sign> {
    match value {
        Value::Nan => None,
        Value::Infinity { sign } | Value::Finite { sign, .. } => Some(*sign),
    }
}

fn order_magnitudes(x: &Value, y: &Value) -> Option<Ordering> {
    Some(match (x, y) {
        (Value::Nan, _) | (_, Value::Nan) => return None,
        (Value::Infinity { .. }, Value::Infinity { .. }) => Ordering::Equal,
        (Value::Infinity { .. }, Value::Finite { .. }) => Ordering::Greater,
        (Value::Finite { .. }, Value::Infinity { .. }) => Ordering::Less,
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
            let exponent = x_exponent.min(y_exponent);
            let x_digits = x_significand << (x_exponent - exponent);
            let y_digits = y_significand << (y_exponent - exponent);
            x_digits.cmp(&y_digits)
        }
    })
}
