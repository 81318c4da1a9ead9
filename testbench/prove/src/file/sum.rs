//! The search for a product that a netlist has only inside of a sum: the rows of a multiplier and an addend in one adder.
//!
//! Normal operands of the same exponents, but with other fractions, leave the addend as it is. A node is a bit of the sum if
//! its exclusive or with the bit of the product, and with the carry from the bits below, is the same for both fractions. It is
//! the bit of the addend, and the carry follows.

use std::collections::{HashMap, HashSet};

use halfpipe_aig::lanes::Lanes;
use halfpipe_aig::sweep::{drawn, FIRST_RANDOM};
use halfpipe_lemmas::graph::{Graph, Literal, PortWords};
use halfpipe_spec::{Arithmetic, Format};

use super::boundary::Boundary;
use super::cut::{ProductBit, ProductCut};
use super::factor::{Factor, Hypothesis};
use super::function::FileFunction;
use super::lane::SearchedLane;
use super::patterns::{simulate, Values};

/// The most sums that are followed side by side.
const MOST_SUMS: usize = 64;

/// The values of a bit for operands and for the same operands with other fractions.
type Pair = [Values; 2];

/// The lower bits of what may be a sum.
#[derive(Clone)]
struct PartialSum {
    carry: Pair,
    /// The node of each bit. True for its complement.
    nodes: Vec<(usize, bool)>,
}

/// Looks for the sum of an addend and the product of the first two operands.
pub fn find_sum(searched: &SearchedLane) -> Option<ProductCut> {
    let SearchedLane {
        function,
        lane,
        format,
        convention,
        ..
    } = *searched;
    if function.widths.len() < 3 {
        return None;
    }
    let mut graph = Graph::new();
    let operands: PortWords = function.widths.iter().map(|width| graph.inputs(*width)).collect();
    let nodes = function.nodes(&mut graph, &operands, |_| None);
    let significands = [0, 1].map(|place: usize| {
        let taken = convention.take(&mut graph, format, &operands[place]);
        lane.significand(&mut graph, &taken)
    });
    let product = graph.multiply(&significands[0], &significands[1]);
    let values = simulate_fractions(&graph, &operands, format);
    let of_values = |bit: &Literal| -> Pair { [0, 1].map(|fractions: usize| bit.of_values(&values[fractions])) };
    let product: Vec<Pair> = product.iter().map(of_values).collect();
    let nodes: Vec<Pair> = nodes.iter().map(of_values).collect();
    let cone = function.circuit.cone(function.circuit.outputs());
    let sum = follow(&product, &cone, &nodes)?;
    let bits = sum.iter().enumerate().map(|(place, (node, is_inverted))| {
        let is_inverted = *is_inverted;
        (*node, ProductBit { place, is_inverted })
    });
    let cut = searched.cut(Hypothesis::all().next()?, [Factor::Plain; 2], bits.collect());
    let plain = with_addend(cut.clone());
    with_hypothesis(plain).or_else(|| with_hypothesis(rewrite(cut)))
}

/// Returns the nodes of the first function that do not change with the fractions.
fn find_steady(function: &FileFunction, format: Format) -> Vec<bool> {
    let mut graph = Graph::new();
    let operands: PortWords = function.widths.iter().map(|width| graph.inputs(*width)).collect();
    let nodes = function.nodes(&mut graph, &operands, |_| None);
    let [one, other] = simulate_fractions(&graph, &operands, format);
    let is_steady = |bit: &Literal| bit.of_values::<Values>(&one) == bit.of_values::<Values>(&other);
    nodes.iter().map(is_steady).collect()
}

/// Returns a cut with the nodes that give the addend.
fn with_addend(cut: ProductCut) -> ProductCut {
    let boundary = Boundary::new(&cut.function, find_steady(&cut.function, cut.format));
    let addend = boundary.nodes(&cut.sum_nodes());
    ProductCut { addend, ..cut }
}

/// Returns a cut of a rewritten function in which bits of the addend are nodes, and equal ones are the same node.
fn rewrite(cut: ProductCut) -> ProductCut {
    let file = cut.function.clone();
    let boundary = Boundary::new(&cut.function, find_steady(&cut.function, cut.format));
    let divided = with_addend(cut.moved(boundary.divide()));
    let boundary = Boundary::new(&divided.function, find_steady(&divided.function, divided.format));
    let merged = with_addend(divided.moved(boundary.merge(&divided.addend)));
    ProductCut {
        file: Some(file),
        ..merged
    }
}

/// Simulates normal operands: twice, with other fractions of the first two.
fn simulate_fractions(graph: &Graph, operands: &[Vec<Literal>], format: Format) -> [Vec<Values>; 2] {
    let mut state = FIRST_RANDOM;
    let mut random = || -> Values {
        std::array::from_fn(|word| {
            let [one, other] = [drawn(&mut state), drawn(&mut state)];
            match word % 4 {
                0 => one & other,
                1 => one | other,
                _ => one,
            }
        })
    };
    let mut inputs: HashMap<usize, Values> = graph.free_inputs().map(|bit| (bit.node(), random())).collect();
    for operand in &operands[..2] {
        // A field that is neither all zeros nor all ones.
        let top = format.fraction_bits + format.exponent_bits - 1;
        let below = inputs[&operand[top - 1].node()];
        inputs.insert(operand[top].node(), below.inverted_if(true));
    }
    let first = graph.simulate(|node| inputs[&node]);
    for operand in &operands[..2] {
        for bit in &operand[..format.fraction_bits] {
            inputs.insert(bit.node(), random());
        }
    }
    [first, graph.simulate(|node| inputs[&node])]
}

/// Follows sums from their lowest bit upwards. Returns the nodes of one with all bits of the product: up to its carry, or
/// the longest.
fn follow(product: &[Pair], cone: &[usize], nodes: &[Pair]) -> Option<Vec<(usize, bool)>> {
    let mut changes: HashMap<Values, Vec<usize>> = HashMap::new();
    for node in cone {
        let [one, other] = nodes[*node];
        changes.entry(one.xor(other)).or_default().push(*node);
    }
    let start = PartialSum {
        carry: [Values::ZERO; 2],
        nodes: Vec::new(),
    };
    let mut sums = vec![start];
    for place in 0..2 * product.len() {
        let bit = product.get(place).copied().unwrap_or([Values::ZERO; 2]);
        let mut next = Vec::new();
        let mut seen = HashSet::new();
        for sum in &sums {
            let rest = [0, 1].map(|fractions: usize| bit[fractions].xor(sum.carry[fractions]));
            for node in changes.get(&rest[0].xor(rest[1])).into_iter().flatten() {
                for is_inverted in [false, true] {
                    let addend = nodes[*node][0].xor(rest[0]).inverted_if(is_inverted);
                    let carry = [0, 1].map(|fractions: usize| carry(bit[fractions], sum.carry[fractions], addend));
                    let mut longer = sum.nodes.clone();
                    longer.push((*node, is_inverted));
                    if place >= product.len() && addend == Values::ZERO {
                        return Some(longer);
                    }
                    if seen.insert(carry) && next.len() < MOST_SUMS {
                        next.push(PartialSum { carry, nodes: longer });
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        sums = next;
    }
    let longest = sums.swap_remove(0).nodes;
    (longest.len() >= product.len()).then_some(longest)
}

fn carry(one: Values, other: Values, third: Values) -> Values {
    std::array::from_fn(|word| one[word] & other[word] | third[word] & (one[word] | other[word]))
}

/// Returns a cut with the first hypothesis for which the nodes are the sum in a simulation.
fn with_hypothesis(cut: ProductCut) -> Option<ProductCut> {
    let mut graph = Graph::new();
    let operands: PortWords = cut.function.widths.iter().map(|width| graph.inputs(*width)).collect();
    let free: HashMap<usize, Literal> = cut.addend.iter().map(|node| (*node, graph.input())).collect();
    let addend_bit = |node: usize| free.get(&node).copied();
    let pair = [operands[0].clone(), operands[1].clone()];
    let nodes = cut.nodes_of_words(&mut graph, &pair, addend_bit);
    let made = cut.sum_bits(&nodes);
    let taken = [0, 1].map(|place: usize| cut.convention.take(&mut graph, cut.format, &operands[place]));
    let addend = cut.addend_word(&mut graph, addend_bit);
    let mut wrong = Vec::new();
    for hypothesis in Hypothesis::all() {
        let factors = hypothesis.factors(&mut graph, cut.lane, &taken);
        let product = graph.multiply(&factors[0], &factors[1]);
        let wanted = cut.with_addend(&mut graph, &product, &addend);
        let same = graph.equal(&made, &wanted);
        let care = hypothesis.care(&mut graph, cut.lane, cut.format, &operands);
        wrong.push((hypothesis, graph.0.and(care, !same)));
    }
    let values = simulate(&graph, &operands, cut.format);
    let is_right = |wrong: &Literal| wrong.of_values::<Values>(&values) == Values::ZERO;
    let (hypothesis, _) = wrong.into_iter().find(|(_, wrong)| is_right(wrong))?;
    Some(ProductCut { hypothesis, ..cut })
}
