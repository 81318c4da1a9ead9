//! Reasons why a netlist cannot be evaluated.

use halfpipe_hdl::design::Role;

use crate::netlist::YosysModule;

/// Reasons why a netlist cannot be evaluated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetlistError {
    /// A cell has an unknown type.
    #[error("unsupported cell type {kind} in the netlist: it is neither a gate of Yosys nor a modelled cell of the FPGA family")]
    UnknownCell {
        /// The cell's type.
        kind: String,
    },
    /// A cell lacks a port or parameter of its type, or has it in an unsupported form.
    #[error("cell {name} of type {kind}: missing or unsupported {what}")]
    Cell {
        /// The cell.
        name: String,
        /// Its type.
        kind: String,
        /// The port or parameter.
        what: String,
    },
    /// A flip-flop uses another clock.
    #[error("{place} is not clocked by the module's port {}", Role::Clock.contract_name())]
    Clock {
        /// The cell.
        name: String,
        /// Its register, or its name and type.
        place: String,
    },
    /// The clock is read as data.
    #[error("the clock is read as data; use it for registers only")]
    ClockAsData,
    /// An output or a register input is tied to a value other than 0 or 1.
    #[error("{place} of the netlist is tied to {value}; tie it to 0 or 1")]
    Unknown {
        /// The port, or the cell and its pin.
        place: String,
        /// The value at that place.
        value: String,
    },
    /// A net has no driver.
    #[error("net {net} has no driver; assign it (an initial value is no driver)")]
    Undriven {
        /// Its name.
        net: String,
    },
    /// Gates form a combinational loop.
    #[error("combinational loop through net {net}; break it with a register, or assign the net in every case")]
    Loop {
        /// Its name.
        net: String,
    },
}

impl NetlistError {
    /// Returns the Verilog lines of the error, if the netlist records them.
    pub fn source_lines<'n>(&self, module: &'n YosysModule) -> Option<&'n str> {
        let attributes = match self {
            NetlistError::Cell { name, .. } | NetlistError::Clock { name, .. } => &module.cells.get(name)?.attributes,
            NetlistError::Undriven { net } | NetlistError::Loop { net } => {
                let word = net.rsplit_once('[').map_or(net.as_str(), |(word, _)| word);
                &module
                    .netnames
                    .get(net)
                    .or_else(|| module.netnames.get(word))?
                    .attributes
            }
            NetlistError::UnknownCell { kind } => &module.cells.values().find(|cell| cell.kind == *kind)?.attributes,
            NetlistError::ClockAsData => &module.netnames.get(Role::Clock.contract_name())?.attributes,
            NetlistError::Unknown { .. } => return None,
        };
        attributes.get("src").map(String::as_str)
    }
}
