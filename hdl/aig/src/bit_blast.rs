//! Conversion of netlists to graphs.

use halfpipe_netlist::{Netlist, Node, Op};

use crate::graph::{Aig, Literal};
use crate::words::number;

/// A treatment of multiplications.
pub trait Multiplications {
    /// Returns the product of two factors of a netlist.
    fn product(&mut self, graph: &mut Aig, first: &[Literal], second: &[Literal]) -> Vec<Literal>;
}

/// The definition of multiplication: the sum of the first factor, shifted to each place where the second has a 1.
pub struct Schoolbook;

impl Multiplications for Schoolbook {
    fn product(&mut self, graph: &mut Aig, first: &[Literal], second: &[Literal]) -> Vec<Literal> {
        graph.multiply(first, second)
    }
}

/// Returns the outputs of a netlist for these inputs, one word for each port. Registers are treated as wires: an output
/// belongs to its inputs, whatever the latency between them.
pub fn outputs(
    graph: &mut Aig,
    netlist: &Netlist,
    inputs: &[Vec<Literal>],
    multiplications: &mut dyn Multiplications,
) -> Vec<Vec<Literal>> {
    let mut words: Vec<Vec<Literal>> = Vec::with_capacity(netlist.nodes.len());
    for id in netlist.ids() {
        let node = netlist.node(id);
        let word = match node.op {
            Op::Input => {
                let position = netlist.inputs.iter().position(|port| port.net == id);
                inputs[position.expect("an input is a port")].clone()
            }
            _ => {
                let operands: Vec<&[Literal]> = node
                    .operands
                    .iter()
                    .map(|operand| &words[operand.index()][..])
                    .collect();
                word(graph, node, &operands, multiplications)
            }
        };
        assert_eq!(word.len(), node.width as usize, "{:?}", node.op);
        words.push(word);
    }
    netlist
        .outputs
        .iter()
        .map(|port| words[port.net.index()].clone())
        .collect()
}

/// Evaluates an operator on its operands.
fn word(
    graph: &mut Aig,
    node: &Node,
    operands: &[&[Literal]],
    multiplications: &mut dyn Multiplications,
) -> Vec<Literal> {
    let width = node.width as usize;
    match &node.op {
        Op::Input => unreachable!("an input has no operands"),
        Op::Constant(value) => number(*value, width),
        Op::Not => operands[0].iter().map(|bit| !*bit).collect(),
        Op::And => graph.bitwise(Aig::and, operands[0], operands[1]),
        Op::Or => graph.bitwise(Aig::or, operands[0], operands[1]),
        Op::Xor => graph.bitwise(Aig::xor, operands[0], operands[1]),
        Op::Add => graph.add(operands[0], operands[1], Literal::FALSE).0,
        Op::Sub => graph.subtract(operands[0], operands[1]).0,
        Op::Mul => multiplications.product(graph, operands[0], operands[1]),
        Op::Equal => vec![graph.equal(operands[0], operands[1])],
        Op::Less => vec![!graph.subtract(operands[0], operands[1]).1],
        Op::ShiftLeft => graph.shifted(operands[0], operands[1], true),
        Op::ShiftRight => graph.shifted(operands[0], operands[1], false),
        Op::Mux => graph.choose(operands[0][0], operands[1], operands[2]),
        Op::Concat => operands
            .iter()
            .rev()
            .flat_map(|operand| operand.iter().copied())
            .collect(),
        Op::Slice { low } => operands[0][*low as usize..][..width].to_vec(),
        Op::Any => vec![graph.any(operands[0])],
        Op::All => vec![graph.all(operands[0])],
        Op::Table(entries) => graph.looked_up(entries, operands[0], width),
        Op::Register => operands[0].to_vec(),
    }
}
