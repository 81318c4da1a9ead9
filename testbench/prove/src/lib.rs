//! Formal proofs that a module computes its instruction for every operand.

pub mod comparison;
pub mod contract;
mod conversion;
pub mod core;
pub mod description;
mod digest;
mod dot;
pub mod formula;

pub mod graph;
mod handshake;
pub mod implementation;
mod iterative;
mod iterative_netlist;
pub mod key;
pub mod kind;
pub mod lane_equivalence;
pub mod lanes;
pub mod ledger;
pub mod lemma;
pub mod named_words;
pub mod netlist_equivalence;
pub mod pipelined;
pub mod products;
pub mod ranks;
pub mod run;
mod subject_lemmas;
pub mod table;
pub mod theorem;
pub mod unit;
pub mod verdict;
pub mod versions;
pub mod zfh;
