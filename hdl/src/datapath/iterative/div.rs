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
    let registers = Registers::new(n, config.formats.result, control.load, [a, b]);
    let next_digit = registers.next_digit(n, control.normalise);
    registers.set_next(n, control, [a, b], next_digit);
    registers.unrounded(n, config, next_digit)
}

/// The registers.
#[derive(Clone, Copy)]
struct Registers<'n> {
    remainder: Net<'n>,
    divisor: Net<'n>,
    /// The digits of the quotient so far.
    digits: Net<'n>,
    /// The exponent of a quotient whose first digit is 0, with the bias less one.
    exponent: Net<'n>,
    sign: Net<'n>,
    /// 1 if the dividend is infinite or NaN.
    special_a: Net<'n>,
    /// 1 if the divisor is infinite or NaN.
    special_b: Net<'n>,
}

/// A step.
#[derive(Clone, Copy)]
struct NextDigit<'n> {
    zero_divisor: Net<'n>,
    /// 1 if the step makes no digit.
    waits: Net<'n>,
    difference: Net<'n>,
    digit: Net<'n>,
    /// The remainder less the divisor if the digit is 1, else the remainder.
    rest: Net<'n>,
    /// 1 if a normalising step shifts the dividend.
    shifts_dividend: Net<'n>,
    /// 1 if a normalising step leaves the divisor.
    keeps_divisor: Net<'n>,
    /// 1 if the step leaves the remainder.
    stays: Net<'n>,
}

impl<'n> Registers<'n> {
    fn new(n: Scope<'n>, format: FloatFormat, load: Net<'n>, [a, b]: [LoadedOperand<'n>; 2]) -> Registers<'n> {
        let _stage = n.stage(step::STATE);
        let builder = n.builder();
        let width = format.significand_bits();
        Registers {
            remainder: builder.state(unsigned("remainder"), width + 1),
            divisor: builder.state("divisor", width),
            digits: builder.state("quotient", width + 1),
            exponent: builder.state(signed("exponent"), format.exponent_bits + 2),
            sign: loaded(n, load, "sign", a.sign ^ b.sign),
            special_a: loaded(n, load, "special_dividend", a.special),
            special_b: loaded(n, load, "special_divisor", b.special),
        }
    }

    /// Returns the next digit.
    fn next_digit(self, n: Scope<'n>, normalise: Net<'n>) -> NextDigit<'n> {
        let _stage = n.stage(step::STEP_OF_QUOTIENT);
        let (remainder, divisor, width) = (self.remainder, self.divisor, self.divisor.width());
        let zero_divisor = (!divisor.top_bit()).named("zero_divisor");
        let is_special = (self.special_a | self.special_b | zero_divisor).named("special");
        let waits = (self.exponent.top_bit() | self.digits.top_bit() | is_special).named("waits");
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
        NextDigit {
            zero_divisor,
            waits,
            difference,
            digit,
            rest,
            shifts_dividend,
            keeps_divisor,
            stays,
        }
    }

    /// Loads the operands or takes a step.
    fn set_next(
        self,
        n: Scope<'n>,
        control: StepControl<'n>,
        [a, b]: [LoadedOperand<'n>; 2],
        next_digit: NextDigit<'n>,
    ) {
        let StepControl { load, normalise, .. } = control;
        let NextDigit { waits, stays, .. } = next_digit;
        let _stage = n.stage(step::NEXT_STATE);
        let width = self.divisor.width();
        let set = |register: Net<'n>, loaded: Net<'n>, next: Net<'n>| {
            n.builder().set_next(register, load.select(loaded, next), false);
        };
        let next = stays.select(self.remainder, next_digit.rest.append_zeros(1));
        set(self.remainder, n.zero().join(a.significand), next);
        let shifts_divisor = (normalise & !next_digit.keeps_divisor).named("shifts_divisor");
        let next = shifts_divisor.select(self.divisor.low(width - 1).append_zeros(1), self.divisor);
        set(self.divisor, b.significand, next);
        let next = waits.select(self.digits, self.digits.low(width).join(next_digit.digit));
        set(self.digits, n.constant(0, width + 1), next);
        let next = next_exponent(control, self.exponent, [a, b], next_digit);
        n.builder().set_next(self.exponent, next, false);
    }

    /// Returns the quotient before its rounding.
    fn unrounded(self, n: Scope<'n>, config: &LaneConfig, next_digit: NextDigit<'n>) -> UnroundedResult<'n> {
        let (remainder, divisor, width) = (self.remainder, self.divisor, self.divisor.width());
        let zero_divisor = next_digit.zero_divisor;
        let stage = n.stage(step::SPECIAL_QUOTIENT);
        let of_a = remainder.low(width - 1).any().named("remainder_of_fraction");
        let of_b = divisor.low(width - 1).any().named("divisor_has_fraction");
        let zero_dividend = (!remainder.bit(width - 1)).named(hidden("zero_dividend"));
        let nan_a = (self.special_a & of_a).named(hidden("nan_dividend"));
        let nan_b = (self.special_b & of_b).named(hidden("nan_divisor"));
        let undefined = (self.special_a & self.special_b) | (zero_divisor & zero_dividend);
        let special = Special {
            nan: (nan_a | nan_b | undefined).named("nan"),
            infinite: (self.special_a | zero_divisor).named("infinite"),
            infinite_sign: self.sign,
            zero: self.special_b,
        };
        let sticky = (of_a | remainder.high(2).any()).named("inexact");
        drop(stage);

        let raised = config.flags.then(|| {
            let _stage = n.stage(step::FLAGS);
            let quiet = |fraction: Net<'n>| fraction.bit(width - 2);
            let signalling = (nan_a & !quiet(remainder)) | (nan_b & !quiet(divisor));
            OperationFlags {
                invalid: (signalling | (undefined & !nan_a & !nan_b)).named(hidden("invalid_quotient")),
                divide_by_zero: (zero_divisor & !zero_dividend & !self.special_a).named("divide_by_zero"),
            }
        });
        let stage = n.stage(step::QUOTIENT);
        let is_normal = self.digits.top_bit();
        let exact = Unrounded {
            sign: self.sign,
            exponent: self
                .exponent
                .low(config.formats.result.exponent_bits + 1)
                .only_if(is_normal)
                .named(unsigned("exponent")),
            significand: self.digits.high(width),
            guard: self.digits.bit(0),
            sticky,
            pending_increment: n.zero(),
            // The next digit.
            next: config.flags.then(|| !next_digit.difference.top_bit()),
            too_large: None,
        };
        drop(stage);
        UnroundedResult { exact, special, raised }
    }
}

/// Returns the next exponent of the quotient, with one addition. Loading adds the dividend's exponent and the bias less
/// the divisor's. That is two too many, and each of the two normalising steps subtracts one.
fn next_exponent<'n>(
    control: StepControl<'n>,
    exponent: Net<'n>,
    [a, b]: [LoadedOperand<'n>; 2],
    next_digit: NextDigit<'n>,
) -> Net<'n> {
    const { assert!(NORMALISING == 2) };
    let StepControl { load, normalise, .. } = control;
    let NextDigit {
        waits,
        shifts_dividend,
        keeps_divisor,
        ..
    } = next_digit;
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
