//! Flags of the elementary functions on all 65,536 inputs of each format, against double precision.

use halfpipe_isa::Instruction;
use halfpipe_model::flags::{flags, INEXACT, OVERFLOW, UNDERFLOW};

use crate::value::functions::{value_of, FUNCTIONS};

/// Returns true if a value is below a limit. The value must be much farther from it than its error.
fn is_below(value: f64, limit: f64) -> bool {
    assert!((value / limit - 1.0).abs() > 1e-9, "{value:e} is too near {limit:e}");
    value < limit
}

#[test]
fn overflow_and_underflow_follow_the_rounded_value() {
    for (name, function) in FUNCTIONS {
        for format in ["f16", "bf16"] {
            let instruction: Instruction = format!("{name}.approx.{format}").parse().unwrap();
            let format = instruction.ty().operand_format();
            let precision = -f64::from(format.fraction_bits);
            // The middle between the largest number and the next one, and between the smallest normal number and the
            // next one below with as many digits.
            let largest = (2.0 - (precision - 1.0).exp2()) * (format.max_exponent() as f64).exp2();
            let smallest = (1.0 - (precision - 2.0).exp2()) * (format.min_exponent() as f64).exp2();
            for operand in 0..=0xFFFF_u32 {
                let x = value_of(format, operand);
                let value = function(x).abs();
                // A logarithm is zero at 1 only, and a power of e never.
                let is_log_of_one = x == 1.0 && matches!(name, "lg2" | "log");
                let expected = match x.is_finite() && x != 0.0 && !value.is_nan() && !is_log_of_one {
                    false => 0,
                    true if value == 0.0 => UNDERFLOW | INEXACT,
                    true if value.is_infinite() || !is_below(value, largest) => OVERFLOW | INEXACT,
                    true if name == "lg2" && value == value.trunc() => 0,
                    true if is_below(value, smallest) => UNDERFLOW | INEXACT,
                    true if name == "rsqrt" && value.log2() == value.log2().trunc() => 0,
                    true => INEXACT,
                };
                let found = flags(instruction, &[operand.into()]) & (OVERFLOW | UNDERFLOW | INEXACT);
                assert_eq!(found, expected, "{instruction} {operand:#06x}: {value:e}");
            }
        }
    }
}
