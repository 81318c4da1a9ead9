//! The sum of a dot product that rounds once, limb by limb.

use halfpipe_netlist::NetId;
use halfpipe_spec::{Arithmetic, Logic, TermKind};

use super::equivalence::{ExactEquivalence, GivenWords};
use crate::formula::Formula;
use crate::graph::{Graph, Literal, PortWords};

impl ExactEquivalence {
    /// Claims that a product, or c, is at its place in the fixed point.
    pub fn claim_term(&self, pair: Option<usize>) -> Formula {
        let mut given = self.free_operands();
        let (kind, digits, excess) = match pair {
            Some(pair) => {
                let product = given.free(self.nets.products[pair]);
                let exponent = given.free(self.nets.exponents[pair]);
                let exponent = given.formula.graph.resized(&exponent, self.exact.exponent_bits());
                (TermKind::Product, product, exponent)
            }
            None => {
                let term = self.exact.addend(&mut given.formula.graph, &given.c);
                let excess = self.exact.excess(&mut given.formula.graph, TermKind::Addend, &term);
                (TermKind::Addend, term.digits, excess)
            }
        };
        let is_excess = self.is_excess(&mut given.formula.graph, kind, &excess);
        given.formula.assumptions.push(is_excess);
        let placed = self.exact.fixed_point(&mut given.formula.graph, kind, &digits, &excess);
        let limbs = &self.nets.placed[pair.unwrap_or(self.dot.products())];
        let wanted: Vec<NetId> = limbs.iter().flatten().copied().collect();
        let mut made = given.compute(&wanted).into_iter();
        let mut all = Vec::new();
        for (limb, width) in limbs.iter().zip(&self.nets.limb_bits) {
            all.extend(match limb {
                Some(_) => made.next().expect("it is made"),
                None => vec![Literal::FALSE; *width],
            });
        }
        let placed = given.formula.graph.resized(&placed, all.len());
        given.formula.claim_equal([(&all[..], &placed[..])])
    }

    /// Takes the limbs of a term as free.
    fn free_term(&self, given: &mut GivenWords, term: usize) -> PortWords {
        let limbs = self.nets.placed[term].iter().zip(&self.nets.limb_bits);
        limbs
            .map(|(limb, width)| match limb {
                Some(net) => given.free(*net),
                None => vec![Literal::FALSE; *width],
            })
            .collect()
    }

    /// Claims that a sum is that of the sum before it and of a term. Each limb takes the carry of the limb below as the
    /// netlist has it.
    pub fn claim_addition(&self, number: usize) -> Formula {
        let mut given = self.free_operands();
        let before = self.free_sum_before(&mut given, number);
        let (term, mut carry) = if number == self.dot.products() {
            let zeros = self.nets.limb_bits.iter().map(|width| vec![Literal::FALSE; *width]);
            (zeros.collect(), given.c[given.c.len() - 1])
        } else {
            let limbs = self.free_term(&mut given, number);
            let sign = given.free(self.nets.signs[number])[0];
            (complement_limbs(&mut given.formula.graph, &limbs, sign), sign)
        };
        let (mut made, mut free) = (Vec::new(), Vec::new());
        for net in &self.nets.sums[number] {
            made.push(given.compute_one(*net));
            free.push(given.free(*net));
        }
        let graph = &mut given.formula.graph;
        let mut wanted = Vec::new();
        for (limb, width) in self.nets.limb_bits.iter().enumerate() {
            let (mut sum, out) = graph.add(&before[limb], &term[limb], carry);
            sum.push(out);
            wanted.push(graph.resized(&sum, made[limb].len()));
            carry = free[limb].get(*width).copied().unwrap_or(Literal::FALSE);
        }
        let pairs = made.iter().zip(&wanted);
        given
            .formula
            .claim_equal(pairs.map(|(made, wanted)| (&made[..], &wanted[..])))
    }

    /// Takes the limbs of the sum before a sum as free, without carries. Before the first sum there is c, complemented if it
    /// is negative.
    fn free_sum_before(&self, given: &mut GivenWords, number: usize) -> PortWords {
        if number == 0 {
            let limbs = self.free_term(given, self.dot.products());
            let sign = given.c[given.c.len() - 1];
            return complement_limbs(&mut given.formula.graph, &limbs, sign);
        }
        let limbs = self.nets.sums[number - 1].iter().zip(&self.nets.limb_bits);
        limbs.map(|(net, width)| given.free(*net)[..*width].to_vec()).collect()
    }

    /// Checks that the limbs have room for the sum.
    pub fn check_room(&self) -> Result<String, String> {
        let room: usize = self.nets.limb_bits.iter().sum();
        let bits = self.exact.sum_bits();
        let kinds = [TermKind::Product, TermKind::Addend];
        let widest = kinds.map(|kind| self.exact.term_bits(kind)).into_iter().max();
        let widest = widest.expect("there are two kinds");
        let terms = self.dot.products() + 1;
        if room >= bits && terms <= 1 << (bits - 1 - widest) {
            Ok(format!(
                "{terms} terms of at most {widest} bits in {bits} bits, in limbs of {:?} bits",
                self.nets.limb_bits
            ))
        } else {
            Err(format!("the sum needs {bits} bits and has {room}"))
        }
    }
}

/// Returns the limbs, complemented where a sign is 1.
fn complement_limbs(graph: &mut Graph, limbs: &PortWords, sign: Literal) -> PortWords {
    let complement = |limb: &Vec<Literal>| limb.iter().map(|bit| graph.xor(*bit, sign)).collect();
    limbs.iter().map(complement).collect()
}
