//! Mutation testing of generated modules: the vectors of `verify` kill mutants, and proofs classify the survivors.
//!
//! - [`sample`] draws modules, and [`mutable_module`] has Yosys list mutations of each and put hundreds of them into one
//!   netlist;
//! - [`trial`] has the clock cycles of `verify`'s vectors, and [`mutant_simulator`] runs all mutants through them side by side;
//! - [`versions`](halfpipe_prove::versions) of prove decides whether a survivor is equivalent to the module without a
//!   fault, and [`counterexample`] describes inputs that distinguish them;
//! - [`pair`] proves the same for two independently written modules;
//! - [`examine`] does all that with one module, and [`record`] keeps the results;
//! - [`command`] and [`same`] are the subcommands.

pub mod command;
pub mod counterexample;
mod error;
pub mod examine;
pub mod mutable_module;
pub mod mutant_simulator;
mod mutation;
pub mod pair;
pub mod record;
pub mod same;
pub mod sample;
pub mod subject;
pub mod trial;

pub use error::Error;
pub use mutable_module::{MutableModule, MutationLevel};
pub use mutation::Mutation;
