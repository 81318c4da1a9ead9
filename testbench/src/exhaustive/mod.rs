//! Exhaustive runs of an instruction with one or two 16-bit operands, through the netlist of its unit.
//!
//! A *row* is all 65,536 values of the second operand. A run covers rows, one for each value of the first operand.
//! Instructions with one operand have rows of a single vector. In x2 each lane covers all rows, with operands that
//! differ from its neighbour's at the same time. The netlist shows that no input of one lane can reach the other. The
//! order of the operands exposes a bit that takes a clock cycle too few or too many.
//!
//! A [`Runner`] does the work; an [`Outcome`] is its result. A [`Shard`] is a part of a run.

mod digest;
mod row;
mod run;
mod shard;
mod single;
mod walk;

pub use digest::ResultDigest;
pub use run::{is_exhaustible, ExhaustiveError, Outcome, Runner};
pub use shard::{Shard, ShardError};

/// The number of rows, one for each 16-bit value.
pub const ROWS: u32 = 1 << 16;
