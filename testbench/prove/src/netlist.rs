//! Conversion of netlists to graphs.

use halfpipe_hdl::stage::{product, Multiplier};
use halfpipe_netlist::{Builder, Netlist, Node, Op};
use halfpipe_spec::{Arithmetic, Logic};

use crate::formula::OpenProduct;
use crate::graph::{Graph, Literal};

/// A treatment of multiplications.
pub trait Multiplications {
    /// Returns the product of two factors of a netlist.
    fn product(&mut self, graph: &mut Graph, first: &[Literal], second: &[Literal]) -> Vec<Literal>;
}

/// The definition of multiplication: the sum of the first factor, shifted to each place where the second has a 1.
pub struct Schoolbook;

impl Multiplications for Schoolbook {
    fn product(&mut self, graph: &mut Graph, first: &[Literal], second: &[Literal]) -> Vec<Literal> {
        graph.multiply(first, second)
    }
}

/// Abstraction of products: the bits of a product are free inputs. The same factors have the same product.
#[derive(Default)]
pub struct Open {
    /// The multiplications so far.
    pub products: Vec<OpenProduct>,
}

impl Multiplications for Open {
    fn product(&mut self, graph: &mut Graph, first: &[Literal], second: &[Literal]) -> Vec<Literal> {
        let is_known = |factor: &[Literal]| factor.iter().all(|bit| bit.node() == Literal::FALSE.node());
        if is_known(first) || is_known(second) {
            // A product with a constant is not abstracted.
            return graph.multiply(first, second);
        }
        if let Some(known) = self
            .products
            .iter()
            .find(|open| open.factors[0] == first && open.factors[1] == second)
        {
            return known.product.clone();
        }
        let product = graph.inputs(first.len() + second.len());
        self.products.push(OpenProduct {
            factors: [first.to_vec(), second.to_vec()],
            product: product.clone(),
        });
        product
    }
}

/// Multiplication as a sum of rows, as in modules without multiplier blocks.
pub struct Rows;

impl Multiplications for Rows {
    fn product(&mut self, graph: &mut Graph, first: &[Literal], second: &[Literal]) -> Vec<Literal> {
        let builder = Builder::new();
        let factors = [("first", first), ("second", second)];
        let [a, b] = factors.map(|(name, factor)| builder.input(name, factor.len() as u32));
        let made = product(builder.scope(), Multiplier::Rows, a, b);
        builder.output("product", made);
        let inputs = [first.to_vec(), second.to_vec()];
        outputs(graph, &builder.finish(), &inputs, self).swap_remove(0)
    }
}

/// Returns the outputs of a netlist for these inputs, one word for each port. Registers are treated as wires: an output
/// belongs to its inputs, whatever the latency between them.
pub fn outputs(
    graph: &mut Graph,
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
    graph: &mut Graph,
    node: &Node,
    operands: &[&[Literal]],
    multiplications: &mut dyn Multiplications,
) -> Vec<Literal> {
    let width = node.width as usize;
    let bitwise = |graph: &mut Graph, gate: fn(&mut Graph, Literal, Literal) -> Literal| {
        let pairs = operands[0].iter().zip(operands[1]);
        pairs.map(|(first, second)| gate(graph, *first, *second)).collect()
    };
    match &node.op {
        Op::Input => unreachable!("an input has no operands"),
        Op::Constant(value) => (0..width)
            .map(|place| graph.constant(value >> place & 1 == 1))
            .collect(),
        Op::Not => graph.inverted(operands[0]),
        Op::And => bitwise(graph, Graph::and),
        Op::Or => bitwise(graph, Graph::or),
        Op::Xor => bitwise(graph, Graph::xor),
        Op::Add => graph.sum(operands[0], operands[1]),
        Op::Sub => graph.subtract(operands[0], operands[1]).0,
        Op::Mul => multiplications.product(graph, operands[0], operands[1]),
        Op::Equal => vec![graph.equal(operands[0], operands[1])],
        Op::Less => vec![graph.less(operands[0], operands[1])],
        Op::ShiftLeft => shifted(graph, operands[0], operands[1], true),
        Op::ShiftRight => shifted(graph, operands[0], operands[1], false),
        Op::Mux => graph.choose(operands[0][0], operands[1], operands[2]),
        Op::Concat => operands
            .iter()
            .rev()
            .flat_map(|operand| operand.iter().copied())
            .collect(),
        Op::Slice { low } => operands[0][*low as usize..][..width].to_vec(),
        Op::Any => vec![graph.any(operands[0])],
        Op::All => vec![graph.all(operands[0])],
        Op::Table(entries) => looked_up(graph, entries, operands[0], width),
        Op::Register => operands[0].to_vec(),
    }
}

/// Shifts a word by another; zeros enter.
fn shifted(graph: &mut Graph, word: &[Literal], amount: &[Literal], is_left: bool) -> Vec<Literal> {
    let width = word.len();
    let mut word = word.to_vec();
    for (step, bit) in amount.iter().enumerate() {
        let places = 1_usize.checked_shl(step as u32).unwrap_or(usize::MAX).min(width);
        let moved = match is_left {
            true => graph.resized(&graph.raised(&word, places), width),
            false => graph.resized(&word[places..], width),
        };
        word = graph.choose(*bit, &moved, &word);
    }
    word
}

/// Returns the entry of a table that an index selects.
fn looked_up(graph: &mut Graph, entries: &[u128], index: &[Literal], width: usize) -> Vec<Literal> {
    match index.split_last() {
        None => (0..width)
            .map(|place| graph.constant(entries[0] >> place & 1 == 1))
            .collect(),
        Some((top, rest)) => {
            let half = entries.len() / 2;
            let low = looked_up(graph, &entries[..half], rest, width);
            let high = looked_up(graph, &entries[half..], rest, width);
            graph.choose(*top, &high, &low)
        }
    }
}
