//! Which conversions share a datapath in the core.

use halfpipe_isa::{Content, Element, Instruction};

/// What a conversion with a shared datapath does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// From an integer to half precision.
    FromInteger,
    /// From half precision to an integer.
    ToInteger,
    /// From single to half precision.
    Narrowing,
}

/// The half-precision format that a conversion has on one side, and what it does; `None` where it has a datapath of its own: of two
/// values at once, of formats of eight bits and fewer, within a format, to one that holds all numbers of the other, or with flags.
pub fn shared(instruction: Instruction) -> Option<(Element, Kind)> {
    if !instruction.operation().is_conversion() {
        return None;
    }
    let signature = instruction.signature();
    let ([a], [d]) = (signature.operands(), signature.results()) else {
        return None;
    };
    if (a.lanes, d.lanes) != (1, 1) {
        return None;
    }
    match (a.content, d.content) {
        (Content::Number(half), Content::Signed(_) | Content::Unsigned(_)) => Some((half, Kind::ToInteger)),
        (Content::Signed(_) | Content::Unsigned(_), Content::Number(half)) => Some((half, Kind::FromInteger)),
        (Content::Number(Element::F32), Content::Number(half)) => Some((half, Kind::Narrowing)),
        _ => None,
    }
}

/// The integer of a conversion from or to one.
pub fn integer(instruction: Instruction) -> Option<Content> {
    let signature = instruction.signature();
    match shared(instruction)?.1 {
        Kind::FromInteger => Some(signature.operands()[0].content),
        Kind::ToInteger => Some(signature.results()[0].content),
        Kind::Narrowing => None,
    }
}
