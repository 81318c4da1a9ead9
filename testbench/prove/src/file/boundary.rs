//! The boundary between an addend and a sum: the nodes of which the addend is a function.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use halfpipe_aig::deadline::Deadline;
use halfpipe_aig::sweep::sweep;
use halfpipe_aig::{Aig, Gate, Literal};

use super::function::FileFunction;

/// The most inputs of a function that is divided.
const MOST_INPUTS: usize = 6;

/// The values of six bits, one after the other, in all combinations.
const COMBINATIONS: [u64; MOST_INPUTS] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// The nodes of a file's function on both sides of a boundary.
pub struct Boundary<'f> {
    function: &'f FileFunction,
    /// True for nodes that depend on more than the first two operands.
    is_other: Vec<bool>,
    /// True for nodes that do not change with the fractions of normal operands.
    is_steady: Vec<bool>,
}

/// A copy of a function, and the new bit of each old node.
pub struct Rewritten {
    /// The copy.
    pub function: FileFunction,
    /// The new bits.
    pub bits: Vec<Literal>,
}

impl<'f> Boundary<'f> {
    /// Takes a function, and the nodes that do not change with the fractions in a simulation.
    pub fn new(function: &'f FileFunction, mut is_steady: Vec<bool>) -> Boundary<'f> {
        let circuit = &function.circuit;
        let known: usize = function.widths[..2].iter().sum();
        let mut is_other = vec![false; circuit.gates().len()];
        let others = circuit.free_inputs().skip(known);
        others.for_each(|bit| is_other[bit.node()] = true);
        for (node, gate) in circuit.gates().iter().enumerate() {
            is_other[node] |= gate.operands().any(|operand| is_other[operand.node()]);
            is_steady[node] &= !is_other[node] || gate.operands().all(|operand| is_steady[operand.node()]);
        }
        Boundary {
            function,
            is_other,
            is_steady,
        }
    }

    fn gates(&self) -> &[Gate] {
        self.function.circuit.gates()
    }

    fn operands(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.gates()[node].operands().map(Literal::node)
    }

    fn is_addend(&self, node: usize) -> bool {
        self.is_other[node] && self.is_steady[node]
    }

    fn is_mixed(&self, node: usize) -> bool {
        self.is_other[node] && !self.is_steady[node]
    }

    /// Returns the nodes that give the addend of a sum: the last steady ones on the ways to it. Those of the most bits of
    /// the sum come first: a carry then has zeros below it.
    pub fn nodes(&self, sum: &[usize]) -> Vec<usize> {
        let mut counts: HashMap<usize, usize> = HashMap::new();
        for node in sum {
            let mut open = vec![*node];
            let mut seen = HashSet::new();
            while let Some(node) = open.pop() {
                if !self.is_other[node] || !seen.insert(node) {
                    continue;
                }
                if self.is_steady[node] {
                    *counts.entry(node).or_default() += 1;
                } else {
                    open.extend(self.operands(node));
                }
            }
        }
        let mut nodes: Vec<usize> = counts.keys().copied().collect();
        nodes.sort_unstable_by_key(|node| (Reverse(counts[node]), *node));
        nodes
    }

    /// Returns a copy in which each bit of the addend is a node: a function of nodes on both sides of the boundary becomes
    /// one of a single bit from the side of the addend, where it is.
    pub fn divide(&self) -> Rewritten {
        self.copy(|graph, bits, node| {
            let mut region = self.is_mixed(node).then(|| Region::new(self, node))?;
            while region.steady.len() > 1 && region.is_small() {
                let divided = region.divide(self, graph, bits);
                if divided.is_some() || !region.grow(self) {
                    return divided;
                }
            }
            None
        })
    }

    /// Returns a copy in which equal nodes of the addend are one node.
    pub fn merge(&self, addend: &[usize]) -> Rewritten {
        let roots: Vec<Literal> = addend.iter().map(|node| Literal::from_node(*node)).collect();
        let swept = sweep(&self.function.circuit, &roots, &Deadline::none());
        let mut first: HashMap<usize, Literal> = HashMap::new();
        let mut known: HashMap<usize, Literal> = HashMap::new();
        let mut order = roots;
        order.sort_unstable();
        for root in order {
            let bit = swept.bit(root);
            let plain = root.inverted_if(bit.is_inverted());
            let earlier = *known.entry(bit.node()).or_insert(plain);
            first.insert(root.node(), earlier.inverted_if(bit.is_inverted()));
        }
        self.copy(|_, bits, node| {
            let earlier = first.get(&node).filter(|earlier| earlier.node() != node)?;
            Some(bits[earlier.node()].inverted_if(earlier.is_inverted()))
        })
    }

    /// Returns a copy of the function. `changed` returns the bit of a node that is no copy.
    fn copy(&self, changed: impl Fn(&mut Aig, &[Literal], usize) -> Option<Literal>) -> Rewritten {
        let circuit = &self.function.circuit;
        let mut graph = Aig::new();
        let mut bits = vec![Literal::FALSE; circuit.gates().len()];
        for input in circuit.free_inputs() {
            bits[input.node()] = graph.input();
        }
        for (node, gate) in circuit.gates().iter().enumerate() {
            if gate.operands().next().is_some() {
                bits[node] = changed(&mut graph, &bits, node)
                    .unwrap_or_else(|| graph.copy_gate(*gate, |bit| bits[bit.node()].inverted_if(bit.is_inverted())));
            }
        }
        for output in circuit.outputs() {
            graph.output(bits[output.node()].inverted_if(output.is_inverted()));
        }
        let function = FileFunction {
            circuit: graph.into(),
            widths: self.function.widths.clone(),
        };
        Rewritten { function, bits }
    }
}

/// A node as a function of nodes on both sides of the boundary.
struct Region {
    /// The nodes within, in order.
    inner: BTreeSet<usize>,
    /// Nodes of the addend.
    steady: BTreeSet<usize>,
    /// All others.
    open: BTreeSet<usize>,
}

impl Region {
    /// Follows a node to others without an operand that is a node of the addend.
    fn new(boundary: &Boundary, node: usize) -> Region {
        let mut region = Region {
            inner: BTreeSet::new(),
            steady: BTreeSet::new(),
            open: BTreeSet::new(),
        };
        region.follow(boundary, node);
        region
    }

    /// Adds a node and its operands, and follows the operands.
    fn follow(&mut self, boundary: &Boundary, node: usize) {
        self.open.remove(&node);
        self.inner.insert(node);
        for operand in boundary.operands(node) {
            let is_addend = |operand| boundary.is_addend(operand);
            if is_addend(operand) {
                self.steady.insert(operand);
            } else if self.inner.contains(&operand) || operand == Literal::FALSE.node() {
            } else if boundary.is_mixed(operand) && boundary.operands(operand).any(is_addend) {
                self.follow(boundary, operand);
            } else {
                self.open.insert(operand);
            }
        }
    }

    /// Follows the open node with the fewest new operands. Returns false if there is none.
    fn grow(&mut self, boundary: &Boundary) -> bool {
        let is_new = |node: &usize| {
            ![&self.inner, &self.steady, &self.open]
                .iter()
                .any(|nodes| nodes.contains(node))
        };
        let gates = self.open.iter().rev().copied();
        let gates = gates.filter(|node| boundary.gates()[*node] != Gate::Input);
        let best = gates.min_by_key(|node| boundary.operands(*node).filter(is_new).count());
        if let Some(node) = best {
            self.follow(boundary, node);
        }
        best.is_some()
    }

    /// True if all values can be tried.
    fn is_small(&self) -> bool {
        self.steady.len() <= MOST_INPUTS && self.open.len() <= MOST_INPUTS
    }

    /// Adds the last node to a graph, as a function of the open nodes and of one function of the nodes of the addend.
    fn divide(&self, boundary: &Boundary, graph: &mut Aig, bits: &[Literal]) -> Option<Literal> {
        let columns: Vec<u64> = (0..1 << self.steady.len())
            .map(|values| self.column(boundary, values))
            .collect();
        let first = columns[0];
        let other = columns.iter().copied().find(|column| *column != first)?;
        if columns.iter().any(|column| *column != first && *column != other) {
            return None;
        }
        let is_other = |(place, column): (usize, &u64)| u64::from(*column == other) << place;
        let table = columns.iter().enumerate().map(is_other).sum();
        let inputs = |nodes: &BTreeSet<usize>| nodes.iter().map(|node| bits[*node]).collect::<Vec<_>>();
        let bit = graph.look_up(table, &inputs(&self.steady));
        let [first, other] = [first, other].map(|column| graph.look_up(column, &inputs(&self.open)));
        Some(graph.select(bit, other, first))
    }

    /// Returns the values of the last node for all values of the open nodes.
    fn column(&self, boundary: &Boundary, steady: usize) -> u64 {
        let mut values: HashMap<usize, u64> = HashMap::from([(0, 0)]);
        for (place, node) in self.steady.iter().enumerate() {
            values.insert(*node, if steady >> place & 1 == 1 { u64::MAX } else { 0 });
        }
        values.extend(self.open.iter().copied().zip(COMBINATIONS));
        let mut last = 0;
        for node in &self.inner {
            let of = |bit: &Literal| values[&bit.node()] ^ if bit.is_inverted() { u64::MAX } else { 0 };
            last = match &boundary.gates()[*node] {
                Gate::And(one, other) => of(one) & of(other),
                Gate::Xor(one, other) => of(one) ^ of(other),
                Gate::Select(condition, then, otherwise) => of(condition) & of(then) | !of(condition) & of(otherwise),
                Gate::False | Gate::Input | Gate::Register => 0,
            };
            values.insert(*node, last);
        }
        last
    }
}

#[cfg(test)]
#[path = "../../tests/unit/file/boundary.rs"]
mod tests;
