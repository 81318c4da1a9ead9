//! That what Yosys makes of a module's Verilog is that module.

use std::sync::Arc;

use halfpipe_hdl::design::Design;
use halfpipe_specification::Arithmetic;
use halfpipe_testbench::device::Device;
use halfpipe_testbench::engine::{Circuit, EngineError, Mapping};

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
}

/// The lemmas that say that the netlist of a module keeps the contract and computes what a design does.
///
/// # Errors
///
/// [`MappedError`] where Yosys is missing or refuses the Verilog, or `out_valid` does not come from `in_valid`.
pub fn netlist(device: &dyn Device, design: &Design, mapping: Mapping) -> Result<Vec<Lemma>, MappedError> {
    let circuit = Circuit::synthesise(device, mapping)?;
    let network = Arc::new(circuit.network().clone());
    let pipeline = Pipeline::new(network, design.latency())?;
    let mut lemmas = match design.latency() {
        0 => Vec::new(),
        _ => pipeline.lemmas(),
    };
    let module = design.module().clone();
    let ports: Vec<(String, usize)> = design
        .interface()
        .inputs()
        .map(|port| (port.name.clone(), port.width as usize))
        .collect();
    lemmas.push(Lemma::new(
        "netlist",
        "it computes what the module does",
        Method::Sweep,
        move || {
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
        },
    ));
    Ok(lemmas)
}
