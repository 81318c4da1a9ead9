//! Whether two pieces of hardware that are alike inside compute the same.
//!
//! Nodes that have the same values in a simulation are probably the same: the solver says so of each pair, from the inputs on, and
//! what is the same becomes one node. What is left of the question at the outputs is then little or nothing.
//!
//! Kuehlmann, Krohm: "Equivalence checking using cuts and heaps", DAC 1997, which sweeps so.

use std::collections::HashMap;

use halfpipe_spec::Logic;

use crate::graph::{Gate, Graph, Literal};
use crate::solver::{Answer, Solver};

/// The clauses that the solver may learn of one pair before it is left alone.
const MOST_LEARNT: u64 = 200;

/// How many bits with the same simulated values are kept that are not the same.
const MOST_ALIKE: usize = 8;

/// The simulated values of each node: words of 64.
const WORDS: usize = 16;

/// What became of the nodes of a graph.
pub struct Swept {
    /// The graph in which equal nodes are one.
    pub graph: Graph,
    /// The bit of each old node in it.
    map: Vec<Literal>,
}

impl Swept {
    /// What became of a bit.
    pub fn bit(&self, old: Literal) -> Literal {
        let new = self.map[old.node()];
        if old.is_inverted() {
            !new
        } else {
            new
        }
    }
}

/// Sweeps the nodes that some bits depend on.
pub fn sweep(old: &Graph, roots: &[Literal]) -> Swept {
    let mut sweeper = Sweeper {
        graph: Graph::new(),
        solver: Solver::new(),
        values: vec![[0; WORDS]],
        classes: HashMap::new(),
        random: 0x9E37_79B9_7F4A_7C15,
    };
    sweeper.classes.insert([0; WORDS], vec![Literal::FALSE]);
    let mut map = vec![Literal::FALSE; old.gates().len()];
    for node in old.cone(roots) {
        let of = |bit: Literal| {
            if bit.is_inverted() {
                !map[bit.node()]
            } else {
                map[bit.node()]
            }
        };
        let graph = &mut sweeper.graph;
        let made = match old.gates()[node] {
            Gate::False => Literal::FALSE,
            Gate::Input => graph.input(),
            Gate::And(first, second) => graph.and(of(first), of(second)),
            Gate::Xor(first, second) => graph.xor(of(first), of(second)),
            Gate::Select(condition, then, otherwise) => graph.select(of(condition), of(then), of(otherwise)),
        };
        map[node] = sweeper.representative(made);
    }
    Swept {
        graph: sweeper.graph,
        map,
    }
}

/// The next number of a sequence: xorshift (Marsaglia, "Xorshift RNGs", 2003). Any numbers will do.
fn drawn(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

struct Sweeper {
    graph: Graph,
    solver: Solver,
    /// The simulated values of each node of the graph.
    values: Vec<[u64; WORDS]>,
    /// The bits with each pattern of values, the first of which is 0.
    classes: HashMap<[u64; WORDS], Vec<Literal>>,
    random: u64,
}

impl Sweeper {
    /// The first bit that is always the same as this one.
    fn representative(&mut self, bit: Literal) -> Literal {
        self.simulate();
        let values = self.values[bit.node()];
        // Of a node and its complement the class is that of the one whose first value is 0.
        let inverted = values[0] & 1 == 1;
        let key = if inverted { values.map(|word| !word) } else { values };
        let plain = Literal::of(bit.node());
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

    /// The values of nodes that are new.
    fn simulate(&mut self) {
        for node in self.values.len()..self.graph.gates().len() {
            let of = |bit: Literal| {
                let values = self.values[bit.node()];
                if bit.is_inverted() {
                    values.map(|word| !word)
                } else {
                    values
                }
            };
            let each = |word: &dyn Fn(usize) -> u64| std::array::from_fn(word);
            let values: [u64; WORDS] = match self.graph.gates()[node] {
                Gate::False => [0; WORDS],
                Gate::Input => {
                    let random = &mut self.random;
                    std::array::from_fn(|word| match word % 4 {
                        // Mostly 0 and mostly 1, so that fields of many bits are now and then all the one or the other.
                        0 => drawn(random) & drawn(random) & drawn(random),
                        1 => drawn(random) | drawn(random) | drawn(random),
                        _ => drawn(random),
                    })
                }
                Gate::And(first, second) => {
                    let (first, second) = (of(first), of(second));
                    each(&|word| first[word] & second[word])
                }
                Gate::Xor(first, second) => {
                    let (first, second) = (of(first), of(second));
                    each(&|word| first[word] ^ second[word])
                }
                Gate::Select(condition, then, otherwise) => {
                    let (condition, then, otherwise) = (of(condition), of(then), of(otherwise));
                    each(&|word| condition[word] & then[word] | !condition[word] & otherwise[word])
                }
            };
            self.values.push(values);
        }
    }
}
