//! The inputs and outputs of a module in one clock cycle.

use halfpipe_hdl::design::ControlInputs;

use crate::Vector;

/// A module's inputs in one clock cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CycleIn {
    /// The control inputs.
    pub controls: ControlInputs,
    /// The data inputs.
    pub data: Vector,
}

impl CycleIn {
    /// Returns a cycle without reset in an enabled pipeline. The pipeline takes the data inputs, if any.
    pub fn running(data: Option<Vector>) -> CycleIn {
        CycleIn {
            controls: ControlInputs {
                in_valid: data.is_some(),
                ..ControlInputs::FLOWING
            },
            data: data.unwrap_or_default(),
        }
    }

    /// A cycle of reset.
    pub const RESET: CycleIn = CycleIn {
        controls: ControlInputs {
            reset: true,
            enable: false,
            in_valid: false,
        },
        data: Vector::ZERO,
    };
}

/// A module's outputs in one clock cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CycleOut {
    /// `out_valid`
    pub out_valid: bool,
    /// The data outputs, valid only while `out_valid` is true.
    pub data: Vector,
}
