//! Result of a lane: a value, and the flags if they are requested.

use crate::net::{Net, Scope};
use crate::stage::{Flags, Unpacked};

/// The value of one lane, and its flags.
#[derive(Clone, Copy)]
pub struct Outcome<'n> {
    /// The value.
    pub value: Net<'n>,
    /// The flags as a word, if they are requested.
    pub flags: Option<Net<'n>>,
}

impl<'n> Outcome<'n> {
    /// Returns the same flags with another value.
    pub fn map(self, change: impl FnOnce(Net<'n>) -> Net<'n>) -> Outcome<'n> {
        Outcome {
            value: change(self.value),
            ..self
        }
    }

    /// Returns the OR of two outcomes, of which at most one is not 0.
    pub fn or(self, other: Outcome<'n>) -> Outcome<'n> {
        let flags = [self.flags, other.flags].into_iter().flatten();
        Outcome {
            value: self.value | other.value,
            flags: flags.reduce(|one, other| one | other),
        }
    }

    /// Returns the value, followed by the flags.
    pub fn results(self) -> Vec<Net<'n>> {
        [Some(self.value), self.flags].into_iter().flatten().collect()
    }
}

/// Returns 1 if one of the operands is a signalling NaN.
pub fn any_signals<'n>(n: Scope<'n>, operands: &[Unpacked<'n>]) -> Net<'n> {
    let signals = operands.iter().map(|operand| operand.signals(n));
    signals.reduce(|one, other| one | other).expect("there is an operand")
}

/// Returns the flags of an operation that raises a flag only for signalling NaNs.
pub fn flags_of_signalling<'n>(n: Scope<'n>, operands: &[Unpacked<'n>]) -> Net<'n> {
    Flags::from_invalid(n, any_signals(n, operands)).word(n)
}
