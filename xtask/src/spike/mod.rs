//! Spike, the RISC-V simulator, as the judge of the netlists of RISC-V instructions.
//!
//! [`Spike`] computes results and flags, a [`UnitNetlist`] is the hardware, and [`judge`] compares them on a part of all
//! operands.

pub mod bulk;
pub mod command;
mod functions;
mod judgement;
mod library;
mod netlist;

pub use functions::{judged_functions, JudgedFunction, Kind, NumberedOperands};
pub use judgement::{judge, netlist_digest, NetlistOutcome, WrongOperands};
pub use library::Spike;
pub use netlist::UnitNetlist;

/// The name of the record's file.
pub const FILE: &str = "spike.json";
