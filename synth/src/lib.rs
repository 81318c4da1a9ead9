//! Runs Yosys and nextpnr on generated Verilog and reads what they report.
//!
//! - [`device`] has a row for each family of FPGAs, all that one differs in from another; [`target`] finds devices by name.
//! - [`nextpnr`] places and routes, in a folder that holds its files; [`mod@ports`] asks Yosys for the ports of a module.
//! - [`harness`] is the Verilog around a module while it is measured.
//! - [`mod@measure`] puts these together: area and clock frequency of one module.
//! - [`mod@unit`] measures generated modules; [`origin`], [`stages`] and [`path`] name their critical path.
//! - [`external`] reads Verilog that a user wrote, edited or synthesised.
//! - [`search`] finds the smallest latency that meets a clock.
//! - [`board`] makes bitstreams of generated modules behind a serial port.
//! - [`results`] keeps what was measured on file, [`compare`] tells what changed since.
//! - [`curve`] has the figures of an instruction over its latencies, and [`peers`] those of other cores.
//! - [`mod@plot`] draws these.
//! - [`latency`] is the policy that gives a module its latency where none is asked for.

pub mod board;
pub mod compare;
pub mod curve;
pub mod device;
pub mod error;
pub mod estimate;
mod extent;
pub mod external;
pub mod harness;
pub mod latency;
pub mod measure;
pub mod nextpnr;
pub mod origin;
pub mod path;
pub mod peers;
pub mod plot;
pub mod ports;
pub mod results;
pub mod search;
pub mod stages;
pub mod target;
mod tools;
pub mod unit;

pub use error::Error;
pub use measure::{measure, measure_area, Area, Measurement};
pub use target::Target;
