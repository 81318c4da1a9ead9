//! Programs for developers, as subcommands of `cargo xtask`.

pub mod bench;
pub mod docs;
pub mod mutants;
mod repository;
pub mod softfloat;
pub mod spike;
pub mod tables;
