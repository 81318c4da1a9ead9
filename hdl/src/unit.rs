//! What is known of an instruction's hardware before it is built.

use halfpipe_isa::{Element, Instruction, Operation, Type};

use crate::datapath::{self, Behaviour};
use crate::net::longest_useful_latency;

pub use crate::stage::Multiplier;

/// The longest latency of a module. It leaves room to align each instruction's with that of any other: beyond the last useful
/// register, further ranks only delay the result.
pub const LONGEST_LATENCY: u32 = 32;

/// The longest latency that gains an instruction anything: see [`longest_useful_latency`].
pub fn max_latency(instruction: Instruction) -> u32 {
    longest_useful_latency(&datapath::build(&Behaviour::of(instruction)))
}

/// The operation and type whose datapath, alone and in one lane, does an instruction's work: a subtraction is an
/// addition with a sign inverted, a maximum a minimum with the choice inverted, set writes the answer of setp in another form, and
/// x2 has two lanes.
pub fn family(instruction: Instruction) -> (Operation, Type) {
    let operation = match instruction.operation() {
        Operation::Sub => Operation::Add,
        Operation::Max => Operation::Min,
        Operation::Set => Operation::Setp,
        other => other,
    };
    let ty = match instruction.ty() {
        ty if operation == Operation::Setp => match ty.element() {
            Element::Bf16 => Type::Bf16,
            _ => Type::F16,
        },
        Type::F16x2 => Type::F16,
        Type::Bf16x2 => Type::Bf16,
        other => other,
    };
    (operation, ty)
}
