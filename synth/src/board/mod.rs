//! A design on an FPGA board behind a serial port: one instruction, or a core of many.
//!
//! The Verilog under `synth/boards` is the same on every board: it receives requests, runs them and sends answers.
//! [`sources()`] adds the files that depend on the board and on the design, and [`build()`] makes a bitstream of them.
//! [`Client`] is the host's side of the line, and [`protocol`] defines the bytes on it. None of it has been run on a
//! board.

mod build;
mod client;
mod instruction;
pub mod protocol;
mod sources;

pub use build::{build, packing, routing, synthesis, Bitstream, BitstreamReport};
pub use client::{Client, ClientError, Transport};
pub use sources::sources;
