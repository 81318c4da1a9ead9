//! The speed of emitted Verilog in Verilator, beside CVFPU's and a function in C++.
//!
//! A [`Subject`] is a module to measure. All run in one program, in turns and on the same operands, so that the machine's
//! load changes their ratios little.

pub mod command;
mod program;
mod record;
mod subject;

pub use program::{measure, OperationTime};
pub use record::{BenchRecord, FILE};
pub use subject::{peer, subjects, Subject, PEER};
