//! Typed nets for the description of datapaths.
//!
//! A datapath is plain Rust over [`Net`]s: values whose width is known when the generator runs and checked as each
//! expression is built. The finished [`Netlist`] is data with several users: [`pipeline`] puts registers into it,
//! [`simulate`] runs it, and [`verilog`] writes it as text. The meaning of the bits is unknown here.

mod apart;
mod arrival;
mod builder;
mod chain;
mod choose;
pub mod copy;
mod defer;
mod delays;
mod digest;
pub mod estimate;
mod fanout;
mod fold;
mod held;
mod label;
mod module;
mod multiplier;
mod names;
mod node;
mod operators;
pub mod pipeline;
mod ranks;
mod schedule;
mod scope;
pub mod simulate;
mod stage;
mod timing;
pub mod verilog;
mod wiring;
mod word;

pub use builder::{Builder, Net};
pub use choose::longest_useful_latency;
pub use delays::Delays;
pub use digest::Digest;
pub use label::{encoded, hidden, signed, unsigned, Label, Show};
pub use module::{Direction, Module, ModulePort, Netlist, Port};
pub use multiplier::{Block, Factors};
pub use node::{NetId, Node, Op, MAX_WIDTH};
pub use scope::{OpenStage, Scope};
pub use stage::Stage;
pub use timing::paths;
