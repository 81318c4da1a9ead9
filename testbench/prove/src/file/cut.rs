//! A file's function with its product cut out.

use std::collections::HashMap;

use halfpipe_aig::bit_blast::Multiplications;
use halfpipe_isa::{Operand, Rounding};
use halfpipe_spec::{Arithmetic, Format, Lane, Logic};

use super::factor::Hypothesis;
use super::function::FileFunction;
use crate::convention::Convention;
use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::implementation::{code, first_wrong, Implementation, ImplementationOutputs};
use crate::kind::LemmaKind;
use crate::lemma::Lemma;

/// A bit of the product, or its complement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProductBit {
    /// The place of the bit in the product.
    pub place: usize,
    /// True for the complement.
    pub is_inverted: bool,
}

/// One lane of a file's function, and the nodes in it that are bits of the product of two factors.
///
/// The lemmas about the lane take any product that has the property of [`crate::formula::relation`]. They are lemmas
/// about the file, because the product lemma shows that each of these nodes is its bit of the true product.
#[derive(Clone)]
pub struct ProductCut {
    /// The function of the lane.
    pub function: FileFunction,
    /// The specification of the lane.
    pub lane: Lane,
    /// The format of the factors.
    pub format: Format,
    /// The factors, and the operands for which the product matters.
    pub hypothesis: Hypothesis,
    /// The bit of the product that each node is.
    pub bits: HashMap<usize, ProductBit>,
    /// The bit of each factor that each node is. The nodes of the product are functions of these bits alone, or there are none.
    pub factor_bits: [HashMap<usize, ProductBit>; 2],
    /// The conventions of the file.
    pub convention: Convention,
    /// The name of the rounding port, which is the last operand, if there is one.
    pub rounding_port: Option<&'static str>,
}

impl ProductCut {
    /// Returns the lemmas that the nodes are bits of the product for all operands that matter.
    pub fn product_lemmas(&self) -> Vec<Lemma> {
        let mut lemmas = Vec::new();
        if self.has_factors() {
            for (place, name) in ["a", "b"].into_iter().enumerate() {
                let statement = format!(
                    "{} nodes are bits of the factor of {name}, for all its values",
                    self.factor_bits[place].len()
                );
                let kind = LemmaKind::FoundFactor(name.to_owned());
                let cut = self.clone();
                lemmas.push(Lemma::new(kind, statement, Procedure::Enumerate, move || {
                    cut.claim_factor(place)
                }));
            }
        }
        let found: Vec<usize> = self.bits.values().map(|bit| bit.place).collect();
        let width = 2 * self.lane.significand_bits();
        let places = (0..width).filter(|place| found.contains(place)).count();
        let domain = if self.has_factors() { "factors" } else { "operands" };
        let statement = format!(
            "{} nodes are {places} of the {width} bits of the product of the factors, for all pairs of {domain}",
            self.bits.len()
        );
        let cut = self.clone();
        lemmas.push(Lemma::new(
            LemmaKind::FoundProduct,
            statement,
            Procedure::Enumerate,
            move || cut.claim_product(),
        ));
        lemmas
    }

    /// Returns the factors of some operands.
    fn factors(&self, graph: &mut Graph, operands: &[Vec<Literal>]) -> [Vec<Literal>; 2] {
        let taken = [0, 1].map(|place: usize| self.convention.take(graph, self.format, &operands[place]));
        self.hypothesis.factors(graph, self.lane, &taken)
    }

    /// True if the nodes of the product are functions of nodes that are bits of the factors.
    pub fn has_factors(&self) -> bool {
        self.factor_bits.iter().all(|bits| !bits.is_empty())
    }

    /// Claims that each node is its bit of a factor where the factor matters.
    fn claim_factor(&self, place: usize) -> Formula {
        let mut graph = Graph::new();
        let operands: Vec<Vec<Literal>> = self.function.widths.iter().map(|width| graph.inputs(*width)).collect();
        let nodes = self.function.nodes(&mut graph, &operands, |_| None);
        let factor = self.factors(&mut graph, &operands)[place].clone();
        let care = self
            .hypothesis
            .care_of_factor(&mut graph, self.lane, self.format, &operands[place]);
        let differences = differences(&mut graph, &nodes, &factor, &self.factor_bits[place]);
        let words = [("a", 0), ("b", 1)].map(|(name, place)| (name.to_owned(), operands[place].clone()));
        claim_never(graph, &differences, care, words.into())
    }

    /// Claims that each node is its bit of the product where the product matters.
    fn claim_product(&self) -> Formula {
        let mut graph = Graph::new();
        if self.has_factors() {
            let width = self.lane.significand_bits();
            let factors = [graph.inputs(width), graph.inputs(width)];
            let nodes = self.nodes_of_factors(&mut graph, &factors);
            let product = graph.multiply(&factors[0], &factors[1]);
            let differences = differences(&mut graph, &nodes, &product, &self.bits);
            let words = ["first", "second"]
                .map(str::to_owned)
                .into_iter()
                .zip(factors)
                .collect();
            return claim_never(graph, &differences, Literal::TRUE, words);
        }
        let operands: Vec<Vec<Literal>> = self.function.widths.iter().map(|width| graph.inputs(*width)).collect();
        let nodes = self.function.nodes(&mut graph, &operands, |_| None);
        let factors = self.factors(&mut graph, &operands);
        let product = graph.multiply(&factors[0], &factors[1]);
        let differences = differences(&mut graph, &nodes, &product, &self.bits);
        let care = self.hypothesis.care(&mut graph, self.lane, self.format, &operands);
        let words = ["a", "b"].map(str::to_owned).into_iter().zip(operands).collect();
        claim_never(graph, &differences, care, words)
    }

    /// Adds all nodes to a graph, with the bits of these factors in the place of the nodes that are them. All inputs are free.
    pub(super) fn nodes_of_factors(&self, graph: &mut Graph, factors: &[Vec<Literal>; 2]) -> Vec<Literal> {
        let factor_bit = |node: usize| {
            let find = |place: usize| {
                let bit = self.factor_bits[place].get(&node)?;
                Some(factors[place][bit.place].inverted_if(bit.is_inverted))
            };
            find(0).or_else(|| find(1))
        };
        let mut inputs = self.function.circuit.free_inputs();
        let mut operands = Vec::new();
        for width in &self.function.widths {
            let word = inputs.by_ref().take(*width);
            operands.push(
                word.map(|bit| factor_bit(bit.node()).unwrap_or_else(|| graph.input()))
                    .collect(),
            );
        }
        self.function.nodes(graph, &operands, factor_bit)
    }

    /// Returns the nodes that are not their bit of the product for a pair of operands.
    pub fn wrong_nodes(&self, pair: [u128; 2]) -> Vec<usize> {
        let mut graph = Graph::new();
        let operands: Vec<Vec<Literal>> = self.function.widths.iter().map(|width| graph.inputs(*width)).collect();
        let nodes = self.function.nodes(&mut graph, &operands, |_| None);
        let factors = self.factors(&mut graph, &operands);
        let product = graph.multiply(&factors[0], &factors[1]);
        let known: HashMap<usize, bool> = (operands.iter().zip(pair))
            .flat_map(|(word, value)| {
                word.iter()
                    .enumerate()
                    .map(move |(place, bit)| (bit.node(), value >> place & 1 == 1))
            })
            .collect();
        let values = graph.simulate(|node| known.get(&node).map_or(0, |bit| u64::from(*bit)));
        let is_one = |bit: Literal| (values[bit.node()] & 1 == 1) != bit.is_inverted();
        let is_wrong = |(node, bit): (&usize, &ProductBit)| {
            let expected = is_one(product[bit.place]) != bit.is_inverted;
            (is_one(nodes[*node]) != expected).then_some(*node)
        };
        self.bits.iter().filter_map(is_wrong).collect()
    }
}

impl Implementation for ProductCut {
    fn elaborate(
        &self,
        graph: &mut Graph,
        operands: &[Vec<Literal>],
        multiplications: &mut dyn Multiplications,
    ) -> ImplementationOutputs {
        let factors = self.factors(graph, operands);
        let product = multiplications.product(graph, &factors[0], &factors[1]);
        let care = self.hypothesis.care(graph, self.lane, self.format, operands);
        let other = if care == Literal::TRUE {
            product.clone()
        } else {
            graph.inputs(product.len())
        };
        let bits: Vec<Literal> = (product.iter().zip(&other))
            .map(|(product, other)| graph.select(care, *product, *other))
            .collect();
        let replaced = |node: usize| {
            let bit = self.bits.get(&node)?;
            Some(bits[bit.place].inverted_if(bit.is_inverted))
        };
        let results = match self.rounding_port {
            None => vec![self.function.results(graph, operands, replaced)],
            Some(_) => Rounding::ALL
                .map(|rounding| {
                    let inputs = [operands, &[code(graph, rounding)]].concat();
                    self.function.results(graph, &inputs, replaced)
                })
                .into(),
        };
        ImplementationOutputs {
            results,
            inputs: Vec::new(),
        }
    }

    /// Names the first rounding with a wrong result.
    fn counterexample_words(&self, graph: &mut Graph, wrong: &[Literal]) -> Vec<(String, Vec<Literal>)> {
        let codes = Rounding::ALL.map(Rounding::code);
        let port = self.rounding_port.iter();
        port.map(|port| {
            (
                (*port).to_owned(),
                first_wrong(graph, wrong, &codes, Operand::ROUNDING.width()),
            )
        })
        .collect()
    }
}

/// Returns the bits that are 1 where a node is not its bit of a word.
fn differences(
    graph: &mut Graph,
    nodes: &[Literal],
    word: &[Literal],
    bits: &HashMap<usize, ProductBit>,
) -> Vec<Literal> {
    // The order of the nodes, so that the claim and its digest are always the same.
    let mut found: Vec<(&usize, &ProductBit)> = bits.iter().collect();
    found.sort_unstable_by_key(|(node, _)| **node);
    let mut differences: Vec<Literal> = found
        .into_iter()
        .map(|(node, bit)| graph.0.xor(nodes[*node], word[bit.place].inverted_if(bit.is_inverted)))
        .collect();
    differences.sort_unstable();
    differences.dedup();
    differences
}

/// Claims that no bit is ever 1 where `care` is 1.
fn claim_never(graph: Graph, wrong: &[Literal], care: Literal, words: Vec<(String, Vec<Literal>)>) -> Formula {
    let formula = Formula {
        words,
        ..Formula::never(graph, wrong)
    };
    if care == Literal::TRUE {
        formula
    } else {
        formula.assume(care)
    }
}
