//! Iterative sqrt: restoring square root, a digit in each step.
//!
//! After the steps that shift a subnormal's leading one to the top, a step doubles the significand if its exponent is odd.
//! Each further step takes two bits of this radicand beside the remainder, and subtracts the number that the next bit adds
//! to the square of the root, unless the difference is negative.
//!
//! A root is a normal number or zero.

use super::control::{loaded, StepControl, UnroundedResult};
use super::operand::LoadedOperand;
use crate::datapath::finish::OperationFlags;
use crate::datapath::LaneConfig;
use crate::format::HardwareFormat;
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{step, RoundingMode, Special, Unrounded};

/// Computes the square root of a.
pub fn sqrt<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    control: StepControl<'n>,
    rounding: RoundingMode<'n>,
    a: Net<'n>,
) -> UnroundedResult<'n> {
    let a = LoadedOperand::new(n, config, "a", a);
    let registers = Registers::new(n, config, control.load, a);
    let digit = registers.next_digit(n, control);
    registers.set_next(n, config, control, a, digit);

    let stage = n.stage(step::SPECIAL_ROOT);
    let is_nonzero = registers.root.top_bit();
    let below_zero = (registers.sign & is_nonzero).named(hidden("below_zero"));
    let special = Special {
        nan: (registers.nan | below_zero).named("nan"),
        infinite: registers.infinite,
        infinite_sign: registers.sign,
        zero: n.zero(),
    };
    drop(stage);
    let raised = registers.signalling.map(|signalling| {
        let invalid = (signalling | (below_zero & !registers.nan)).named(hidden("invalid_root"));
        OperationFlags::from_invalid(n, invalid)
    });
    let exact = registers.unrounded(n, config, rounding, is_nonzero);
    UnroundedResult { exact, special, raised }
}

/// The registers.
#[derive(Clone, Copy)]
struct Registers<'n> {
    /// The bits of the radicand that no step has taken.
    radicand: Net<'n>,
    remainder: Net<'n>,
    /// The digits so far.
    root: Net<'n>,
    /// The exponent of the operand, later twice that of the root.
    exponent: Net<'n>,
    sign: Net<'n>,
    infinite: Net<'n>,
    nan: Net<'n>,
    /// 1 for a signalling NaN, if there are flags.
    signalling: Option<Net<'n>>,
}

/// A step.
#[derive(Clone, Copy)]
struct NextDigit<'n> {
    /// 1 in the steps before the first digit.
    prepares: Net<'n>,
    /// 1 if such a step doubles the radicand.
    doubles: Net<'n>,
    /// The next digit of the root.
    digit: Net<'n>,
    /// The next remainder.
    rest: Net<'n>,
}

impl<'n> Registers<'n> {
    fn new(n: Scope<'n>, config: &LaneConfig, load: Net<'n>, a: LoadedOperand<'n>) -> Registers<'n> {
        let _stage = n.stage(step::STATE);
        let builder = n.builder();
        let format = config.formats.result;
        let width = format.significand_bits();
        Registers {
            radicand: builder.state("radicand", width + 1),
            remainder: builder.state(unsigned("remainder"), width + 2),
            root: builder.state("root", width + 1),
            exponent: builder.state(signed("exponent"), format.exponent_bits + 2),
            sign: loaded(n, load, "sign", a.sign),
            infinite: loaded(n, load, "special", a.special),
            nan: loaded(n, load, "nan", a.special & a.fraction.any()),
            signalling: config.flags.then(|| {
                let quiet = a.fraction.top_bit();
                loaded(n, load, "signalling", a.special & a.fraction.any() & !quiet)
            }),
        }
    }

    /// Returns the next digit.
    fn next_digit(self, n: Scope<'n>, control: StepControl<'n>) -> NextDigit<'n> {
        let StepControl {
            normalise,
            after_normalise,
            ..
        } = control;
        let _stage = n.stage(step::STEP_OF_ROOT);
        let width = self.root.width() - 1;
        let prepares = (normalise | after_normalise).named("prepares");
        // The bias is odd, so an odd exponent is even with it.
        let is_odd = !self.exponent.bit(0);
        let doubles = normalise.select(!self.radicand.bit(width - 1), after_normalise & is_odd);
        let doubles = doubles.named("doubles");
        let extended = self
            .remainder
            .low(width + 1)
            .join(self.radicand.high(2))
            .named(hidden("extended"));
        let subtrahend = self.root.low(width).join(n.constant(0b01, 2));
        let difference = extended.zero_extend(width + 4) - subtrahend.zero_extend(width + 4);
        let difference = difference.named(signed("difference"));
        let digit = (!difference.top_bit()).named("digit");
        let rest = digit.select(difference.low(width + 2), extended.low(width + 2));
        NextDigit {
            prepares,
            doubles,
            digit,
            rest: rest.named(unsigned("rest")),
        }
    }

    /// Loads the operand or takes a step.
    fn set_next(
        self,
        n: Scope<'n>,
        config: &LaneConfig,
        control: StepControl<'n>,
        a: LoadedOperand<'n>,
        next_digit: NextDigit<'n>,
    ) {
        let StepControl {
            load,
            normalise,
            after_normalise,
        } = control;
        let NextDigit {
            prepares,
            doubles,
            digit,
            rest,
        } = next_digit;
        let _stage = n.stage(step::NEXT_STATE);
        let width = self.root.width() - 1;
        let begins = (load | prepares).named("begins");
        let set = |register: Net<'n>, next: Net<'n>| n.builder().set_next(register, next, false);
        set(self.remainder, begins.select(n.constant(0, width + 2), rest));
        let none = n.constant(0, width + 1);
        set(self.root, begins.select(none, self.root.low(width).join(digit)));
        let once = self.radicand.low(width).append_zeros(1);
        let prepared = doubles.select(once, self.radicand);
        let next = prepares.select(prepared, self.radicand.low(width - 1).append_zeros(2));
        set(self.radicand, load.select(n.zero().join(a.significand), next));
        // Twice the root's exponent with the bias less one, from the step for an odd exponent on.
        let change = n
            .constant(config.formats.result.bias_field() - 2, self.exponent.width())
            .only_if(after_normalise);
        let down = (normalise & doubles).repeat(self.exponent.width());
        set(self.exponent, load.select(a.exponent, self.exponent + (change | down)));
    }

    /// Returns the root before its rounding.
    fn unrounded(
        self,
        n: Scope<'n>,
        config: &LaneConfig,
        rounding: RoundingMode<'n>,
        is_nonzero: Net<'n>,
    ) -> Unrounded<'n> {
        let format = config.formats.result;
        // No root lies halfway between two numbers: its square would have more bits than a number. So the guard bit alone
        // decides the rounding to nearest.
        let _stage = n.stage(step::ROOT);
        let sticky = match rounding {
            RoundingMode::Fixed(fixed) if fixed.is_nearest() && !config.flags => n.constant(1, 1),
            _ => self.remainder.any().named("inexact"),
        };
        Unrounded {
            sign: self.sign,
            exponent: self
                .exponent
                .slice(1, format.exponent_bits)
                .only_if(is_nonzero)
                .named(unsigned("exponent")),
            significand: self.root.high(format.significand_bits()),
            guard: self.root.bit(0),
            sticky,
            pending_increment: n.zero(),
            next: None,
            too_large: Some(n.zero()),
        }
    }
}
