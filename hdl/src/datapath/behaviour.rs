//! What a datapath is asked for: an instruction's modifiers and the formats that it works on.

use halfpipe_isa::{Instruction, Modifier, Operation, Rounding};

use crate::formats::Formats;
use crate::stage::Multiplier;

/// One lane of an instruction: operation, modifiers and formats. An absent modifier leaves no hardware.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Behaviour {
    /// What is computed.
    pub operation: Operation,
    /// The formats it is computed in.
    pub formats: Formats,
    /// How the exact result is rounded.
    pub rounding: Rounding,
    /// `.ftz`
    pub flush: bool,
    /// `.sat`
    pub saturate: bool,
    /// `.relu`
    pub relu: bool,
    /// `.oob`
    pub out_of_bounds: bool,
    /// `.NaN`
    pub propagate_nan: bool,
    /// `.xorsign.abs`
    pub xor_sign: bool,
    /// What products are made of, which their value does not depend on.
    pub multiplier: Multiplier,
}

impl Behaviour {
    /// The behaviour of an instruction in its own formats.
    pub fn of(instruction: Instruction) -> Behaviour {
        Behaviour::in_formats(instruction, Formats::of(instruction))
    }

    /// The behaviour of an instruction, but in other formats.
    pub fn in_formats(instruction: Instruction, formats: Formats) -> Behaviour {
        Behaviour {
            operation: instruction.operation(),
            formats,
            rounding: instruction.rounding(),
            flush: instruction.has(Modifier::Ftz),
            saturate: instruction.has(Modifier::Sat),
            relu: instruction.has(Modifier::Relu),
            out_of_bounds: instruction.has(Modifier::Oob),
            propagate_nan: instruction.has(Modifier::Nan),
            xor_sign: instruction.has(Modifier::XorsignAbs),
            multiplier: Multiplier::default(),
        }
    }

    /// Whether this is a mixed-precision operation.
    pub fn is_mixed(&self) -> bool {
        self.formats.operand != self.formats.result
    }
}
