//! Hardware: PTX half-precision instructions as pipelined Verilog modules.
//!
//! An [`Instruction`](halfpipe_isa::Instruction) becomes a [`datapath`] made of [`stage`]s, which describe [`net`]s. A
//! [`design::Design`] adds lanes and pipeline. [`export`] writes the output files.

pub mod datapath;
pub mod design;
pub mod export;
pub mod format;
pub mod fpu;
pub mod host;
pub mod mma;
pub mod stage;
pub mod tables;
pub mod unit;
pub mod zfh;

pub use halfpipe_netlist as net;
