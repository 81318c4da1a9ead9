//! A dot product that rounds once under proof, and its operands in a graph.

use std::sync::Arc;

use halfpipe_aig::bit_blast::{net_words, Schoolbook};
use halfpipe_netlist::{NetId, Netlist};
use halfpipe_spec::{Arithmetic, Dot, DotOperands, DotTerm, ExactDot, TermKind};

use super::nets::ExactNets;
use crate::formula::Formula;
use crate::graph::{Graph, Literal, PortWords};
use crate::named_words::NamedWords;

/// A dot product that rounds once, and the netlist that should compute it.
pub struct ExactEquivalence {
    pub dot: Dot,
    pub exact: ExactDot,
    pub netlist: Arc<Netlist>,
    pub nets: ExactNets,
}

/// Operands in a graph, and words that take the place of nets.
pub struct GivenWords<'e> {
    netlist: &'e Netlist,
    /// The formula, which assumes nothing and has no goal.
    pub formula: Formula,
    pub factors: Vec<[Vec<Literal>; 2]>,
    pub c: Vec<Literal>,
    /// The words of nets that are not computed.
    pub words: Vec<(NetId, Vec<Literal>)>,
}

impl GivenWords<'_> {
    /// Computes some nets.
    pub fn compute(&mut self, wanted: &[NetId]) -> PortWords {
        let GivenWords { formula, words, .. } = self;
        net_words(&mut formula.graph, self.netlist, words, wanted, &mut Schoolbook)
    }

    /// Computes a net.
    pub fn compute_one(&mut self, wanted: NetId) -> Vec<Literal> {
        self.compute(&[wanted]).swap_remove(0)
    }

    /// Takes a net as free.
    pub fn free(&mut self, net: NetId) -> Vec<Literal> {
        let node = self.netlist.node(net);
        let word = self.formula.graph.inputs(node.width as usize);
        self.words.push((net, word.clone()));
        let name = node.name().unwrap_or_default().to_owned();
        self.formula.words.push((name, word.clone()));
        word
    }
}

impl ExactEquivalence {
    /// Takes a dot product and its netlist.
    ///
    /// # Errors
    ///
    /// A net that the netlist lacks.
    pub fn new(dot: Dot, exact: ExactDot, netlist: Arc<Netlist>) -> Result<ExactEquivalence, String> {
        let nets = ExactNets::find(&netlist, dot.products())?;
        Ok(ExactEquivalence {
            dot,
            exact,
            netlist,
            nets,
        })
    }

    /// Returns free operands.
    pub fn free_operands(&self) -> GivenWords<'_> {
        let mut graph = Graph::new();
        let inputs = NamedWords::free_inputs(&mut graph, &self.netlist);
        let DotOperands { factors, c, .. } = self.dot.elements(&inputs.words);
        let ports = self.netlist.inputs.iter().map(|port| port.net);
        GivenWords {
            netlist: &self.netlist,
            words: ports.zip(inputs.words.clone()).collect(),
            formula: Formula {
                graph,
                words: inputs.into_pairs(),
                ..Formula::default()
            },
            factors,
            c,
        }
    }

    /// Returns the terms of the specification: of the products, then of c.
    pub fn specify_terms(&self, given: &mut GivenWords) -> Vec<(TermKind, DotTerm<Literal>)> {
        self.exact.terms(&mut given.formula.graph, &given.factors, &given.c)
    }

    /// Assumes that all operands are finite.
    pub fn assume_finite(&self, given: &mut GivenWords) {
        let GivenWords {
            formula, factors, c, ..
        } = given;
        let special = self.exact.special(&mut formula.graph, factors, c);
        formula.assumptions.push(!special.is_special);
    }

    /// Returns 1 if an excess is not larger than that of finite operands.
    pub fn is_excess(&self, graph: &mut Graph, kind: TermKind, excess: &[Literal]) -> Literal {
        let most = graph.number(self.exact.largest_excess(kind).into(), excess.len());
        let above = graph.less(&most, excess);
        !above
    }
}
