//! The graph of a netlist that Yosys synthesised from a module's Verilog.

use halfpipe_spec::Logic;
use halfpipe_yosys::circuit::network::{Network, Node};

use crate::graph::{Graph, Literal};

/// The result of one clock cycle of a network.
pub struct NextState {
    /// The outputs during the cycle.
    pub outputs: Vec<Literal>,
    /// The value that each register takes at the next clock edge.
    pub next: Vec<Literal>,
}

/// Evaluates one clock cycle of a network from its inputs and the contents of its registers.
pub fn step(graph: &mut Graph, network: &Network, inputs: &[Literal], held: &[Literal]) -> NextState {
    let mut bits: Vec<Literal> = Vec::new();
    for (_, node) in network.nodes() {
        let made = match node {
            Node::Constant(value) => graph.constant(value),
            Node::Input(number) => inputs[number],
            Node::Register(number) => held[number],
            Node::Not(bit) => !bits[bit.number() as usize],
            Node::And(one, other) => graph.and(bits[one.number() as usize], bits[other.number() as usize]),
            Node::Or(one, other) => graph.or(bits[one.number() as usize], bits[other.number() as usize]),
            Node::Xor(one, other) => graph.xor(bits[one.number() as usize], bits[other.number() as usize]),
            Node::Select { select, zero, one } => {
                let [select, zero, one] = [select, zero, one].map(|bit| bits[bit.number() as usize]);
                graph.select(select, one, zero)
            }
        };
        bits.push(made);
    }
    let of =
        |these: &[halfpipe_yosys::circuit::network::Bit]| these.iter().map(|bit| bits[bit.number() as usize]).collect();
    NextState {
        outputs: of(network.outputs()),
        next: of(network.next()),
    }
}
