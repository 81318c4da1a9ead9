//! Control signals and registers that all iterative units share.

use crate::datapath::finish::{finish, OperationFlags};
use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::net::{Label, Net, Scope};
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
        finish(n, config, rounding, self.exact, self.special, self.raised)
    }
}

/// Returns a register that holds a value of the operands from their loading on.
pub fn loaded<'n>(n: Scope<'n>, load: Net<'n>, label: impl Into<Label>, value: Net<'n>) -> Net<'n> {
    let register = n.builder().state(label, value.width());
    n.builder().set_next(register, load.select(value, register), false);
    register
}
