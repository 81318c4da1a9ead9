//! Files of the core of RISC-V's half-precision instructions.

mod core;

pub use core::zfh_verilog;
