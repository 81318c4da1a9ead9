//! All tests of the crate in one program: it is linked once, and what is slow runs beside what is not.

mod board;
mod common;
mod control;
mod core;
mod delay;
mod edited_records;
mod engines_agree;
mod every_instruction;
mod exhaustive;
mod gates;
mod host_verilog;
mod lint;
mod multiplier;
mod mutations;
mod one_operand;
mod pictures;
mod properties;
mod records;
mod rounder;
mod shape;
mod skew;
mod small_format;
mod stratified;
mod stream;
mod transcendental;
mod waves;
