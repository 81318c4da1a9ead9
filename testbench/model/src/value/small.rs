//! Formats of eight bits or fewer, each as a list of all its numbers.

use std::cmp::Ordering;
use std::sync::LazyLock;

use halfpipe_isa::{FloatFormat, Rounding};
use num_bigint::BigUint;

use crate::value::compare::order;
use crate::value::number::{encode, Sign, Value};

/// Returns every finite non-negative number of a format. The order of encodings is also that of the numbers.
fn magnitudes(format: FloatFormat) -> &'static [Value] {
    static ALL: LazyLock<Vec<(FloatFormat, Vec<Value>)>> = LazyLock::new(|| {
        let small = FloatFormat::ALL.into_iter().filter(|format| format.width() <= 8);
        small.map(|format| (format, listed(format))).collect()
    });
    let found = ALL.iter().find(|(listed, _)| *listed == format);
    &found.expect("all formats of eight bits or fewer are in the list").1
}

fn listed(format: FloatFormat) -> Vec<Value> {
    let number = |encoding: u32| {
        let field = encoding >> format.fraction_bits;
        if format.fraction_bits == 0 {
            return Value::power_of_two(Sign::Positive, i64::from(field) - format.bias());
        }
        // As in IEEE 754: without a hidden bit, the exponent is that of the field 1.
        let hidden_bit = u32::from(field > 0) << format.fraction_bits;
        Value::Finite {
            sign: Sign::Positive,
            significand: BigUint::from(hidden_bit | encoding & format.fraction_mask()),
            exponent: i64::from(field.max(1)) - format.bias() - i64::from(format.fraction_bits),
        }
    };
    (0..=format.largest_finite()).map(number).collect()
}

/// Returns the value of an encoding. Bits above the format's own are ignored.
pub fn decode(format: FloatFormat, bits: u64) -> Value {
    let is_negative = bits & u64::from(format.sign_mask()) != 0;
    let magnitude = bits as u32 & format.magnitude_mask();
    let sign = if is_negative { Sign::Negative } else { Sign::Positive };
    match magnitudes(format).get(magnitude as usize) {
        Some(value) => value.clone().with_sign(sign),
        None if format.has_infinity() && magnitude == format.infinity() => Value::Infinity { sign },
        None => Value::Nan,
    }
}

/// Returns the encoding to which a conversion rounds a value. With `saturates`, anything above the largest number
/// becomes that number, infinities too. Otherwise it becomes the format's NaN.
pub fn round(format: FloatFormat, value: Value, rounding: Rounding, saturates: bool) -> u64 {
    let greatest = u64::from(format.largest_finite());
    let nan = u64::from(format.nan_encoding());
    let too_large = if saturates { greatest } else { nan };
    // A format without a sign has the magnitude.
    let rounding_of = |sign: Sign| match (rounding, sign) {
        (Rounding::TowardPositive, Sign::Negative) if format.has_sign => Rounding::TowardZero,
        (Rounding::TowardNegative, Sign::Negative) if format.has_sign => Rounding::TowardPositive,
        _ => rounding,
    };
    let (sign, magnitude) = match value {
        Value::Nan => return nan,
        Value::Infinity { sign } => (sign, too_large),
        Value::Finite { sign, .. } => {
            let magnitude = value.with_sign(Sign::Positive);
            let rounded = nearest(format, &magnitude, rounding_of(sign));
            (sign, rounded.unwrap_or(too_large))
        }
    };
    match sign {
        Sign::Positive => magnitude,
        Sign::Negative => magnitude | u64::from(format.sign_mask()),
    }
}

/// Returns the list index of the number to which a magnitude rounds; None if it is beyond the last one.
fn nearest(format: FloatFormat, magnitude: &Value, rounding: Rounding) -> Option<u64> {
    let all = magnitudes(format);
    let is_below = |value: &Value| order(value, magnitude) == Some(Ordering::Less);
    let at_least = all.partition_point(is_below);
    let is_exact = |place: usize| {
        all.get(place)
            .is_some_and(|value| order(value, magnitude) == Some(Ordering::Equal))
    };
    if is_exact(at_least) || at_least == 0 {
        // Magnitudes below the smallest number become that number, as the format has no zero.
        return Some(at_least as u64);
    }
    let below = at_least - 1;
    // Rounding to nearest above the last number compares with the number that would follow it.
    let beyond = all
        .get(at_least)
        .is_none()
        .then(|| sum(&all[below], &last_unit(format)));
    let above = all.get(at_least).or(beyond.as_ref()).expect("the number above");
    let place = match rounding {
        Rounding::TowardZero | Rounding::TowardNegative => below,
        Rounding::TowardPositive => at_least,
        Rounding::NearestEven => match order(&sum(magnitude, magnitude), &sum(&all[below], above)) {
            Some(Ordering::Less) => below,
            Some(Ordering::Greater) => at_least,
            _ => below + below % 2,
        },
        Rounding::NearestAway => match order(&sum(magnitude, magnitude), &sum(&all[below], above)) {
            Some(Ordering::Less) => below,
            _ => at_least,
        },
    };
    (place < all.len()).then_some(place as u64)
}

/// Returns the distance from the largest number of a format to the one that would follow it.
fn last_unit(format: FloatFormat) -> Value {
    let exponent = format.max_exponent() - i64::from(format.fraction_bits);
    Value::power_of_two(Sign::Positive, exponent)
}

/// Returns the sum of two non-negative numbers.
fn sum(x: &Value, y: &Value) -> Value {
    let parts = |value: &Value| match value {
        Value::Finite {
            significand, exponent, ..
        } => (significand.clone(), *exponent),
        _ => unreachable!("the numbers of a list are finite"),
    };
    let ((x, of_x), (y, of_y)) = (parts(x), parts(y));
    let exponent = of_x.min(of_y);
    Value::Finite {
        sign: Sign::Positive,
        significand: (x << (of_x - exponent)) + (y << (of_y - exponent)),
        exponent,
    }
}

/// Returns the value of an encoding in single precision, which holds every number of these formats.
pub fn in_single_precision(format: FloatFormat, bits: u64) -> u32 {
    encode(FloatFormat::F32, &decode(format, bits))
}
