//! The steps of a block from its products to its result: a claim about each.

use halfpipe_spec::{Arithmetic, DotTerm, Logic};

use super::block::{BlockEquivalence, CutBlock};
use super::nets::{lies_in, CutNetlist};
use super::sum::claim_addition;
use crate::formula::Formula;
use crate::graph::{Graph, Literal};

impl BlockEquivalence {
    /// Claims that each product is that of the significands. A product of a zero is zero, by the definition of
    /// multiplication.
    pub fn claim_products(&self) -> Formula {
        let mut block = self.elaborate();
        let graph = &mut block.formula.graph;
        let terms = self.block.terms(graph, &block.operands);
        let mut wrong = Vec::new();
        for (net, term) in self.nets.products.iter().zip(&terms) {
            wrong.push(!graph.equal(block.cut.made(*net), &term.digits));
            let any = graph.any(&term.digits);
            wrong.push(graph.and(any, !term.nonzero));
        }
        let wrong = graph.any(&wrong);
        block.formula.claim(!wrong)
    }

    /// Claims that a term is subtracted if its sign differs from that of c.
    pub fn claim_term_signs(&self) -> Formula {
        let mut block = self.elaborate();
        let graph = &mut block.formula.graph;
        let terms = self.block.terms(graph, &block.operands);
        let nets = self.nets.sum.subtracted.iter().zip(&terms);
        let wrong = nets.map(|(net, term)| {
            let differs = graph.xor(term.sign, terms[self.term_count()].sign);
            graph.xor(block.cut.made(*net)[0], differs)
        });
        let wrong: Vec<Literal> = wrong.collect();
        let wrong = graph.any(&wrong);
        block.formula.claim(!wrong)
    }

    /// Claims that a product, or c, is aligned.
    pub fn claim_term(&self, pair: Option<usize>) -> Formula {
        let (CutBlock { mut formula, cut, .. }, mut terms) = self.elaborate_finite();
        let graph = &mut formula.graph;
        let mut term = terms.swap_remove(pair.unwrap_or(self.term_count()));
        let net = match pair {
            Some(pair) => {
                term.digits = cut.word(self.nets.products[pair]).to_vec();
                let any = graph.any(&term.digits);
                let of_zero = graph.and(any, !term.nonzero);
                formula.assumptions.push(!of_zero);
                self.nets.sum.terms[pair]
            }
            None => self.nets.sum.addend.expect("a block adds c"),
        };
        let anchor = self.unbiased(graph, &cut, cut.word(self.nets.not_anchor));
        let is_exponent = self.is_exponent(graph, &anchor);
        let may_be = graph.or(is_exponent, !term.nonzero);
        let reaches = self.reaches(graph, &anchor, &term);
        formula.assumptions.extend([may_be, reaches]);
        let aligned = self.block.aligned(graph, &term, &anchor);
        let made = graph.resized(cut.made(net), aligned.len());
        let same = graph.equal(&made, &aligned);
        let is_multiple = self.is_multiple(graph, &anchor, &aligned);
        let right = graph.and(same, is_multiple);
        formula.claim(right)
    }

    /// Claims that a sum has the value of its form.
    pub fn claim_addition(&self, number: usize) -> Formula {
        let CutBlock { formula, cut, .. } = self.elaborate();
        claim_addition(formula, &cut, &self.nets.sum, &self.forms, number)
    }

    /// Claims that the result is the rounded sum, for any sum and anchor.
    pub fn claim_rounding(&self) -> Formula {
        let (CutBlock { mut formula, cut, .. }, terms) = self.elaborate_finite();
        let graph = &mut formula.graph;
        let last = self.forms.len() - 1;
        let sum = cut.word(self.nets.sum.sums[last]).to_vec();
        let in_range = lies_in(graph, &sum, self.forms[last].range);
        let anchor = self.unbiased(graph, &cut, cut.word(self.nets.not_anchor));
        // The anchor is that of the terms, one of which is not zero.
        let is_anchor = self.is_anchor(graph, &anchor, &terms);
        let is_bound = self.is_bound(graph, &anchor, &terms);
        // All terms are multiples of the unit, and so is their sum.
        let is_multiple = self.is_multiple(graph, &anchor, &sum);
        formula.assumptions.extend([in_range, is_anchor, is_bound, is_multiple]);
        // Without a product, the sum is the term of c.
        let (addend, products) = terms.split_last().expect("c is a term");
        let products: Vec<Literal> = products.iter().map(|term| term.nonzero).collect();
        let has_product = graph.any(&products);
        let aligned = self.block.aligned(graph, addend, &anchor);
        let aligned = graph.resized(&aligned, sum.len());
        let is_addend = graph.equal(&sum, &aligned);
        formula.assumptions.push(graph.or(has_product, is_addend));
        // The sum of the specification has the signs of the terms themselves.
        let sign = terms[self.term_count()].sign;
        let width = self.block.sum_bits(terms.len());
        let wide = graph.extended(&sum, width);
        let flipped: Vec<Literal> = wide.iter().map(|bit| graph.xor(*bit, sign)).collect();
        let zero = graph.number(0, width);
        let (own, _) = graph.add(&flipped, &zero, sign);
        let rounded = self.block.rounded(graph, &own, &anchor);
        let same = graph.equal(cut.made(self.nets.result), &rounded);
        // A sum of zero gives zero for any anchor of the specification.
        let any_anchor = graph.inputs(self.block.exponent_bits());
        let none = graph.number(0, width);
        let of_none = self.block.rounded(graph, &none, &any_anchor);
        let is_zero = !graph.any(&of_none);
        let right = graph.and(same, is_zero);
        formula.claim(right)
    }

    /// Claims that the result is right if all products are zero, and c is subnormal or zero. Only the products are cut.
    pub fn claim_lone_subnormal(&self) -> Formula {
        let mut graph = Graph::new();
        let (inputs, operands) = self.free_operands(&mut graph);
        let mut cuts = self.nets.products.clone();
        if !self.groups.is_empty() {
            // The sign of a group is not that of its factors.
            cuts.extend(&self.nets.sum.subtracted);
        }
        let cut = CutNetlist::new(&mut graph, &self.netlist, &inputs.words, &cuts);
        let special = self.block.special(&mut graph, &operands);
        let mut terms = self.block.terms(&mut graph, &operands);
        let mut assumptions = vec![!special.is_special, self.is_lone_subnormal(&mut graph, &terms)];
        for (net, term) in self.nets.products.iter().zip(&mut terms) {
            term.digits = cut.word(*net).to_vec();
            // A product of a zero is zero.
            assumptions.push(!graph.any(&term.digits));
        }
        if !self.groups.is_empty() {
            let sign = terms[self.term_count()].sign;
            for (net, term) in self.nets.sum.subtracted.iter().zip(&mut terms) {
                term.sign = graph.xor(cut.word(*net)[0], sign);
            }
        }
        let rounded = self.round_terms(&mut graph, &terms);
        Formula {
            assumptions,
            ..Formula::equal(graph, cut.made(self.nets.result), &rounded).show(inputs)
        }
    }

    /// Claims that operands that are not all finite give the result of the specification.
    pub fn claim_special(&self) -> Formula {
        let mut block = self.elaborate();
        let special = self.block.special(&mut block.formula.graph, &block.operands);
        let results = (block.cut.made(self.nets.result), &special.result[..]);
        block.formula.claim_equal([results]).assume(special.is_special)
    }

    /// Claims that the steps of the specification, one after the other, are its result.
    pub fn claim_composition(&self) -> Formula {
        let mut graph = Graph::new();
        let (inputs, operands) = self.free_operands(&mut graph);
        let special = self.block.special(&mut graph, &operands);
        let terms = self.block.terms(&mut graph, &operands);
        let rounded = self.round_terms(&mut graph, &terms);
        let d = graph.choose(special.is_special, &special.result, &rounded);
        let specified = self.dot.specify(&mut graph, &inputs.words);
        Formula::equal(graph, &d, &specified).show(inputs)
    }

    /// Returns the result of the specification for these terms.
    fn round_terms(&self, graph: &mut Graph, terms: &[DotTerm<Literal>]) -> Vec<Literal> {
        let anchor = self.block.anchor(graph, terms).exponent;
        let signed = terms.iter().map(|term| {
            let aligned = self.block.aligned(graph, term, &anchor);
            self.block.signed(graph, term.sign, &aligned, terms.len())
        });
        let signed: Vec<Vec<Literal>> = signed.collect();
        let sum = self.block.sum(graph, &signed);
        self.block.rounded(graph, &sum, &anchor)
    }
}
