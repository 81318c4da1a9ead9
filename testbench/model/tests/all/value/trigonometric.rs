//! Tests of sine and cosine against a multiple-precision floating-point library, mpmath with 500 bits.
//!
//! Among the operands are the limits of small results, the numbers nearest to multiples of π/2, and the largest ones.

use super::common::instruction;
use halfpipe_model::value::evaluate;

/// Operands in f16 with sine and cosine.
const F16: [(u32, u32, u32); 18] = [
    (0x0001, 0x0001, 0x3C00),
    (0x03FF, 0x03FF, 0x3C00),
    (0x0400, 0x0400, 0x3C00),
    (0x25A8, 0x25A8, 0x3C00),
    (0x25A9, 0x25A9, 0x3BFF),
    (0x29C4, 0x29C4, 0x3BFE),
    (0x29C5, 0x29C4, 0x3BFE),
    (0x3C00, 0x3ABB, 0x3853),
    (0x3E48, 0x3C00, 0x0FED),
    (0x4248, 0x13ED, 0xBC00),
    (0xC248, 0x93ED, 0xBC00),
    (0x46B6, 0x36A3, 0x3B47),
    (0x598C, 0x3C00, 0x80FD),
    (0x5D8C, 0x81FA, 0xBC00),
    (0x6029, 0xBC00, 0x02F7),
    (0x618C, 0x03F3, 0x3C00),
    (0x7BFF, 0x3BCE, 0xB30F),
    (0xFBFF, 0xBBCE, 0xB30F),
];

/// Operands in bf16 with sine and cosine.
const BF16: [(u32, u32, u32); 18] = [
    (0x0001, 0x0001, 0x3F80),
    (0x007F, 0x007F, 0x3F80),
    (0x0080, 0x0080, 0x3F80),
    (0x3D80, 0x3D80, 0x3F80),
    (0x3D81, 0x3D81, 0x3F7F),
    (0x3DE8, 0x3DE8, 0x3F7E),
    (0x3DE9, 0x3DE8, 0x3F7E),
    (0x3F80, 0x3F57, 0x3F0A),
    (0x3FC9, 0x3F80, 0x39FE),
    (0x4049, 0x3A7E, 0xBF80),
    (0xC049, 0xBA7E, 0xBF80),
    (0x5CBD, 0x3F80, 0x3929),
    (0x5D3D, 0x39A9, 0xBF80),
    (0x6105, 0x3F80, 0xB931),
    (0x6185, 0xB9B1, 0xBF80),
    (0x7149, 0x3F18, 0xBF4E),
    (0x7F7F, 0xBF7D, 0x3E26),
    (0xFF7F, 0x3F7D, 0x3E26),
];

#[test]
fn results_are_those_of_another_library() {
    for (ty, rows) in [("f16", F16), ("bf16", BF16)] {
        for (operand, sine, cosine) in rows {
            for (name, expected) in [("sin", sine), ("cos", cosine)] {
                let result = evaluate(instruction(&format!("{name}.approx.{ty}")), &[operand]);
                assert_eq!(result, expected, "{name}.approx.{ty} {operand:#06x}: {result:#06x}");
            }
        }
    }
}

#[test]
fn zeros_infinities_and_nans_have_fixed_results() {
    for (ty, one, infinity) in [("f16", 0x3C00, 0x7C00), ("bf16", 0x3F80, 0x7F80)] {
        let sine = |operand| evaluate(instruction(&format!("sin.approx.{ty}")), &[operand]);
        let cosine = |operand| evaluate(instruction(&format!("cos.approx.{ty}")), &[operand]);
        for sign in [0, 0x8000] {
            assert_eq!((sine(sign), cosine(sign)), (sign, one));
            for special in [infinity, infinity + 1, 0x7FFF] {
                assert_eq!((sine(sign | special), cosine(sign | special)), (0x7FFF, 0x7FFF));
            }
        }
    }
}
