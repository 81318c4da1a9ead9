//! The function of a file's module: its results for operands that are marked valid.

use std::sync::Arc;

use halfpipe_aig::Aig;

use halfpipe_lemmas::contract::PipelineNetlist;
use halfpipe_lemmas::graph::{Graph, Literal, PortWords};

/// The results of a module as a function of its operands. Register contents, the inputs of other cycles and undefined
/// values are free inputs: a claim about the results holds for all their values.
#[derive(Clone)]
pub struct FileFunction {
    /// The gates. The first inputs are the operands; all others are free.
    pub circuit: Arc<Aig>,
    /// The widths of the operands in bits, in the order of the ports.
    pub widths: Vec<usize>,
}

impl FileFunction {
    /// Returns the function of a pipeline with operands of these widths in bits.
    pub(crate) fn new(pipeline: &PipelineNetlist, widths: Vec<usize>, is_always_enabled: bool) -> FileFunction {
        let mut graph = Graph::new();
        let operands = graph.inputs(widths.iter().sum());
        let results = pipeline.valid_outputs(&mut graph, &operands, is_always_enabled);
        results.into_iter().for_each(|bit| graph.output(bit));
        FileFunction {
            circuit: Arc::new(graph.0),
            widths,
        }
    }

    /// Returns the function of one of several lanes that lie side by side in operands and result. The operands of the
    /// other lanes are free. `is_shared` names operands that all lanes have in common.
    pub fn lane(&self, lane: usize, lanes: usize, is_shared: impl Fn(usize) -> bool) -> FileFunction {
        if lanes == 1 {
            return self.clone();
        }
        let mut circuit = Aig::new();
        let widths: Vec<usize> = (self.widths.iter().enumerate())
            .map(|(place, width)| if is_shared(place) { *width } else { width / lanes })
            .collect();
        let shares: PortWords = widths.iter().map(|width| circuit.inputs(*width)).collect();
        let mut inputs = Vec::new();
        for (place, share) in shares.iter().enumerate() {
            if is_shared(place) {
                inputs.extend(share);
                continue;
            }
            for other in 0..lanes {
                let word = if other == lane {
                    share.clone()
                } else {
                    circuit.inputs(share.len())
                };
                inputs.extend(word);
            }
        }
        inputs.extend(circuit.inputs(self.circuit.free_input_count() - inputs.len()));
        let results = circuit.step(&self.circuit, &inputs, &[]).outputs;
        let width = results.len() / lanes;
        results[lane * width..][..width]
            .iter()
            .for_each(|bit| circuit.output(*bit));
        FileFunction {
            circuit: Arc::new(circuit),
            widths,
        }
    }

    /// Adds the results for these operands to a graph. Some nodes may have other values: `replaced` returns the bit of a
    /// node that has.
    pub fn results(
        &self,
        graph: &mut Graph,
        operands: &[Vec<Literal>],
        replaced: impl Fn(usize) -> Option<Literal>,
    ) -> Vec<Literal> {
        let bits = self.nodes(graph, operands, replaced);
        let outputs = self.circuit.outputs().iter();
        outputs
            .map(|bit| bits[bit.node()].inverted_if(bit.is_inverted()))
            .collect()
    }

    /// Adds all nodes for these operands to a graph, and returns the bit of each. All other inputs are free.
    pub fn nodes(
        &self,
        graph: &mut Graph,
        operands: &[Vec<Literal>],
        replaced: impl Fn(usize) -> Option<Literal>,
    ) -> Vec<Literal> {
        let circuit = &self.circuit;
        let mut inputs = operands.concat();
        inputs.extend(graph.inputs(circuit.free_input_count() - inputs.len()));
        let mut bits = vec![Literal::FALSE; circuit.gates().len()];
        for (bit, input) in circuit.free_inputs().zip(inputs) {
            bits[bit.node()] = input;
        }
        for (node, gate) in circuit.gates().iter().enumerate() {
            if gate.operands().next().is_none() {
                continue;
            }
            bits[node] = match replaced(node) {
                Some(bit) => bit,
                None => graph.copy_gate(*gate, |bit| bits[bit.node()].inverted_if(bit.is_inverted())),
            };
        }
        bits
    }
}
