//! Comparisons set and setp: a relation between two numbers.

use halfpipe_isa::{ElementType, Instruction, Modifier, Operand};

use crate::extremum::{flushed, is_nan, rank};
use crate::format::Format;
use crate::logic::Logic;
use crate::words::Arithmetic;

/// All lanes of a comparison, which share a predicate.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    instruction: Instruction,
    relation: Modifier,
    format: Format,
}

impl Comparison {
    /// Returns the comparison of an instruction, if it is one.
    pub fn from_instruction(instruction: Instruction) -> Option<Comparison> {
        Some(Comparison {
            instruction,
            relation: instruction.cmp_op()?,
            format: instruction.ty().operand_format().into(),
        })
    }

    /// Returns the results. Operands and results come in the order of the signature.
    ///
    /// # Panics
    ///
    /// Panics if an operand has another width.
    pub fn specify<L: Logic>(self, logic: &mut L, operands: &[Vec<L::Bit>]) -> Vec<Vec<L::Bit>> {
        let signature = self.instruction.signature();
        let expected = signature.operands().iter().map(|operand| operand.width() as usize);
        let widths: Vec<usize> = operands.iter().map(Vec::len).collect();
        assert!(widths.iter().copied().eq(expected), "operands of {}", self.instruction);
        let width = self.format.width();
        let lanes = operands[0].chunks(width).zip(operands[1].chunks(width));
        let answers: Vec<L::Bit> = lanes
            .map(|(a, b)| {
                let holds = self.holds(logic, a, b);
                match self.instruction.bool_op() {
                    Some(Modifier::And) => logic.and(holds, operands[2][0]),
                    Some(Modifier::Or) => logic.or(holds, operands[2][0]),
                    Some(_) => logic.xor(holds, operands[2][0]),
                    None => holds,
                }
            })
            .collect();
        match signature.results() {
            [d] => {
                let lanes = answers.iter().flat_map(|answer| in_lane(logic, d, *answer));
                vec![lanes.collect()]
            }
            _ => answers.into_iter().map(|answer| vec![answer]).collect(),
        }
    }

    /// True if the relation holds in a lane.
    fn holds<L: Logic>(self, logic: &mut L, a: &[L::Bit], b: &[L::Bit]) -> L::Bit {
        let [nan_a, nan_b] = [a, b].map(|operand| is_nan(logic, self.format, operand));
        let nan = logic.or(nan_a, nan_b);
        let [a, b] = [a, b].map(|operand| self.ranked(logic, operand));
        let equal = logic.equal(&a, &b);
        let less = logic.less(&a, &b);
        let greater = logic.less(&b, &a);
        let of_numbers = match self.relation {
            Modifier::Eq | Modifier::Equ => equal,
            Modifier::Ne | Modifier::Neu => logic.or(less, greater),
            Modifier::Lt | Modifier::Ltu => less,
            Modifier::Le | Modifier::Leu => logic.or(less, equal),
            Modifier::Gt | Modifier::Gtu => greater,
            Modifier::Ge | Modifier::Geu => logic.or(greater, equal),
            Modifier::Num => logic.constant(true),
            _ => logic.constant(false),
        };
        let of_nan = match self.relation {
            Modifier::Equ
            | Modifier::Neu
            | Modifier::Ltu
            | Modifier::Leu
            | Modifier::Gtu
            | Modifier::Geu
            | Modifier::AnyNan => logic.constant(true),
            _ => logic.constant(false),
        };
        logic.select(nan, of_nan, of_numbers)
    }

    /// Returns an unsigned number that orders operands; it is the same for zeros of either sign.
    fn ranked<L: Logic>(self, logic: &mut L, operand: &[L::Bit]) -> Vec<L::Bit> {
        let mut operand = if self.instruction.has(Modifier::Ftz) {
            flushed(logic, self.format, operand)
        } else {
            operand.to_vec()
        };
        let place_of_sign = self.format.width() - 1;
        let nonzero = logic.any(&operand[..place_of_sign]);
        operand[place_of_sign] = logic.and(operand[place_of_sign], nonzero);
        rank(logic, &operand)
    }
}

/// Returns a lane of a result: all ones for true in an integer, 1 in a number, and the answer itself in a predicate.
fn in_lane<L: Logic>(logic: &L, result: &Operand, answer: L::Bit) -> Vec<L::Bit> {
    let truth = match result.element_type {
        ElementType::Number(element) => Format::from(element).one(),
        _ => -1,
    };
    let width = result.element_type.bits() as usize;
    let bits = logic.number(truth, width).into_iter();
    bits.map(|bit| if bit == logic.constant(true) { answer } else { bit })
        .collect()
}
