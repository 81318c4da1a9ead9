//! The golden model of a module: an exact model at its ports.

use halfpipe_hdl::design::Dut;
use halfpipe_hdl::design::{Function, Interface, Role};
use halfpipe_hdl::fpu::{place_of_result, UNKNOWN_RESULT};
pub use halfpipe_model::results;

use crate::{vector, Vector};

pub use halfpipe_hdl::design::ModelFunction;

/// The golden model of a module.
#[derive(Clone, Debug)]
pub struct Model {
    interface: Interface,
    /// The model of a custom function.
    own: Option<ModelFunction>,
}

/// A module without a golden model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no model of {name}; a design of a custom function needs a model of its own")]
pub struct NoModel {
    /// The name of the function.
    pub name: String,
}

impl Model {
    /// Returns the exact model of a module's instructions, or the DUT's own model of a custom function.
    ///
    /// # Errors
    ///
    /// [`NoModel`] when the module computes a custom function and the DUT has no model of it.
    pub fn from_dut(dut: &dyn Dut) -> Result<Model, NoModel> {
        let (interface, own) = (dut.interface(), dut.custom_model());
        let mut others = interface
            .operations()
            .iter()
            .filter(|function| function.instruction().is_none());
        match (others.next(), own) {
            (Some(function), None) => Err(NoModel {
                name: function.name().to_owned(),
            }),
            (function, own) => Ok(Model {
                interface: interface.clone(),
                own: own.filter(|_| function.is_some()),
            }),
        }
    }

    /// Returns the correct data outputs for these data inputs.
    pub fn expected(&self, inputs: &Vector) -> Vector {
        match self.own {
            None => expected(&self.interface, inputs),
            Some(own) => compute_at_ports(&self.interface, inputs, |_, operands| own(operands)),
        }
    }
}

/// Returns the correct data outputs of a module of instructions for these data inputs.
///
/// An operation that a core lacks gives the value that the contract states.
///
/// # Panics
///
/// When the module computes no instruction.
pub fn expected(interface: &Interface, inputs: &Vector) -> Vector {
    compute_at_ports(interface, inputs, |function, operands| {
        let instruction = function.instruction().expect("the module is of instructions");
        results(instruction, operands)
    })
}

/// Returns the data outputs; `results` computes the results of an operation.
fn compute_at_ports(interface: &Interface, inputs: &Vector, results: impl Fn(&Function, &[u64]) -> Vec<u64>) -> Vector {
    let results = match interface.operation(inputs) {
        Some(function) => results(function, &interface.operands(function, inputs)),
        None => vec![UNKNOWN_RESULT.into()],
    };
    // Flags follow the other results.
    let flags = interface
        .operation(inputs)
        .and_then(|function| function.signature().flags());
    let tag = || {
        interface
            .input_position(Role::TagIn)
            .map_or(0, |position| inputs[position])
    };
    vector(interface.outputs().map(|port| match port.role {
        Role::TagOut => tag() & port.ones(),
        // A core has one port for all results.
        Role::Result(_) if interface.is_core() => {
            let places = (0..).map(place_of_result);
            results
                .iter()
                .zip(places)
                .take(flags.unwrap_or(results.len()))
                .fold(0, |word, (result, place)| word | result << place)
        }
        Role::Result(position) => results[position],
        // An operation without flags gives flags of 0.
        Role::Flags => flags.map_or(0, |position| results[position]),
        _ => 0,
    }))
}
