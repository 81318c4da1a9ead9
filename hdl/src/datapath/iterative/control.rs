//! Control signals and registers that all iterative units share.

use crate::datapath::finish::{finish_unrounded, OperationFlags};
use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::net::{hidden, unsigned, Label, Net, Scope};
use crate::stage::{RoundingMode, Special, Unrounded};

/// Loading shifts a significand by a multiple of this number of places.
pub const STRIDE: u32 = 3;

/// The number of steps that shift a significand by one place.
pub const NORMALISING: u32 = STRIDE - 1;

/// The control signals of a clock cycle, for all lanes.
#[derive(Clone, Copy)]
pub struct StepControl<'n> {
    /// 1 if the unit loads the operands at its inputs.
    pub load: Net<'n>,
    /// 1 in a step that shifts the leading one of a subnormal operand.
    pub normalise: Net<'n>,
    /// 1 in the step after those.
    pub after_normalise: Net<'n>,
}

/// A result before its rounding, and the flags of the operation itself.
#[derive(Clone, Copy)]
pub struct UnroundedResult<'n> {
    pub exact: Unrounded<'n>,
    pub special: Special<'n>,
    pub raised: Option<OperationFlags<'n>>,
}

impl<'n> UnroundedResult<'n> {
    /// Rounds the result and encodes it.
    pub fn finish(self, n: Scope<'n>, config: &LaneConfig, rounding: RoundingMode<'n>) -> Outcome<'n> {
        finish_unrounded(n, config, rounding, self.exact, self.special, self.raised)
    }

    /// Selects one of two results of one format, without a pending increment.
    pub fn select(n: Scope<'n>, condition: Net<'n>, then: Self, otherwise: Self) -> Self {
        let one_of = |then: Net<'n>, otherwise: Net<'n>| condition.select(then, otherwise);
        let exact = |field: fn(&Unrounded<'n>) -> Net<'n>| one_of(field(&then.exact), field(&otherwise.exact));
        let special = |field: fn(&Special<'n>) -> Net<'n>| one_of(field(&then.special), field(&otherwise.special));
        let width = then.exact.exponent.width().max(otherwise.exact.exponent.width());
        let exponent = one_of(
            then.exact.exponent.zero_extend(width),
            otherwise.exact.exponent.zero_extend(width),
        );
        let next = |exact: Unrounded<'n>| exact.next.unwrap_or(n.zero());
        let raised = then
            .raised
            .zip(otherwise.raised)
            .map(|(then, otherwise)| OperationFlags {
                invalid: one_of(then.invalid, otherwise.invalid),
                divide_by_zero: one_of(then.divide_by_zero, otherwise.divide_by_zero),
            });
        UnroundedResult {
            exact: Unrounded {
                sign: exact(|exact| exact.sign),
                exponent: exponent.named(unsigned("exponent")),
                significand: exact(|exact| exact.significand).named(hidden("significand")),
                guard: exact(|exact| exact.guard),
                sticky: exact(|exact| exact.sticky),
                pending_increment: n.zero(),
                next: Some(one_of(next(then.exact), next(otherwise.exact))),
                too_large: None,
            },
            special: Special {
                nan: special(|special| special.nan),
                infinite: special(|special| special.infinite),
                infinite_sign: special(|special| special.infinite_sign),
                zero: special(|special| special.zero),
            },
            raised,
        }
    }
}

/// Returns a register that holds a value of the operands from their loading on.
pub fn loaded<'n>(n: Scope<'n>, load: Net<'n>, label: impl Into<Label>, value: Net<'n>) -> Net<'n> {
    let register = n.builder().state(label, value.width());
    n.builder().set_next(register, load.select(value, register), false);
    register
}
