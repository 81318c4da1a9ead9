//! Exhaustive runs of an instruction with one or two operands of at most 16 bits a lane, through the netlist of its unit.
//!
//! A *row* is one value of the first operand with all values of the second one, of a predicate and of a rounding. A run
//! covers rows. Instructions with one operand have rows of a single vector, or of one for each rounding. With several
//! lanes, each lane covers all rows, with operands that differ from its neighbour's at the same time. The netlist shows
//! that no input of one lane can reach the result of another. The order of the operands exposes a bit that takes a clock
//! cycle too few or too many.
//!
//! Two operands of 16 bits without predicate, rounding and flags run against the integer model, and all others against
//! the exact model.
//!
//! A [`Runner`] does the work; an [`Outcome`] is its result. A [`Shard`] is a part of a run.

mod digest;
mod exact;
mod row;
mod run;
mod shard;
mod walk;

pub use digest::ResultDigest;
pub use run::{is_exhaustible, row_count, ExhaustiveError, Outcome, Runner};
pub use shard::{Shard, ShardError};

/// The number of rows of a first operand of 16 bits.
pub const ROWS: u32 = 1 << 16;
