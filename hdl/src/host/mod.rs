//! Designs as rust-hdl blocks.
//!
//! A rust-hdl design holds our units like any other sub-circuit: [`UnaryUnit`], [`BinaryUnit`] and [`TernaryUnit`]
//! for one, two and three operands of one width, [`MixedAddUnit`] and [`MixedFmaUnit`] for mixed precision. Their
//! ports are rust-hdl signals. [`DesignBlock`] is the same for any design, the core too, its
//! ports numbered at run time.
//!
//! Between the ports lie the nets that a datapath names, as local signals in rust-hdl's namespaces: the lane
//! (`lane0`), then the stage. So rust-hdl's probes, its checks and its waveforms see inside the unit.
//!
//! # In Verilog
//!
//! Two writers share the work. rust-hdl's writes what surrounds a unit, and in the unit's place a module that only
//! instantiates ours; ours writes the datapath, as [`export`](crate::export) does. A datapath does not go through
//! rust-hdl's writer because that one names modules by their path and never shares them, declares every signal as a
//! `reg`, and drops the parentheses of an expression. And because a wrapping module declares none of its local
//! signals, the nets within a unit can be local signals there without appearing twice.
//!
//! A design may hold an instruction at several latencies, so the module is called `fma_rn_f16_latency3` here. Its text
//! comes with every instance and is guarded by an `` `ifndef ``: the first one defines it.
//!
//! # Clock edges
//!
//! A unit's registers follow `clock` as rust-hdl's `DFF` does, so units and rust-hdl's widgets stand side by side in
//! one clock domain.

mod block;
mod error;
mod hosted;
mod scopes;
mod typed;
mod wire;
mod wrapper;

pub use block::DesignBlock;
pub use error::{HostError, Shape};
pub use typed::{BinaryUnit, MixedAddUnit, MixedFmaUnit, TernaryUnit, UnaryUnit};

/// The page for users of rust-hdl: its program is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/rust-hdl.md")]
struct Page;
