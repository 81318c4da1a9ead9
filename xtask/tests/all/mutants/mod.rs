//! Mutation testing: small samples, and proofs of survivors.

mod modules;
mod proof;
