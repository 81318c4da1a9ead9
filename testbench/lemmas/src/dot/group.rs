//! Groups of products that are added exactly and scaled, each of which is a term of a block.
//!
//! The sum of a group is cut at each addition, as that of a block is. All signs are relative to that of c.

use halfpipe_netlist::NetId;
use halfpipe_spec::{Arithmetic, DotScaling, Logic};

use super::block::{BlockEquivalence, CutBlock};
use super::group_nets::Group;
use super::nets::{lies_in, CutNetlist};
use super::sum::{check_terms, claim_addition};
use crate::formula::Formula;
use crate::graph::{Graph, Literal};
use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use crate::subject_lemmas::SubjectLemmas;
use crate::verdict::{LemmaVerdict, UnprovenReason};

impl BlockEquivalence {
    fn scaling(&self) -> DotScaling {
        self.block.scaling().expect("groups have scales")
    }

    /// Adds the operands and the netlist with some nets free.
    fn elaborate_group(&self, cuts: &[NetId]) -> CutBlock {
        let mut graph = Graph::new();
        let (inputs, operands) = self.free_operands(&mut graph);
        let cut = CutNetlist::new(&mut graph, &self.netlist, &inputs.words, cuts);
        let formula = Formula {
            graph,
            words: inputs.into_pairs(),
            ..Formula::default()
        };
        CutBlock { formula, cut, operands }
    }

    /// Claims that each term of a group is a product in units of 1/4, and is subtracted if its sign differs from that of c.
    fn claim_group_terms(&self, number: usize) -> Formula {
        let mut block = self.elaborate_group(&[]);
        let graph = &mut block.formula.graph;
        let nets = &self.groups[number].nets;
        let count = nets.terms.len();
        let factors = &block.operands.factors[number * count..][..count];
        let sign = self.block.addend(graph, &block.operands.c).sign;
        let mut right = Vec::new();
        for (place, factors) in factors.iter().enumerate() {
            let product = self.block.product(graph, factors);
            let wanted = self.scaling().fixed_point(graph, &product);
            let made = graph.resized(block.cut.made(nets.terms[place]), wanted.len());
            right.push(graph.equal(&made, &wanted));
            let differs = graph.xor(product.sign, sign);
            right.push(!graph.xor(block.cut.made(nets.subtracted[place])[0], differs));
        }
        let right = graph.all(&right);
        block.formula.claim(right)
    }

    /// Claims that a sum of a group has the value of its form.
    fn claim_group_addition(&self, group: usize, number: usize) -> Formula {
        let Group { nets, forms } = &self.groups[group];
        let block = self.elaborate_group(&nets.cuts());
        claim_addition(block.formula, &block.cut, nets, forms, number)
    }

    /// Claims that a group's term is its sum with both scales, for any sum. A term that is not zero has the sign of the sum and
    /// no zero scale.
    fn claim_scaled_group(&self, number: usize) -> Formula {
        let group = &self.groups[number];
        let mut block = self.elaborate_group(&[group.sum()]);
        let graph = &mut block.formula.graph;
        let sum = block.cut.word(group.sum()).to_vec();
        let range = group.forms.last().expect("a group has a sum").range;
        let in_range = lies_in(graph, &sum, range);
        block.formula.assumptions.push(in_range);
        // The sum of the specification has the signs of the products themselves.
        let sign = self.block.addend(graph, &block.operands.c).sign;
        let flipped: Vec<Literal> = sum.iter().map(|bit| graph.xor(*bit, sign)).collect();
        let zero = graph.number(0, sum.len());
        let (own, _) = graph.add(&flipped, &zero, sign);
        let scales = self.scaling().scales_of_group(&block.operands.scales, number);
        let term = self
            .scaling()
            .scaled_sum(graph, self.block.exponent_bits(), &own, scales);
        let product = block.cut.made(self.nets.products[number]);
        // A product has room for a carry out of the top, which there is none of.
        let width = product.len().max(term.digits.len());
        let [made, wanted] = [product, &term.digits].map(|digits| graph.resized(digits, width));
        let is_product = graph.equal(&made, &wanted);
        let differs = graph.xor(term.sign, sign);
        let has_other_sign = graph.xor(block.cut.made(self.nets.sum.subtracted[number])[0], differs);
        let is_wrong = graph.or(has_other_sign, !term.nonzero);
        let any = graph.any(product);
        let is_wrong = graph.and(is_wrong, any);
        let right = graph.and(is_product, !is_wrong);
        block.formula.claim(right)
    }
}

/// Adds the lemmas about the groups of a block: their terms, their sums, and the scaled sums.
pub fn add_group_lemmas(lemmas: &mut SubjectLemmas<BlockEquivalence>) {
    let dot = lemmas.subject.clone();
    for (group, Group { nets, forms }) in dot.groups.iter().enumerate() {
        lemmas.solve(
            LemmaKind::GroupTerms(group),
            "each term is a product in units of 1/4, subtracted if its sign differs from that of c",
            move |dot| dot.claim_group_terms(group),
        );
        for (number, form) in forms.iter().enumerate() {
            lemmas.sweep(
                LemmaKind::GroupAddition(group, number + 1),
                format!("sum {} is that of {}", number + 1, form.summands()),
                move |dot| dot.claim_group_addition(group, number),
            );
        }
        let (forms, count) = (forms.clone(), nets.terms.len());
        lemmas.lemmas.push(Lemma::structural(
            LemmaKind::GroupSum(group),
            "the sum has each term once, and one increment for each that is subtracted",
            move || {
                let wrong = |wrong| LemmaVerdict::Unproven(UnprovenReason::Structure(wrong));
                check_terms(&forms, count, false).map_err(wrong)
            },
        ));
        lemmas.sweep(
            LemmaKind::ScaledGroup(group),
            "the term is the sum with both scales, for any sum; one that is not zero has the sum's sign and no zero scale",
            move |dot| dot.claim_scaled_group(group),
        );
    }
}
