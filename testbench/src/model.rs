//! The exact model at a module's ports.

use halfpipe_hdl::design::{Interface, Role};
use halfpipe_hdl::fpu::UNKNOWN_RESULT;
use halfpipe_reference::evaluate;

use crate::{vector, Vector};

/// What the data outputs must be for data inputs.
///
/// An operation that a core does not have gives what its contract says.
pub fn expected(interface: &Interface, inputs: &Vector) -> Vector {
    let result = || match interface.operation(inputs) {
        Some(instruction) => {
            let operands = interface.operands(instruction, inputs);
            let registers: Vec<u32> = operands.into_iter().map(|operand| operand as u32).collect();
            evaluate(instruction, &registers)
        }
        None => UNKNOWN_RESULT,
    };
    let tag = || {
        interface
            .input_position(Role::TagIn)
            .map_or(0, |position| inputs[position])
    };
    vector(interface.outputs().map(|port| match port.role {
        Role::TagOut => tag() & port.ones(),
        _ => result().into(),
    }))
}
