//! The lemmas that nodes are bits of the sum of a product and an addend.
//!
//! The addend is what the sum is if both factors are zero: a function of nodes, which the lemmas take as free bits. No such bit
//! changes the difference of sum and addend: it is the same for all their values. Where all of them are zero, it is
//! the product.

use std::collections::HashMap;

use halfpipe_lemmas::formula::{Formula, Procedure};
use halfpipe_lemmas::graph::{Graph, Literal};
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_spec::Arithmetic;

use super::boundary::Rewritten;
use super::cut::{ProductBit, ProductCut};

impl ProductCut {
    /// Returns the nodes of the sum, from the lowest bit upwards.
    pub(super) fn sum_nodes(&self) -> Vec<usize> {
        let mut places: Vec<(usize, usize)> = self.bits.iter().map(|(node, bit)| (bit.place, *node)).collect();
        places.sort_unstable();
        places.into_iter().map(|(_, node)| node).collect()
    }

    /// Returns the cut in a rewritten function.
    pub(super) fn moved(&self, rewritten: Rewritten) -> ProductCut {
        let bits = self.bits.iter().map(|(node, bit)| {
            let own = rewritten.bits[*node];
            let is_inverted = bit.is_inverted != own.is_inverted();
            (own.node(), ProductBit { is_inverted, ..*bit })
        });
        ProductCut {
            bits: bits.collect(),
            function: rewritten.function,
            ..self.clone()
        }
    }

    /// Returns the lemma that a rewritten function is that of the file, if it is rewritten.
    pub(super) fn rewriting_lemma(&self) -> Option<Lemma> {
        let file = self.file.clone()?;
        let own = self.function.clone();
        let statement = "the netlist computes the same with its addend divided from the product";
        Some(Lemma::new(
            LemmaKind::Rewriting,
            statement,
            Procedure::Sweep,
            move || {
                let mut graph = Graph::new();
                let inputs = graph.inputs(file.circuit.free_input_count());
                let [made, wanted] = [&own, &file].map(|function| graph.step(&function.circuit, &inputs, &[]).outputs);
                Formula::equal(graph, &made, &wanted)
            },
        ))
    }

    /// Returns the lemmas that no node of the addend changes the difference of sum and addend.
    pub(super) fn addend_lemmas(&self) -> impl Iterator<Item = Lemma> + '_ {
        self.addend.iter().enumerate().map(|(number, node)| {
            let statement = format!(
                "node {node} of the addend changes the sum of {} bits by as much, whatever the product is",
                self.sum_width()
            );
            let cut = self.clone();
            let kind = LemmaKind::FoundAddend(number);
            Lemma::new(kind, statement, Procedure::Solve, move || cut.claim_addend(number))
        })
    }

    /// Claims that a node of the addend changes the sum by as much as the addend, where the nodes before it are zero.
    fn claim_addend(&self, number: usize) -> Formula {
        let mut graph = Graph::new();
        let words = self.words(|width| graph.inputs(width));
        let free: HashMap<usize, Literal> = (self.addend[number + 1..].iter())
            .map(|node| (*node, graph.input()))
            .collect();
        let change = |graph: &mut Graph, words: &[Vec<Literal>; 2]| {
            let [after, before] = [true, false].map(|own| {
                let value = |node: usize| {
                    let place = self.addend[..=number].iter().position(|other| *other == node);
                    let eliminated = place.map(|place| Literal::constant(own && place == number));
                    eliminated.or_else(|| free.get(&node).copied())
                };
                let nodes = self.nodes_of_words(graph, words, value);
                self.sum_bits(&nodes)
            });
            graph.subtract(&after, &before).0
        };
        let zeros = self.words(|width| vec![Literal::FALSE; width]);
        let [made, wanted] = [words, zeros].map(|words| change(&mut graph, &words));
        Formula::equal(graph, &made, &wanted)
    }
}
