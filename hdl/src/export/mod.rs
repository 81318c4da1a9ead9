//! Output files: Verilog, a manifest, and files for other flows.

mod bench;
mod cocotb;
mod comment;
mod file;
mod manifest;
pub mod mma;
mod operations;
mod package;
mod processor;
pub mod riscv;
mod shift_register;
mod stream;
mod verilog;

pub use file::File;
pub use manifest::{Manifest, OperationEntry, PortEntry};
pub use operations::{operations_enum, operations_header};
pub use package::{file_list, BenchVector, Package, Synthesis};
pub use processor::{c_header, twins_header, Bus, BusError, Mode, MOST_OPERATIONS};
pub use verilog::{verilog, verilog_made_by, verilog_text};
