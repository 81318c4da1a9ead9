//! Typed nets: how a datapath is described.
//!
//! A datapath is plain Rust over [`Net`]s: values whose width is known when the generator runs and checked as each
//! expression is built. The finished [`Netlist`] is data, and everything reads that same data: [`pipeline`] puts
//! registers into it, [`simulate`] runs it, and [`verilog`] writes it down. Nothing here knows what the bits mean.

mod builder;
mod choose;
mod delays;
mod digest;
mod fold;
mod held;
mod label;
mod module;
mod multiplier;
mod node;
mod operators;
pub mod pipeline;
mod scope;
pub mod simulate;
mod stage;
pub mod verilog;
mod word;

pub use builder::{Builder, Net};
pub use choose::{choose_cuts, paths};
pub use delays::Delays;
pub use digest::Digest;
pub use label::{encoded, hidden, signed, unsigned, Label, Show};
pub use module::{Direction, Module, ModulePort, Netlist, Port};
pub use multiplier::{Block, Factors};
pub use node::{NetId, Node, Op, MAX_WIDTH};
pub use scope::{Branches, OpenStage, Scope};
pub use stage::Stage;
