//! Synthesis, measurement and bitstreams: runs Yosys and nextpnr on generated Verilog, and reads their reports.
//!
//! - [`nextpnr`] places and routes, in a folder that holds its files; [`mod@ports`] asks Yosys for the ports of a
//!   module.
//! - [`harness`] is the Verilog around a module while it is measured.
//! - [`mod@measure`] combines these: area and clock frequency of one module.
//! - [`mod@unit`] measures generated modules; [`origin`], [`stages`] and [`path`] name their critical path.
//! - [`cached`] keeps measurements in the cache of the user, and [`results_file`] in a file of the project; [`tools`]
//!   has the versions of the programs that measured them.
//! - [`board`] makes bitstreams of generated modules behind a serial port.

pub mod board;
pub mod cached;
pub mod error;
pub mod harness;
pub mod measure;
pub mod nextpnr;
pub mod origin;
pub mod path;
pub mod ports;
pub mod results_file;
pub mod stages;
pub mod timing;
pub mod tools;
pub mod unit;

pub use error::Error;
pub use measure::{measure, measure_area, Area, Measurement};
