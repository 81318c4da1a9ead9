//! The verdict on a version, and its counterexample.

use std::fmt;

use halfpipe_hdl::design::control_inputs::{ENABLE, IN_VALID, RESET};
use halfpipe_hdl::design::ControlInputs;
use serde::{Deserialize, Serialize};

/// A method of proving two versions equivalent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EquivalenceMethod {
    /// Comparison over all inputs of a combinational module.
    Combinational,
    /// Comparison over all operands, through pipelines with the same control registers.
    Flow,
    /// The same, with other control registers that are equal from reset on.
    Sequential,
}

impl fmt::Display for EquivalenceMethod {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            EquivalenceMethod::Combinational => "combinational",
            EquivalenceMethod::Flow => "flow",
            EquivalenceMethod::Sequential => "sequential",
        })
    }
}

/// The verdict on a version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EquivalenceVerdict {
    /// The version is equivalent to the original for all inputs.
    Equivalent(EquivalenceMethod),
    /// The version differs for this counterexample.
    Refuted(Counterexample),
    /// Neither was found within the allowed effort.
    Open,
}

/// A sequence of cycles at the end of which a version and the original differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The cycles.
    pub cycles: Vec<InputCycle>,
    /// The initial register contents: of the original, and of the version.
    pub registers: [Vec<bool>; 2],
}

/// The inputs in a clock cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputCycle {
    /// The control inputs.
    pub controls: ControlInputs,
    /// The bits of the data inputs, port by port, each port's lowest first.
    pub data: Vec<bool>,
}

impl InputCycle {
    /// Creates a cycle from its control inputs and its data.
    pub(super) fn new(control: &[bool], data: Vec<bool>) -> InputCycle {
        InputCycle {
            controls: ControlInputs {
                reset: control[RESET],
                enable: control[ENABLE],
                in_valid: control[IN_VALID],
            },
            data,
        }
    }
}
