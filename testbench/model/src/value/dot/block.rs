//! A block of a tensor core: terms that are cut at an anchor, added and rounded.

use halfpipe_isa::{DotFormats, FloatFormat, Modifier, Rounding};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

use crate::value::arithmetic::{add, multiply};
use crate::value::number::{decode, encode, leading_exponent, quantum_exponent, Sign, Value};
use crate::value::round::round;

/// Returns the sum of the products and c, exact. Sums of two have the sign of zero that the sum of all terms has:
/// zeros of one sign keep it, any other zero sum is a cancellation.
pub fn exact_sum(factors: &[(Value, Value)], c: Value, rounding: Rounding) -> Value {
    let products = factors.iter().map(|(a, b)| multiply(a, b));
    let sum = products.reduce(|sum, product| add(&sum, &product, rounding));
    add(&sum.expect("a dot product has products"), &c, rounding)
}

/// One pass through a tensor core.
pub struct TensorBlock {
    pub formats: DotFormats,
    /// The number of products that are added at once.
    pub products: usize,
    /// The number of binary places of a term below the anchor. A term is cut off behind them.
    pub places: i64,
}

/// A finite term of the sum of a block.
pub struct BlockTerm {
    pub sign: Sign,
    pub significand: BigUint,
    /// The power of two of the significand's lowest bit.
    pub unit: i64,
    /// The exponent that the term has in the choice of the anchor: for a product, the sum of both exponents, although
    /// the significand may reach 4. None if it has no part in the choice.
    pub exponent: Option<i64>,
}

impl TensorBlock {
    /// Returns the block of a generation.
    pub fn new(generation: Modifier, formats: DotFormats) -> TensorBlock {
        let (products, places) = match (generation, formats.elements) {
            (Modifier::Ampere | Modifier::Ada, [FloatFormat::TF32, _]) => (4, 24),
            (Modifier::Hopper | Modifier::Blackwell, [FloatFormat::TF32, _]) => (8, 25),
            (Modifier::Volta, [FloatFormat::F16, _]) => (4, 23),
            (Modifier::Turing | Modifier::Ampere | Modifier::Ada, [FloatFormat::F16 | FloatFormat::BF16, _]) => (8, 24),
            (Modifier::Hopper | Modifier::Blackwell, [FloatFormat::F16 | FloatFormat::BF16, _]) => (16, 25),
            (Modifier::Ada, [FloatFormat::E4M3 | FloatFormat::E5M2, _]) => (16, 13),
            (Modifier::Hopper, [FloatFormat::E4M3 | FloatFormat::E5M2, _]) => (32, 13),
            (Modifier::Blackwell, elements) if elements.iter().all(|element| element.width() <= 8) => (32, 25),
            _ => panic!("{} has no dot product of {}", generation.name(), formats.elements[0]),
        };
        TensorBlock {
            formats,
            products,
            places,
        }
    }

    /// Returns the encoding of c plus the products of the factors. Products that are missing are zero.
    pub fn result(&self, factors: &[(Value, Value)], c: u32) -> u32 {
        let format = self.formats.result;
        let c = decode(format, c);
        let is_finite = |value: &Value| matches!(value, Value::Finite { .. });
        let has_finite_terms = is_finite(&c) && factors.iter().all(|(a, b)| is_finite(a) && is_finite(b));
        // A sum with a term that is not finite is neither, and follows IEEE 754.
        if !has_finite_terms {
            return encode(format, &exact_sum(factors, c, Rounding::NearestEven));
        }
        let products = factors.iter().map(|(a, b)| self.product(a, b));
        let terms: Vec<BlockTerm> = products.chain([term(format, &c)]).collect();
        self.add_terms(&terms)
    }

    /// Returns the encoding of the sum of finite terms.
    pub fn add_terms(&self, terms: &[BlockTerm]) -> u32 {
        let Some(largest) = terms.iter().filter_map(|term| term.exponent).max() else {
            return encode(self.formats.result, &Value::zero(Sign::Positive));
        };
        let anchor = largest.max(self.least_anchor());
        let unit = anchor - self.places;
        let sum: BigInt = terms.iter().map(|term| term.in_units(unit)).sum();
        self.rounded(&sum, unit)
    }

    /// Returns the product of two finite factors. It is not normalised.
    pub fn product(&self, a: &Value, b: &Value) -> BlockTerm {
        let [format_of_a, format_of_b] = self.formats.elements;
        let (a, b) = (term(format_of_a, a), term(format_of_b, b));
        BlockTerm {
            sign: a.sign * b.sign,
            significand: a.significand * b.significand,
            unit: a.unit + b.unit,
            exponent: a.exponent.zip(b.exponent).map(|(a, b)| a + b),
        }
    }

    /// Returns the floor of the anchor.
    fn least_anchor(&self) -> i64 {
        self.formats.result.min_exponent() - (3 + i64::from(self.products.ilog2()))
    }

    /// Returns the encoding of a sum of so many units of 2^unit. A zero is +0, whatever was rounded to it.
    fn rounded(&self, sum: &BigInt, unit: i64) -> u32 {
        let format = self.formats.result;
        let value = Value::from_units(sum, unit);
        let rounded = match format {
            FloatFormat::F32 => self.cut_off(value),
            _ => round(value, format, Rounding::NearestEven),
        };
        if rounded.is_zero() {
            encode(format, &Value::zero(Sign::Positive))
        } else {
            encode(format, &rounded)
        }
    }

    /// Returns a number rounded toward zero to 23 fraction bits, or to fewer if terms have fewer places. Unlike in
    /// IEEE 754, a number that is too large becomes infinite.
    fn cut_off(&self, value: Value) -> Value {
        let format = self.formats.result;
        let Value::Finite {
            sign,
            significand,
            exponent,
        } = &value
        else {
            return value;
        };
        if significand.is_zero() {
            return value;
        }
        let leading = leading_exponent(significand, *exponent);
        if leading > format.max_exponent() {
            return Value::Infinity { sign: *sign };
        }
        let missing_bits = (i64::from(format.fraction_bits) - self.places).max(0);
        let quantum = quantum_exponent(format, leading) + missing_bits;
        Value::Finite {
            sign: *sign,
            significand: scaled(significand, exponent - quantum),
            exponent: quantum,
        }
    }
}

impl BlockTerm {
    /// Returns the term as a number of units of 2^unit, truncated toward zero.
    pub fn in_units(&self, unit: i64) -> BigInt {
        let magnitude = BigInt::from(scaled(&self.significand, self.unit - unit));
        match self.sign {
            Sign::Positive => magnitude,
            Sign::Negative => -magnitude,
        }
    }
}

/// Returns a finite operand as a term. The exponent of a subnormal number is the least of its format; a zero has none.
pub fn term(format: FloatFormat, value: &Value) -> BlockTerm {
    let Value::Finite {
        sign,
        significand,
        exponent,
    } = value
    else {
        panic!("all terms of a finite sum are finite");
    };
    BlockTerm {
        sign: *sign,
        significand: significand.clone(),
        unit: *exponent,
        exponent: (!significand.is_zero()).then(|| exponent + i64::from(format.fraction_bits)),
    }
}

/// Returns ⌊number · 2^power⌋.
fn scaled(number: &BigUint, power: i64) -> BigUint {
    match power {
        0.. => number << power,
        _ => number >> -power,
    }
}
