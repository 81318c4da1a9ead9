//! The result before its rounding, and the flags of the operation itself.

use halfpipe_isa::FloatFormat;

use super::registers::{NextDigit, Preparation, Registers};
use crate::datapath::finish::OperationFlags;
use crate::net::{hidden, unsigned, Scope};
use crate::stage::{step, Special, Unrounded};

/// Returns the result before its rounding, and the flags of the operation itself.
pub fn unrounded<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    registers: Registers<'n>,
    preparation: Preparation<'n>,
    step_of_digit: NextDigit<'n>,
) -> (Unrounded<'n>, Special<'n>, OperationFlags<'n>) {
    let Registers {
        remainder,
        divisor,
        digits,
        is_root,
        sign,
        special_a,
        special_b,
        ..
    } = registers;
    let width = divisor.width();
    let zero_divisor = preparation.is_low_b;

    let stage = n.stage(step::SPECIAL_QUOTIENT_OR_ROOT);
    let nan_a = (special_a & preparation.fraction_a).named(hidden("nan_a"));
    let nan_b = (special_b & preparation.fraction_b).named(hidden("nan_b"));
    // No step changed the remainder of a zero divisor.
    let zero_dividend = preparation.is_low_a;
    let has_radicand = !zero_dividend | preparation.fraction_a;
    let undefined = (special_a & special_b) | (zero_divisor & zero_dividend) | (is_root & sign & has_radicand);
    let undefined = undefined.named("undefined");
    let special = Special {
        nan: (nan_a | nan_b | undefined).named("nan"),
        infinite: (special_a | zero_divisor).named("infinite"),
        infinite_sign: sign,
        // The digits are 0.
        zero: n.zero(),
    };
    drop(stage);

    let stage = n.stage(step::FLAGS);
    let signalling_a = nan_a & !remainder.bit(width - 1);
    let signalling_b = nan_b & !divisor.bit(width - 2);
    let invalid = signalling_a | signalling_b | (undefined & !nan_a & !nan_b);
    let raised = OperationFlags {
        invalid: invalid.named("invalid_operation"),
        divide_by_zero: (zero_divisor & !zero_dividend & !special_a).named("divide_by_zero"),
    };
    drop(stage);

    let _stage = n.stage(step::QUOTIENT_OR_ROOT);
    let of_root = registers.exponent.slice(1, format.exponent_bits);
    let of_quotient = registers.exponent.low(format.exponent_bits + 1);
    let exponent = is_root.select(of_root.zero_extend(format.exponent_bits + 1), of_quotient);
    let exact = Unrounded {
        sign,
        exponent: exponent.only_if(digits.top_bit()).named(unsigned("exponent")),
        significand: digits,
        guard: step_of_digit.digit,
        // A quotient by infinity is exact.
        sticky: (step_of_digit.rest.any() & !special_b).named("inexact"),
        pending_increment: n.zero(),
        next: None,
        too_large: None,
    };
    (exact, special, raised)
}
