//! Vectors as words.

use halfpipe_hdl::design::{Interface, Role};

use crate::decoded::hexadecimal;
use crate::Vector;

/// Returns data inputs as words: the operands, after the operation in the case of a core.
pub fn words(interface: &Interface, inputs: &Vector) -> Vec<String> {
    let operation = interface.operation(inputs);
    let mut words = Vec::new();
    if let Some(position) = interface.input_position(Role::Op) {
        words.push(operation.map_or_else(
            || format!("{:x}", inputs[position]),
            |operation| operation.name().to_owned(),
        ));
    }
    if let Some(operation) = operation {
        let operands = operation.signature().operands().iter();
        let operands = operands.zip(interface.operands(operation, inputs));
        words.extend(operands.map(|(operand, value)| hexadecimal(value, operand.width())));
    }
    words
}
