//! Formats of eight bits or fewer, each as a list of all its numbers.

use std::cmp::Ordering;
use std::sync::LazyLock;

use halfpipe_isa::{Rounding, Small};
use num_bigint::BigUint;

use crate::value::compare::order;
use crate::value::format::Format;
use crate::value::number::{encode, Sign, Value};

/// Returns every finite non-negative number of a format. The order of encodings is also that of the numbers.
fn magnitudes(small: Small) -> &'static [Value] {
    static ALL: LazyLock<Vec<Vec<Value>>> = LazyLock::new(|| Small::ALL.map(listed).to_vec());
    let place = Small::ALL.iter().position(|other| *other == small);
    &ALL[place.expect("all formats are in the list")]
}

fn listed(small: Small) -> Vec<Value> {
    // The widths of the fields, and the exponent bias; then the greatest finite encoding.
    let (exponent_bits, fraction_bits, bias, greatest) = match small {
        Small::E4m3 => (4, 3, 7, 0x7E),
        Small::E5m2 => (5, 2, 15, 0x7B),
        Small::E2m3 => (2, 3, 1, 0x1F),
        Small::E3m2 => (3, 2, 3, 0x1F),
        Small::E2m1 => (2, 1, 1, 0x7),
        Small::Ue8m0 => {
            return (0..=254)
                .map(|code| Value::power_of_two(Sign::Positive, code - 127))
                .collect()
        }
    };
    let of = |encoding: u32| {
        let field = encoding >> fraction_bits & ((1 << exponent_bits) - 1);
        let fraction = encoding & ((1 << fraction_bits) - 1);
        // As in IEEE 754: without a hidden bit, the exponent is that of the field 1.
        let hidden_bit = u32::from(field > 0) << fraction_bits;
        Value::Finite {
            sign: Sign::Positive,
            significand: BigUint::from(hidden_bit | fraction),
            exponent: i64::from(field.max(1)) - bias - i64::from(fraction_bits),
        }
    };
    (0..=greatest).map(of).collect()
}

/// Returns the position of the sign, in a format that has one.
fn sign_bit(small: Small) -> Option<u32> {
    match small {
        Small::E4m3 | Small::E5m2 => Some(7),
        Small::E2m3 | Small::E3m2 => Some(5),
        Small::E2m1 => Some(3),
        Small::Ue8m0 => None,
    }
}

/// Returns the value of an encoding. Bits above the format's own are ignored.
pub fn decode(small: Small, bits: u64) -> Value {
    let (sign, magnitude) = match sign_bit(small) {
        Some(place) if bits >> place & 1 == 1 => (Sign::Negative, bits & ((1 << place) - 1)),
        Some(place) => (Sign::Positive, bits & ((1 << place) - 1)),
        None => (Sign::Positive, bits & 0xFF),
    };
    match magnitudes(small).get(magnitude as usize) {
        Some(value) => value.clone().with_sign(sign),
        None if small == Small::E5m2 && magnitude == 0x7C => Value::Infinity { sign },
        None => Value::Nan,
    }
}

/// Returns the encoding to which a conversion rounds a value. With `saturates`, anything above the largest number
/// becomes that number, infinities too. Otherwise it becomes the format's NaN.
pub fn round(small: Small, value: Value, rounding: Rounding, saturates: bool) -> u64 {
    let all = magnitudes(small);
    let greatest = all.len() as u64 - 1;
    let nan = match small {
        Small::E4m3 | Small::E5m2 => 0x7F,
        Small::E2m3 | Small::E3m2 | Small::E2m1 => greatest,
        Small::Ue8m0 => 0xFF,
    };
    let too_large = if saturates { greatest } else { nan };
    let (sign, magnitude) = match value {
        Value::Nan => return nan,
        Value::Infinity { sign } => (sign, too_large),
        Value::Finite { sign, .. } => {
            let magnitude = value.with_sign(Sign::Positive);
            (sign, nearest(all, &magnitude, rounding).unwrap_or(too_large))
        }
    };
    match (sign, sign_bit(small)) {
        (Sign::Negative, Some(place)) => 1 << place | magnitude,
        _ => magnitude,
    }
}

/// Returns the list index of the number to which a magnitude rounds; None if it is beyond the last one.
fn nearest(all: &[Value], magnitude: &Value, rounding: Rounding) -> Option<u64> {
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
    let Some(above) = all.get(at_least) else {
        // Beyond the last number, rounding to nearest always overflows: these conversions all saturate.
        return (rounding == Rounding::TowardZero).then_some(below as u64);
    };
    let place = match rounding {
        Rounding::TowardZero | Rounding::TowardNegative => below,
        Rounding::TowardPositive => at_least,
        Rounding::NearestEven => match order(&sum(magnitude, magnitude), &sum(&all[below], above)) {
            Some(Ordering::Less) => below,
            Some(Ordering::Greater) => at_least,
            _ => below + below % 2,
        },
    };
    Some(place as u64)
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
pub fn in_single_precision(small: Small, bits: u64) -> u32 {
    encode(Format::F32, &decode(small, bits))
}
