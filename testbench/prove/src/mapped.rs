//! That what Yosys makes of a module's Verilog is that module.

use std::sync::Arc;

use halfpipe_hdl::design::Design;
use halfpipe_spec::Arithmetic;
use halfpipe_testbench::device::Device;
use halfpipe_testbench::engine::gates::circuit;
use halfpipe_testbench::engine::gates::network::Network;
use halfpipe_testbench::engine::{Circuit, EngineError, Mapping};
use halfpipe_tools::yosys::netlist::{Bit, Cell, Module};

use crate::contract::{OtherValid, Pipeline};
use crate::formula::{Formula, Method};
use crate::graph::{Graph, Literal};
use crate::lemma::Lemma;
use crate::netlist::{outputs, Schoolbook};

/// Why there is nothing to prove of a netlist.
#[derive(Debug, thiserror::Error)]
pub enum MappedError {
    /// There is no netlist.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Its `out_valid` is another.
    #[error("the netlist breaks the contract: {0}")]
    Valid(#[from] OtherValid),
    /// A cell has a pin that may be 0 or 1: what was read of the netlist is one of many circuits.
    #[error("pin {pin} of cell {cell} is tied to {value}, which is neither 0 nor 1")]
    Unknown {
        /// The cell.
        cell: String,
        /// Its pin.
        pin: String,
        /// What it is tied to.
        value: String,
    },
}

/// The lemmas that say that the netlist of a module keeps the contract and computes what a design does.
///
/// # Errors
///
/// [`MappedError`] where Yosys is missing or refuses the Verilog, the netlist leaves something open, or `out_valid` does not
/// come from `in_valid`.
pub fn netlist(device: &dyn Device, design: &Design, mapping: Mapping) -> Result<Vec<Lemma>, MappedError> {
    let module = circuit::netlist(device, mapping)?;
    check_known(&module, mapping)?;
    let circuit = Circuit::of_netlist(device, mapping, &module)?;
    Ok(network(Arc::new(circuit.network().clone()), design)?)
}

/// The lemmas that say the same of the own netlist of a device that is read from a file, nothing optimised. Each value that the file
/// leaves undefined, and each register at power-up, is any value.
///
/// # Errors
///
/// [`MappedError`] where a cell's meaning is not known, or `out_valid` does not come from `in_valid`.
pub fn file(device: &dyn Device, design: &Design) -> Result<Vec<Lemma>, MappedError> {
    let circuit = Circuit::synthesise(device, Mapping::Generic)?;
    Ok(network(Arc::new(circuit.network().clone()), design)?)
}

/// Refuses a netlist with a pin that has no value. A memory has some that nothing is read from; of the others a circuit is refused
/// where they have none.
fn check_known(module: &Module, mapping: Mapping) -> Result<(), MappedError> {
    let memory = mapping.family().and_then(|family| family.memory);
    let is_memory = |cell: &Cell| memory.is_some_and(|memory| memory.kind == cell.kind);
    for (name, cell) in module.cells.iter().filter(|(_, cell)| !is_memory(cell)) {
        for (pin, bits) in &cell.connections {
            for bit in bits {
                match bit {
                    Bit::Constant(value) if value != "0" && value != "1" => {
                        return Err(MappedError::Unknown {
                            cell: name.clone(),
                            pin: pin.clone(),
                            value: value.clone(),
                        });
                    }
                    _ => {}
                }
            }
        }
    }
    Ok(())
}

/// The same of a network with the ports of a [`Circuit`].
///
/// # Errors
///
/// [`OtherValid`] where `out_valid` does not come from `in_valid`.
pub fn network(network: Arc<Network>, design: &Design) -> Result<Vec<Lemma>, OtherValid> {
    let pipeline = Pipeline::new(network, design.latency())?;
    let mut lemmas = match design.latency() {
        0 => Vec::new(),
        _ => pipeline.lemmas(),
    };
    let statement = match design.latency() {
        0 => "it computes what the module does".to_owned(),
        latency => format!(
            "{latency} enabled cycles after operands it shows what the module computes of them, whatever its registers held \
             before and whatever comes in all other cycles"
        ),
    };
    let module = design.module().clone();
    let ports: Vec<(String, usize)> = design
        .interface()
        .inputs()
        .map(|port| (port.name.clone(), port.width as usize))
        .collect();
    lemmas.push(Lemma::new("netlist", statement, Method::Sweep, move || {
        let mut graph = Graph::new();
        let inputs: Vec<Vec<Literal>> = ports.iter().map(|(_, width)| graph.inputs(*width)).collect();
        let made = pipeline.outputs(&mut graph, &inputs.concat());
        let lanes: Vec<Vec<Vec<Literal>>> = (0..module.lanes as usize)
            .map(|lane| {
                let share = |word: &Vec<Literal>| {
                    let width = word.len() / module.lanes as usize;
                    word[lane * width..][..width].to_vec()
                };
                let inputs: Vec<Vec<Literal>> = inputs.iter().map(share).collect();
                outputs(&mut graph, &module.lane, &inputs, &mut Schoolbook)
            })
            .collect();
        let results = module.lane.outputs.len();
        let wanted = (0..results).flat_map(|result| lanes.iter().flat_map(move |lane| lane[result].clone()));
        let wanted: Vec<Literal> = wanted.collect();
        let same = graph.equal(&made, &wanted);
        let names = ports.iter().map(|(name, _)| name.clone());
        Formula {
            graph,
            refuted: vec![!same],
            words: names.zip(inputs).collect(),
            ..Formula::default()
        }
    }));
    Ok(lemmas)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_without_a_value_is_refused() {
        let module = |pin: &str| {
            let text = format!(
                r#"{{"modules":{{"m":{{"cells":{{"gate":{{"type":"$_AND_","connections":{{"A":[2],"B":[{pin}]}}}}}}}}}}}}"#
            );
            Module::parse(&text, "m").expect("it is a netlist")
        };
        for known in ["3", r#""0""#, r#""1""#] {
            assert!(check_known(&module(known), Mapping::Generic).is_ok(), "{known}");
        }
        for unknown in ["x", "z"] {
            let refused =
                check_known(&module(&format!("\"{unknown}\"")), Mapping::Generic).expect_err("it has no value");
            let message = format!("pin B of cell gate is tied to {unknown}, which is neither 0 nor 1");
            assert_eq!(refused.to_string(), message);
        }
    }
}
