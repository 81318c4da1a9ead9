//! Golden models on big integers: the [`value`] of each instruction, and the exception [`flags`] that it raises.
//!
//! Both are written to be checked by reading. They share no code with each other or with the hardware, and follow the
//! PTX ISA text (sections 9.7.4, 9.7.5, 9.7.7 and 9.7.9.21), The RISC-V Instruction Set Manual and IEEE 754-2019.

pub mod flags;
pub mod value;
