//! The factors that a multiplier may take, and the operands for which its product matters.

use halfpipe_spec::{Arithmetic, Format, Lane};

use halfpipe_lemmas::graph::{Graph, Literal};

/// A form of a factor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Factor {
    /// The significand of an operand.
    Plain,
    /// The significand, shifted left until its top bit is 1.
    Normalised,
}

/// The operands for which the nodes of a product are the product. For all others they may be anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// All operands.
    All,
    /// Finite factors.
    Finite,
    /// Finite factors other than zero.
    FiniteNonzero,
    /// Factors that are finite and not subnormal.
    FiniteNotSubnormal,
}

/// A hypothesis about a multiplier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hypothesis {
    /// The forms of the two factors.
    pub factors: [Factor; 2],
    /// The operands for which the product is right.
    pub care: Care,
}

impl Hypothesis {
    /// Returns all hypotheses. Those that hold for most operands come first.
    pub fn all() -> impl Iterator<Item = Hypothesis> {
        let kinds = [Factor::Plain, Factor::Normalised];
        let cares = [Care::All, Care::Finite, Care::FiniteNonzero, Care::FiniteNotSubnormal];
        let factors = move || {
            kinds
                .into_iter()
                .flat_map(move |first| kinds.map(|second| [first, second]))
        };
        let hypotheses = move |care| factors().map(move |factors| Hypothesis { factors, care });
        cares.into_iter().flat_map(hypotheses)
    }

    /// Returns the two factors of some operands.
    pub fn factors(self, graph: &mut Graph, lane: Lane, operands: &[Vec<Literal>]) -> [Vec<Literal>; 2] {
        [0, 1].map(|place: usize| {
            let significand = lane.significand(graph, &operands[place]);
            match self.factors[place] {
                Factor::Plain => significand,
                Factor::Normalised => normalised(graph, significand),
            }
        })
    }

    /// Returns the bit that is 1 where the product matters.
    pub fn care(self, graph: &mut Graph, lane: Lane, format: Format, operands: &[Vec<Literal>]) -> Literal {
        let both = [0, 1].map(|place: usize| self.care_of_factor(graph, lane, format, &operands[place]));
        graph.0.and(both[0], both[1])
    }

    /// Returns the bit that is 1 where a factor matters.
    pub fn care_of_factor(self, graph: &mut Graph, lane: Lane, format: Format, operand: &[Literal]) -> Literal {
        let field = &operand[format.fraction_bits..][..format.exponent_bits];
        let is_finite = !graph.all(field);
        match self.care {
            Care::All => Literal::TRUE,
            Care::Finite => is_finite,
            Care::FiniteNonzero => {
                let significand = lane.significand(graph, operand);
                let is_nonzero = graph.any(&significand);
                graph.0.and(is_finite, is_nonzero)
            }
            Care::FiniteNotSubnormal => {
                let [has_field, has_fraction] = [graph.any(field), graph.any(&operand[..format.fraction_bits])];
                let is_subnormal = graph.0.and(!has_field, has_fraction);
                graph.0.and(is_finite, !is_subnormal)
            }
        }
    }
}

/// Returns a word shifted left until its top bit is 1, in steps of powers of two.
pub fn normalised(graph: &mut Graph, mut word: Vec<Literal>) -> Vec<Literal> {
    let width = word.len();
    let steps = (0..width.ilog2() + 1).rev().map(|power| 1_usize << power);
    for step in steps.filter(|step| *step < width) {
        let is_low = !graph.any(&word[width - step..]);
        let up = graph.resized(&graph.raised(&word, step), width);
        word = graph.choose(is_low, &up, &word);
    }
    word
}
