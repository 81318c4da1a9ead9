//! What a user takes away: Verilog and a manifest, written so that no half-written file is ever left behind.

mod bench;
mod files;
mod lock;
mod manifest;
mod operations;
mod package;
mod stream;
mod verilog;
mod workplace;

pub use files::{write_file, write_files, WriteError};
pub use lock::FileLock;
pub use manifest::{Manifest, OperationEntry, PortEntry};
pub use operations::{operations_enum, operations_header};
pub use package::{file_list, BenchVector, Package};
pub use verilog::{verilog, verilog_text};
pub use workplace::Workplace;
