//! Berkeley SoftFloat, from a shared library, as the judge of every pair of f16 numbers.
//!
//! A [`SoftFloat`] computes, [`judge`] compares it with the integer model, and a [`SoftFloatRecord`] keeps the digests
//! of its results.

pub mod command;
mod judgement;
mod library;
mod record;

pub use judgement::{judge, judged_instructions, model_digest, part, Judgement, WrongPair, PARTS};
pub use library::SoftFloat;
pub use record::{SoftFloatRecord, FILE};
