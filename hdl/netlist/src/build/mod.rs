//! Construction of netlists.
//!
//! - `builder`: a netlist under construction, and its nets;
//! - `scope`: the stage that new nets belong to;
//! - `operators`: the operators of nets;
//! - `fold`: nets of expressions, shared or simplified;
//! - `instantiate`: copies of a netlist in another one.

pub(crate) mod builder;
mod fold;
pub mod instantiate;
mod operators;
pub(crate) mod scope;
