//! Formal proofs that a module computes its instruction for every operand.

pub mod comparison;
pub mod contract;
mod conversion;
pub mod core;
pub mod description;
mod digest;
pub mod formula;
pub mod graph;
pub mod lane_equivalence;
pub mod ledger;
pub mod lemma;
pub mod netlist_equivalence;
pub mod pipelined;
pub mod products;
pub mod ranks;
pub mod table;
pub mod theorem;
pub mod unit;
