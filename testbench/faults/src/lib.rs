//! Fault injection, for the tests that must detect the faults. Each module breaks one form of the hardware:
//!
//! - [`nets`] the generated netlist: it replaces a net, and splits a netlist at its registers. [`mutation`] makes the
//!   small mutations that a net can have, and [`carry`] reaches the rounder's round-up carry;
//! - [`bits`] the bit graph: it copies a graph and replaces bits on the way;
//! - [`cells`] the cells that Yosys made: it flips entries of lookup tables, and bypasses registers or keeps them
//!   enabled;
//! - [`text`] Verilog.

pub mod bits;
pub mod carry;
pub mod cells;
pub mod mutation;
pub mod nets;
pub mod text;
