//! Conversion of a module of Yosys' netlist into a bit graph.

use halfpipe_aig::Aig;

use super::net_reader::{net_name, Reader};
use super::{cell, Mapping, NetlistError};
use crate::external::Values;
use crate::netlist::{Bit, Cell, YosysModule};

/// Returns the names of the registers that [`read_netlist_with`] makes of flip-flops, in its order.
pub fn register_names(module: &YosysModule, mapping: Mapping) -> Vec<String> {
    let is_register = |cell: &&Cell| cell::flip_flop(mapping, &cell.kind).is_some();
    let registers = module.cells.values().filter(is_register);
    let name = |cell: &Cell| match cell.connections.get("Q").map(Vec::as_slice) {
        Some([Bit::Net(net)]) => net_name(module, *net),
        _ => String::new(),
    };
    registers.map(name).collect()
}

/// Returns the bit graph of a module with the cells of a mapping. The named ports become its inputs and outputs, each
/// from its lowest bit on. The Verilog behind the netlist has no undefined values.
///
/// # Errors
///
/// [`NetlistError`] when a cell has an unknown type or unsuitable connections, or an output is tied to x.
///
/// # Panics
///
/// When the module lacks one of the named ports.
pub fn read_netlist(
    module: &YosysModule,
    mapping: Mapping,
    inputs: &[&str],
    outputs: &[&str],
) -> Result<Aig, NetlistError> {
    read_netlist_with(module, mapping, Values::Known, inputs, outputs)
}

/// Returns the same graph, with undefined values treated as `values` specifies.
///
/// # Errors
///
/// As [`read_netlist`].
///
/// # Panics
///
/// As [`read_netlist`].
pub fn read_netlist_with(
    module: &YosysModule,
    mapping: Mapping,
    values: Values,
    inputs: &[&str],
    outputs: &[&str],
) -> Result<Aig, NetlistError> {
    let port = |name: &str| {
        module
            .ports
            .get(name)
            .unwrap_or_else(|| panic!("the module has no port {name}"))
    };
    let mut reader = Reader::new(module, mapping, values);
    for name in inputs {
        for net in &port(name).bits {
            let bit = reader.aig.input();
            reader.connect(net, bit);
        }
    }
    let registers = reader.make_registers()?;
    let (addresses, words) = match values {
        Values::Known => (reader.make_addresses()?, Vec::new()),
        Values::Any => (Vec::new(), reader.make_words()?),
    };
    for name in outputs {
        for net in &port(name).bits {
            let bit = reader.known_bit(net, || format!("port {name}"))?;
            reader.aig.output(bit);
        }
    }
    for (register, name, cell, flip_flop) in registers {
        let mut pins = reader.pins(name, cell);
        let next = cell::next(&mut pins, flip_flop)?;
        reader.aig.feed(register, next);
    }
    for address in addresses {
        let next = reader.next_address(&address)?;
        reader.aig.feed(address.register, next);
    }
    for word in &words {
        reader.feed_word(word)?;
    }
    Ok(reader.aig)
}
