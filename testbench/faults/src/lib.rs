//! Fault injection in netlists, for the tests that must detect the faults.
//!
//! - [`nets`] exchanges a net of a generated netlist, puts one netlist into another, and splits one at its registers;
//! - [`mutation`] makes the small mutations that a net can have;
//! - [`tables`] flips entries of the lookup tables in a netlist that Yosys made.

pub mod mutation;
pub mod nets;
pub mod tables;
