//! The search for a product in a netlist: nodes that have the values of its bits in a simulation.

use std::collections::{HashMap, HashSet};

use halfpipe_aig::lanes::Lanes;
use halfpipe_aig::Gate;
use halfpipe_lemmas::graph::{Graph, Literal};
use halfpipe_spec::Arithmetic;

use super::cut::{ProductBit, ProductCut};
use super::factor::{Factor, Hypothesis};
use super::function::FileFunction;
use super::lane::SearchedLane;
use super::patterns::{simulate, Values};
use super::sum::find_sum;

/// Looks for the product of the first two operands in one lane of a file's function. It is found if nodes have the values of
/// more than half of its bits, in the form of the factors with most of them.
pub fn find_product(searched: &SearchedLane) -> Option<ProductCut> {
    let SearchedLane {
        function,
        lane,
        format,
        convention,
        ..
    } = *searched;
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
            let cut = searched.cut(hypothesis, hypothesis.factors, bits);
            best = Some((found, cut));
        }
    }
    let cut = match best {
        Some((_, cut)) => cut,
        None => find_sum(searched)?,
    };
    let forms = [cut.hypothesis.factors, [Factor::Plain; 2]];
    Some(find_factors(cut, &forms))
}

impl ProductCut {
    /// Returns a cut whose lemmas are about more words: after those about factors, those about significands and then those
    /// about operands. A netlist may be right for normalised factors alone, and pairs of operands show a wrong result.
    pub(super) fn with_wider_words(&self) -> ProductCut {
        let open = ProductCut {
            factor_bits: [HashMap::new(), HashMap::new()],
            ..self.clone()
        };
        let plain = [Factor::Plain; 2];
        if self.forms == plain {
            open
        } else {
            find_factors(open, &[plain])
        }
    }
}

/// Returns a cut with nodes that are bits of the factors, if the nodes of the product are functions of them alone. Several
/// forms of the factors are tried.
fn find_factors(cut: ProductCut, forms: &[[Factor; 2]]) -> ProductCut {
    let candidates = Candidates::new(&cut.function).single;
    let mut graph = Graph::new();
    let operands: Vec<Vec<Literal>> = cut.function.widths.iter().map(|width| graph.inputs(*width)).collect();
    let nodes = cut.function.nodes(&mut graph, &operands, |_| None);
    let taken = [0, 1].map(|place: usize| cut.convention.take(&mut graph, cut.format, &operands[place]));
    for forms in forms {
        let form = Hypothesis {
            factors: *forms,
            ..cut.hypothesis
        };
        let factors = form.factors(&mut graph, cut.lane, &taken);
        let cares = [0, 1].map(|place: usize| form.care_of_factor(&mut graph, cut.lane, cut.format, &operands[place]));
        let values = simulate(&graph, &operands, cut.format);
        let factor_bits = [0, 1].map(|place: usize| {
            let mask: Values = cares[place].of_values(&values);
            match_bits(&factors[place], &candidates[place], &nodes, |bit| {
                signature(bit.of_values(&values), mask)
            })
        });
        let mut with_factors = ProductCut {
            forms: *forms,
            factor_bits,
            ..cut.clone()
        };
        retain_functions_of_factors(&mut with_factors);
        if with_factors.has_factors() && count_places(&with_factors.bits) == count_places(&cut.bits) {
            return with_factors;
        }
    }
    cut
}

/// Returns the number of different places that some nodes have.
fn count_places(bits: &HashMap<usize, ProductBit>) -> usize {
    let places: HashSet<usize> = bits.values().map(|bit| bit.place).collect();
    places.len()
}

/// Leaves only nodes that are functions of the bits of the factors, and of the nodes of an addend.
fn retain_functions_of_factors(cut: &mut ProductCut) {
    let mut graph = Graph::new();
    let words = cut.words(|width| graph.inputs(width));
    let addend: HashMap<usize, Literal> = cut.addend.iter().map(|node| (*node, graph.input())).collect();
    let nodes = cut.nodes_of_words(&mut graph, &words, |node| addend.get(&node).copied());
    let mut is_other = vec![false; graph.gates().len()];
    let known = words[0].len() + words[1].len() + addend.len();
    graph
        .free_inputs()
        .skip(known)
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
