//! Results and proofs of instructions, as the command prints them.

mod arch_test;
mod assembler;
mod comparisons;
mod conversions;
mod eight_bits;
mod eval;
mod eval_cores;
mod eval_streams;
mod exhaustive;
mod flags;
mod fpu;
mod join;
mod prove;
mod roundings;
mod symfpu;
mod verify;
