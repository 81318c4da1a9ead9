//! Tests of the value model, in the crate's one test program: it is linked once, and runs slow and fast tests side by
//! side.

mod apfloat;
mod common;
mod comparison;
mod conversion;
mod describe;
mod dot;
mod eight_bits;
pub mod functions;
mod integer;
mod semantics;
mod silicon;
mod small_conversions;
mod small_formats;
mod transcendental;
mod trigonometric;
