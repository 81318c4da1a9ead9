//! Dot products of elements with scales: mxf8f6f4, mxf4 and mxf4nvf4 of PTX.
//!
//! The rule is that of MMA-Sim, a model of tensor cores.

use halfpipe_isa::{DotFormats, DotScales, FloatFormat, Rounding};
use num_bigint::{BigInt, Sign as SignOfInteger};

use super::block::{exact_sum, term, BlockTerm, TensorBlock};
use crate::value::number::{decode, encode, Sign, Value};

/// The number of neighbouring products of e2m1 that are added exactly in mxf4 and mxf4nvf4.
const GROUP: usize = 16;

/// Returns the encoding of c plus the products of the factors, each with its two scales.
pub fn result(
    formats: DotFormats,
    scales: DotScales,
    factors: &[(Value, Value)],
    values: &[(Value, Value)],
    c: u32,
) -> u32 {
    let is_nan = |value: &Value| !matches!(value, Value::Finite { .. });
    let c_value = decode(formats.result, c);
    if values.iter().any(|(a, b)| is_nan(a) || is_nan(b)) {
        return formats.result.canonical_nan();
    }
    // A sum that is not finite follows IEEE 754; finite scales do not change it.
    let exact = exact_sum(factors, c_value.clone(), Rounding::NearestEven);
    if !matches!(exact, Value::Finite { .. }) {
        return encode(formats.result, &exact);
    }
    let is_grouped = scales.format == FloatFormat::UE4M3 || scales.count > 1;
    let (products, places) = if is_grouped { (64, 35) } else { (32, 25) };
    let block = TensorBlock {
        formats,
        products,
        places,
    };
    let scale = |number: usize| {
        let (a, b) = &values[number];
        (term(scales.format, a), term(scales.format, b))
    };
    let mut terms: Vec<BlockTerm> = if is_grouped {
        let groups = factors.chunks(GROUP).enumerate();
        groups
            .map(|(number, group)| scaled_group(&block, group, scale(number * GROUP / scales.sharing as usize)))
            .collect()
    } else {
        let products = factors.iter().map(|(a, b)| block.product(a, b));
        products.map(|product| scaled_product(product, scale(0))).collect()
    };
    terms.push(term(formats.result, &c_value));
    block.add_terms(&terms)
}

/// Returns the value of a scale. It has no sign, and in ue8m0 no zero.
pub fn decode_scale(format: FloatFormat, encoding: u32) -> Value {
    let magnitude = encoding & format.magnitude_mask();
    match format.fraction_bits {
        0 if magnitude != format.canonical_nan() => {
            Value::power_of_two(Sign::Positive, i64::from(magnitude) - format.bias())
        }
        _ => decode(format, magnitude),
    }
}

/// Returns a product times two powers of two.
fn scaled_product(product: BlockTerm, (a, b): (BlockTerm, BlockTerm)) -> BlockTerm {
    let more = a.unit + b.unit;
    BlockTerm {
        unit: product.unit + more,
        exponent: product.exponent.map(|exponent| exponent + more),
        ..product
    }
}

/// Returns the exact sum of products of e2m1, multiples of 1/4, times two scales. Its exponent is that of the scales alone.
fn scaled_group(block: &TensorBlock, factors: &[(Value, Value)], (a, b): (BlockTerm, BlockTerm)) -> BlockTerm {
    const UNIT: i64 = -2;
    let products = factors.iter().map(|(a, b)| block.product(a, b).in_units(UNIT));
    let sum: BigInt = products.sum();
    BlockTerm {
        sign: match sum.sign() {
            SignOfInteger::Minus => Sign::Negative,
            _ => Sign::Positive,
        },
        significand: sum.magnitude() * a.significand * b.significand,
        unit: UNIT + a.unit + b.unit,
        exponent: a.exponent.zip(b.exponent).map(|(a, b)| a + b),
    }
}
