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
    let StepControl {
        load,
        normalise,
        after_normalise,
    } = control;
    let builder = n.builder();
    let format = config.formats.result;
    let width = format.significand_bits();
    let a = LoadedOperand::new(n, config, "a", a);

    let stage = n.stage(step::STATE);
    let radicand = builder.state("radicand", width + 1);
    let remainder = builder.state(unsigned("remainder"), width + 2);
    let root = builder.state("root", width + 1);
    let exponent = builder.state(signed("exponent"), format.exponent_bits + 2);
    let sign = loaded(n, load, "sign", a.sign);
    let infinite = loaded(n, load, "special", a.special);
    let nan = loaded(n, load, "nan", a.special & a.fraction.any());
    let signalling = config.flags.then(|| {
        let quiet = a.fraction.top_bit();
        loaded(n, load, "signalling", a.special & a.fraction.any() & !quiet)
    });
    drop(stage);

    let stage = n.stage(step::STEP_OF_ROOT);
    let prepares = (normalise | after_normalise).named("prepares");
    // The bias is odd, so an odd exponent is even with it.
    let is_odd = !exponent.bit(0);
    let doubles = normalise.select(!radicand.bit(width - 1), after_normalise & is_odd);
    let doubles = doubles.named("doubles");
    let extended = remainder
        .low(width + 1)
        .join(radicand.high(2))
        .named(hidden("extended"));
    let subtrahend = root.low(width).join(n.constant(0b01, 2));
    let difference = extended.zero_extend(width + 4) - subtrahend.zero_extend(width + 4);
    let difference = difference.named(signed("difference"));
    let digit = (!difference.top_bit()).named("digit");
    let rest = digit.select(difference.low(width + 2), extended.low(width + 2));
    let rest = rest.named(unsigned("rest"));
    drop(stage);

    let stage = n.stage(step::NEXT_STATE);
    let begins = (load | prepares).named("begins");
    let set = |register: Net<'n>, next: Net<'n>| builder.set_next(register, next, false);
    set(remainder, begins.select(n.constant(0, width + 2), rest));
    set(
        root,
        begins.select(n.constant(0, width + 1), root.low(width).join(digit)),
    );
    let once = radicand.low(width).append_zeros(1);
    let prepared = doubles.select(once, radicand);
    let next = prepares.select(prepared, radicand.low(width - 1).append_zeros(2));
    set(radicand, load.select(n.zero().join(a.significand), next));
    // Twice the root's exponent with the bias less one, from the step for an odd exponent on.
    let change = n
        .constant(format.bias_field() - 2, exponent.width())
        .only_if(after_normalise);
    let down = (normalise & doubles).repeat(exponent.width());
    set(exponent, load.select(a.exponent, exponent + (change | down)));
    drop(stage);

    let stage = n.stage(step::SPECIAL_ROOT);
    let is_nonzero = root.top_bit();
    let below_zero = (sign & is_nonzero).named(hidden("below_zero"));
    let special = Special {
        nan: (nan | below_zero).named("nan"),
        infinite,
        infinite_sign: sign,
        zero: n.zero(),
    };
    drop(stage);
    let raised = signalling.map(|signalling| OperationFlags {
        invalid: (signalling | (below_zero & !nan)).named(hidden("invalid_root")),
        divide_by_zero: n.zero(),
    });
    // No root lies halfway between two numbers: its square would have more bits than a number. So the guard bit alone
    // decides the rounding to nearest.
    let stage = n.stage(step::ROOT);
    let sticky = match rounding {
        RoundingMode::Fixed(fixed) if fixed.is_nearest() && !config.flags => n.constant(1, 1),
        _ => remainder.any().named("inexact"),
    };
    let exact = Unrounded {
        sign,
        exponent: exponent
            .slice(1, format.exponent_bits)
            .only_if(is_nonzero)
            .named(unsigned("exponent")),
        significand: root.high(width),
        guard: root.bit(0),
        sticky,
        pending_increment: n.zero(),
        next: None,
        too_large: Some(n.zero()),
    };
    drop(stage);
    UnroundedResult { exact, special, raised }
}
