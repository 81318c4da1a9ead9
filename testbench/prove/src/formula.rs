//! Formulas, and their decision.

use std::collections::HashMap;
use std::ops::Range;

use halfpipe_spec::{Arithmetic, Logic};
use sha2::{Digest, Sha256};

use crate::digest::short;
use crate::graph::{Gate, Graph, Literal};
use crate::named_words::NamedWords;
use crate::verdict::{LemmaVerdict, UnprovenReason};
use halfpipe_aig::lanes::Lanes;
use halfpipe_aig::plane::{Plane, LANES};
use halfpipe_aig::simulate::Simulator;
use halfpipe_aig::solver::{certificate, Answer, Certificate, Solver};
use halfpipe_aig::sweep::sweep;

/// A claim about all values of a graph's inputs: where all assumptions are 1, the negated goals are never all 1.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    /// The graph that contains the bits.
    pub graph: Graph,
    /// The assumptions.
    pub assumptions: Vec<Literal>,
    /// The negated goal: bits that are never all 1 under the assumptions.
    pub negated_goals: Vec<Literal>,
    /// The words that a counterexample shows: named words of inputs.
    pub words: Vec<(String, Vec<Literal>)>,
    /// The products whose bits are free inputs, each with its two factors.
    pub products: Vec<OpenProduct>,
}

/// An abstracted product. Its bits are free inputs of the graph; a formula assumes some true properties of products
/// about them.
#[derive(Clone, Debug)]
pub struct OpenProduct {
    /// The two factors.
    pub factors: [Vec<Literal>; 2],
    /// The bits that stand for the product.
    pub product: Vec<Literal>,
}

/// A decision procedure for a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Procedure {
    /// Ask a SAT solver.
    Solve,
    /// Try all values of the inputs.
    Enumerate,
    /// Merge equal nodes, then ask a SAT solver.
    Sweep,
}

/// The most clauses that a solver may learn while it looks for a true product. A claim about multiplications could
/// occupy it indefinitely.
const MOST_LEARNT_OF_PRODUCTS: u64 = 20_000;

/// The most clauses that a solver may learn while it looks for operands for which a whole module is wrong.
const MOST_LEARNT_OF_WHOLE: u64 = 100_000;

/// The most inputs whose values are enumerated.
const MOST_ENUMERATED: usize = 26;

impl Formula {
    /// Creates the claim that a bit is always 1.
    pub fn always(graph: Graph, goal: Literal) -> Formula {
        Formula {
            graph,
            negated_goals: vec![!goal],
            ..Formula::default()
        }
    }

    /// Creates the claim that no bit is ever 1.
    pub fn never(mut graph: Graph, wrong: &[Literal]) -> Formula {
        let any = graph.any(wrong);
        Formula::always(graph, !any)
    }

    /// Creates the claim that two words are always equal.
    pub fn equal(mut graph: Graph, made: &[Literal], wanted: &[Literal]) -> Formula {
        let same = graph.equal(made, wanted);
        Formula::always(graph, same)
    }

    /// Returns the formula with another assumption.
    #[must_use]
    pub fn assume(mut self, assumption: Literal) -> Formula {
        self.assumptions.push(assumption);
        self
    }

    /// Returns the formula with a further goal. It claims that one of them is always 1.
    #[must_use]
    pub fn claim(mut self, goal: Literal) -> Formula {
        self.negated_goals.push(!goal);
        self
    }

    /// Returns the formula with the goal that words are equal, pair by pair.
    #[must_use]
    pub fn claim_equal<'w>(mut self, pairs: impl IntoIterator<Item = (&'w [Literal], &'w [Literal])>) -> Formula {
        let same: Vec<Literal> = pairs
            .into_iter()
            .map(|(made, wanted)| self.graph.equal(made, wanted))
            .collect();
        let all = self.graph.all(&same);
        self.claim(all)
    }

    /// Returns the formula with the words that its counterexamples show.
    #[must_use]
    pub fn show(self, words: NamedWords) -> Formula {
        let words = words.into_pairs();
        Formula { words, ..self }
    }

    /// Returns a digest of the claim. It does not depend on how the nodes are numbered.
    pub fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        let mut numbers = vec![0_u32; self.graph.gates().len()];
        let roots: Vec<Literal> = self.assumptions.iter().chain(&self.negated_goals).copied().collect();
        for (number, node) in self.graph.cone(&roots).into_iter().enumerate() {
            numbers[node] = number as u32;
            let gate = self.graph.gates()[node];
            let kind = match gate {
                Gate::False => 0_u8,
                Gate::Input | Gate::Register => 1,
                Gate::And(..) => 2,
                Gate::Xor(..) => 3,
                Gate::Select(..) => 4,
            };
            hasher.update([kind]);
            for operand in gate.operands() {
                hasher.update((numbers[operand.node()] << 1 | u32::from(operand.is_inverted())).to_le_bytes());
            }
        }
        for (list, bits) in [(b"a", &self.assumptions), (b"r", &self.negated_goals)] {
            hasher.update(list);
            for bit in bits {
                hasher.update((numbers[bit.node()] << 1 | u32::from(bit.is_inverted())).to_le_bytes());
            }
        }
        short(hasher.finalize())
    }

    /// Returns a certificate that the formula holds, or nothing if it does not.
    pub fn certificate(&self) -> Option<Certificate> {
        let bits: Vec<Literal> = self.assumptions.iter().chain(&self.negated_goals).copied().collect();
        certificate(&self.graph, &bits)
    }

    /// Decides the formula.
    pub fn decide(&self, procedure: Procedure) -> LemmaVerdict {
        match procedure {
            Procedure::Solve => self.solve(),
            Procedure::Enumerate => self.enumerate(),
            Procedure::Sweep => self.swept().solve(),
        }
    }

    /// Returns the same formula with equal nodes merged.
    fn swept(&self) -> Formula {
        let words = self.words.iter().flat_map(|(_, word)| word);
        let roots: Vec<Literal> = self
            .assumptions
            .iter()
            .chain(&self.negated_goals)
            .chain(words)
            .copied()
            .collect();
        let swept = sweep(&self.graph, &roots);
        let bits = |bits: &[Literal]| bits.iter().map(|bit| swept.bit(*bit)).collect::<Vec<_>>();
        Formula {
            assumptions: bits(&self.assumptions),
            negated_goals: bits(&self.negated_goals),
            words: self
                .words
                .iter()
                .map(|(name, word)| (name.clone(), bits(word)))
                .collect(),
            products: Vec::new(),
            graph: Graph(swept.graph),
        }
    }

    fn solve(&self) -> LemmaVerdict {
        if self.negated_goals.contains(&Literal::FALSE) && self.assumptions.is_empty() {
            return LemmaVerdict::Holds;
        }
        let mut solver = Solver::new();
        if solver.find(&self.graph, &self.assumptions).is_none() {
            return LemmaVerdict::Unproven(UnprovenReason::Vacuous);
        }
        let all: Vec<Literal> = self.assumptions.iter().chain(&self.negated_goals).copied().collect();
        match solver.find(&self.graph, &all) {
            None => LemmaVerdict::Holds,
            Some(values) if self.products.iter().all(|open| open.is_product(&values)) => {
                LemmaVerdict::Fails(self.read_words(&values))
            }
            Some(_) => self.solve_products(),
        }
    }

    /// Looks for values that refute the formula with true products.
    fn solve_products(&self) -> LemmaVerdict {
        let mut graph = self.graph.clone();
        let mut all: Vec<Literal> = self.assumptions.iter().chain(&self.negated_goals).copied().collect();
        for OpenProduct { factors, product } in &self.products {
            let found = graph.multiply(&factors[0], &factors[1]);
            all.push(graph.equal(&found, product));
        }
        match Solver::new().find_within(&graph, &all, MOST_LEARNT_OF_PRODUCTS) {
            Answer::Never | Answer::Undecided => LemmaVerdict::Unproven(UnprovenReason::Inconclusive),
            Answer::Values(values) => LemmaVerdict::Fails(self.read_words(&values)),
        }
    }

    /// Looks for values that refute the formula, without proving it.
    pub fn find_counterexample(&self) -> LemmaVerdict {
        let all: Vec<Literal> = self.assumptions.iter().chain(&self.negated_goals).copied().collect();
        match Solver::new().find_within(&self.graph, &all, MOST_LEARNT_OF_WHOLE) {
            Answer::Never | Answer::Undecided => LemmaVerdict::Unproven(UnprovenReason::Inconclusive),
            Answer::Values(values) => LemmaVerdict::Fails(self.read_words(&values)),
        }
    }

    fn read_words(&self, values: &[bool]) -> Vec<(String, u128)> {
        let words = self.words.iter();
        words.map(|(name, word)| (name.clone(), value(word, values))).collect()
    }

    fn enumerate(&self) -> LemmaVerdict {
        let roots: Vec<Literal> = self.assumptions.iter().chain(&self.negated_goals).copied().collect();
        let cone = self.graph.cone(&roots).into_iter();
        let inputs: Vec<usize> = cone.filter(|node| self.graph.gates()[*node] == Gate::Input).collect();
        assert!(inputs.len() <= MOST_ENUMERATED, "{} inputs are too many", inputs.len());
        let mut circuit = self.graph.0.clone();
        let first = circuit.outputs().len();
        roots.iter().for_each(|root| circuit.output(*root));
        let mut simulator = Simulator::new(&circuit);
        // The first inputs select one of the vectors side by side.
        let vectors = LANES.ilog2() as usize;
        let numbers: HashMap<usize, usize> = (circuit.free_inputs().enumerate())
            .map(|(number, input)| (input.node(), number))
            .collect();
        let places: Vec<usize> = inputs.iter().map(|node| numbers[node]).collect();
        for (place, input) in places.iter().enumerate().take(vectors) {
            let bits = (0..LANES).map(|vector| vector >> place & 1 == 1);
            simulator.set_input(*input, Plane::of_bits(bits));
        }
        let mut is_vacuous = true;
        for block in 0..1_u64 << places.len().saturating_sub(vectors) {
            for (place, input) in places.iter().skip(vectors).enumerate() {
                simulator.set_input(*input, Plane::filled(block >> place & 1 == 1));
            }
            simulator.settle();
            let all = |range: Range<usize>| {
                let bits = range.map(|output| simulator.output(first + output));
                bits.fold(Plane::filled(true), |all, bit| all.and(bit))
            };
            let assumptions = all(0..self.assumptions.len());
            is_vacuous &= assumptions == Plane::ZERO;
            let wrong = assumptions.and(all(self.assumptions.len()..roots.len()));
            if wrong == Plane::ZERO {
                continue;
            }
            if let Some(vector) = wrong.first_one() {
                let number = |place: usize| match place.checked_sub(vectors) {
                    None => vector >> place & 1 == 1,
                    Some(place) => block >> place & 1 == 1,
                };
                let values = self.graph.simulate(|node| {
                    let place = inputs.binary_search(&node);
                    u64::from(place.is_ok_and(number))
                });
                let values: Vec<bool> = values.iter().map(|value| value & 1 == 1).collect();
                return LemmaVerdict::Fails(self.read_words(&values));
            }
        }
        if is_vacuous {
            LemmaVerdict::Unproven(UnprovenReason::Vacuous)
        } else {
            LemmaVerdict::Holds
        }
    }
}

impl OpenProduct {
    /// True if the product's bits are the product of the factors.
    fn is_product(&self, values: &[bool]) -> bool {
        let [first, second] = [0, 1].map(|factor: usize| value(&self.factors[factor], values));
        first * second == value(&self.product, values)
    }
}

/// Returns a true property of two factors and their product. It ties the product's leading one to those of the factors.
///
/// If a factor has its top bit set, the product shifted right by that place is at least the other factor. Shifted right
/// one place further, it is always less than the other factor. If both factors reach a place, the product reaches twice
/// that place.
pub fn relation<L: Logic>(logic: &mut L, first: &[L::Bit], second: &[L::Bit], product: &[L::Bit]) -> L::Bit {
    let mut wrong = Vec::new();
    for (one, other) in [(first, second), (second, first)] {
        let top = one.len() - 1;
        let other_above = logic.resized(other, product.len() - top);
        let smaller = logic.less(&product[top..], &other_above);
        wrong.push(logic.and(one[top], smaller));
        let smaller = logic.less(&product[one.len()..], other);
        let nonzero = logic.any(other);
        wrong.push(logic.and(nonzero, logic.not(smaller)));
    }
    for place in 0..first.len().min(second.len()) {
        let reached = [&first[place..], &second[place..], &product[2 * place..]].map(|bits| logic.any(bits));
        let both = logic.and(reached[0], reached[1]);
        wrong.push(logic.and(both, logic.not(reached[2])));
    }
    let factors = [first, second].map(|factor| logic.any(factor));
    let both = logic.and(factors[0], factors[1]);
    let nonzero = logic.any(product);
    wrong.push(logic.and(nonzero, logic.not(both)));
    let any = logic.any(&wrong);
    logic.not(any)
}

/// Returns a stronger property than [`relation`]: the leading ones of two factors give the place of the product's
/// leading one, to within one place.
///
/// [`relation`] gives this only where the top bit of a factor is set, as it is in all numbers that are not subnormal.
/// Hardware that counts the leading zeros of both factors needs this property.
pub fn relation_of_leading_ones<L: Logic>(
    logic: &mut L,
    first: &[L::Bit],
    second: &[L::Bit],
    product: &[L::Bit],
) -> L::Bit {
    let mut wrong = Vec::new();
    for one in 0..first.len() {
        for other in 0..second.len() {
            // Both factors reach a place, so the product reaches the sum of the places.
            let reached = [&first[one..], &second[other..], &product[one + other..]].map(|bits| logic.any(bits));
            let both = logic.and(reached[0], reached[1]);
            wrong.push(logic.and(both, logic.not(reached[2])));
            // Neither factor goes beyond its place, so the product goes at most one place beyond the sum.
            let beyond = [&first[one + 1..], &second[other + 1..], &product[one + other + 2..]];
            let beyond = beyond.map(|bits| logic.any(bits));
            let either = logic.or(beyond[0], beyond[1]);
            wrong.push(logic.and(beyond[2], logic.not(either)));
        }
    }
    let any = logic.any(&wrong);
    let holds = relation(logic, first, second, product);
    logic.and(holds, logic.not(any))
}

/// Returns the number that a word represents.
fn value(word: &[Literal], values: &[bool]) -> u128 {
    word.iter().rev().fold(0, |number, bit| {
        number << 1 | u128::from(values[bit.node()] != bit.is_inverted())
    })
}
