//! Bit-parallel simulation of a network.
//!
//! - a [`Machine`] runs the network: [`interpreter`] gate by gate, [`code`] and [`library`] compiled, for exhaustive
//!   runs;
//! - [`plane`] is the format of the vectors and results.

pub(crate) mod code;
mod interpreter;
mod library;
mod machine;
pub mod plane;

pub use machine::Machine;
