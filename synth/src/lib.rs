//! Synthesis, measurement and bitstreams: runs Yosys and nextpnr on generated Verilog, and reads their reports.
//!
//! - [`nextpnr`] places and routes, in a folder that holds its files; [`mod@ports`] asks Yosys for the ports of a
//!   module.
//! - [`harness`] is the Verilog around a module while it is measured.
//! - [`mod@measure`] combines these: area and clock frequency of one module.
//! - [`mod@unit`] measures generated modules; [`origin`], [`stages`] and [`path`] name their critical path.
//! - [`cached`] keeps measurements in the cache of the user.
//! - [`search`] finds the smallest latency that meets a clock.
//! - [`board`] makes bitstreams of generated modules behind a serial port.
//! - [`results`] keeps measured figures on file; [`compare`] finds the changes between two results.
//! - [`curve`] has the figures of an instruction over its latencies, and [`peers`] those of other cores.
//! - [`mod@plot`] draws these.
//! - [`latency`] is the policy for the default latency of a module.

pub mod board;
pub mod cached;
pub mod compare;
pub mod coverage;
pub mod curve;
pub mod error;
pub mod estimate;
pub mod harness;
pub mod latency;
pub mod measure;
pub mod name;
pub mod nextpnr;
pub mod origin;
pub mod path;
pub mod peers;
pub mod plot;
pub mod ports;
pub mod results;
pub mod search;
pub mod stages;
pub mod timing;
mod tools;
pub mod unit;

pub use error::Error;
pub use measure::{measure, measure_area, Area, Measurement};
