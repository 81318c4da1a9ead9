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
    /// From a signed integer of 64 bits to a half.
    FromSignedLong,
    /// From an unsigned integer of 64 bits to a half.
    FromUnsignedLong,
}

const FUNCTIONS: [(&str, &str, Kind); 17] = [
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
    ("fcvt.h.l", "i64_to_f16", Kind::FromSignedLong),
    ("fcvt.h.lu", "ui64_to_f16", Kind::FromUnsignedLong),
    ("fcvt.h.s", "f32_to_f16", Kind::Narrow),
    ("fcvt.bf16.s", "f32_to_bf16", Kind::Narrow),
];

/// The largest width of a vector's number.
const MOST_NUMBER_BITS: u32 = 32;

/// The number of significant bits of the integers of 64 bits that are spread over all places.
const SPREAD_BITS: u32 = 26;

/// The lowest place of those integers.
const LOWEST_PLACE: u32 = 7;

/// Operands of consecutive numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberedOperands {
    /// The operands of the first number, side by side, the last one in the lowest bits.
    pub first: u64,
    /// The place at which the lowest bits of the number stand.
    pub place: u32,
}

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
            instruction: with_port.with_fixed_rounding(rounding),
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

    /// Returns the width of the operands' numbers.
    pub fn number_bits(self) -> u32 {
        self.operand_bits().min(MOST_NUMBER_BITS)
    }

    /// Returns the operands of a number, and where its lowest [`LANES`] values stand in them.
    ///
    /// Up to 32 bits of operands are the number itself. An integer of 64 bits is the lower 31 bits as a signed number if the top bit is 0.
    /// Otherwise it is the lower 26 bits as a signed number, shifted left by the five bits above and 7 more: all numbers
    /// of 26 bits at each place up to the top.
    pub fn operands(self, number: u32) -> NumberedOperands {
        let signed = |bits: u32| i64::from((number << (MOST_NUMBER_BITS - bits)) as i32 >> (MOST_NUMBER_BITS - bits));
        let top = MOST_NUMBER_BITS - 1;
        match self.kind {
            Kind::FromSignedLong | Kind::FromUnsignedLong if number >> top == 0 => NumberedOperands {
                first: signed(top) as u64,
                place: 0,
            },
            Kind::FromSignedLong | Kind::FromUnsignedLong => {
                let place = LOWEST_PLACE + (number >> SPREAD_BITS & ((1 << (top - SPREAD_BITS)) - 1));
                NumberedOperands {
                    first: (signed(SPREAD_BITS) << place) as u64,
                    place,
                }
            }
            _ => NumberedOperands {
                first: number.into(),
                place: 0,
            },
        }
    }

    /// Returns the number of parts of a run over all numbers.
    pub fn parts(self) -> usize {
        match self.number_bits() {
            16 => 1,
            _ => PARTS,
        }
    }

    /// Returns the numbers of the blocks of a part, from 0. A block has the operands of [`LANES`] consecutive numbers.
    pub fn blocks(self, part: usize) -> Range<u32> {
        let blocks = (1_u64 << self.number_bits()) / LANES as u64;
        let bound = |part: usize| (blocks * part as u64 / self.parts() as u64) as u32;
        bound(part)..bound(part + 1)
    }
}
