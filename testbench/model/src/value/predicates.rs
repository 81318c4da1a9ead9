//! Registers with the answers of a comparison.

use halfpipe_isa::{ElementType, Instruction, LaneFormats, Operand};

use crate::value::lane::evaluate_lane;
use crate::value::number::{encode, Sign, Value};

/// Returns the result registers of a comparison: d, or a predicate for each lane. Every lane is joined with the same
/// `c`.
pub fn list_registers(instruction: Instruction, operands: &[u32]) -> Vec<u32> {
    let ty = instruction.ty();
    let formats = LaneFormats::from(ty);
    let answers: Vec<bool> = (0..ty.lanes())
        .map(|lane| {
            let shift = lane * ty.operand_format().register_bits();
            let mut lane_operands = vec![operands[0] >> shift, operands[1] >> shift];
            lane_operands.extend(operands.get(2));
            evaluate_lane(instruction, formats, &lane_operands) == 1
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
