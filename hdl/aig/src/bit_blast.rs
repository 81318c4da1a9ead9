//! Conversion of netlists to graphs.

use std::collections::HashMap;

use halfpipe_netlist::{NetId, Netlist, Node, Op};

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
    let words = cut_words(graph, netlist, inputs, multiplications, &mut |_, _, word| word);
    port_words(netlist, &words)
}

/// Returns the same as [`outputs`]. A sum of two numbers and one bit is a single chain of carries that begins with the
/// bit. If registers divide such a sum, its parts are therefore the same nodes as the whole.
pub fn outputs_of_chains(
    graph: &mut Aig,
    netlist: &Netlist,
    inputs: &[Vec<Literal>],
    multiplications: &mut dyn Multiplications,
) -> Vec<Vec<Literal>> {
    let mut chains = CarryChains::new(netlist);
    let words = elaborate(
        graph,
        netlist,
        multiplications,
        |id| input_word(netlist, inputs, id),
        &mut |graph, words, id, word| chains.joined(graph, words, id).unwrap_or(word),
    );
    port_words(netlist, &words)
}

/// Takes the word of a net, and returns the one that the nets behind it take.
pub type Cut<'a> = &'a mut dyn FnMut(&mut Aig, NetId, Vec<Literal>) -> Vec<Literal>;

/// Returns the words of all nets of a netlist for these inputs. `cut` gets the word of each other net, and returns the one
/// that the nets behind it take. Registers are treated as wires.
pub fn cut_words(
    graph: &mut Aig,
    netlist: &Netlist,
    inputs: &[Vec<Literal>],
    multiplications: &mut dyn Multiplications,
    cut: Cut<'_>,
) -> Vec<Vec<Literal>> {
    let free = |id| input_word(netlist, inputs, id);
    elaborate(graph, netlist, multiplications, free, &mut |graph, _, id, word| {
        cut(graph, id, word)
    })
}

/// Returns the word of an input net.
fn input_word(netlist: &Netlist, inputs: &[Vec<Literal>], id: NetId) -> Vec<Literal> {
    let position = netlist.inputs.iter().position(|port| port.net == id);
    inputs[position.expect("an input is a port")].clone()
}

/// The additions of a netlist, of which one that adds a bit to a sum joins the sum's carry chain.
struct CarryChains<'n> {
    netlist: &'n Netlist,
    /// The summands of each net that is a sum.
    summands: Vec<Option<[NetId; 2]>>,
}

impl CarryChains<'_> {
    fn new(netlist: &Netlist) -> CarryChains<'_> {
        CarryChains {
            netlist,
            summands: vec![None; netlist.nodes.len()],
        }
    }

    /// Returns the word of a net that adds a bit to a sum; nothing for any other net. Nets come in order.
    fn joined(&mut self, graph: &mut Aig, words: &[Vec<Literal>], id: NetId) -> Option<Vec<Literal>> {
        let node = self.netlist.node(id);
        match node.op {
            Op::Register => self.summands[id.index()] = self.summands[node.operands[0].index()],
            Op::Add => {
                let [first, second] = [node.operands[0], node.operands[1]];
                for [sum, bit] in [[first, second], [second, first]] {
                    let bit = &words[bit.index()];
                    let is_bit = bit[1..].iter().all(|above| *above == Literal::FALSE);
                    if let (true, Some([first, second])) = (is_bit, self.summands[sum.index()]) {
                        return Some(graph.add(&words[first.index()], &words[second.index()], bit[0]).0);
                    }
                }
                self.summands[id.index()] = Some([first, second]);
            }
            _ => {}
        }
        None
    }
}

/// Returns the words of some nets. Other nets are computed only where they are needed. `given` has the words of nets that
/// are not computed, inputs among them; a wanted net is computed even so.
///
/// # Panics
///
/// Panics if an input is needed and has no word.
pub fn net_words(
    graph: &mut Aig,
    netlist: &Netlist,
    given: &[(NetId, Vec<Literal>)],
    wanted: &[NetId],
    multiplications: &mut dyn Multiplications,
) -> Vec<Vec<Literal>> {
    let given: HashMap<NetId, &Vec<Literal>> = given.iter().map(|(id, word)| (*id, word)).collect();
    let mut is_needed = vec![false; netlist.nodes.len()];
    let mut stack = wanted.to_vec();
    while let Some(id) = stack.pop() {
        if !std::mem::replace(&mut is_needed[id.index()], true) {
            let operands = netlist.node(id).operands.iter();
            let computed = operands.filter(|operand| !given.contains_key(operand));
            stack.extend(computed);
        }
    }
    let mut words: Vec<Vec<Literal>> = vec![Vec::new(); netlist.nodes.len()];
    let mut made: HashMap<NetId, Vec<Literal>> = HashMap::new();
    for id in netlist.ids() {
        let of_given = given.get(&id).map(|word| word.to_vec());
        if !is_needed[id.index()] {
            words[id.index()] = of_given.unwrap_or_default();
            continue;
        }
        let node = netlist.node(id);
        let word = match node.op {
            Op::Input | Op::State => of_given.clone().expect("an input has a word"),
            _ => {
                let operands = node.operands.iter();
                let operands: Vec<&[Literal]> = operands.map(|operand| &words[operand.index()][..]).collect();
                word(graph, node, &operands, multiplications)
            }
        };
        if wanted.contains(&id) {
            made.insert(id, word.clone());
        }
        words[id.index()] = of_given.unwrap_or(word);
    }
    wanted.iter().map(|id| made[id].clone()).collect()
}

/// An enabled clock cycle of an iterative unit without a reset.
pub struct IterationCycle {
    /// The outputs, one word for each port.
    pub outputs: Vec<Vec<Literal>>,
    /// 1 if offered operands are taken.
    pub in_ready: Literal,
    /// 1 if the outputs show a result.
    pub out_valid: Literal,
    /// The contents of the registers after the cycle.
    pub next: Vec<Vec<Literal>>,
}

/// Returns a clock cycle of an iterative unit with these operands and these contents of its registers.
///
/// # Panics
///
/// Panics if the netlist is not an iterative unit.
pub fn cycle(
    graph: &mut Aig,
    netlist: &Netlist,
    operands: &[Vec<Literal>],
    in_valid: Literal,
    held: &[Vec<Literal>],
    multiplications: &mut dyn Multiplications,
) -> IterationCycle {
    let iteration = netlist.iteration.as_ref().expect("the netlist is an iterative unit");
    let free = |id| {
        let operand = netlist.inputs.iter().position(|port| port.net == id);
        let register = iteration.registers.iter().position(|register| register.net == id);
        match (operand, register) {
            (Some(position), _) => operands[position].clone(),
            (_, Some(position)) => held[position].clone(),
            _ => vec![in_valid],
        }
    };
    let words = elaborate(graph, netlist, multiplications, free, &mut |_, _, _, word| word);
    let registers = iteration.registers.iter();
    IterationCycle {
        outputs: port_words(netlist, &words),
        in_ready: words[iteration.in_ready.index()][0],
        out_valid: words[iteration.out_valid.index()][0],
        next: registers.map(|register| words[register.next.index()].clone()).collect(),
    }
}

/// Returns the words of the output ports.
fn port_words(netlist: &Netlist, words: &[Vec<Literal>]) -> Vec<Vec<Literal>> {
    let ports = netlist.outputs.iter();
    ports.map(|port| words[port.net.index()].clone()).collect()
}

/// Gives the word of a net that later nets take, from the words of earlier nets and its own.
type Replacement<'c> = dyn FnMut(&mut Aig, &[Vec<Literal>], NetId, Vec<Literal>) -> Vec<Literal> + 'c;

/// Returns the words of all nets. `free` gives those of inputs, and of the registers of an iterative unit. `cut` gives
/// those in place of all others; it gets the words of earlier nets too.
fn elaborate(
    graph: &mut Aig,
    netlist: &Netlist,
    multiplications: &mut dyn Multiplications,
    free: impl Fn(NetId) -> Vec<Literal>,
    cut: &mut Replacement<'_>,
) -> Vec<Vec<Literal>> {
    let mut words: Vec<Vec<Literal>> = Vec::with_capacity(netlist.nodes.len());
    for id in netlist.ids() {
        let node = netlist.node(id);
        let word = match node.op {
            Op::Input | Op::State => free(id),
            _ => {
                let operands: Vec<&[Literal]> = node
                    .operands
                    .iter()
                    .map(|operand| &words[operand.index()][..])
                    .collect();
                let word = word(graph, node, &operands, multiplications);
                cut(graph, &words, id, word)
            }
        };
        assert_eq!(word.len(), node.width as usize, "{:?}", node.op);
        words.push(word);
    }
    words
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
        Op::Input | Op::State => unreachable!("it has no operands"),
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
