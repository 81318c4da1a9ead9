//! Fault injection in netlists, for the tests that must detect the faults.
//!
//! - [`nets`] exchanges a net of a generated netlist, puts one netlist into another, and splits one at its registers;
//! - [`mutation`] makes the small mutations that a net can have;
//! - [`carry`] reaches the rounder's round-up carry, which no net of its own has;
//! - [`tables`] flips entries of the lookup tables in a netlist that Yosys made.

pub mod carry;
pub mod mutation;
pub mod nets;
pub mod tables;
