//! Support for the tests of all crates: one seed, one rule for how much they try, measured dot products, and linters of
//! Verilog.

#[cfg(feature = "proptest")]
pub mod cases;
#[cfg(feature = "lint")]
pub mod lint;
pub mod seed;
pub mod share;
pub mod silicon;
