//! All tests of the crate in one program: it is linked once, and slow tests run beside quick ones.

mod arithmetic;
mod common;
mod data;
mod faults;
mod flow;
mod handshake;
