//! Comparisons set and setp: a relation between two numbers.

use std::cmp::Ordering;

use halfpipe_isa::{ElementType, Instruction, LaneFormats, Modifier, Operand};

use crate::value::compare::order;
use crate::value::instruction::evaluate_lane;
use crate::value::number::{encode, Sign, Value};

/// True if a relation holds; -0 equals +0.
pub fn holds(relation: Modifier, x: &Value, y: &Value) -> bool {
    let is_any = |_: Ordering| true;
    let is_none = |_: Ordering| false;
    // The result of the relation for two numbers, and for a NaN.
    let (of_numbers, of_nan): (fn(Ordering) -> bool, bool) = match relation {
        Modifier::Eq => (Ordering::is_eq, false),
        Modifier::Ne => (Ordering::is_ne, false),
        Modifier::Lt => (Ordering::is_lt, false),
        Modifier::Le => (Ordering::is_le, false),
        Modifier::Gt => (Ordering::is_gt, false),
        Modifier::Ge => (Ordering::is_ge, false),
        Modifier::Num => (is_any, false),
        Modifier::Equ => (Ordering::is_eq, true),
        Modifier::Neu => (Ordering::is_ne, true),
        Modifier::Ltu => (Ordering::is_lt, true),
        Modifier::Leu => (Ordering::is_le, true),
        Modifier::Gtu => (Ordering::is_gt, true),
        Modifier::Geu => (Ordering::is_ge, true),
        Modifier::AnyNan => (is_none, true),
        other => panic!("{other} is no relation"),
    };
    let ordering = order(x, y).map(|ordering| {
        if x.is_zero() && y.is_zero() {
            Ordering::Equal
        } else {
            ordering
        }
    });
    ordering.map_or(of_nan, of_numbers)
}

/// Combines an answer with the predicate `c`.
pub fn joined(junction: Option<Modifier>, answer: bool, c: bool) -> bool {
    match junction {
        None => answer,
        Some(Modifier::And) => answer && c,
        Some(Modifier::Or) => answer || c,
        Some(Modifier::Xor) => answer != c,
        Some(other) => panic!("{other} joins nothing"),
    }
}

/// Returns the result registers of a comparison: d, or a predicate for each lane. Every lane is joined with the same
/// `c`.
pub fn registers(instruction: Instruction, operands: &[u32]) -> Vec<u32> {
    let ty = instruction.ty();
    let formats = LaneFormats::from(ty);
    let answers: Vec<bool> = (0..ty.lanes())
        .map(|lane| {
            let shift = lane * ty.operand_format().register_bits();
            let mut of_lane = vec![operands[0] >> shift, operands[1] >> shift];
            of_lane.extend(operands.get(2));
            evaluate_lane(instruction, formats, &of_lane) == 1
        })
        .collect();
    match instruction.signature().results() {
        [d] => vec![side_by_side(d, &answers)],
        _ => answers.into_iter().map(u32::from).collect(),
    }
}

/// Returns a register that holds an answer in each lane.
fn side_by_side(d: &Operand, answers: &[bool]) -> u32 {
    let bits = d.element_type.bits();
    let lanes = answers.iter().zip(0..).filter(|(answer, _)| **answer);
    lanes.fold(0, |register, (_, lane)| {
        register | truth(d.element_type) << (lane * bits)
    })
}

/// Returns the encoding of true: 1 in a number and in a predicate, all ones in an integer.
fn truth(element_type: ElementType) -> u32 {
    match element_type {
        ElementType::Number(element) => encode(element, &Value::power_of_two(Sign::Positive, 0)),
        ElementType::Predicate => 1,
        _ => u32::MAX >> (u32::BITS - element_type.bits()),
    }
}
