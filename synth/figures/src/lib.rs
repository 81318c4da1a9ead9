//! Figures of modules without a tool: measured results, the figures of other cores, estimates, and pictures of these.
//!
//! - [`results`] has the measured figures of a target, and [`name`] the names of the modules in it; [`tools`] names the
//!   programs that measured them, and [`compare`] finds the changes between two results.
//! - [`design`] builds the measured modules; [`coverage`] lists those with committed results.
//! - [`curve`] has the figures of an instruction over its latencies, and [`peers`] those of other cores.
//! - [`plot`] draws these.
//! - [`latency`] is the policy for the default latency of a module.
//! - [`estimate`] computes a clock frequency from a netlist and a device's delays.
//! - [`search`] finds the smallest latency that meets a clock.
//!
//! Nothing here starts a program or opens a file: the committed results are part of the program.

pub mod compare;
pub mod coverage;
pub mod curve;
pub mod design;
pub mod estimate;
pub mod latency;
pub mod name;
pub mod peers;
pub mod plot;
pub mod results;
pub mod search;
pub mod tools;
