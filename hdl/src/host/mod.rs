//! Designs as rust-hdl blocks.
//!
//! A rust-hdl design instantiates these units like any other sub-circuit. [`UnaryUnit`], [`BinaryUnit`] and
//! [`TernaryUnit`] have one, two and three operands of one width. [`MixedAddUnit`] and [`MixedFmaUnit`] are for mixed
//! precision. Their ports are rust-hdl signals. [`DesignBlock`] holds any design, the core included. Its ports are
//! numbered at run time.
//!
//! The named nets of a datapath appear as local signals in rust-hdl's namespaces: the lane (`lane0`), then the stage.
//! rust-hdl's probes, checks and waveforms therefore see inside the unit.
//!
//! # In Verilog
//!
//! Two writers share the work. rust-hdl's writer emits the surroundings of a unit. In place of the unit it emits a
//! wrapper that only instantiates its module. The writer of halfpipe emits the datapath, as [`export`](crate::export)
//! does. Datapaths do not use rust-hdl's writer, because it names modules by their path and never shares them. It also
//! declares every signal as a `reg`, and drops the parentheses of an expression. The wrapper declares none of its local
//! signals. The nets within a unit can therefore be local signals there without appearing twice.
//!
//! A design may hold an instruction at several latencies, so the module is called `fma_rn_f16_latency3` here. Its text
//! comes with every instance and is guarded by an `` `ifndef ``: the first one defines it.
//!
//! # Clock edges
//!
//! A unit's registers follow `clock` as rust-hdl's `DFF` does. Units and rust-hdl's widgets can therefore share one
//! clock domain.

mod block;
mod error;
mod hosted;
mod scopes;
mod typed;
mod wire;
mod wrapper;

pub use block::DesignBlock;
pub use error::{HostError, PortWidths};
pub use typed::{BinaryUnit, MixedAddUnit, MixedFmaUnit, TernaryUnit, UnaryUnit};

/// The documentation page for users of rust-hdl. Its program is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/rust-hdl.md")]
struct Page;
