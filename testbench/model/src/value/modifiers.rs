//! Modifiers of a value: `.ftz`, `.sat`, `.relu`.

use halfpipe_isa::FloatFormat;
use std::cmp::Ordering;

use crate::value::compare::order;
use crate::value::number::{leading_exponent, Sign, Value};

/// Applies `.ftz`: a nonzero magnitude below the smallest normal number of `format` becomes a zero of the same sign.
///
/// Results are flushed before they are rounded. Flushing thus includes a value that rounding would lift to the smallest
/// normal number.
pub fn flush_to_zero(value: Value, format: FloatFormat) -> Value {
    match value {
        Value::Finite {
            sign,
            ref significand,
            exponent,
        } if !value.is_zero() && leading_exponent(significand, exponent) < format.min_exponent() => Value::zero(sign),
        other => other,
    }
}

/// Applies `.sat`: clamps to [+0, 1]. NaN, negative numbers and −0 become +0.
pub fn saturate(value: Value) -> Value {
    let zero = Value::zero(Sign::Positive);
    let one = Value::power_of_two(Sign::Positive, 0);
    match (order(&value, &zero), order(&value, &one)) {
        (None, _) | (Some(Ordering::Less), _) => zero,
        (_, Some(Ordering::Greater)) => one,
        _ => value,
    }
}

/// Applies `.relu`: anything with a negative sign, −0 and −infinity included, becomes +0. NaN stays NaN.
pub fn relu(value: Value) -> Value {
    match value {
        Value::Infinity { sign: Sign::Negative }
        | Value::Finite {
            sign: Sign::Negative, ..
        } => Value::zero(Sign::Positive),
        other => other,
    }
}
