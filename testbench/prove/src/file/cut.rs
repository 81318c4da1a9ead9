//! A file's function with its product cut out.

use std::collections::HashMap;

use halfpipe_aig::bit_blast::Multiplications;
use halfpipe_isa::{Operand, Rounding};
use halfpipe_lemmas::convention::Convention;
use halfpipe_lemmas::formula::{Formula, Procedure};
use halfpipe_lemmas::graph::{Graph, Literal};
use halfpipe_lemmas::implementation::{code, first_wrong, Implementation, ImplementationOutputs};
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_spec::{Arithmetic, Format, Lane, Logic};

use super::factor::{normalised, Factor, Hypothesis};
use super::function::FileFunction;

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
/// The lemmas about the lane take any product that has the property of [`halfpipe_lemmas::formula::relation`]. They are lemmas
/// about the file, because the product lemma shows that each of these nodes is its bit of the true product.
#[derive(Clone)]
pub struct ProductCut {
    /// The function of the lane, with the nodes that are found.
    pub function: FileFunction,
    /// The function of the file's netlist, if that has other nodes.
    pub file: Option<FileFunction>,
    /// The specification of the lane.
    pub lane: Lane,
    /// The format of the factors.
    pub format: Format,
    /// The factors, and the operands for which the product matters.
    pub hypothesis: Hypothesis,
    /// The bit of the product, or of the sum of product and addend, that each node is.
    pub bits: HashMap<usize, ProductBit>,
    /// The nodes that give the addend, in the order of their lemmas. The product has no addend if there are none.
    pub addend: Vec<usize>,
    /// The forms of the factors whose bits are nodes. A significand may be normalised inside of the multiplier.
    pub forms: [Factor; 2],
    /// The bit of each factor that each node is. The nodes of the product are functions of these bits alone, or there are none.
    pub factor_bits: [HashMap<usize, ProductBit>; 2],
    /// The conventions of the file.
    pub convention: Convention,
    /// The name of the rounding port, which is the last operand, if there is one.
    pub rounding_port: Option<&'static str>,
}

impl ProductCut {
    /// Returns the lemmas that the nodes are bits of the product for all operands that matter. Where it has an addend, it
    /// is that of zeros.
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
        let width = self.sum_width().max(2 * self.lane.significand_bits());
        let places = (0..width).filter(|place| found.contains(place)).count();
        let domain = if self.has_factors() { "factors" } else { "operands" };
        let word = if self.addend.is_empty() {
            "product of the factors"
        } else {
            "sum of an addend and the product of the factors"
        };
        let statement = format!(
            "{} nodes are {places} of the {width} bits of the {word}, for all pairs of {domain}",
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
        let form = Hypothesis {
            factors: self.forms,
            ..self.hypothesis
        };
        let taken = [0, 1].map(|place: usize| self.convention.take(&mut graph, self.format, &operands[place]));
        let factor = form.factors(&mut graph, self.lane, &taken)[place].clone();
        let care = self
            .hypothesis
            .care_of_factor(&mut graph, self.lane, self.format, &operands[place]);
        let differences = differences(&mut graph, &nodes, &factor, &self.factor_bits[place]);
        let words = [("a", 0), ("b", 1)].map(|(name, place)| (name.to_owned(), operands[place].clone()));
        claim_never(graph, &differences, care, words.into())
    }

    /// Claims that each node is its bit of the product where the product matters. All nodes of an addend are zero.
    fn claim_product(&self) -> Formula {
        let mut graph = Graph::new();
        let words = self.words(|width| graph.inputs(width));
        let no_addend = |node: usize| self.addend.contains(&node).then_some(Literal::FALSE);
        let nodes = self.nodes_of_words(&mut graph, &words, no_addend);
        let (factors, care, names) = if self.has_factors() {
            let factors = [0, 1].map(
                |place: usize| match (self.hypothesis.factors[place], self.forms[place]) {
                    (Factor::Normalised, Factor::Plain) => normalised(&mut graph, words[place].clone()),
                    _ => words[place].clone(),
                },
            );
            (factors, Literal::TRUE, ["first", "second"])
        } else {
            let care = self.hypothesis.care(&mut graph, self.lane, self.format, &words);
            (self.factors(&mut graph, &words), care, ["a", "b"])
        };
        let mut wanted = graph.multiply(&factors[0], &factors[1]);
        if !self.addend.is_empty() {
            let addend = self.addend_word(&mut graph, no_addend);
            wanted = self.with_addend(&mut graph, &wanted, &addend);
        }
        let differences = differences(&mut graph, &nodes, &wanted, &self.bits);
        let words = names.map(str::to_owned).into_iter().zip(words).collect();
        claim_never(graph, &differences, care, words)
    }

    /// Returns the words of which product and sum are functions: both factors, or the first two operands.
    pub(super) fn words(&self, mut word: impl FnMut(usize) -> Vec<Literal>) -> [Vec<Literal>; 2] {
        let factor = self.has_factors().then(|| self.lane.significand_bits());
        [0, 1].map(|place: usize| word(factor.unwrap_or(self.function.widths[place])))
    }

    /// Adds all nodes to a graph, for these words. `addend` returns the bits of the nodes of the addend. All other inputs
    /// are free.
    pub(super) fn nodes_of_words(
        &self,
        graph: &mut Graph,
        words: &[Vec<Literal>; 2],
        addend: impl Fn(usize) -> Option<Literal>,
    ) -> Vec<Literal> {
        let has_factors = self.has_factors();
        let known = |node: usize| {
            let find = |place: usize| {
                let bit = self.factor_bits[place].get(&node)?;
                Some(words[place][bit.place].inverted_if(bit.is_inverted))
            };
            addend(node).or_else(|| find(0)).or_else(|| find(1))
        };
        let mut inputs = self.function.circuit.free_inputs();
        let mut operands: Vec<Vec<Literal>> = Vec::new();
        for (place, width) in self.function.widths.iter().enumerate() {
            let mut bits = Vec::new();
            for (number, input) in inputs.by_ref().take(*width).enumerate() {
                let bit = match known(input.node()) {
                    Some(bit) => bit,
                    None if place < 2 && !has_factors => words[place][number],
                    None => graph.input(),
                };
                bits.push(bit);
            }
            operands.push(bits);
        }
        self.function.nodes(graph, &operands, known)
    }

    /// Returns the number of bits of the sum, or of the product if it has no addend.
    pub(super) fn sum_width(&self) -> usize {
        self.bits.values().map(|bit| bit.place + 1).max().unwrap_or(0)
    }

    /// Returns the bits of the sum among the values of all nodes.
    pub(super) fn sum_bits(&self, nodes: &[Literal]) -> Vec<Literal> {
        let mut sum = vec![Literal::FALSE; self.sum_width()];
        for (node, bit) in &self.bits {
            sum[bit.place] = nodes[*node].inverted_if(bit.is_inverted);
        }
        sum
    }

    /// Returns the addend for these values of the nodes that give it.
    pub(super) fn addend_word(&self, graph: &mut Graph, value: impl Fn(usize) -> Option<Literal>) -> Vec<Literal> {
        let zeros = self.words(|width| vec![Literal::FALSE; width]);
        let nodes = self.nodes_of_words(graph, &zeros, value);
        self.sum_bits(&nodes)
    }

    /// Returns a product with the addend.
    pub(super) fn with_addend(&self, graph: &mut Graph, product: &[Literal], addend: &[Literal]) -> Vec<Literal> {
        let product = graph.resized(product, addend.len());
        graph.sum(&product, addend)
    }

    /// Returns a product with the addend that a netlist has for some inputs.
    pub(super) fn with_addend_of(
        &self,
        graph: &mut Graph,
        inputs: &[Vec<Literal>],
        product: &[Literal],
    ) -> Vec<Literal> {
        if self.addend.is_empty() {
            return product.to_vec();
        }
        let nodes = self.function.nodes(graph, inputs, |_| None);
        let addend = self.addend_word(graph, |node| self.addend.contains(&node).then(|| nodes[node]));
        self.with_addend(graph, product, &addend)
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
        let width = self.sum_width().max(product.len());
        let other = if care == Literal::TRUE {
            vec![Literal::FALSE; width]
        } else {
            graph.inputs(width)
        };
        let results = |graph: &mut Graph, inputs: &[Vec<Literal>]| {
            let word = self.with_addend_of(graph, inputs, &product);
            let bits: Vec<Literal> = (word.iter().zip(&other))
                .map(|(bit, other)| graph.select(care, *bit, *other))
                .collect();
            let replaced = |node: usize| {
                let bit = self.bits.get(&node)?;
                Some(bits[bit.place].inverted_if(bit.is_inverted))
            };
            self.function.results(graph, inputs, replaced)
        };
        let results = match self.rounding_port {
            None => vec![results(graph, operands)],
            Some(_) => Rounding::ALL
                .map(|rounding| {
                    let inputs = [operands, &[code(graph, rounding)]].concat();
                    results(graph, &inputs)
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
