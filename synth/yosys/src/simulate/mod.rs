//! Bit-parallel simulation of a bit graph.
//!
//! - a [`Machine`] runs the graph: gate by gate, or compiled ([`code`] and [`library`]) for exhaustive runs;
//! - [`plane`] is the format of the vectors and results.

pub(crate) mod code;
mod library;
mod machine;
pub mod plane;

pub use machine::Machine;
