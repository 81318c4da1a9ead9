//! Bit-parallel simulation of a bit graph.
//!
//! A [`Machine`] runs the graph: gate by gate, or compiled ([`code`] and [`library`]) for exhaustive runs.

pub(crate) mod code;
mod library;
mod machine;

pub use machine::Machine;
