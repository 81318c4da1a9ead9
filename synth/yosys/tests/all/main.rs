//! All tests of the crate in one program.

mod netlist;
mod reader;
