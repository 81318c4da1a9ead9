//! Files of the core of RISC-V's half-precision instructions.

mod core;
mod decode;
mod header;
mod manifest;
mod package;
mod shell;
mod word;

pub use core::{lacking_report, zfh_verilog};
pub use decode::instruction_decoder;
pub use header::zfh_header;
pub use manifest::ZfhManifest;
pub use package::vector_inputs;
pub use shell::{FpnewDialect, Shell, UnknownDialect};
