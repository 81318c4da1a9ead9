//! A bit graph with registers.
//!
//! - [`graph`]: and-inverter graphs with structural hashing, exclusive-or gates, multiplexers and registers;
//! - `words`: operators on words of a graph's bits;
//! - [`bit_blast`]: conversion of word netlists to graphs;
//! - [`step`]: copies of a circuit in another graph, cycle by cycle;
//! - [`simulate`]: bit-parallel simulation;
//! - [`lanes`]: types that hold a bit of many runs;
//! - [`plane`]: the bits of many vectors side by side;
//! - [`simd`]: code compiled for the widest vector instructions;
//! - [`solver`]: SAT, with certificates;
//! - [`deadline`]: the end of the time for a decision;
//! - [`sweep`]: merging of equal nodes by simulation and SAT.

pub mod bit_blast;
pub mod deadline;
pub mod graph;
pub mod lanes;
pub mod plane;
pub mod simd;
pub mod simulate;
pub mod solver;
pub mod step;
pub mod sweep;
mod words;

pub use graph::{Aig, Gate, Literal, Register};
