//! All tests of the crate in one program: it is linked once, and slow tests run beside quick ones.

mod any_format;
mod blocks;
mod cases;
mod common;
mod comparisons;
mod contract;
mod conversions;
mod dots;
mod eight_bits;
mod flags;
mod functions;
mod iterative;
mod memories;
mod models;
mod mutants;
mod netlists;
mod proven;
mod roundings;
mod small_divider;
mod theory;
mod zfh_decoder;
