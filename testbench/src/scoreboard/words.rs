//! Vectors as words.

use halfpipe_hdl::design::{Interface, Role};

use halfpipe_simulation::CycleOut;
use halfpipe_simulation::Vector;
use halfpipe_simulation::{hexadecimal, hexadecimal_words};

/// Describes wrong outputs in a clock cycle. `expected` has the data outputs; None if `out_valid` must be 0.
pub(crate) fn fault_in_words(interface: &Interface, expected: Option<&Vector>, output: &CycleOut) -> String {
    let Some(expected) = expected else {
        return "unexpected out_valid (1, expected 0)".to_owned();
    };
    if !output.out_valid {
        return "missing out_valid (0, expected 1)".to_owned();
    }
    let outputs = interface.outputs().zip(expected.iter().zip(output.data.iter()));
    let wrong = outputs.filter(|(_, (expected, actual))| expected != actual);
    let wrong: Vec<String> = wrong
        .map(|(port, (expected, actual))| {
            let [expected, actual] = [expected, actual].map(|word| hexadecimal(*word, port.width));
            format!("{} is {actual}, expected {expected}", port.name)
        })
        .collect();
    wrong.join(", ")
}

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
        let operands = interface.operand_registers(operation, inputs).into_iter();
        words.extend(operands.map(|(register, value)| hexadecimal_words(&value, register.width())));
    }
    words
}
