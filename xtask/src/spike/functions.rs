//! The instructions that Spike judges, with its functions for them.

use std::ops::Range;

use halfpipe_aig::plane::LANES;
use halfpipe_isa::{Instruction, Rounding};

use crate::softfloat::PARTS;

/// An instruction with Spike's function for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JudgedFunction {
    /// The instruction, in one rounding.
    pub instruction: Instruction,
    /// The rounding.
    pub rounding: Rounding,
    /// The name of the function.
    pub symbol: &'static str,
    /// The type of the function.
    pub kind: Kind,
}

/// The type of a function in C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// From two halves to a half.
    Binary,
    /// From a half to a half.
    Unary,
    /// From a half to an integer, with its rounding and exactness as arguments.
    ToInteger,
    /// From a half to a single.
    Widen,
    /// From a single to a half.
    Narrow,
    /// From a signed integer of 32 bits to a half.
    FromSigned,
    /// From an unsigned integer of 32 bits to a half.
    FromUnsigned,
}

const FUNCTIONS: [(&str, &str, Kind); 15] = [
    ("fsqrt.h", "f16_sqrt", Kind::Unary),
    ("fcvt.w.h", "f16_to_i32", Kind::ToInteger),
    ("fcvt.wu.h", "f16_to_ui32", Kind::ToInteger),
    ("fcvt.l.h", "f16_to_i64", Kind::ToInteger),
    ("fcvt.lu.h", "f16_to_ui64", Kind::ToInteger),
    ("fcvt.s.h", "f16_to_f32", Kind::Widen),
    ("fcvt.s.bf16", "bf16_to_f32", Kind::Widen),
    ("fadd.h", "f16_add", Kind::Binary),
    ("fsub.h", "f16_sub", Kind::Binary),
    ("fmul.h", "f16_mul", Kind::Binary),
    ("fdiv.h", "f16_div", Kind::Binary),
    ("fcvt.h.w", "i32_to_f16", Kind::FromSigned),
    ("fcvt.h.wu", "ui32_to_f16", Kind::FromUnsigned),
    ("fcvt.h.s", "f32_to_f16", Kind::Narrow),
    ("fcvt.bf16.s", "f32_to_bf16", Kind::Narrow),
];

/// Returns the instructions in each of their roundings, those of 16 operand bits first.
pub fn judged_functions() -> impl Iterator<Item = JudgedFunction> {
    FUNCTIONS.into_iter().flat_map(|(name, symbol, kind)| {
        let instruction: Instruction = name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        let roundings = match instruction.with_rounding_port() {
            Some(_) => &Rounding::ALL[..],
            None => &[Rounding::NearestEven],
        };
        let with_port = instruction.with_rounding_port().unwrap_or(instruction);
        roundings.iter().map(move |&rounding| JudgedFunction {
            instruction: with_port.in_rounding(rounding),
            rounding,
            symbol,
            kind,
        })
    })
}

impl JudgedFunction {
    /// Returns the instruction whose unit is judged: its rounding is an operand if it rounds.
    pub fn unit(self) -> Instruction {
        self.instruction.with_rounding_port().unwrap_or(self.instruction)
    }

    /// Returns the width of all operands together.
    pub fn operand_bits(self) -> u32 {
        let operands = self.instruction.signature().operands().iter();
        operands.map(|operand| operand.width()).sum()
    }

    /// Returns the number of parts of a run over all operands.
    pub fn parts(self) -> usize {
        match self.operand_bits() {
            16 => 1,
            _ => PARTS,
        }
    }

    /// Returns the numbers of the blocks of a part, from 0. A block has the operands of [`LANES`] consecutive numbers.
    pub fn blocks(self, part: usize) -> Range<u32> {
        let blocks = (1_u64 << self.operand_bits()) / LANES as u64;
        let bound = |part: usize| (blocks * part as u64 / self.parts() as u64) as u32;
        bound(part)..bound(part + 1)
    }
}
