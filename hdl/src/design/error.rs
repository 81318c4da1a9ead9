//! Designs that cannot be built.

use super::spec::MAX_USER_BITS;
use crate::fpu::CoreError;
use crate::net::pipeline::PORT_RANKS;
use crate::net::verilog::RESERVED;
use crate::unit::LONGEST_LATENCY;

/// The longest name, in characters. With the suffixes of the files beside the module it remains a valid file name.
pub const LONGEST_NAME: usize = 200;

/// A design that cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DesignError {
    /// No module of the instruction has this latency.
    #[error("{function} has no latency {latency}: its latencies are 0 to {max}", max = LONGEST_LATENCY)]
    Latency {
        /// The name of the instruction or other function.
        function: String,
        /// The requested latency, in clock cycles.
        latency: u32,
    },
    /// No core has this latency.
    #[error("this core has no latency {latency}: its latencies are 0 to {max}", max = LONGEST_LATENCY)]
    CoreLatency {
        /// The requested latency, in clock cycles.
        latency: u32,
    },
    /// The latency is too short for registers at the ports.
    #[error("registered ports need a latency of at least {least}, not {latency}: one cycle at the inputs, one at the outputs", least = PORT_RANKS)]
    RegisteredPorts {
        /// The requested latency, in clock cycles.
        latency: u32,
    },
    /// The function has no iterative unit.
    #[error("{0} has no iterative unit: div, rcp and sqrt have one; leave out --iterative for a pipeline")]
    NotIterative(String),
    /// The number of clock cycles of an iterative unit is no choice.
    #[error("the iterative unit of {function} takes {cycles} cycles: leave out --latency and --mhz, or --iterative for a pipeline")]
    IterativeLatency {
        /// The name of the instruction.
        function: String,
        /// Its clock cycles from operands to result.
        cycles: u32,
    },
    /// An iterative unit has no registered ports.
    #[error("an iterative unit has no registered ports: leave out --register-ports, or --iterative for a pipeline")]
    IterativePorts,
    /// The side band of a stream is too wide.
    #[error("invalid tuser width {0}: use 0 to {max} bits", max = MAX_USER_BITS)]
    UserWidth(u32),
    /// The core cannot be built.
    #[error(transparent)]
    Core(#[from] CoreError),
    /// Invalid name of a module.
    #[error("invalid module name `{0}`: {allowed}; use one such as `my_unit`", allowed = allowed_names())]
    Name(String),
    /// The name is a keyword of a language in which the module is read.
    #[error(
        "invalid module name `{name}`: it is a keyword of {standard}; {allowed}; use one such as `{name}_unit`",
        allowed = allowed_names()
    )]
    Keyword {
        /// The name.
        name: String,
        /// The standard of that language.
        standard: &'static str,
    },
    /// Invalid name of an operand or result for a port.
    #[error(
        "invalid name `{0}` of an operand or result: use letters, digits and _, not starting with a digit, no keyword of Verilog or SystemVerilog, and none of {taken}",
        taken = RESERVED.join(", ")
    )]
    PortName(String),
}

/// Describes the valid names of a module.
fn allowed_names() -> String {
    format!(
        "a name has at most {LONGEST_NAME} letters, digits and _, does not start with a digit, and is no keyword of Verilog or SystemVerilog"
    )
}
