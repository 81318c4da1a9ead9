//! The search for a product in a netlist: nodes that have the values of its bits in a simulation.

use std::collections::{HashMap, HashSet};

use halfpipe_aig::lanes::Lanes;
use halfpipe_aig::sweep::{drawn, FIRST_RANDOM};
use halfpipe_aig::Gate;
use halfpipe_spec::{Arithmetic, Format, Lane};

use super::cut::{ProductBit, ProductCut};
use super::factor::Hypothesis;
use super::function::FileFunction;
use crate::convention::Convention;
use crate::graph::{Graph, Literal};

/// The number of 64-bit words of simulated values of each node.
const WORDS: usize = 64;

type Values = [u64; WORDS];

/// Looks for the product of the first two operands in one lane of a file's function. It is found if nodes have the values of
/// more than half of its bits, in the form of the factors with most of them.
pub fn find_product(
    function: &FileFunction,
    lane: Lane,
    format: Format,
    convention: &Convention,
    rounding_port: Option<&'static str>,
) -> Option<ProductCut> {
    let mut graph = Graph::new();
    let operands: Vec<Vec<Literal>> = function.widths.iter().map(|width| graph.inputs(*width)).collect();
    let nodes = function.nodes(&mut graph, &operands, |_| None);
    let taken = [0, 1].map(|place: usize| convention.take(&mut graph, format, &operands[place]));
    let hypotheses: Vec<(Hypothesis, Vec<Literal>, Literal)> = Hypothesis::all()
        .map(|hypothesis| {
            let factors = hypothesis.factors(&mut graph, lane, &taken);
            let product = graph.multiply(&factors[0], &factors[1]);
            let care = hypothesis.care(&mut graph, lane, format, &operands);
            (hypothesis, product, care)
        })
        .collect();
    let values = simulate(&graph, &operands, format);
    let candidates = Candidates::new(function);
    let mut best: Option<(usize, ProductCut)> = None;
    for (hypothesis, product, care) in hypotheses {
        let mask: Values = care.of_values(&values);
        let signature = |bit: Literal| signature(bit.of_values(&values), mask);
        let bits = match_bits(&product, &candidates.pair, &nodes, signature);
        let found = count_places(&bits);
        if found > best.as_ref().map_or(product.len() / 2, |(most, _)| *most) {
            let cut = ProductCut {
                function: function.clone(),
                lane,
                format,
                hypothesis,
                bits,
                factor_bits: [HashMap::new(), HashMap::new()],
                convention: convention.clone(),
                rounding_port,
            };
            best = Some((found, cut));
        }
    }
    let (found, mut cut) = best?;
    let factors = cut.hypothesis.factors(&mut graph, lane, &taken);
    let mut with_factors = cut.clone();
    for (place, factor) in factors.iter().enumerate() {
        let care = cut
            .hypothesis
            .care_of_factor(&mut graph, lane, format, &operands[place]);
        let values = simulate(&graph, &operands, format);
        let mask: Values = care.of_values(&values);
        with_factors.factor_bits[place] = match_bits(factor, &candidates.single[place], &nodes, |bit| {
            signature(bit.of_values(&values), mask)
        });
    }
    retain_functions_of_factors(&mut with_factors);
    if count_places(&with_factors.bits) == found {
        cut = with_factors;
    }
    Some(cut)
}

/// Returns the number of different places that some nodes have.
fn count_places(bits: &HashMap<usize, ProductBit>) -> usize {
    let places: HashSet<usize> = bits.values().map(|bit| bit.place).collect();
    places.len()
}

/// Leaves only nodes that are functions of the bits of the factors.
fn retain_functions_of_factors(cut: &mut ProductCut) {
    let mut graph = Graph::new();
    let width = cut.lane.significand_bits();
    let factors = [graph.inputs(width), graph.inputs(width)];
    let nodes = cut.nodes_of_factors(&mut graph, &factors);
    let mut is_other = vec![false; graph.gates().len()];
    graph
        .free_inputs()
        .skip(2 * width)
        .for_each(|bit| is_other[bit.node()] = true);
    for (node, gate) in graph.gates().iter().enumerate() {
        is_other[node] |= gate.operands().any(|operand| is_other[operand.node()]);
    }
    cut.bits.retain(|node, _| !is_other[nodes[*node].node()]);
}

/// The nodes that may be bits of factors and products.
struct Candidates {
    /// Those that depend on one of the first two operands, and on nothing else. Its bits are among them.
    single: [Vec<usize>; 2],
    /// Those that depend on the first two operands, and on nothing else.
    pair: Vec<usize>,
}

impl Candidates {
    fn new(function: &FileFunction) -> Candidates {
        let circuit = &function.circuit;
        // A bit for each of the two operands, and one for all other inputs.
        let mut support = vec![0_u8; circuit.gates().len()];
        let [first, second] = [function.widths[0], function.widths[1]];
        for (place, bit) in circuit.free_inputs().enumerate() {
            support[bit.node()] = match place {
                place if place < first => 1,
                place if place < first + second => 2,
                _ => 4,
            };
        }
        for (node, gate) in circuit.gates().iter().enumerate() {
            for operand in gate.operands() {
                support[node] |= support[operand.node()];
            }
        }
        let cone = circuit.cone(circuit.outputs());
        let select = |wanted: &[u8]| -> Vec<usize> {
            cone.iter()
                .copied()
                .filter(|node| wanted.contains(&support[*node]))
                .collect()
        };
        let is_gate = |node: &usize| circuit.gates()[*node] != Gate::Input;
        Candidates {
            single: [select(&[1]), select(&[2])],
            pair: select(&[1, 2, 3]).into_iter().filter(is_gate).collect(),
        }
    }
}

/// Returns the values of a bit where a mask is 1, or those of its complement. The bool is true for the complement. A bit and
/// its complement have the same values.
fn signature(values: Values, mask: Values) -> (Values, bool) {
    let [plain, complement] = [values.and(mask), values.inverted_if(true).and(mask)];
    if plain < complement {
        (plain, false)
    } else {
        (complement, true)
    }
}

/// Returns the bit of the product that each candidate has the values of.
fn match_bits(
    product: &[Literal],
    candidates: &[usize],
    nodes: &[Literal],
    signature: impl Fn(Literal) -> (Values, bool),
) -> HashMap<usize, ProductBit> {
    let known: HashMap<Values, (usize, bool)> = (product.iter().enumerate())
        .map(|(place, bit)| {
            let (values, is_complement) = signature(*bit);
            (values, (place, is_complement))
        })
        .collect();
    let find = |node: &usize| {
        let (values, is_complement) = signature(nodes[*node]);
        let (place, of_product) = known.get(&values)?;
        let bit = ProductBit {
            place: *place,
            is_inverted: is_complement != *of_product,
        };
        Some((*node, bit))
    };
    candidates.iter().filter_map(find).collect()
}

/// Simulates random operands. In some of the words a factor is subnormal, and fractions are sparse or dense.
fn simulate(graph: &Graph, operands: &[Vec<Literal>], format: Format) -> Vec<Values> {
    let mut state = FIRST_RANDOM;
    let mut inputs: HashMap<usize, Values> = HashMap::new();
    for (number, operand) in operands.iter().enumerate() {
        for (place, bit) in operand.iter().enumerate() {
            let is_fraction = place < format.fraction_bits;
            let is_exponent = !is_fraction && place < format.fraction_bits + format.exponent_bits;
            let words = std::array::from_fn(|word| {
                let is_subnormal = if number == 0 { word % 4 == 1 } else { word % 8 >= 6 };
                let random = drawn(&mut state);
                match word % 5 {
                    _ if is_exponent && is_subnormal => 0,
                    3 if is_fraction => random & drawn(&mut state) & drawn(&mut state),
                    4 if is_fraction => random | drawn(&mut state),
                    _ => random,
                }
            });
            inputs.insert(bit.node(), words);
        }
    }
    graph.simulate(|node| {
        inputs
            .get(&node)
            .copied()
            .unwrap_or_else(|| std::array::from_fn(|_| drawn(&mut state)))
    })
}
