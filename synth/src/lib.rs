//! Runs Yosys and nextpnr on generated Verilog and reads what they report.
//!
//! - [`tools`] finds the external programs, here and for the other crates.
//! - [`target`] is the table of FPGAs with the options each is synthesised with.
//! - [`yosys`] and [`nextpnr`] run one program each, in a folder that holds its files.
//! - [`harness`] is the Verilog around a module while it is measured.
//! - [`mod@measure`] puts these together: area and clock frequency of one module.

pub mod error;
pub mod harness;
pub mod measure;
pub mod nextpnr;
pub mod target;
pub mod tools;
pub mod yosys;

pub use error::Error;
pub use harness::{Direction, Port};
pub use measure::{measure, measure_area, Area, Measurement};
pub use target::Target;
