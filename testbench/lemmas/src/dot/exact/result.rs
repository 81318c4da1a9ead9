//! The result of a dot product that rounds once: the magnitude of the sum, and its rounding.

use halfpipe_netlist::NetId;
use halfpipe_spec::Arithmetic;

use super::equivalence::{ExactEquivalence, GivenWords};
use crate::formula::Formula;
use crate::graph::Literal;

/// The number of places of the leading one in a lemma.
const PLACES: usize = 32;

impl ExactEquivalence {
    /// Takes the words of a number in place of the limbs of a sum or a magnitude.
    fn give_limbs(&self, given: &mut GivenWords, nets: &[NetId], number: &[Literal]) {
        let mut low = 0;
        for (net, width) in nets.iter().zip(&self.nets.limb_bits) {
            let mut word = number[low..low + width].to_vec();
            // The carry out.
            let more = self.netlist.node(*net).width as usize - width;
            word.extend(given.formula.graph.inputs(more));
            given.words.push((*net, word));
            low += width;
        }
    }

    /// Returns the low bits of limbs, one after the other.
    fn join_limbs(&self, limbs: &[Vec<Literal>]) -> Vec<Literal> {
        let limbs = limbs.iter().zip(&self.nets.limb_bits);
        limbs.flat_map(|(limb, width)| limb[..*width].iter().copied()).collect()
    }

    fn room(&self) -> usize {
        self.nets.limb_bits.iter().sum()
    }

    /// Claims that the magnitude is that of the specification, for any sum.
    pub fn claim_magnitude(&self) -> Formula {
        let mut given = self.free_operands();
        let sum = given.formula.graph.inputs(self.exact.sum_bits());
        given.formula.words.push(("sum".to_owned(), sum.clone()));
        let wide = given.formula.graph.extended(&sum, self.room());
        let last = self.nets.sums.last().expect("there is a sum").clone();
        self.give_limbs(&mut given, &last, &wide);
        let sign = given.compute_one(self.nets.sign);
        // Each limb takes the carry of the limb below.
        let made = given.compute(&self.nets.magnitude);
        let made = self.join_limbs(&made);
        let graph = &mut given.formula.graph;
        let (wanted_sign, wanted) = self.exact.sign_and_magnitude(graph, &sum);
        let wanted = graph.resized(&wanted, made.len());
        given
            .formula
            .claim_equal([(&made[..], &wanted[..]), (&sign, &[wanted_sign])])
    }

    /// Returns the number of lemmas about the leading one.
    pub fn leading_blocks(&self) -> usize {
        self.exact.sum_bits().div_ceil(PLACES)
    }

    /// Returns the places of the leading one in a lemma.
    pub fn places(&self, block: usize) -> std::ops::Range<usize> {
        PLACES * block..(PLACES * (block + 1)).min(self.exact.sum_bits())
    }

    /// Claims that the result is that of the specification, for any magnitude with its leading one at some places.
    pub fn claim_rounding(&self, block: usize) -> Formula {
        let mut given = self.free_operands();
        let places = self.places(block);
        let nets = &self.nets;
        let [sign, sign_of_zero] = [nets.sign, nets.sign_of_zero].map(|net| given.free(net)[0]);
        for net in [nets.nan, nets.infinite] {
            given.words.push((net, vec![Literal::FALSE]));
        }
        let below = given.formula.graph.inputs(places.end);
        given.formula.words.push(("magnitude".to_owned(), below.clone()));
        let leading = places.map(Some).chain((block == 0).then_some(None));
        let count = given.words.len();
        let mut wrong = Vec::new();
        for place in leading {
            let mut magnitude = below[..place.unwrap_or(0)].to_vec();
            magnitude.extend(place.map(|_| Literal::TRUE));
            let magnitude = given.formula.graph.resized(&magnitude, self.room());
            given.words.truncate(count);
            self.give_limbs(&mut given, &nets.magnitude, &magnitude);
            let made = given.compute_one(nets.result);
            let graph = &mut given.formula.graph;
            let bits = self.exact.sum_bits();
            let wanted = self.exact.encoded(graph, sign, &magnitude[..bits], sign_of_zero);
            wrong.push(!graph.equal(&made, &wanted));
        }
        let any = given.formula.graph.any(&wrong);
        given.formula.claim(!any)
    }
}
