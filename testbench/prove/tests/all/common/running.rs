//! Bit-parallel simulation of networks.

use halfpipe_prove::circuit::step;
use halfpipe_prove::graph::{Graph, Literal};
use halfpipe_yosys::circuit::network::Network;

/// A simulation of 64 runs of a network side by side.
pub struct Running {
    graph: Graph,
    inputs: Vec<Literal>,
    held: Vec<Literal>,
    outputs: Vec<Literal>,
    next: Vec<Literal>,
    state: Vec<u64>,
}

impl Running {
    /// Starts with all registers at 0.
    pub fn new(network: &Network) -> Running {
        let mut graph = Graph::new();
        let inputs = graph.inputs(network.inputs());
        let held = graph.inputs(network.next().len());
        let stepped = step(&mut graph, network, &inputs, &held);
        Running {
            state: vec![0; held.len()],
            outputs: stepped.outputs,
            next: stepped.next,
            graph,
            inputs,
            held,
        }
    }

    /// Returns the outputs in a cycle with these inputs.
    pub fn cycle(&mut self, inputs: &[u64]) -> Vec<u64> {
        let mut given = vec![0; self.graph.gates().len()];
        let known = self.inputs.iter().zip(inputs).chain(self.held.iter().zip(&self.state));
        known.for_each(|(bit, value)| given[bit.node()] = *value);
        let values = self.graph.simulate(|node| given[node]);
        let of = |bits: &[Literal]| bits.iter().map(|bit| bit.of_values(&values)).collect::<Vec<u64>>();
        self.state = of(&self.next);
        of(&self.outputs)
    }
}
