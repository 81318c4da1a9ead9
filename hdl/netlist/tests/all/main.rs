//! All tests of the crate in one program, which is linked once and runs slow and fast tests side by side.

mod digest;
mod nets;
mod wide;
