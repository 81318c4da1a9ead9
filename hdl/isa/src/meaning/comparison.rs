//! Meaning of a comparison, in words.

use super::cases::Cases;
use crate::{ElementType, Instruction, Modifier, Operation};

/// Returns the relation between a and b, as a formula.
fn relation(relation: Modifier) -> &'static str {
    match relation {
        Modifier::Eq => "a = b",
        Modifier::Ne => "a != b",
        Modifier::Lt => "a < b",
        Modifier::Le => "a <= b",
        Modifier::Gt => "a > b",
        Modifier::Ge => "a >= b",
        Modifier::Equ => "a = b or NaN",
        Modifier::Neu => "a != b or NaN",
        Modifier::Ltu => "a < b or NaN",
        Modifier::Leu => "a <= b or NaN",
        Modifier::Gtu => "a > b or NaN",
        Modifier::Geu => "a >= b or NaN",
        Modifier::Num => "neither a nor b is NaN",
        _ => "a or b is NaN",
    }
}

/// Returns the results as a formula of the operands.
pub fn formula(instruction: Instruction) -> String {
    let junction = instruction.bool_op().map(Modifier::name);
    written(instruction, instruction.cmp_op().map_or("", relation), junction)
}

/// Returns the results as a formula for any `.CmpOp` and `.BoolOp`.
pub fn formula_of_family(instruction: Instruction) -> String {
    written(instruction, "a CmpOp b", instruction.bool_op().map(|_| "BoolOp"))
}

fn written(instruction: Instruction, relation: &str, junction: Option<&str>) -> String {
    let answer = match junction {
        Some(junction) => format!("({relation}) {junction} c"),
        None => relation.to_owned(),
    };
    let results: Vec<&str> = instruction
        .signature()
        .results()
        .iter()
        .map(|result| result.name)
        .collect();
    format!("{} = {answer}", results.join("|"))
}

/// Returns the contents of the registers.
pub fn registers(instruction: Instruction) -> String {
    let ty = instruction.ty();
    let element = ty.operand_format();
    let mut text = match ty.lanes() {
        1 => format!("Operands are {element}."),
        _ => format!("Operands are two {element} lanes: bits 15 to 0 are lane 0, bits 31 to 16 lane 1."),
    };
    text += match (instruction.operation(), ty.lanes()) {
        (Operation::Setp, 1) => " p is one bit, 1 for true.",
        (Operation::Setp, _) => " p is lane 0's answer and q lane 1's, each one bit, 1 for true.",
        _ => "",
    };
    if instruction.operation() == Operation::Set {
        let (bits, sort) = match ty.result() {
            ElementType::Number(element) => (
                element.register_bits(),
                format!("{element}, in which true is 1.0 and false +0"),
            ),
            element_type => (
                element_type.bits(),
                "an integer, in which true is all ones and false 0".to_owned(),
            ),
        };
        text += &match ty.lanes() {
            1 => format!(" d has {bits} bits and is {sort}."),
            _ => format!(" d has a half-word for each lane: {sort}."),
        };
    }
    if instruction.bool_op().is_some() {
        text += match ty.lanes() {
            1 => " c is one bit.",
            _ => " c is one bit, for both lanes.",
        };
    }
    text
}

/// Returns the meaning of a modifier that only comparisons have.
pub fn modifier(modifier: Modifier) -> &'static str {
    match modifier {
        Modifier::Eq => "True if a equals b; false if either is NaN.",
        Modifier::Ne => "True if a and b are different numbers; false if either is NaN.",
        Modifier::Lt => "True if a is less than b; false if either is NaN.",
        Modifier::Le => "True if a is less than or equal to b; false if either is NaN.",
        Modifier::Gt => "True if a is greater than b; false if either is NaN.",
        Modifier::Ge => "True if a is greater than or equal to b; false if either is NaN.",
        Modifier::Equ => "True if a equals b or either is NaN.",
        Modifier::Neu => "True if a differs from b or either is NaN.",
        Modifier::Ltu => "True if a is less than b or either is NaN.",
        Modifier::Leu => "True if a is less than or equal to b or either is NaN.",
        Modifier::Gtu => "True if a is greater than b or either is NaN.",
        Modifier::Geu => "True if a is greater than or equal to b or either is NaN.",
        Modifier::Num => "True if neither a nor b is NaN.",
        Modifier::AnyNan => "True if a or b is NaN.",
        Modifier::And => "Combines the answer with the predicate c by and. For PTX's !c, negate c outside the module.",
        Modifier::Or => "Combines the answer with the predicate c by or. For PTX's !c, negate c outside the module.",
        _ => "Combines the answer with the predicate c by exclusive or. For PTX's !c, negate c outside the module.",
    }
}

/// Returns the behaviour at the edges of the number formats.
pub fn special_cases(instruction: Instruction) -> Cases {
    let mut cases = Cases::from(["-0 equals +0."]);
    if !instruction.has(Modifier::Ftz) {
        cases.push("Subnormal operands are numbers like any other.");
    }
    cases
}
