//! All tests of the crate in one program. It is linked once, and slow tests run in parallel with fast ones.

mod bench;
mod docs;
mod mutants;
mod softfloat;
mod source;
mod spike;
mod tables;
