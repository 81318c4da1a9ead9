//! Instructions that share a datapath in the core, and those that have one of their own.

use halfpipe_isa::{ElementType, FloatFormat, Instruction};

/// A kind of conversion with a shared datapath.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// From an integer to half precision.
    FromInteger,
    /// From half precision to an integer.
    ToInteger,
    /// From single to half precision.
    Narrowing,
}

/// Returns a conversion's half-precision format on one side, and its kind. `None` stands for a conversion with its own
/// datapath. Such a conversion has flags, converts two values at once, or uses formats of eight bits and fewer. It may
/// also stay within a format, or widen to a format that holds every number of the other.
pub fn shared(instruction: Instruction) -> Option<(FloatFormat, Kind)> {
    if !instruction.operation().is_conversion() || is_apart(instruction) {
        return None;
    }
    let signature = instruction.signature();
    let ([a], [d]) = (signature.operands(), signature.results()) else {
        return None;
    };
    if (a.lanes, d.lanes) != (1, 1) {
        return None;
    }
    match (a.element_type, d.element_type) {
        (ElementType::Number(half), ElementType::Signed(_) | ElementType::Unsigned(_)) => Some((half, Kind::ToInteger)),
        (ElementType::Signed(_) | ElementType::Unsigned(_), ElementType::Number(half)) => {
            Some((half, Kind::FromInteger))
        }
        (ElementType::Number(FloatFormat::F32), ElementType::Number(half)) => Some((half, Kind::Narrowing)),
        _ => None,
    }
}

/// True for an instruction in formats that the lanes of the core do not compute in: neither f16 nor bf16.
pub fn is_apart(instruction: Instruction) -> bool {
    instruction.has_eight_bits() || instruction.form().types().is_empty()
}

/// True for an instruction that shares no datapath with another.
pub fn has_own_datapath(instruction: Instruction) -> bool {
    is_apart(instruction) || (instruction.operation().is_conversion() && shared(instruction).is_none())
}

/// Returns the integer of a conversion from or to one.
pub fn integer(instruction: Instruction) -> Option<ElementType> {
    let signature = instruction.signature();
    match shared(instruction)?.1 {
        Kind::FromInteger => Some(signature.operands()[0].element_type),
        Kind::ToInteger => Some(signature.results()[0].element_type),
        Kind::Narrowing => None,
    }
}
