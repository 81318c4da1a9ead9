//! The operations that a core takes: its instructions, and variants of them.

use halfpipe_isa::{FloatFormat, Instruction, Operation};

use super::choices::Group;
use super::encoding::Encoding;
use super::half::format_code;
use super::spec::ZfhSpec;
use super::Part;

/// The ports that select an operation, with their widths in bits.
pub const CODES: [(&str, u32); 6] = [
    ("op", 4),
    ("op_mod", 1),
    ("rm", 3),
    ("src_fmt", 3),
    ("dst_fmt", 3),
    ("int_fmt", 2),
];

/// A variant of an instruction that no instruction of RISC-V has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// A comparison whose answer is inverted.
    Inverted,
    /// A sign injection whose result is sign-extended in place of boxed.
    SignExtended,
    /// A move of a bfloat16, which is that of a half.
    Bfloat16,
}

impl Variant {
    /// Returns the name, such as `inverted`.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Inverted => "inverted",
            Variant::SignExtended => "sign-extended",
            Variant::Bfloat16 => "bfloat16",
        }
    }
}

/// An operation that a core takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoreOperation {
    /// The instruction.
    pub instruction: Instruction,
    /// The variant of it, if it is one.
    pub variant: Option<Variant>,
    /// The values of the ports that select it.
    pub encoding: Encoding,
}

impl CoreOperation {
    fn new(instruction: Instruction) -> CoreOperation {
        CoreOperation {
            instruction,
            variant: None,
            encoding: Encoding::from_instruction(instruction),
        }
    }

    /// Returns the variant of the operation in a core.
    fn variant(self, spec: &ZfhSpec) -> Option<CoreOperation> {
        let modified = Encoding {
            op_mod: 1,
            ..self.encoding
        };
        let (variant, encoding) = match self.instruction.operation() {
            Operation::Feq | Operation::Flt | Operation::Fle => (Variant::Inverted, modified),
            Operation::Fsgnj | Operation::Fsgnjn | Operation::Fsgnjx => (Variant::SignExtended, modified),
            Operation::Fmv
                if spec.moves_bfloat16() && self.instruction.ty().operand_format() != FloatFormat::RISCV_S =>
            {
                let bf16 = format_code(FloatFormat::RISCV_BF16);
                let encoding = Encoding {
                    src_fmt: bf16,
                    dst_fmt: bf16,
                    ..self.encoding
                };
                (Variant::Bfloat16, encoding)
            }
            _ => return None,
        };
        Some(CoreOperation {
            variant: Some(variant),
            encoding,
            ..self
        })
    }
}

impl ZfhSpec {
    /// Returns every operation that the core takes: each instruction, followed by its variant.
    pub fn operations(&self) -> Vec<CoreOperation> {
        let instructions = self.instructions().into_iter().map(CoreOperation::new);
        instructions
            .flat_map(|operation| [Some(operation), operation.variant(self)])
            .flatten()
            .collect()
    }

    /// True if moves have bfloat16 as a format too: the core computes in it, or in no format.
    fn moves_bfloat16(&self) -> bool {
        let has = |group| self.formats_of(group).contains(&FloatFormat::RISCV_BF16);
        let computes_in_halves = self.convertible().into_iter().any(|half| self.has_arithmetic(half));
        if computes_in_halves {
            has(Group::Addmul)
        } else {
            has(Group::Conv)
        }
    }

    /// True if a part of the core computes an operation. Moves are the same in both formats.
    pub fn computes(&self, part: &Part, encoding: &Encoding) -> bool {
        let is_single = |format: FloatFormat| format == FloatFormat::RISCV_S;
        let is_of_format = |format: FloatFormat| {
            let mut others = self.formats_of(part.group).into_iter().filter(|other| *other != format);
            let has_own = format_code(format) == encoding.src_fmt;
            let is_alike = is_single(format) == (encoding.src_fmt == format_code(FloatFormat::RISCV_S));
            has_own || is_alike && others.all(|other| is_single(other) != is_single(format))
        };
        part.group == encoding.group && part.format.is_none_or(is_of_format)
    }
}
