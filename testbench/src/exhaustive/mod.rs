//! Every input of an instruction with one or two 16-bit operands, through the netlist of its unit.
//!
//! All values of the second operand, 65,536 of them, are a *row*; a run goes over rows, one for each value of the first.
//! Instructions with one operand have rows of a single vector. In x2 each lane goes over all rows, with other operands than
//! its neighbour at the same time; that nothing one lane is given can reach the other is read off the netlist.
//! Operands come in such an order that a bit which takes a clock cycle too few or too many is seen.
//!
//! A [`Runner`] does the work, an [`Outcome`] is what it finds. A [`Shard`] is a part of a run.

mod digest;
mod row;
mod run;
mod shard;
mod single;
mod walk;

pub use digest::Digest;
pub use run::{is_exhaustible, ExhaustiveError, Outcome, Runner};
pub use shard::{Shard, ShardError};

/// How many rows there are: as many as values of 16 bits.
pub const ROWS: u32 = 1 << 16;
