//! All tests of the crate in one program: it is linked once, and what is slow runs beside what is not.

mod digest;
mod estimate;
mod nets;
mod wide;
