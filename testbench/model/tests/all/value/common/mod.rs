//! Common parts of the model's tests.
#![allow(dead_code, reason = "each test file uses its own part")]

use halfpipe_isa::{FloatFormat, Instruction};

/// Returns the instruction of a mnemonic.
pub fn instruction(mnemonic: &str) -> Instruction {
    mnemonic.parse().unwrap_or_else(|error| panic!("{mnemonic}: {error}"))
}

/// Returns the result of an instruction given by its mnemonic.
pub fn evaluate(mnemonic: &str, operands: &[u32]) -> u32 {
    halfpipe_model::value::evaluate(instruction(mnemonic), operands)
}

/// Asserts that an instruction gives a result, and prints all words in hexadecimal if it does not.
#[track_caller]
pub fn expect(mnemonic: &str, operands: &[u32], expected: u32) {
    let result = evaluate(mnemonic, operands);
    assert!(
        result == expected,
        "{mnemonic} {operands:#06X?} is {result:#06X}, expected {expected:#06X}"
    );
}

/// Returns encodings at which floating-point units fail, of both signs: zeros, the ends and midpoints of the subnormal
/// and normal ranges, the neighbours of powers of two, infinities, and NaNs of each kind.
pub fn edges(format: FloatFormat) -> Vec<u32> {
    let one_ulp = 1_u32;
    let hidden_bit = 1 << format.fraction_bits;
    let one = (format.max_exponent() as u32) << format.fraction_bits;
    let infinity = format.infinity();
    let mut magnitudes = vec![
        0,
        one_ulp,
        2,
        3,
        hidden_bit / 2 - 1,
        hidden_bit / 2,
        hidden_bit / 2 + 1,
        hidden_bit - 2,
        hidden_bit - 1,
        hidden_bit,
        hidden_bit + 1,
        2 * hidden_bit - 1,
        2 * hidden_bit,
        2 * hidden_bit + 1,
        one / 2,
        one - hidden_bit - 1,
        one - hidden_bit,
        one - hidden_bit + 1,
        one - 1,
        one,
        one + 1,
        one + hidden_bit / 2,
        one + hidden_bit / 2 + 1,
        one + hidden_bit,
        one + 2 * hidden_bit + 1,
        one + one / 2,
        infinity - hidden_bit,
        infinity - 2,
        infinity - 1,
        infinity,
        infinity + 1,
        infinity + hidden_bit / 2,
        format.out_of_bounds_nan(),
        format.canonical_nan(),
    ];
    magnitudes.sort_unstable();
    magnitudes.dedup();
    let negative = magnitudes.iter().map(|magnitude| format.sign_mask() | magnitude);
    magnitudes.iter().copied().chain(negative).collect()
}

/// Returns the value of a finite encoding. Every number of the formats tested this way is exact in double precision.
pub fn to_f64(format: FloatFormat, bits: u32) -> f64 {
    let fraction = f64::from(bits & format.fraction_mask());
    let exponent_field = ((bits & format.magnitude_mask()) >> format.fraction_bits) as i32;
    let unit = 2_f64.powi(-(format.fraction_bits as i32));
    let (hidden_bit, exponent) = match exponent_field {
        0 => (0.0, format.min_exponent() as i32),
        field => (1.0, field - format.max_exponent() as i32),
    };
    let magnitude = (hidden_bit + fraction * unit) * 2_f64.powi(exponent);
    if bits & format.sign_mask() == 0 {
        magnitude
    } else {
        -magnitude
    }
}
