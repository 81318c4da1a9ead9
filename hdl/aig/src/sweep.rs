//! SAT sweeping: an equivalence check of two pieces of hardware with similar structure.
//!
//! Nodes with the same values in a simulation are probably equal. From the inputs on, the solver proves each pair of
//! candidates equal, and the two become one node. Little or nothing then remains to prove at the outputs.
//!
//! The method is that of Kuehlmann, Krohm: "Equivalence checking using cuts and heaps", DAC 1997.

use std::collections::HashMap;

use crate::deadline::Deadline;
use crate::graph::{Aig, Gate, Literal};
use crate::solver::{Answer, Solver};

/// The most clauses that the solver may learn about one pair before it gives up.
const MOST_LEARNT: u64 = 200;

/// The most unequal bits with the same simulated values that are kept as candidates.
const MOST_ALIKE: usize = 8;

/// The number of 64-bit words of simulated values of each node.
const WORDS: usize = 16;

/// The result of a sweep.
pub struct Swept {
    /// The graph in which equal nodes are merged.
    pub graph: Aig,
    /// The new bit of each old node.
    map: Vec<Literal>,
}

impl Swept {
    /// Returns the new bit of an old bit.
    pub fn bit(&self, old: Literal) -> Literal {
        self.map[old.node()].inverted_if(old.is_inverted())
    }
}

/// Sweeps the nodes that some bits depend on. After the deadline, no more nodes are merged.
pub fn sweep(old: &Aig, roots: &[Literal], deadline: &Deadline) -> Swept {
    let mut sweeper = Sweeper {
        graph: Aig::new(),
        solver: Solver::until(deadline),
        deadline,
        values: vec![[0; WORDS]],
        classes: HashMap::new(),
        random: FIRST_RANDOM,
    };
    sweeper.classes.insert([0; WORDS], vec![Literal::FALSE]);
    let mut map = vec![Literal::FALSE; old.gates().len()];
    for node in old.cone(roots) {
        let of = |bit: Literal| map[bit.node()].inverted_if(bit.is_inverted());
        let graph = &mut sweeper.graph;
        let made = match old.gates()[node] {
            Gate::Input | Gate::Register => graph.input(),
            gate => graph.copy_gate(gate, of),
        };
        map[node] = sweeper.representative(made);
    }
    Swept {
        graph: sweeper.graph,
        map,
    }
}

/// The state before the first pseudorandom number.
pub const FIRST_RANDOM: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns the next pseudorandom number: xorshift (Marsaglia, "Xorshift RNGs", 2003). The quality of the numbers does
/// not matter.
pub fn drawn(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

struct Sweeper<'d> {
    graph: Aig,
    solver: Solver,
    deadline: &'d Deadline,
    /// The simulated values of each node of the graph.
    values: Vec<[u64; WORDS]>,
    /// The candidate bits of each pattern of values. The first value of a pattern is 0.
    classes: HashMap<[u64; WORDS], Vec<Literal>>,
    random: u64,
}

impl Sweeper<'_> {
    /// Returns the first bit that is proven equal to this one.
    fn representative(&mut self, bit: Literal) -> Literal {
        if self.deadline.is_past() {
            return bit;
        }
        self.simulate();
        let values = self.values[bit.node()];
        // A node and its complement share the class of the one whose first value is 0.
        let inverted = values[0] & 1 == 1;
        let key = if inverted { values.map(|word| !word) } else { values };
        let plain = Literal::from_node(bit.node());
        let normal = if inverted { !plain } else { plain };
        let known = self.classes.get(&key).cloned().unwrap_or_default();
        let same = known
            .iter()
            .find(|known| **known == normal || self.is_same(**known, normal));
        let found = same.copied().unwrap_or(normal);
        if same.is_none() && known.len() < MOST_ALIKE {
            self.classes.entry(key).or_default().push(normal);
        }
        if bit == normal {
            found
        } else {
            !found
        }
    }

    fn is_same(&mut self, one: Literal, other: Literal) -> bool {
        let differ = self.graph.xor(one, other);
        self.simulate();
        self.solver.find_within(&self.graph, &[differ], MOST_LEARNT) == Answer::Never
    }

    /// Simulates the new nodes.
    fn simulate(&mut self) {
        let random = &mut self.random;
        self.graph.simulate_rest(&mut self.values, |_| {
            std::array::from_fn(|word| match word % 4 {
                // Mostly 0 and mostly 1, so that wide fields are sometimes all zeros or all ones.
                0 => drawn(random) & drawn(random) & drawn(random),
                1 => drawn(random) | drawn(random) | drawn(random),
                _ => drawn(random),
            })
        });
    }
}
