//! RISC-V's bulk-normalised dot products: Σ aᵢ · bᵢ rounded to odd, then c added to it and rounded to odd again.
//!
//! Source: The RISC-V Instruction Set Manual, RISC-V Bulk Normalization Algorithm, with the lost digits of the sum as Spike
//! takes them.

use halfpipe_isa::{DotFormats, FloatFormat, Rounding};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

use crate::value::arithmetic::{add, multiply};
use crate::value::number::{leading_exponent, quantum_exponent, Sign, Value};

/// Returns c plus the sum of the products, each of them rounded to odd.
pub fn bulk_dot(formats: DotFormats, factors: &[(Value, Value)], c: &Value) -> Value {
    let sum = bulk_sum(formats, factors);
    round_to_odd(add(&sum, c, Rounding::NearestEven), formats.result)
}

/// Returns the sum of the products, rounded to odd. It is infinite if it is too large.
pub fn bulk_sum(formats: DotFormats, factors: &[(Value, Value)]) -> Value {
    let products: Vec<Value> = factors.iter().map(|(a, b)| multiply(a, b)).collect();
    // A NaN, infinity times zero and opposite infinities give NaN. Otherwise an infinity wins.
    let exact = products
        .iter()
        .cloned()
        .reduce(|sum, product| add(&sum, &product, Rounding::NearestEven));
    let exact = exact.expect("a dot product has products");
    if !matches!(exact, Value::Finite { .. }) {
        return exact;
    }
    let [fraction_bits_of_a, fraction_bits_of_b] = formats.elements.map(|element| i64::from(element.fraction_bits));
    // The exponent of a product is the sum of those of its factors, although its significand may reach 4.
    let reference = |product: &Value| match product {
        Value::Finite { exponent, .. } if !product.is_zero() => {
            Some(exponent + fraction_bits_of_a + fraction_bits_of_b)
        }
        _ => None,
    };
    let Some(largest) = products.iter().filter_map(reference).max() else {
        return Value::zero(Sign::Positive);
    };
    let guard_bits = i64::from(factors.len().next_power_of_two().ilog2());
    let unit = largest - (i64::from(formats.result.fraction_bits) + guard_bits);
    let sum: BigInt = products.iter().map(|product| units(product, unit)).sum();
    round_to_odd(Value::from_units(&sum, unit), formats.result)
}

/// Returns a finite number as a number of units of 2^unit, rounded to odd.
fn units(value: &Value, unit: i64) -> BigInt {
    let Value::Finite {
        sign,
        significand,
        exponent,
    } = value
    else {
        panic!("all products of a finite sum are finite");
    };
    let magnitude = BigInt::from(scaled_to_odd(significand, exponent - unit));
    match sign {
        Sign::Positive => magnitude,
        Sign::Negative => -magnitude,
    }
}

/// Returns a value rounded to odd: a number between two neighbours of the format is the odd one. A number that is too
/// large is infinite, and a zero is +0.
fn round_to_odd(value: Value, format: FloatFormat) -> Value {
    let Value::Finite {
        sign,
        significand,
        exponent,
    } = value
    else {
        return value;
    };
    if significand.is_zero() {
        return Value::zero(Sign::Positive);
    }
    let leading = leading_exponent(&significand, exponent);
    if leading > format.max_exponent() {
        return Value::Infinity { sign };
    }
    let quantum = quantum_exponent(format, leading);
    Value::Finite {
        sign,
        significand: scaled_to_odd(&significand, exponent - quantum),
        exponent: quantum,
    }
}

/// Returns number · 2^power; if that is not an integer, the odd one of its two neighbours.
fn scaled_to_odd(number: &BigUint, power: i64) -> BigUint {
    if power >= 0 {
        return number << power;
    }
    let below = number >> -power;
    let is_exact = &below << -power == *number;
    if is_exact {
        below
    } else {
        below | BigUint::from(1_u32)
    }
}
