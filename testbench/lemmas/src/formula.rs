//! Formulas, and their decision.

use halfpipe_aig::deadline::Deadline;
use halfpipe_aig::solver::{certificate, Answer, Certificate, Solver};
use halfpipe_aig::sweep::sweep;
use halfpipe_spec::{Arithmetic, Logic};
use sha2::{Digest, Sha256};

use crate::digest::short;
use crate::enumeration::{enumerate, inputs_of_cone, Enumerated, MOST_ENUMERATED};
use crate::graph::{Gate, Graph, Literal};
use crate::named_words::NamedWords;
use crate::verdict::{LemmaVerdict, UnprovenReason};

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
    /// Merge equal nodes, then ask a SAT solver; if it gives up, try all values of few inputs.
    SweepOrEnumerate,
}

/// The most clauses that a solver may learn about true products. A claim about multiplications could occupy it
/// indefinitely.
const MOST_LEARNT_OF_PRODUCTS: u64 = 200_000;

/// The most clauses that a solver may learn about two operands before all their values are tried.
const MOST_LEARNT_OF_PAIR: u64 = 20_000;

/// The most clauses that a solver may learn while it looks for operands for which a whole module is wrong.
const MOST_LEARNT_OF_WHOLE: u64 = 100_000;

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
        for (number, node) in self.graph.cone(&self.negation()).into_iter().enumerate() {
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
        let certified = |graph: &Graph, bits: &[Literal]| certificate(graph, bits);
        let own = certified(&self.graph, &self.negation());
        own.or_else(|| {
            let (graph, bits) = self.with_true_products()?;
            certified(&graph, &bits)
        })
    }

    /// Decides the formula.
    pub fn decide(&self, procedure: Procedure) -> LemmaVerdict {
        self.decide_until(procedure, &Deadline::none())
    }

    /// Decides the formula, unless a deadline passes first.
    pub fn decide_until(&self, procedure: Procedure, deadline: &Deadline) -> LemmaVerdict {
        match procedure {
            Procedure::Solve => self.solve(deadline),
            Procedure::Enumerate if self.has_too_many_inputs() => self.swept(deadline).solve(deadline),
            Procedure::Enumerate => self.enumerate(deadline),
            Procedure::Sweep => self.swept(deadline).solve(deadline),
            Procedure::SweepOrEnumerate => {
                let swept = self.swept(deadline);
                if self.has_too_many_inputs() {
                    return swept.solve(deadline);
                }
                let mut solver = Solver::until(deadline);
                match solver.find_within(&swept.graph, &swept.negation(), MOST_LEARNT_OF_PAIR) {
                    Answer::Never => LemmaVerdict::Holds,
                    Answer::Values(values) => LemmaVerdict::Fails(swept.read_words(&values)),
                    Answer::Undecided => self.enumerate(deadline),
                }
            }
        }
    }

    /// True if the formula depends on more inputs than an enumeration takes.
    fn has_too_many_inputs(&self) -> bool {
        inputs_of_cone(&self.graph, &self.negation()).len() > MOST_ENUMERATED
    }

    /// Returns the bits that are all 1 in a counterexample.
    fn negation(&self) -> Vec<Literal> {
        self.assumptions.iter().chain(&self.negated_goals).copied().collect()
    }

    /// Returns the same formula with equal nodes merged.
    fn swept(&self, deadline: &Deadline) -> Formula {
        let words = self.words.iter().flat_map(|(_, word)| word);
        let roots: Vec<Literal> = self
            .assumptions
            .iter()
            .chain(&self.negated_goals)
            .chain(words)
            .copied()
            .collect();
        let swept = sweep(&self.graph, &roots, deadline);
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

    fn solve(&self, deadline: &Deadline) -> LemmaVerdict {
        if self.negated_goals.contains(&Literal::FALSE) && self.assumptions.is_empty() {
            return LemmaVerdict::Holds;
        }
        let mut solver = Solver::until(deadline);
        match solver.ask(&self.graph, &self.assumptions) {
            Answer::Values(_) => {}
            Answer::Never => return LemmaVerdict::Unproven(UnprovenReason::Vacuous),
            Answer::Undecided => return LemmaVerdict::Unproven(UnprovenReason::Time),
        }
        match solver.ask(&self.graph, &self.negation()) {
            Answer::Never => LemmaVerdict::Holds,
            Answer::Undecided => LemmaVerdict::Unproven(UnprovenReason::Time),
            Answer::Values(values) if self.products.iter().all(|open| open.is_product(&values)) => {
                LemmaVerdict::Fails(self.read_words(&values))
            }
            Answer::Values(_) => self.solve_products(deadline),
        }
    }

    /// Decides the formula with true products, after values of other bits refuted it.
    fn solve_products(&self, deadline: &Deadline) -> LemmaVerdict {
        let Some((graph, all)) = self.with_true_products() else {
            return LemmaVerdict::Unproven(UnprovenReason::Inconclusive);
        };
        match Solver::until(deadline).find_within(&graph, &all, MOST_LEARNT_OF_PRODUCTS) {
            Answer::Never => LemmaVerdict::Holds,
            Answer::Undecided if deadline.is_past() => LemmaVerdict::Unproven(UnprovenReason::Time),
            Answer::Undecided => LemmaVerdict::Unproven(UnprovenReason::Inconclusive),
            Answer::Values(values) => LemmaVerdict::Fails(self.read_words(&values)),
        }
    }

    /// Returns the graph with the products of the factors, and the bits of a counterexample in which the bits that stand for
    /// the products equal them.
    fn with_true_products(&self) -> Option<(Graph, Vec<Literal>)> {
        if self.products.is_empty() {
            return None;
        }
        let mut graph = self.graph.clone();
        let mut all = self.negation();
        for OpenProduct { factors, product } in &self.products {
            let found = graph.multiply(&factors[0], &factors[1]);
            all.push(graph.equal(&found, product));
        }
        Some((graph, all))
    }

    /// Looks for values that refute the formula, without proving it.
    pub fn find_counterexample(&self) -> LemmaVerdict {
        match Solver::new().find_within(&self.graph, &self.negation(), MOST_LEARNT_OF_WHOLE) {
            Answer::Never | Answer::Undecided => LemmaVerdict::Unproven(UnprovenReason::Inconclusive),
            Answer::Values(values) => LemmaVerdict::Fails(self.read_words(&values)),
        }
    }

    fn read_words(&self, values: &[bool]) -> Vec<(String, u128)> {
        let words = self.words.iter();
        words.map(|(name, word)| (name.clone(), value(word, values))).collect()
    }

    fn enumerate(&self, deadline: &Deadline) -> LemmaVerdict {
        match enumerate(&self.graph, &self.assumptions, &self.negated_goals, deadline) {
            Enumerated::Never => LemmaVerdict::Holds,
            Enumerated::Vacuous => LemmaVerdict::Unproven(UnprovenReason::Vacuous),
            Enumerated::Values(values) => LemmaVerdict::Fails(self.read_words(&values)),
            Enumerated::Undecided => LemmaVerdict::Unproven(UnprovenReason::Time),
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
