//! Netlist equivalence: Yosys' netlist of a module against the module.

use std::sync::Arc;

use halfpipe_aig::bit_blast::{outputs, Schoolbook};
use halfpipe_aig::Aig;
use halfpipe_hdl::design::Design;
use halfpipe_lemmas::contract::{enabled_cycles, valid_statement, PipelineNetlist, ValidChainError};
use halfpipe_lemmas::convention::Convention;
use halfpipe_lemmas::formula::{Formula, Procedure};
use halfpipe_lemmas::graph::Graph;
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lanes::join_lanes;
use halfpipe_lemmas::lemma::{Lemma, LemmaSubject};
use halfpipe_lemmas::named_words::NamedWords;
use halfpipe_lemmas::verdict::{LemmaVerdict, UnprovenReason};
use halfpipe_yosys::circuit;
use halfpipe_yosys::netlist::{Bit, Cell, YosysModule};
use halfpipe_yosys::VerilogDut;
use halfpipe_yosys::{Circuit, Error, Mapping};

use crate::file::{claim_equality, FileClaim, FileFunction};
use crate::iterative_netlist;

/// The reason why nothing can be proven about a netlist.
#[derive(Debug, thiserror::Error)]
pub enum NetlistProofError {
    /// There is no netlist.
    #[error(transparent)]
    Yosys(#[from] Error),
    /// The registers of `out_valid` are not a chain from `in_valid`.
    #[error("the netlist violates the handshake: {0}")]
    Valid(#[from] ValidChainError),
    /// A cell has an undefined pin, which may be 0 or 1. The circuit that was read is then only one of several.
    #[error("pin {pin} of cell {cell} is tied to {value}; tie it to 0 or 1")]
    Unknown {
        /// The cell.
        cell: String,
        /// The pin.
        pin: String,
        /// The value that the pin is tied to.
        value: String,
    },
}

/// Returns the lemmas that a module's netlist keeps the contract and is equivalent to the design.
///
/// # Errors
///
/// [`NetlistProofError`] where Yosys is missing or refuses the Verilog, the netlist leaves something undefined, or
/// `out_valid` does not come from `in_valid`.
pub fn netlist_lemmas(
    device: &dyn VerilogDut,
    design: &Design,
    mapping: Mapping,
) -> Result<Vec<Lemma>, NetlistProofError> {
    let module = circuit::netlist(device, mapping)?;
    check_known(&module, mapping)?;
    let circuit = Circuit::from_netlist(device, mapping, &module)?;
    Ok(graph_lemmas(Arc::new(circuit.aig().clone()), design)?)
}

/// Returns the same lemmas for the unoptimised netlist of a device that is read from a file. Undefined values of the
/// file, and registers at power-up, may have any value. If `out_valid` does not come from `in_valid`, the only lemma
/// is one that says so and does not hold.
///
/// # Errors
///
/// [`NetlistProofError`] where a cell's meaning is not known.
pub fn file_lemmas(
    device: &dyn VerilogDut,
    design: &Design,
    convention: &Convention,
) -> Result<Vec<Lemma>, NetlistProofError> {
    let circuit = Arc::new(Circuit::synthesise(device, Mapping::Generic)?.aig().clone());
    let is_always_enabled = device.is_always_enabled();
    let pipeline = match PipelineNetlist::new(circuit.clone(), design.latency()) {
        Ok(pipeline) => pipeline,
        Err(error) => {
            let reason = error.to_string();
            let unproven = move || Err(LemmaVerdict::Unproven(UnprovenReason::Structure(reason.clone())));
            let statement = valid_statement(design.latency());
            return Ok(vec![Lemma::structural(LemmaKind::Valid, statement, unproven)]);
        }
    };
    let mut lemmas = match design.latency() {
        0 => Vec::new(),
        _ => pipeline.file_lemmas(is_always_enabled),
    };
    let statement = match design.latency() {
        0 => "the netlist computes the same as the module".to_owned(),
        latency => format!(
            "{} after valid operands the netlist shows the module's result, for any earlier register contents and any \
             other inputs",
            enabled_cycles(latency)
        ),
    };
    let own = FileClaim::new(circuit, design, is_always_enabled, convention)?;
    let lemma = match own.filter(|_| !convention.is_usual()) {
        Some(claim) => Lemma::new(LemmaKind::Netlist, statement, Procedure::SweepOrEnumerate, move || {
            claim.claim_results()
        }),
        None => {
            let widths = design.interface().inputs().map(|port| port.width as usize).collect();
            let function = FileFunction::new(&pipeline, widths, is_always_enabled);
            let design = design.clone();
            Lemma::new(LemmaKind::Netlist, statement, Procedure::SweepOrEnumerate, move || {
                claim_equality(&function, &design)
            })
        }
    };
    lemmas.push(lemma);
    Ok(lemmas)
}

/// Refuses a netlist with an undefined pin. Memories are exempt here, since they may have undefined pins that are not
/// read. Reading the circuit refuses any other undefined pin of a memory.
fn check_known(module: &YosysModule, mapping: Mapping) -> Result<(), NetlistProofError> {
    let memory = mapping.family().and_then(|family| family.memory);
    let is_memory = |cell: &Cell| memory.is_some_and(|memory| memory.kind == cell.kind);
    for (name, cell) in module.cells.iter().filter(|(_, cell)| !is_memory(cell)) {
        for (pin, bits) in &cell.connections {
            for bit in bits {
                match bit {
                    Bit::Constant(value) if value != "0" && value != "1" => {
                        return Err(NetlistProofError::Unknown {
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

/// Returns the same lemmas for a bit graph with the ports of a [`Circuit`].
///
/// # Errors
///
/// [`ValidChainError`] where `out_valid` does not come from `in_valid`.
pub fn graph_lemmas(graph: Arc<Aig>, design: &Design) -> Result<Vec<Lemma>, ValidChainError> {
    if design.interface().is_iterative() {
        return Ok(iterative_netlist::lemmas(graph, design));
    }
    let pipeline = PipelineNetlist::new(graph, design.latency())?;
    let mut lemmas = match design.latency() {
        0 => Vec::new(),
        _ => pipeline.lemmas(),
    };
    let statement = match design.latency() {
        0 => "the netlist computes the same as the module".to_owned(),
        latency => format!(
            "{} after operands the netlist shows the module's result, for any earlier register contents and any other \
             inputs",
            enabled_cycles(latency)
        ),
    };
    let module = design.module().clone();
    let ports = design.interface().inputs();
    let ports: Vec<(String, usize)> = ports.map(|port| (port.name.clone(), port.width as usize)).collect();
    lemmas.push(Lemma::new(LemmaKind::Netlist, statement, Procedure::Sweep, move || {
        let mut graph = Graph::new();
        let inputs = NamedWords::free(&mut graph, ports.iter().cloned());
        let made = pipeline.outputs(&mut graph, &inputs.words.concat());
        let wanted = match module.lanes as usize {
            1 => outputs(&mut graph, &module.lane, &inputs.words, &mut Schoolbook),
            lanes => join_lanes(
                &mut graph,
                lanes,
                &inputs.words,
                |_| false,
                |graph, inputs| outputs(graph, &module.lane, inputs, &mut Schoolbook),
            ),
        };
        Formula::equal(graph, &made, &wanted.concat()).show(inputs)
    }));
    Ok(lemmas)
}

/// Returns the lemmas about the netlist that Yosys makes of a device's Verilog: it keeps the contract and is equivalent
/// to the design. For a Verilog file they are about its own unoptimised netlist, because an optimiser may choose any
/// value for an undefined one. If an FPGA family is named, the netlist mapped to its cells is proven too.
///
/// # Errors
///
/// [`NetlistProofError`] where there is no netlist.
pub fn device_lemmas(
    design: &Design,
    device: &dyn VerilogDut,
    mapping: Mapping,
    convention: &Convention,
) -> Result<Vec<Lemma>, NetlistProofError> {
    let about = |lemmas: Vec<Lemma>, subject: &LemmaSubject| -> Vec<Lemma> {
        let lemmas = lemmas.into_iter();
        lemmas.map(|lemma| lemma.about(subject.clone())).collect()
    };
    let mut lemmas = Vec::new();
    if device.elaborated().is_some() {
        lemmas = about(file_lemmas(device, design, convention)?, &LemmaSubject::FileNetlist);
    }
    if lemmas.is_empty() || mapping != Mapping::Generic {
        let netlist = netlist_lemmas(device, design, mapping)?;
        lemmas.extend(about(netlist, &LemmaSubject::TargetNetlist(mapping.name())));
    }
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
            YosysModule::parse(&text, "m").expect("it is a netlist")
        };
        for known in ["3", r#""0""#, r#""1""#] {
            assert!(check_known(&module(known), Mapping::Generic).is_ok(), "{known}");
        }
        for unknown in ["x", "z"] {
            let refused =
                check_known(&module(&format!("\"{unknown}\"")), Mapping::Generic).expect_err("it has no value");
            let message = format!("pin B of cell gate is tied to {unknown}; tie it to 0 or 1");
            assert_eq!(refused.to_string(), message);
        }
    }
}
