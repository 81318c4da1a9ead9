//! Mutants
pub mod design;
mod error;
pub mod judge;
mod mutation;
pub mod proof;
pub mod simulator;
pub mod subject;
pub mod trial;

pub use design::{Design, Level};
pub use error::Error;
pub use mutation::Mutation;
