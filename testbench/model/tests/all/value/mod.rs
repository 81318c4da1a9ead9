//! All tests of the crate in one program: it is linked once, and what is slow runs beside what is not.

mod apfloat;
mod common;
mod comparison;
mod conversion;
mod describe;
mod eight_bits;
mod integer;
mod semantics;
mod small_formats;
mod transcendental;
