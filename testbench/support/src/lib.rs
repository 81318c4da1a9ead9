//! Support for the tests of all crates: one seed, and one rule for how much they try.

#[cfg(feature = "proptest")]
pub mod cases;
pub mod seed;
pub mod share;
