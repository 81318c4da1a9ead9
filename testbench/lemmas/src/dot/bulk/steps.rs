//! The steps of a bulk-normalised dot product: a claim about each.

use std::ops::Range;

use halfpipe_netlist::NetId;
use halfpipe_spec::{AlignedSum, Arithmetic, DotOperands, DotTerm, Logic};

use super::equivalence::{BulkEquivalence, CutBulk, TotalNets};
use crate::dot::nets::{lies_in, CutNetlist};
use crate::dot::sum::claim_addition;
use crate::formula::Formula;
use crate::graph::{Graph, Literal};
use crate::named_words::NamedWords;

impl BulkEquivalence {
    /// Claims that each product is that of the significands, and zero if a factor is.
    pub fn claim_products(&self) -> Formula {
        let CutBulk {
            mut formula,
            cut,
            products,
            ..
        } = self.elaborate();
        let graph = &mut formula.graph;
        let mut wrong = Vec::new();
        for (net, product) in self.nets.products.iter().zip(&products) {
            wrong.push(!graph.equal(cut.made(*net), &product.digits));
            let any = graph.any(&product.digits);
            wrong.push(graph.and(any, !product.nonzero));
        }
        let wrong = graph.any(&wrong);
        formula.claim(!wrong)
    }

    /// Claims that a product is subtracted if its sign differs from that of product 0, whose sign is right.
    pub fn claim_signs(&self) -> Formula {
        let CutBulk {
            mut formula,
            cut,
            products,
            ..
        } = self.elaborate();
        let graph = &mut formula.graph;
        let first = products[0].sign;
        let mut wrong = vec![graph.xor(cut.made(self.nets.sign)[0], first)];
        for (net, product) in self.nets.sum.subtracted.iter().zip(&products[1..]) {
            // The sign of product 0 is a cut net.
            let differs = graph.xor(product.sign, cut.word(self.nets.sign)[0]);
            wrong.push(graph.xor(cut.made(*net)[0], differs));
        }
        let wrong = graph.any(&wrong);
        formula.claim(!wrong)
    }

    /// Returns 1 if a product is zero, or its exponent is not above an anchor.
    fn reaches(&self, graph: &mut Graph, anchor: &[Literal], product: &DotTerm<Literal>) -> Literal {
        let (distance, _) = graph.subtract(anchor, &product.exponent);
        let above = graph.and(distance[distance.len() - 1], product.nonzero);
        !above
    }

    /// Returns 1 if no product other than zero has an exponent above an anchor.
    pub fn is_bound(&self, graph: &mut Graph, anchor: &[Literal], products: &[DotTerm<Literal>]) -> Literal {
        let bound: Vec<Literal> = products
            .iter()
            .map(|product| self.reaches(graph, anchor, product))
            .collect();
        graph.all(&bound)
    }

    /// Returns 1 if an anchor is the exponent of a product other than zero.
    pub fn is_anchor(&self, graph: &mut Graph, anchor: &[Literal], products: &[DotTerm<Literal>]) -> Literal {
        let is_exponent = |product: &DotTerm<Literal>| {
            let is_it = graph.equal(anchor, &product.exponent);
            graph.and(is_it, product.nonzero)
        };
        let is_one: Vec<Literal> = products.iter().map(is_exponent).collect();
        graph.any(&is_one)
    }

    /// Claims that the anchor of any product other than zero has a property.
    pub fn claim_anchor(
        &self,
        has_netlist: bool,
        claim: impl Fn(&BulkEquivalence, &mut Graph, &[Literal], &[DotTerm<Literal>]) -> Literal,
    ) -> Formula {
        let CutBulk {
            mut formula,
            cut,
            products,
            ..
        } = self.elaborate_finite();
        let graph = &mut formula.graph;
        let anchor = if has_netlist {
            self.unbiased(graph, cut.made(self.nets.anchor))
        } else {
            self.bulk.anchor(graph, &products)
        };
        let nonzero: Vec<Literal> = products.iter().map(|product| product.nonzero).collect();
        let any = graph.any(&nonzero);
        let right = claim(self, graph, &anchor, &products);
        formula.assume(any).claim(right)
    }

    /// Claims that a product is aligned and rounded to odd, for any product and anchor.
    pub fn claim_term(&self, pair: usize) -> Formula {
        let CutBulk {
            mut formula,
            cut,
            mut products,
            ..
        } = self.elaborate_finite();
        let graph = &mut formula.graph;
        let mut product = products.swap_remove(pair);
        product.digits = cut.word(self.nets.products[pair]).to_vec();
        let any = graph.any(&product.digits);
        let of_zero = graph.and(any, !product.nonzero);
        let net = match pair.checked_sub(1) {
            None => self.nets.sum.addend.expect("product 0 is the addend"),
            Some(other) => self.nets.sum.terms[other],
        };
        let anchor = self.unbiased(graph, cut.word(self.nets.anchor));
        let is_exponent = lies_in(graph, &anchor, self.bulk.exponents().map(i128::from));
        let may_be = graph.or(is_exponent, !product.nonzero);
        let reaches = self.reaches(graph, &anchor, &product);
        formula.assumptions.extend([!of_zero, may_be, reaches]);
        let aligned = self.bulk.aligned(graph, &product, &anchor);
        formula.claim_equal([(cut.made(net), &aligned[..])])
    }

    /// Claims that a sum has the value of its form.
    pub fn claim_addition(&self, number: usize) -> Formula {
        let CutBulk { formula, cut, .. } = self.elaborate();
        claim_addition(formula, &cut, &self.nets.sum, &self.forms, number)
    }

    /// Claims that the sum is rounded to odd, for any sum and anchor. A sum of zero gives zero at any anchor.
    pub fn claim_rounding(&self) -> Formula {
        let CutBulk { mut formula, cut, .. } = self.elaborate_finite();
        let graph = &mut formula.graph;
        let form = self.forms.last().expect("there is a sum");
        let sum = cut.word(*self.nets.sum.sums.last().expect("there is a sum")).to_vec();
        let in_range = lies_in(graph, &sum, form.range);
        let anchor = self.unbiased(graph, cut.word(self.nets.anchor));
        let is_exponent = lies_in(graph, &anchor, self.bulk.exponents().map(i128::from));
        let any = graph.any(&sum);
        formula.assumptions.extend([in_range, graph.or(is_exponent, !any)]);
        // The sum of the specification has the signs of the products themselves.
        let sign = cut.word(self.nets.sign)[0];
        let wide = graph.extended(&sum, self.bulk.sum_bits());
        let flipped: Vec<Literal> = wide.iter().map(|bit| graph.xor(*bit, sign)).collect();
        let zero = graph.number(0, wide.len());
        let (own, _) = graph.add(&flipped, &zero, sign);
        let rounded = self.bulk.rounded(graph, &own, &anchor);
        let mut right = vec![self.is_rounded(graph, &cut, &rounded)];
        let any_anchor = graph.inputs(self.bulk.exponent_bits());
        let of_none = self.bulk.rounded(graph, &zero, &any_anchor);
        right.push(!graph.any(&of_none));
        let right = graph.all(&right);
        formula.claim(right)
    }

    /// Returns 1 if the nets of the rounded sum are those of an encoding.
    fn is_rounded(&self, graph: &mut Graph, cut: &CutNetlist, encoding: &[Literal]) -> Literal {
        let [sign, exponent, significand] = self.nets.rounded.map(|net| cut.made(net).to_vec());
        let (fraction, rest) = encoding.split_at(significand.len() - 1);
        let (field, own_sign) = rest.split_at(exponent.len());
        let normal = graph.any(field);
        let infinite = graph.all(field);
        let one = graph.number(1, exponent.len());
        let wanted = graph.choose(normal, field, &one);
        let same = [
            graph.equal(&exponent, &wanted),
            graph.equal(&significand, &[fraction, &[normal]].concat()),
        ];
        let same = graph.all(&same);
        let same_sign = graph.equal(&sign, own_sign);
        let overflow = self.nets.overflow.map_or(Literal::FALSE, |net| cut.made(net)[0]);
        let same_range = graph.xor(overflow, !infinite);
        let number = graph.or(infinite, same);
        graph.all(&[number, same_sign, same_range])
    }

    /// Claims that the sum with c is that of the specification before rounding, for any rounded sum. A zero sum has no sign,
    /// or is a difference.
    pub fn claim_total(&self) -> Formula {
        let CutBulk {
            mut formula, cut, c, ..
        } = self.elaborate_finite();
        let graph = &mut formula.graph;
        let (sum, is_valid) = self.rounded_sum(graph, &cut);
        let is_special = self.is_no_number(graph, &sum, &c);
        let wanted = self.bulk.aligned_sum(graph, [&sum, &c]);
        // A sum of zero is positive, as the lemma of the rounding says.
        let magnitude = sum.len() - 1;
        let any = graph.any(&sum[..magnitude]);
        let is_signed = graph.or(any, !sum[magnitude]);
        let [total, exponent, sign, subtracted] = self.total_words(|net| cut.made(net).to_vec());
        // The sum takes the signs from cut nets.
        let [_, _, cut_sign, cut_subtracted] = self.total_words(|net| cut.word(net).to_vec());
        let is_cut = [(&sign, &cut_sign), (&subtracted, &cut_subtracted)].map(|(made, cut)| graph.equal(made, cut));
        let same = [
            graph.equal(&total, &wanted.magnitude),
            graph.equal(&exponent, &wanted.exponent),
        ];
        let nonzero = graph.any(&total);
        let same_sign = graph.xor(sign[0], !wanted.sign);
        let is_zero = graph.or(subtracted[0], !sign[0]);
        let right = graph.select(nonzero, same_sign, is_zero);
        let right = graph.all(&[same[0], same[1], right]);
        formula
            .assumptions
            .extend([is_valid, is_signed, !is_special, is_cut[0], is_cut[1]]);
        formula.claim(right)
    }

    /// Returns the words of the sum with c: its magnitude, the exponent and the sign of its larger operand, and whether the
    /// signs differ.
    fn total_words(&self, word: impl Fn(NetId) -> Vec<Literal>) -> [Vec<Literal>; 4] {
        let TotalNets {
            sum,
            exponent,
            sign,
            subtracted,
        } = self.nets.total;
        [sum, exponent, sign, subtracted].map(word)
    }

    /// Returns the width of the sum with c in bits.
    pub fn total_bits(&self) -> usize {
        self.netlist.node(self.nets.total.sum).width as usize
    }

    /// Claims that the sum with c is rounded to odd, for any with its leading one at some places, and for zero at the lowest.
    pub fn claim_total_rounding(&self, places: Range<usize>) -> Formula {
        let CutBulk {
            mut formula, cut, c, ..
        } = self.elaborate_finite();
        let graph = &mut formula.graph;
        let (of_products, is_valid) = self.rounded_sum(graph, &cut);
        let is_special = self.is_no_number(graph, &of_products, &c);
        let [sum, exponent, sign, subtracted] = self.total_words(|net| cut.word(net).to_vec());
        let above = graph.any(&sum[places.end..]);
        let here = graph.any(&sum[places.clone()]);
        let nonzero = graph.any(&sum);
        let has_zero = graph.constant(places.start == 0);
        let is_here = graph.select(nonzero, here, has_zero);
        // The exponent is that of a number, and a zero sum has no sign or is a difference.
        let ends = [graph.any(&exponent), !graph.all(&exponent)];
        let is_zero = graph.or(subtracted[0], !sign[0]);
        let is_signed = graph.or(nonzero, is_zero);
        formula
            .assumptions
            .extend([is_valid, !is_special, !above, is_here, is_signed, ends[0], ends[1]]);
        let total = AlignedSum {
            sign: sign[0],
            magnitude: sum,
            exponent,
        };
        let wanted = self.bulk.encoded_sum(graph, &total);
        formula.claim_equal([(cut.made(self.nets.result), &wanted[..])])
    }

    /// Claims that the result is right if an element or c is infinite or NaN, or the sum of the products is too large.
    pub fn claim_special(&self) -> Formula {
        let CutBulk {
            mut formula,
            cut,
            c,
            is_special,
            special,
            products,
        } = self.elaborate();
        let graph = &mut formula.graph;
        let (sum, is_valid) = self.rounded_sum(graph, &cut);
        let is_no_number = self.is_no_number(graph, &sum, &c);
        let is_any = graph.or(is_special, is_no_number);
        let sum = graph.choose(is_special, &special, &sum);
        let wanted = self.bulk.added(graph, [&sum, &c]);
        // The sign of an infinite product 0 is that of the product, a cut net.
        let is_sign = graph.equal(cut.word(self.nets.sign), &[products[0].sign]);
        formula.assumptions.extend([is_valid, is_any, is_sign]);
        formula.claim_equal([(cut.made(self.nets.result), &wanted[..])])
    }

    /// Returns 1 if one of two encodings of the result's format is an infinity or a NaN.
    fn is_no_number(&self, graph: &mut Graph, sum: &[Literal], c: &[Literal]) -> Literal {
        let [_, exponent, significand] = self.nets.rounded.map(|net| self.netlist.node(net).width as usize);
        let field = significand - 1..significand - 1 + exponent;
        let largest = [sum, c].map(|operand| graph.all(&operand[field.clone()]));
        graph.any(&largest)
    }

    /// Claims that the steps of the specification, one after the other, are its result.
    pub fn claim_composition(&self) -> Formula {
        let mut graph = Graph::new();
        let inputs = NamedWords::free_inputs(&mut graph, &self.netlist);
        let DotOperands { factors, c, .. } = self.dot.elements(&inputs.words);
        let products = factors.iter().map(|factors| self.bulk.product(&mut graph, factors));
        let products: Vec<DotTerm<Literal>> = products.collect();
        let anchor = self.bulk.anchor(&mut graph, &products);
        let signed = products.iter().map(|product| {
            let aligned = self.bulk.aligned(&mut graph, product, &anchor);
            self.bulk.signed(&mut graph, product.sign, &aligned)
        });
        let signed: Vec<Vec<Literal>> = signed.collect();
        let sum = self.bulk.sum(&mut graph, &signed);
        let rounded = self.bulk.rounded(&mut graph, &sum, &anchor);
        let (is_special, special) = self.bulk.special(&mut graph, &factors);
        let sum = graph.choose(is_special, &special, &rounded);
        let d = self.bulk.added(&mut graph, [&sum, &c]);
        let specified = self.dot.specify(&mut graph, &inputs.words);
        Formula::equal(graph, &d, &specified).show(inputs)
    }
}
