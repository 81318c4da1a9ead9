//! Formal proofs that a module computes its instruction for every operand.

pub mod file;
mod iterative_netlist;
pub mod key;
pub mod ledger;
pub mod netlist_equivalence;
pub mod run;
pub mod versions;
