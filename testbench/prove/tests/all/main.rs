//! Proofs, tried.

mod theory;
