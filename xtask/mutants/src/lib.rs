//! Faults put into netlists one by one: what `verify`'s vectors find, and proofs for what they do not.
//!
//! - [`sample`] picks modules, and [`design`] has Yosys list mutations of each and put hundreds of them into one netlist;
//! - [`trial`] has the clock cycles of `verify`'s vectors, and [`judge`] runs all mutants through them side by side;
//! - [`proof`] proves that a survivor shows the same as the module without a fault, or finds inputs with which it does not;
//! - [`pair`] proves the same of two modules that were written apart;
//! - [`examine`] does all that with one module, and [`record`] keeps what came out.

pub mod design;
mod error;
pub mod examine;
pub mod exit;
pub mod judge;
mod mutation;
pub mod pair;
pub mod proof;
pub mod record;
pub mod sample;
mod simulator;
pub mod subject;
pub mod trial;

pub use design::{Design, Level};
pub use error::Error;
pub use mutation::Mutation;
