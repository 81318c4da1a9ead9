//! The anchor of a block: its range, and its lemmas.

use halfpipe_spec::{Arithmetic, DotTerm, Logic};

use super::block::{BlockEquivalence, CutBlock};
use super::nets::{lies_in, CutNetlist};
use crate::formula::Formula;
use crate::graph::{Graph, Literal};

impl BlockEquivalence {
    /// Returns the least and the greatest exponent of a term.
    fn exponents(&self) -> [i64; 2] {
        let result = self.result;
        let [least, most] = self.block.term_exponents();
        [
            least.min(1 - result.bias()).max(self.block.floor()),
            most.max(result.largest_exponent() - result.bias()),
        ]
    }

    /// Returns 1 if an anchor is in the range of exponents.
    pub fn is_exponent(&self, graph: &mut Graph, anchor: &[Literal]) -> Literal {
        lies_in(graph, anchor, self.exponents().map(i128::from))
    }

    /// Returns 1 if an aligned number is a multiple of the unit: the least digit of a product and of c.
    pub fn is_multiple(&self, graph: &mut Graph, anchor: &[Literal], aligned: &[Literal]) -> Literal {
        let unit = self.block.term_unit().min(self.result.unit());
        let width = anchor.len() + 1;
        let wide = graph.extended(anchor, width);
        let mut below = Vec::new();
        for (place, bit) in aligned.iter().enumerate() {
            // The digit is below the unit if the anchor is below this.
            let bound = unit + self.block.places() as i64 - place as i64;
            if bound > self.exponents()[0] {
                let bound = graph.number(bound.into(), width);
                let (difference, _) = graph.subtract(&wide, &bound);
                below.push(graph.and(difference[width - 1], *bit));
            }
        }
        let below = graph.any(&below);
        !below
    }

    /// Returns 1 if a term is zero or not above an anchor.
    pub fn reaches(&self, graph: &mut Graph, anchor: &[Literal], term: &DotTerm<Literal>) -> Literal {
        let (distance, _) = graph.subtract(anchor, &term.exponent);
        let above = graph.and(distance[distance.len() - 1], term.nonzero);
        !above
    }

    /// Returns the exponent that the specification has for a word in place of the anchor, which is the complement of the
    /// biased one.
    pub fn unbiased(&self, graph: &mut Graph, cut: &CutNetlist, not_anchor: &[Literal]) -> Vec<Literal> {
        let width = self.block.exponent_bits();
        let anchor: Vec<Literal> = not_anchor.iter().map(|bit| !*bit).collect();
        let biased = cut.extended(graph, self.nets.not_anchor, &anchor, width);
        let bias = graph.number((-self.result.bias()).into(), width);
        graph.sum(&biased, &bias)
    }

    /// Returns 1 if an anchor is in the range of exponents, and not below the exponent of a term other than zero.
    pub fn is_bound(&self, graph: &mut Graph, anchor: &[Literal], terms: &[DotTerm<Literal>]) -> Literal {
        let mut right: Vec<Literal> = terms.iter().map(|term| self.reaches(graph, anchor, term)).collect();
        right.push(self.is_exponent(graph, anchor));
        graph.all(&right)
    }

    /// Returns 1 if an anchor is the exponent of a term other than zero, or the floor.
    pub fn is_anchor(&self, graph: &mut Graph, anchor: &[Literal], terms: &[DotTerm<Literal>]) -> Literal {
        let is_exponent = |term: &DotTerm<Literal>| {
            let is_it = graph.equal(anchor, &term.exponent);
            graph.and(is_it, term.nonzero)
        };
        let mut is_one: Vec<Literal> = terms.iter().map(is_exponent).collect();
        let floor = graph.number(self.block.floor().into(), anchor.len());
        is_one.push(graph.equal(anchor, &floor));
        graph.any(&is_one)
    }

    /// Claims that the anchor of any term other than zero has a property.
    pub fn claim_anchor(
        &self,
        has_netlist: bool,
        claim: impl Fn(&BlockEquivalence, &mut Graph, &[Literal], &[DotTerm<Literal>]) -> Literal,
    ) -> Formula {
        let (CutBlock { mut formula, cut, .. }, terms) = self.elaborate_finite();
        let graph = &mut formula.graph;
        let specified = self.block.anchor(graph, &terms);
        let anchor = if has_netlist {
            self.unbiased(graph, &cut, cut.made(self.nets.not_anchor))
        } else {
            specified.exponent
        };
        let right = claim(self, graph, &anchor, &terms);
        formula.assume(specified.any).claim(right)
    }
}
