//! The wave that both pictures show.

use super::rows::Group;
use crate::wave::Dump;

/// A wave for drawing.
pub(super) struct Drawn<'w> {
    /// The module's function and its latency.
    pub(super) title: String,
    /// The groups of rows.
    pub(super) groups: Vec<Group>,
    /// The name of a step of the run. A combinational module takes one vector per step.
    pub(super) step: &'static str,
    /// The dump.
    pub(super) dump: &'w Dump,
    /// The clock cycle in which the operands of the highlighted operation come in, if nothing stalls it.
    pub(super) entry: Option<u64>,
}
