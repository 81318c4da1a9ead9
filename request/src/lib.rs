//! Requests for modules, as people type them: names and options, operands, explanations, and the files of a module in memory.
//!
//! The command and the page use the same functions, so that both give the same answers. Nothing here starts a program or
//! opens a file.

pub mod arguments;
pub mod clock;
pub mod core_files;
pub mod counted;
pub mod error;
pub mod explain;
pub mod generate;
pub mod hardware;
pub mod json;
pub mod kind;
pub mod measured;
pub mod multiplier;
pub mod notes;
pub mod number;
pub mod operands;
pub mod optimisation;
pub mod outputs;
pub mod paragraph;
pub mod render;
pub mod request;
pub mod riscv;
pub mod sample;
pub mod select;
pub mod table;

pub use error::Error;
