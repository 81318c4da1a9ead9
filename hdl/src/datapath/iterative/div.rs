//! Iterative div and rcp: restoring division, a digit of the quotient in each step.
//!
//! A step subtracts the divisor from the remainder, unless the difference is negative, and doubles the rest. Both
//! significands have their leading ones at the top, so the quotient is more than a half and less than 2, and its first
//! digit may be 0.
//!
//! A quotient has one digit more than the significand, from its leading one on. A step makes no digit while the exponent
//! is too small for a normal number, but increments it. So the quotient of a subnormal result has fewer digits, and
//! nothing is shifted right. A step makes no digit either when the quotient is complete.
//!
//! If an operand is infinite, NaN, or a zero divisor, no step changes the remainder, which tells NaN from infinity at the
//! end.

use halfpipe_isa::FloatFormat;

use super::control::{loaded, StepControl, UnroundedResult, NORMALISING};
use super::operand::LoadedOperand;
use crate::datapath::finish::OperationFlags;
use crate::datapath::LaneConfig;
use crate::format::HardwareFormat;
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{step, Special, Unrounded};

/// Computes the digits of a / b.
pub fn div<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    control: StepControl<'n>,
    a: Net<'n>,
    b: Net<'n>,
) -> UnroundedResult<'n> {
    let dividend = LoadedOperand::new(n, config, "a", a);
    let divisor = LoadedOperand::new(n, config, "b", b);
    quotient(n, config, control, dividend, divisor)
}

/// Computes the digits of 1 / a.
pub fn rcp<'n>(n: Scope<'n>, config: &LaneConfig, control: StepControl<'n>, a: Net<'n>) -> UnroundedResult<'n> {
    let FloatFormat { fraction_bits, .. } = config.formats.operand;
    let one = LoadedOperand {
        sign: n.zero(),
        special: n.zero(),
        fraction: n.constant(0, fraction_bits),
        significand: n.constant(1 << fraction_bits, fraction_bits + 1),
        exponent: n.constant(
            config.formats.operand.bias_field(),
            config.formats.operand.exponent_bits + 2,
        ),
    };
    let divisor = LoadedOperand::new(n, config, "a", a);
    quotient(n, config, control, one, divisor)
}

/// Divides two operands.
fn quotient<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    control: StepControl<'n>,
    a: LoadedOperand<'n>,
    b: LoadedOperand<'n>,
) -> UnroundedResult<'n> {
    let StepControl { load, normalise, .. } = control;
    let builder = n.builder();
    let format = config.formats.result;
    let width = format.significand_bits();

    let stage = n.stage(step::STATE);
    let remainder = builder.state(unsigned("remainder"), width + 1);
    let divisor = builder.state("divisor", width);
    let digits = builder.state("quotient", width + 1);
    // The exponent of a quotient whose first digit is 0, with the bias less one.
    let exponent = builder.state(signed("exponent"), format.exponent_bits + 2);
    let sign = loaded(n, load, "sign", a.sign ^ b.sign);
    let special_a = loaded(n, load, "special_dividend", a.special);
    let special_b = loaded(n, load, "special_divisor", b.special);
    drop(stage);

    let stage = n.stage(step::STEP_OF_QUOTIENT);
    let zero_divisor = (!divisor.top_bit()).named("zero_divisor");
    let is_special = (special_a | special_b | zero_divisor).named("special");
    let waits = (exponent.top_bit() | digits.top_bit() | is_special).named("waits");
    let difference = remainder.zero_extend(width + 2) - divisor.zero_extend(width + 2);
    let difference = difference.named(signed("difference"));
    let digit = (!difference.top_bit() & !normalise).named("digit");
    let rest = digit
        .select(difference.low(width), remainder.low(width))
        .named(unsigned("rest"));
    // While a subnormal dividend is shifted, its digits are 0.
    let shifts_dividend = !remainder.bit(width - 1);
    let keeps_divisor = divisor.top_bit();
    let stays = normalise.select(!shifts_dividend, waits).named("stays");
    drop(stage);

    let stage = n.stage(step::NEXT_STATE);
    let next = stays.select(remainder, rest.append_zeros(1));
    builder.set_next(remainder, load.select(n.zero().join(a.significand), next), false);
    let shifts_divisor = (normalise & !keeps_divisor).named("shifts_divisor");
    let next = shifts_divisor.select(divisor.low(width - 1).append_zeros(1), divisor);
    builder.set_next(divisor, load.select(b.significand, next), false);
    let next = waits.select(digits, digits.low(width).join(digit));
    builder.set_next(digits, load.select(n.constant(0, width + 1), next), false);
    let next = next_exponent(control, exponent, [a, b], shifts_dividend, keeps_divisor, waits);
    builder.set_next(exponent, next, false);
    drop(stage);

    let stage = n.stage(step::SPECIAL_QUOTIENT);
    let of_a = remainder.low(width - 1).any().named("remainder_of_fraction");
    let of_b = divisor.low(width - 1).any().named("divisor_has_fraction");
    let zero_dividend = (!remainder.bit(width - 1)).named(hidden("zero_dividend"));
    let nan_a = (special_a & of_a).named(hidden("nan_dividend"));
    let nan_b = (special_b & of_b).named(hidden("nan_divisor"));
    let undefined = (special_a & special_b) | (zero_divisor & zero_dividend);
    let special = Special {
        nan: (nan_a | nan_b | undefined).named("nan"),
        infinite: (special_a | zero_divisor).named("infinite"),
        infinite_sign: sign,
        zero: special_b,
    };
    let sticky = (of_a | remainder.high(2).any()).named("inexact");
    drop(stage);

    let raised = config.flags.then(|| {
        let _stage = n.stage(step::FLAGS);
        let quiet = |fraction: Net<'n>| fraction.bit(width - 2);
        let signalling = (nan_a & !quiet(remainder)) | (nan_b & !quiet(divisor));
        OperationFlags {
            invalid: (signalling | (undefined & !nan_a & !nan_b)).named(hidden("invalid_quotient")),
            divide_by_zero: (zero_divisor & !zero_dividend & !special_a).named("divide_by_zero"),
        }
    });
    let stage = n.stage(step::QUOTIENT);
    let is_normal = digits.top_bit();
    let exact = Unrounded {
        sign,
        exponent: exponent
            .low(format.exponent_bits + 1)
            .only_if(is_normal)
            .named(unsigned("exponent")),
        significand: digits.high(width),
        guard: digits.bit(0),
        sticky,
        pending_increment: n.zero(),
        // The next digit.
        next: config.flags.then(|| !difference.top_bit()),
        too_large: None,
    };
    drop(stage);
    UnroundedResult { exact, special, raised }
}

/// Returns the next exponent of the quotient, with one addition. Loading adds the dividend's exponent and the bias less
/// the divisor's. That is two too many, and each of the two normalising steps subtracts one.
fn next_exponent<'n>(
    control: StepControl<'n>,
    exponent: Net<'n>,
    [a, b]: [LoadedOperand<'n>; 2],
    shifts_dividend: Net<'n>,
    keeps_divisor: Net<'n>,
    waits: Net<'n>,
) -> Net<'n> {
    const { assert!(NORMALISING == 2) };
    let StepControl { load, normalise, .. } = control;
    let width = exponent.width();
    // The bias less an exponent is its complement plus a power of two.
    let power = width - 3;
    let negative = b.exponent.top_bit();
    let high = b.exponent.bit(power) & !negative;
    let opposite = high.repeat(2).join(high | negative).join(!b.exponent.low(power));
    let opposite = opposite.named(hidden(signed("opposite")));
    let lowest = normalise.select(shifts_dividend ^ keeps_divisor, waits);
    let decreases = (normalise & (shifts_dividend | keeps_divisor)).named(hidden("decreases"));
    let change = decreases.repeat(width - 1).join(lowest).named(hidden(signed("change")));
    load.select(a.exponent, exponent) + load.select(opposite, change)
}
