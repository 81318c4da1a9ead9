//! Typed nets for the description of datapaths.
//!
//! A datapath is plain Rust over [`Net`]s: values whose width is known when the generator runs and checked as each
//! expression is built. The finished [`Netlist`] is data with several users: [`pipeline`] puts registers into it,
//! [`simulate`] runs it, and [`verilog`] writes it as text. The meaning of the bits is unknown here.
//!
//! - `word` and `node`: machine words, and the operators on them;
//! - `label` and `stage`: names of nets, and the parts of a datapath;
//! - `module`: netlists and modules;
//! - `multiplications`: the multiplications that a multiplier block can compute with its registers;
//! - `build`: construction by expressions;
//! - [`pipeline`]: placement of registers;
//! - [`simulate`]: simulation in clock cycles;
//! - [`verilog`]: Verilog text;
//! - `digest`: a digest of a module that no name changes.

mod build;
mod digest;
mod label;
mod module;
mod multiplications;
mod node;
pub mod pipeline;
pub mod simulate;
mod stage;
pub mod verilog;
mod word;

pub use build::builder::{Builder, Net};
pub use build::instantiate;
pub use build::scope::{OpenStage, Scope};
pub use digest::Digest;
pub use label::{encoded, hidden, signed, unsigned, Label, Show};
pub use module::{Direction, Iteration, Module, ModulePort, Netlist, NetlistPort, PortPart, StateRegister};
pub use node::{NetId, Node, Op, MAX_WIDTH};
pub use pipeline::cut_placement::longest_useful_latency;
pub use pipeline::timing::carry_chain::CarryChains;
pub use pipeline::timing::delays::Delays;
pub use pipeline::timing::paths::paths;
pub use stage::Stage;
pub use verilog::multiplier::{Factors, MultiplierBlock};
