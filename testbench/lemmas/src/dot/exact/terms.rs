//! The terms of a dot product that rounds once: products, exponents, and the sign and special values that they imply.

use halfpipe_spec::{Arithmetic, DotTerm, Logic};

use super::equivalence::ExactEquivalence;
use crate::formula::Formula;
use crate::graph::{Literal, PortWords};

impl ExactEquivalence {
    /// Claims that the products are those of the significands.
    pub fn claim_products(&self) -> Formula {
        let mut given = self.free_operands();
        let terms = self.specify_terms(&mut given);
        let made = given.compute(&self.nets.products);
        let pairs = made.iter().zip(&terms);
        let pairs = pairs.map(|(made, (_, term))| (&made[..], &term.digits[..]));
        given.formula.claim_equal(pairs)
    }

    /// Claims the signs and the exponents of all products, and that no excess is larger than that of finite operands.
    pub fn claim_term_exponents(&self) -> Formula {
        let mut given = self.free_operands();
        self.assume_finite(&mut given);
        let terms = self.specify_terms(&mut given);
        let signs = given.compute(&self.nets.signs);
        let exponents = given.compute(&self.nets.exponents);
        let graph = &mut given.formula.graph;
        let mut right = Vec::new();
        for (number, (kind, term)) in terms.iter().enumerate() {
            let excess = self.exact.excess(graph, *kind, term);
            right.push(self.is_excess(graph, *kind, &excess));
            if let Some(made) = exponents.get(number) {
                let made = graph.resized(made, excess.len());
                right.push(graph.equal(&made, &excess));
                let differs = graph.xor(signs[number][0], term.sign);
                right.push(!differs);
            }
        }
        let all = graph.all(&right);
        given.formula.claim(all)
    }

    /// Claims that the sign of a zero result is that of the specification.
    pub fn claim_sign_of_zero(&self) -> Formula {
        let mut given = self.free_operands();
        self.assume_finite(&mut given);
        let terms = self.specify_terms(&mut given).into_iter().map(|(_, term)| term);
        let terms: Vec<DotTerm<Literal>> = terms.collect();
        let made = given.compute_one(self.nets.sign_of_zero);
        let wanted = self.exact.sign_of_zero(&mut given.formula.graph, &terms);
        given.formula.claim_equal([(&made[..], &[wanted][..])])
    }

    /// Claims the result for operands that are not all finite.
    pub fn claim_special(&self) -> Formula {
        let mut given = self.free_operands();
        let nets = &self.nets;
        for net in [nets.sign, nets.sign_of_zero].iter().chain(&nets.magnitude) {
            given.free(*net);
        }
        let made = given.compute(&[nets.nan, nets.infinite, nets.result]);
        let graph = &mut given.formula.graph;
        let special = self.exact.special(graph, &given.factors, &given.c);
        let same = graph.equal(&made[2], &special.result);
        let either = graph.or(made[0][0], made[1][0]);
        let right = graph.select(special.is_special, same, !either);
        given.formula.claim(right)
    }

    /// Claims that the steps of the specification, one after the other, are its result.
    pub fn claim_composition(&self) -> Formula {
        let mut given = self.free_operands();
        let terms = self.specify_terms(&mut given);
        let operands: PortWords = given.formula.words.iter().map(|(_, word)| word.clone()).collect();
        let graph = &mut given.formula.graph;
        let mut signed = Vec::new();
        for (kind, term) in &terms {
            let excess = self.exact.excess(graph, *kind, term);
            let placed = self.exact.fixed_point(graph, *kind, &term.digits, &excess);
            signed.push(self.exact.signed(graph, term.sign, &placed));
        }
        let sum = self.exact.sum(graph, &signed);
        let terms: Vec<DotTerm<Literal>> = terms.into_iter().map(|(_, term)| term).collect();
        let sign_of_zero = self.exact.sign_of_zero(graph, &terms);
        let (sign, magnitude) = self.exact.sign_and_magnitude(graph, &sum);
        let rounded = self.exact.encoded(graph, sign, &magnitude, sign_of_zero);
        let special = self.exact.special(graph, &given.factors, &given.c);
        let d = graph.choose(special.is_special, &special.result, &rounded);
        let specified = self.dot.specify(graph, &operands);
        given.formula.claim_equal([(&d[..], &specified[..])])
    }
}
