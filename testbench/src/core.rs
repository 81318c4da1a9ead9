//! Running a core: programs of all its operations, held against the exact model result by result.

mod issue;
mod program;
mod report;
mod simulated;

use crate::engine::EngineError;
use crate::Vector;

pub use program::Program;
pub use report::{Fault, Report};
pub use simulated::Simulated;

/// Something that runs a core clock cycle by clock cycle.
pub trait CoreEngine {
    /// Runs the cycles one after another, each with a rising clock edge at its end, from the state that the last call
    /// left; answers what the outputs show in each cycle, before the edge.
    ///
    /// A combinational core has no control ports; its `out_valid` is `in_valid`.
    ///
    /// # Errors
    ///
    /// When the engine itself fails.
    fn core_cycles(&mut self, inputs: &[CoreIn]) -> Result<Vec<CoreOut>, EngineError>;
}

/// What a core's inputs are during one clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoreIn {
    /// `reset`
    pub reset: bool,
    /// `enable`
    pub enable: bool,
    /// `in_valid`
    pub in_valid: bool,
    /// `op`; bits above its width are ignored.
    pub op: u32,
    /// `tag_in`; bits above its width are ignored.
    pub tag: u64,
    /// `a`, `b` and `c`.
    pub operands: Vector,
}

/// What a core's outputs show during one clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoreOut {
    /// `out_valid`
    pub out_valid: bool,
    /// `tag_out`, which has a meaning only where `out_valid` is true, as `d` has.
    pub tag: u64,
    /// `d`
    pub d: u32,
}
