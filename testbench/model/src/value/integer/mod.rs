//! Fast model in machine integers for the instructions with two 16-bit operands.
//!
//! [`evaluate`](crate::value::evaluate) takes some hundred nanoseconds, which is too long to run all 2^32 pairs of
//! operands after every change. This model takes a few dozen operations on 32-bit integers without a branch, so that a
//! compiler vectorises it over many pairs. It is validated against the exact model: on every pair of a small format,
//! and on random pairs in every exhaustive run. A separate command compares all pairs of an instruction of each kind.
//!
//! Like the exact model, it rounds once: a sum or a product is an exact integer times a power of two. A quotient has more
//! digits than a number, the last of which tells if a remainder is left.

mod arithmetic;
mod extremum;
mod number;

use halfpipe_isa::{FloatFormat, Instruction, Modifier, Operation};

use arithmetic::{add, divide, multiply};
use extremum::extremum;
use number::RoundingMasks;

/// Writes a result for each second operand to its place. It is a macro, not a function with a closure: a compiler
/// vectorises over pairs only if the closure is inlined, which nothing can force.
macro_rules! each {
    ($b:ident, $results:ident, $result:expr) => {
        for (place, $b) in $results.iter_mut().zip($b) {
            let $b = u32::from(*$b);
            *place = $result as u16;
        }
    };
}

/// The results of one instruction in one format.
#[derive(Clone, Copy, Debug)]
pub struct IntegerModel {
    instruction: Instruction,
    format: FloatFormat,
    rounding: RoundingMasks,
    modifiers: Modifiers,
}

/// Modifiers of an instruction.
#[derive(Clone, Copy, Debug)]
struct Modifiers {
    ftz: bool,
    sat: bool,
    nan: bool,
    xorsign_abs: bool,
}

impl IntegerModel {
    /// Returns the model of a lane of an instruction; none unless its operands are two 16-bit numbers. It declines the
    /// instructions of RISC-V, whose NaN is another one and whose flags are a result too.
    pub fn from_instruction(instruction: Instruction) -> Option<IntegerModel> {
        let ty = instruction.ty();
        if ty.is_mixed() || instruction.is_riscv() {
            return None;
        }
        IntegerModel::in_format(instruction, ty.operand_format())
    }

    /// Returns the model with operands and result in the given format: f16, bf16 or the small one.
    pub fn in_format(instruction: Instruction, format: FloatFormat) -> Option<IntegerModel> {
        let known = [FloatFormat::F16, FloatFormat::BF16, FloatFormat::SMALL].contains(&format);
        let operation = matches!(
            instruction.operation(),
            Operation::Add | Operation::Sub | Operation::Mul | Operation::Div | Operation::Min | Operation::Max
        );
        (known && operation).then(|| IntegerModel {
            instruction,
            format,
            rounding: RoundingMasks::from_rounding(instruction.rounding()),
            modifiers: Modifiers {
                ftz: instruction.has(Modifier::Ftz),
                sat: instruction.has(Modifier::Sat),
                nan: instruction.has(Modifier::Nan),
                xorsign_abs: instruction.has(Modifier::XorsignAbs),
            },
        })
    }

    /// Returns the result for one pair of operands.
    pub fn evaluate(&self, a: u16, b: u16) -> u16 {
        let mut result = [0];
        self.fill(a, &[b], &mut result);
        result[0]
    }

    /// Fills `results` with the results for one first operand and each of the second operands.
    ///
    /// It is inlined, so that a caller who knows the processor's vector instructions has it compiled for them.
    #[inline(always)]
    pub fn fill(&self, a: u16, b: &[u16], results: &mut [u16]) {
        match self.format {
            FloatFormat::F16 => self.fill_in::<5, 10>(a, b, results),
            FloatFormat::BF16 => self.fill_in::<8, 7>(a, b, results),
            _ => self.fill_in::<4, 3>(a, b, results),
        }
    }

    #[inline(always)]
    fn fill_in<const EXPONENT: u32, const FRACTION: u32>(&self, a: u16, b: &[u16], results: &mut [u16]) {
        let Modifiers {
            ftz,
            sat,
            nan,
            xorsign_abs,
        } = self.modifiers;
        let rounding = self.rounding;
        let a = u32::from(a);
        // Operations that differ in an operand share a loop: each loop is compiled for each format and vector width.
        match self.instruction.operation() {
            operation @ (Operation::Add | Operation::Sub) => {
                let sign = u32::from(operation == Operation::Sub) << (EXPONENT + FRACTION);
                each!(b, results, add::<EXPONENT, FRACTION>(a, b ^ sign, rounding, ftz, sat));
            }
            Operation::Mul => each!(b, results, multiply::<EXPONENT, FRACTION>(a, b, rounding, ftz, sat)),
            Operation::Div => each!(b, results, divide::<EXPONENT, FRACTION>(a, b, rounding, ftz)),
            operation @ (Operation::Min | Operation::Max) => {
                let is_min = operation == Operation::Min;
                each!(
                    b,
                    results,
                    extremum::<EXPONENT, FRACTION>(a, b, is_min, ftz, nan, xorsign_abs)
                );
            }
            _ => unreachable!("no model is made for {}", self.instruction),
        }
    }
}
