//! Properties of an instruction's hardware, known before it is built.

use halfpipe_isa::{ElementType, Instruction, Operation, Type};

use crate::datapath::{self, LaneConfig};

pub use crate::datapath::Optimisation;
pub use crate::stage::Multiplier;

/// The longest latency of a module, in clock cycles. It leaves room to align an instruction with any other one. Beyond
/// the last useful register, further ranks only delay the result.
pub const LONGEST_LATENCY: u32 = 32;

/// Returns the longest useful latency of an instruction that a module of the smallest form can have: see
/// [`longest_useful_latency`](crate::net::longest_useful_latency).
pub fn max_latency(instruction: Instruction) -> u32 {
    max_latency_of_form(instruction, Optimisation::Area)
}

/// Returns the same for a form. The form for simulation has the latencies of the smallest one, which it stands for.
pub fn max_latency_of_form(instruction: Instruction, optimisation: Optimisation) -> u32 {
    let optimisation = match optimisation {
        Optimisation::Area | Optimisation::Simulation => Optimisation::Area,
        Optimisation::Speed => Optimisation::Speed,
    };
    let lane = datapath::build(&LaneConfig {
        optimisation,
        ..LaneConfig::from_instruction(instruction)
    });
    optimisation
        .delays(&lane)
        .longest_useful_latency(&lane)
        .min(LONGEST_LATENCY)
}

/// Returns the operation and type of the datapath that does an instruction's work, alone and in one lane. A subtraction
/// is an addition with a sign inverted. A maximum is a minimum with the choice inverted. set writes the answer of setp
/// in another form. A cosine is the sine in the next quadrant. x2 and x4 have several lanes. A conversion maps to the
/// f16 conversion that does the same with other widths, if there is one. An instruction of RISC-V maps to that of PTX, if
/// there is one: feq, flt and fle to setp, and fsgnj, fsgnjn and fsgnjx to neg.
pub fn datapath_class(instruction: Instruction) -> (Operation, Type) {
    let operation = match instruction.operation() {
        Operation::Sub => Operation::Add,
        Operation::Max | Operation::Fminm | Operation::Fmaxm => Operation::Min,
        Operation::Set => Operation::Setp,
        Operation::Cos => Operation::Sin,
        Operation::Feq | Operation::Flt | Operation::Fle | Operation::Fleq | Operation::Fltq => Operation::Setp,
        Operation::Fround | Operation::Froundnx => Operation::Cvt,
        Operation::Fsgnj | Operation::Fsgnjn | Operation::Fsgnjx => Operation::Neg,
        other if other.is_fused_otherwise() => Operation::Fma,
        other => other,
    };
    let ty = match instruction.ty() {
        ty if operation == Operation::Cvt && !ty.is_composed() => converted_like(ty),
        ty if operation == Operation::Setp || ty.operand() == ty.result() => {
            Type::scalar(ty.operand_format().ptx_format())
        }
        ty => ty,
    };
    (operation, ty)
}

/// Returns the type that represents all those converted by the same steps.
fn converted_like(ty: Type) -> Type {
    let (Some(from), Some(to)) = (exponent_bits(ty.operand()), exponent_bits(ty.result())) else {
        return match (ty.operand(), ty.result()) {
            (ElementType::Number(_), ElementType::Signed(_) | ElementType::Unsigned(_)) => Type::S32F16,
            (ElementType::Signed(_) | ElementType::Unsigned(_), _) => Type::F16S32,
            _ => ty,
        };
    };
    match ty.result() {
        ElementType::Small(_) => Type::E4m3x2F16x2,
        // A conversion to a format with more exponents normalises its operand.
        _ if from < to => Type::F32F16,
        _ if ty.operand() != ty.result() => Type::F16F32,
        _ => ty,
    }
}

/// Returns the exponent bits of a number, and None for an integer or ue8m0, which has no other bits.
fn exponent_bits(element_type: ElementType) -> Option<u32> {
    let format = element_type.format_with_fraction();
    format.map(|format| format.exponent_bits)
}
