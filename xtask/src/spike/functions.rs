//! The instructions that Spike judges, with its functions for them.

use std::ops::Range;

use halfpipe_aig::plane::LANES;
use halfpipe_isa::{FloatFormat, Instruction, Rounding};

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

/// The type of a function in C. A number is of the format of the instruction's operand or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// From two numbers to a number.
    Binary,
    /// From two numbers to the truth of a relation.
    Relation,
    /// From three numbers to a number. It gets an operand with the other sign where this array has true.
    Fused([bool; 3]),
    /// From a number to a number of the same format.
    Unary,
    /// From a number to its class.
    Class,
    /// From a number to a number of the same format, with the rounding and exactness as arguments.
    ToIntegral {
        /// True if it raises the inexact flag.
        is_exact: bool,
    },
    /// From a number to an integer, with its rounding and exactness as arguments.
    ToInteger,
    /// From a half to a single.
    Widen,
    /// From a single to a half.
    Narrow,
    /// From a signed integer of 32 bits to a number.
    FromSigned,
    /// From an unsigned integer of 32 bits to a number.
    FromUnsigned,
    /// From a signed integer of 64 bits to a number.
    FromSignedLong,
    /// From an unsigned integer of 64 bits to a number.
    FromUnsignedLong,
}

const FUNCTIONS: [(&str, &str, Kind); 64] = [
    ("fsqrt.h", "f16_sqrt", Kind::Unary),
    ("fcvt.w.h", "f16_to_i32", Kind::ToInteger),
    ("fcvt.wu.h", "f16_to_ui32", Kind::ToInteger),
    ("fcvt.l.h", "f16_to_i64", Kind::ToInteger),
    ("fcvt.lu.h", "f16_to_ui64", Kind::ToInteger),
    ("fcvt.s.h", "f16_to_f32", Kind::Widen),
    ("fcvt.s.bf16", "bf16_to_f32", Kind::Widen),
    ("fround.h", "f16_roundToInt", Kind::ToIntegral { is_exact: false }),
    ("froundnx.h", "f16_roundToInt", Kind::ToIntegral { is_exact: true }),
    ("fclass.h", "f16_classify", Kind::Class),
    ("fclass.bf16", "bf16_classify", Kind::Class),
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
    ("fmin.h", "f16_min", Kind::Binary),
    ("fmax.h", "f16_max", Kind::Binary),
    ("feq.h", "f16_eq", Kind::Relation),
    ("flt.h", "f16_lt", Kind::Relation),
    ("fle.h", "f16_le", Kind::Relation),
    ("fltq.h", "f16_lt_quiet", Kind::Relation),
    ("fleq.h", "f16_le_quiet", Kind::Relation),
    ("fmin.bf16", "bf16_min", Kind::Binary),
    ("fmax.bf16", "bf16_max", Kind::Binary),
    ("feq.bf16", "bf16_eq", Kind::Relation),
    ("flt.bf16", "bf16_lt", Kind::Relation),
    ("fle.bf16", "bf16_le", Kind::Relation),
    ("fsqrt.s", "f32_sqrt", Kind::Unary),
    ("fcvt.w.s", "f32_to_i32", Kind::ToInteger),
    ("fcvt.wu.s", "f32_to_ui32", Kind::ToInteger),
    ("fcvt.l.s", "f32_to_i64", Kind::ToInteger),
    ("fcvt.lu.s", "f32_to_ui64", Kind::ToInteger),
    ("fcvt.s.w", "i32_to_f32", Kind::FromSigned),
    ("fcvt.s.wu", "ui32_to_f32", Kind::FromUnsigned),
    ("fcvt.s.l", "i64_to_f32", Kind::FromSignedLong),
    ("fcvt.s.lu", "ui64_to_f32", Kind::FromUnsignedLong),
    ("fround.s", "f32_roundToInt", Kind::ToIntegral { is_exact: false }),
    ("froundnx.s", "f32_roundToInt", Kind::ToIntegral { is_exact: true }),
    ("fclass.s", "f32_classify", Kind::Class),
    ("fadd.s", "f32_add", Kind::Binary),
    ("fsub.s", "f32_sub", Kind::Binary),
    ("fmul.s", "f32_mul", Kind::Binary),
    ("fdiv.s", "f32_div", Kind::Binary),
    ("fmin.s", "f32_min", Kind::Binary),
    ("fmax.s", "f32_max", Kind::Binary),
    ("feq.s", "f32_eq", Kind::Relation),
    ("flt.s", "f32_lt", Kind::Relation),
    ("fle.s", "f32_le", Kind::Relation),
    ("fltq.s", "f32_lt_quiet", Kind::Relation),
    ("fleq.s", "f32_le_quiet", Kind::Relation),
    ("fmadd.h", "f16_mulAdd", Kind::Fused([false, false, false])),
    ("fmsub.h", "f16_mulAdd", Kind::Fused([false, false, true])),
    ("fnmsub.h", "f16_mulAdd", Kind::Fused([true, false, false])),
    ("fnmadd.h", "f16_mulAdd", Kind::Fused([true, false, true])),
    ("fmadd.s", "f32_mulAdd", Kind::Fused([false, false, false])),
    ("fmsub.s", "f32_mulAdd", Kind::Fused([false, false, true])),
    ("fnmsub.s", "f32_mulAdd", Kind::Fused([true, false, false])),
    ("fnmadd.s", "f32_mulAdd", Kind::Fused([true, false, true])),
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
    pub first: u128,
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

    /// Returns the width of the first operand.
    pub fn width(self) -> u32 {
        self.instruction.signature().operands()[0].width()
    }

    /// Returns the operands of a number, and where its lowest [`LANES`] values stand in them.
    ///
    /// Up to 32 bits of operands are the number itself. An integer of 64 bits is the lower 31 bits as a signed number if the top bit is 0.
    /// Otherwise it is the lower 26 bits as a signed number, shifted left by the five bits above and 7 more: all numbers
    /// of 26 bits at each place up to the top. Two numbers of single precision, and three numbers, are drawn.
    pub fn operands(self, number: u32) -> NumberedOperands {
        let signed = |bits: u32| i64::from((number << (MOST_NUMBER_BITS - bits)) as i32 >> (MOST_NUMBER_BITS - bits));
        let top = MOST_NUMBER_BITS - 1;
        match self.kind {
            Kind::FromSignedLong | Kind::FromUnsignedLong if number >> top == 0 => NumberedOperands {
                first: u128::from(signed(top) as u64),
                place: 0,
            },
            Kind::FromSignedLong | Kind::FromUnsignedLong => {
                let place = LOWEST_PLACE + (number >> SPREAD_BITS & ((1 << (top - SPREAD_BITS)) - 1));
                NumberedOperands {
                    first: u128::from((signed(SPREAD_BITS) << place) as u64),
                    place,
                }
            }
            Kind::Fused(_) => triple(self.instruction.ty().operand_format(), number),
            _ if self.operand_bits() > MOST_NUMBER_BITS => pair(number),
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

/// The bits of the vectors of a block.
const VECTOR_BITS: u32 = LANES.trailing_zeros();

/// Returns two numbers of single precision. The number has the upper 16 bits of both: all signs and exponents, with seven
/// bits of the fractions. The lower ones are zeros, ones or drawn.
fn pair(number: u32) -> NumberedOperands {
    let drawn = scramble(u64::from(number >> VECTOR_BITS));
    let lower = |place: u32| match drawn >> place & 3 {
        0 => 0,
        1 => 0xFFFF,
        _ => drawn >> (place + 2) & 0xFFFF,
    };
    let [a, b] = [
        u64::from(number >> 16) << 16 | lower(0),
        u64::from(number & 0xFFFF) << 16 | lower(32),
    ];
    NumberedOperands {
        first: u128::from(a << 32 | b),
        place: 16,
    }
}

/// Returns three drawn numbers. In three of four, the exponent of the third is near that of the product. The number's
/// lowest bits change the lowest ones of the second.
fn triple(format: FloatFormat, number: u32) -> NumberedOperands {
    let drawn = scramble(u64::from(number >> VECTOR_BITS));
    let bits = [drawn, scramble(drawn), scramble(!drawn)].map(|bits| bits as u32 & (u32::MAX >> (32 - format.width())));
    let [a, b, c] = bits;
    let exponent = |bits: u32| (bits & format.magnitude_mask()) >> format.fraction_bits;
    let most = (1_i64 << format.exponent_bits) - 1;
    // From far below the product to just above it.
    let distance = (drawn >> 40) as i64 % (2 * i64::from(format.fraction_bits) + 6);
    let near = i64::from(exponent(a)) + i64::from(exponent(b)) - format.bias() + 3 - distance;
    let near = near.clamp(0, most) as u32;
    let c = match drawn >> 62 {
        0 => c,
        _ => c & !(format.magnitude_mask() & !((1 << format.fraction_bits) - 1)) | near << format.fraction_bits,
    };
    let width = format.width();
    let words = [a, b & !(LANES as u32 - 1) | number & (LANES as u32 - 1), c];
    NumberedOperands {
        first: words.iter().fold(0, |all, word| all << width | u128::from(*word)),
        place: width,
    }
}

/// Returns 64 bits that look random (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
fn scramble(number: u64) -> u64 {
    let mixed = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
