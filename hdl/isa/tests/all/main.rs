//! All tests of the crate in one program, which is linked once and runs slow and fast tests side by side.

mod canonical;
mod comparisons;
mod conversions;
mod cuda;
mod dot;
mod examples;
mod formats;
mod functions;
mod grammar;
mod messages;
mod metadata;
mod properties;
mod riscv;
mod roundings;
mod synonyms;
