//! Lemmas that a module computes its instruction for every operand, and their decision.
//!
//! A [`Lemma`](lemma::Lemma) claims a [`Formula`](formula::Formula) about the nets of a module and the specification. Nothing
//! here starts a program or opens a file. Runs over many modules, their ledger, and netlists of other programs are in
//! `halfpipe-prove`.

pub mod algebra;
pub mod bounds;
pub mod comparison;
pub mod contract;
pub mod convention;
pub mod conversion;
pub mod core;
pub mod description;
pub mod digest;
pub mod dot;
pub mod enumeration;
pub mod formula;
pub mod graph;
pub mod handshake;
pub mod implementation;
pub mod iterative;
pub mod kind;
pub mod lane_equivalence;
pub mod lanes;
pub mod lemma;
pub mod named_words;
pub mod pipelined;
pub mod processor_time;
pub mod products;
pub mod ranks;
pub mod subject_lemmas;
pub mod table;
pub mod theorem;
pub mod unit;
pub mod verdict;
pub mod zfh;
