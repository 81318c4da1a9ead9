//! What a lane gives: a value, and the flags where they are asked for.

use crate::net::{Net, Scope};
use crate::stage::{Flags, Unpacked};

/// The value of one lane, and its flags.
#[derive(Clone, Copy)]
pub struct Outcome<'n> {
    /// The value.
    pub value: Net<'n>,
    /// The flags as a word, where they are asked for.
    pub flags: Option<Net<'n>>,
}

impl<'n> Outcome<'n> {
    /// The same flags with another value.
    pub fn map(self, change: impl FnOnce(Net<'n>) -> Net<'n>) -> Outcome<'n> {
        Outcome {
            value: change(self.value),
            ..self
        }
    }

    /// The value and, behind it, the flags.
    pub fn results(self) -> Vec<Net<'n>> {
        [Some(self.value), self.flags].into_iter().flatten().collect()
    }
}

/// Whether one of the operands is a signalling NaN.
pub fn any_signals<'n>(n: Scope<'n>, operands: &[Unpacked<'n>]) -> Net<'n> {
    let signals = operands.iter().map(|operand| operand.signals(n));
    signals.reduce(|one, other| one | other).expect("there is an operand")
}

/// The flags of an operation that only signalling NaNs make raise one.
pub fn flags_of_signalling<'n>(n: Scope<'n>, operands: &[Unpacked<'n>]) -> Net<'n> {
    Flags::of_invalid(n, any_signals(n, operands)).word(n)
}
