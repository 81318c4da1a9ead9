//! Yosys: its scripts and reports, its netlists as circuits, and external Verilog.
//!
//! - [`Yosys`] runs a script; [`log`] is the printed text, [`statistics`] the counts of cells, and [`check`] the findings
//!   about a source;
//! - [`netlist`] reads and writes the JSON form of netlists;
//! - [`circuit`] synthesises a module, and reads its netlist as a network of gates and registers;
//! - [`simulate`] runs a network for hundreds of vectors at once;
//! - [`external`] reads Verilog that a user wrote, edited or synthesised;
//! - [`dut`] is a module with all that tools need to read it.

pub mod check;
pub mod circuit;
pub mod dut;
mod error;
pub mod external;
pub mod log;
pub mod netlist;
pub mod program;
pub mod simulate;
pub mod statistics;

pub use circuit::{Circuit, Mapping, NetlistError};
pub use dut::VerilogDut;
pub use error::Error;
pub use program::Yosys;
pub use simulate::Machine;
