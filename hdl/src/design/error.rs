//! Designs that cannot be built.

use crate::fpu::CoreError;
use crate::net::verilog::RESERVED;
use crate::unit::LONGEST_LATENCY;

/// Why a design cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DesignError {
    /// No module of an instruction has the latency.
    #[error("{function} has no latency {latency}: its latencies are 0 to {max}", max = LONGEST_LATENCY)]
    Latency {
        /// The name of the instruction, or whatever else was asked for.
        function: String,
        /// The latency asked for.
        latency: u32,
    },
    /// No core has the latency.
    #[error("this core has no latency {latency}: its latencies are 0 to {max}", max = LONGEST_LATENCY)]
    CoreLatency {
        /// The latency asked for.
        latency: u32,
    },
    /// A core has not what it needs.
    #[error(transparent)]
    Core(#[from] CoreError),
    /// The name is none that a module can have.
    #[error("`{0}` is no name of a module: {allowed}, such as `my_unit`", allowed = super::name::allowed())]
    Name(String),
    /// The name has a meaning in a language that the module is read in.
    #[error(
        "`{name}` is no name of a module: it is a keyword of {standard}; {allowed}, such as `{name}_unit`",
        allowed = super::name::allowed()
    )]
    Keyword {
        /// The name.
        name: String,
        /// The standard of that language.
        standard: &'static str,
    },
    /// The name is none that a port of an operand or result can have.
    #[error(
        "`{0}` is no name of an operand or result: letters, digits and _, no digit first, no keyword of Verilog or SystemVerilog, and none of {taken}",
        taken = RESERVED.join(", ")
    )]
    PortName(String),
}
