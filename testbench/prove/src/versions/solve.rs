//! Questions to the solver about two versions.

use halfpipe_aig::deadline::Deadline;
use halfpipe_aig::solver::{Answer, Solver};
use halfpipe_aig::sweep::{sweep, Swept};
use halfpipe_spec::{Arithmetic, Logic};

use halfpipe_lemmas::graph::{Graph, Literal};

/// The most clauses that the solver may learn about one question.
pub const MOST_LEARNT: u64 = 100_000;

/// The answer to the question whether a bit can be 1.
pub enum Possibility {
    Never,
    When(Assignment),
    Unknown,
}

/// Values of the inputs of a graph.
pub struct Assignment {
    swept: Swept,
    values: Vec<bool>,
}

impl Assignment {
    /// Returns the values of some bits, each an input or constant.
    pub fn bits(&self, bits: &[Literal]) -> Vec<bool> {
        let value = |bit: &Literal| {
            let new = self.swept.bit(*bit);
            self.values[new.node()] != new.is_inverted()
        };
        bits.iter().map(value).collect()
    }
}

/// Asks whether a bit can be 1.
pub fn ask(graph: &Graph, bit: Literal) -> Possibility {
    if bit == Literal::FALSE {
        return Possibility::Never;
    }
    let swept = sweep(graph, &[bit], &Deadline::none());
    match Solver::new().find_within(&swept.graph, &[swept.bit(bit)], MOST_LEARNT) {
        Answer::Never => Possibility::Never,
        Answer::Values(values) => Possibility::When(Assignment { swept, values }),
        Answer::Undecided => Possibility::Unknown,
    }
}

/// Returns a bit that is 1 if any of some pairs differ.
pub fn differ(graph: &mut Graph, pairs: impl IntoIterator<Item = (Literal, Literal)>) -> Literal {
    let differences: Vec<Literal> = pairs.into_iter().map(|(one, other)| graph.xor(one, other)).collect();
    graph.any(&differences)
}
