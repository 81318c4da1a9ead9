//! A SAT solver for bits of a graph.

use batsat::{clause, lbool, Callbacks, Lit, Solver as Search, SolverInterface, SolverOpts, Var};

use crate::deadline::Deadline;
use crate::graph::{Aig, Gate, Literal};

/// An incremental solver for the bits of one graph. It keeps its learnt clauses between questions.
pub struct Solver {
    search: Search<Watch>,
    /// The variable of each node that the solver knows.
    variables: Vec<Option<Var>>,
    /// All clauses given to the solver, if they are recorded.
    clauses: Option<Vec<Vec<Lit>>>,
}

/// A solver's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Satisfiable: all bits are 1 for these values of the nodes.
    Values(Vec<bool>),
    /// Unsatisfiable.
    Never,
    /// Undecided: the solver reached its limit.
    Undecided,
}

/// Callbacks during a search.
#[derive(Default)]
struct Watch {
    learnt: u64,
    most_learnt: Option<u64>,
    deadline: Deadline,
    /// The steps of a proof in DRAT format, if they are recorded.
    proof: Option<String>,
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, literals: &[Lit], kind: clause::Kind) {
        if kind == clause::Kind::Learnt {
            self.learnt += 1;
            self.proof.iter_mut().for_each(|proof| append(proof, "", literals));
        }
    }

    fn on_delete_clause(&mut self, literals: &[Lit]) {
        self.proof.iter_mut().for_each(|proof| append(proof, "d ", literals));
    }

    fn stop(&self) -> bool {
        self.most_learnt.is_some_and(|most| self.learnt > most) || self.deadline.is_past()
    }
}

impl Default for Solver {
    fn default() -> Solver {
        Solver {
            search: Search::new(SolverOpts::default(), Watch::default()),
            variables: Vec::new(),
            clauses: None,
        }
    }
}

impl Solver {
    /// Creates a solver without clauses.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Creates a solver that gives up at a deadline.
    pub fn until(deadline: &Deadline) -> Solver {
        let mut solver = Solver::new();
        solver.search.cb_mut().deadline = deadline.clone();
        solver
    }

    /// Finds values with which all given bits are 1, if there are any.
    ///
    /// # Panics
    ///
    /// When the solver has a deadline, which passes.
    pub fn find(&mut self, graph: &Aig, bits: &[Literal]) -> Option<Vec<bool>> {
        match self.ask(graph, bits) {
            Answer::Values(values) => Some(values),
            Answer::Never => None,
            Answer::Undecided => unreachable!("it has no reason to give up"),
        }
    }

    /// Finds such values, unless the solver learns more than `most_learnt` clauses first.
    pub fn find_within(&mut self, graph: &Aig, bits: &[Literal], most_learnt: u64) -> Answer {
        let watch = self.search.cb_mut();
        watch.most_learnt = Some(watch.learnt + most_learnt);
        let answer = self.ask(graph, bits);
        self.search.cb_mut().most_learnt = None;
        answer
    }

    /// Finds such values, unless the deadline passes first.
    pub fn ask(&mut self, graph: &Aig, bits: &[Literal]) -> Answer {
        if bits.contains(&Literal::FALSE) {
            return Answer::Never;
        }
        self.learn(graph, bits);
        let assumed: Vec<Lit> = bits.iter().map(|bit| self.literal(*bit)).collect();
        let answer = self.search.solve_limited(&assumed);
        if answer == lbool::FALSE {
            return Answer::Never;
        }
        if answer != lbool::TRUE {
            return Answer::Undecided;
        }
        // Only the inputs are taken from the model. An input that the solver never met may have any value.
        let input = |node: usize| match self.variables.get(node).copied().flatten() {
            Some(variable) if self.search.value_var(variable) == lbool::TRUE => u64::MAX,
            _ => 0,
        };
        let values: Vec<bool> = graph.simulate(input).iter().map(|word| word & 1 == 1).collect();
        let all = bits.iter().all(|bit| values[bit.node()] != bit.is_inverted());
        assert!(all, "the solver's values do not make the bits 1");
        Answer::Values(values)
    }

    fn literal(&self, bit: Literal) -> Lit {
        let variable = self.variables[bit.node()].expect("the solver knows the nodes that it is asked for");
        Lit::new(variable, !bit.is_inverted())
    }

    /// Adds the clauses of all nodes that some bits depend on.
    fn learn(&mut self, graph: &Aig, bits: &[Literal]) {
        self.variables.resize(graph.gates().len(), None);
        let mut open: Vec<usize> = bits.iter().map(|bit| bit.node()).collect();
        let mut new = Vec::new();
        while let Some(node) = open.pop() {
            if self.variables[node].is_none() {
                self.variables[node] = Some(self.search.new_var_default());
                open.extend(graph.gates()[node].operands().map(Literal::node));
                new.push(node);
            }
        }
        for node in new {
            self.define(graph, node);
        }
    }

    /// Adds the clauses that make a node's variable the value of its gate.
    fn define(&mut self, graph: &Aig, node: usize) {
        let own = self.literal(Literal::from_node(node));
        match graph.gates()[node] {
            Gate::Input | Gate::Register => {}
            Gate::False => self.clause(&[!own]),
            Gate::And(first, second) => {
                let [first, second] = [first, second].map(|bit| self.literal(bit));
                self.clause(&[!own, first]);
                self.clause(&[!own, second]);
                self.clause(&[own, !first, !second]);
            }
            Gate::Xor(first, second) => {
                let [first, second] = [first, second].map(|bit| self.literal(bit));
                self.clause(&[!own, first, second]);
                self.clause(&[!own, !first, !second]);
                self.clause(&[own, !first, second]);
                self.clause(&[own, first, !second]);
            }
            Gate::Select(condition, then, otherwise) => {
                let [condition, then, otherwise] = [condition, then, otherwise].map(|bit| self.literal(bit));
                self.clause(&[!own, !condition, then]);
                self.clause(&[own, !condition, !then]);
                self.clause(&[!own, condition, otherwise]);
                self.clause(&[own, condition, !otherwise]);
                // This clause is redundant, but it propagates at once a value on which both branches agree.
                self.clause(&[!own, then, otherwise]);
                self.clause(&[own, !then, !otherwise]);
            }
        }
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.clauses
            .iter_mut()
            .for_each(|clauses| clauses.push(literals.to_vec()));
        self.search.add_clause_reuse(&mut literals.to_vec());
    }
}

/// An unsatisfiable set of clauses, with a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The clauses, in DIMACS format.
    pub clauses: String,
    /// The proof in DRAT format: clauses that follow one after the other, the last of which is empty.
    pub proof: String,
}

/// Returns a certificate that the bits of a graph are never all 1, or nothing if they can be.
pub fn certificate(graph: &Aig, bits: &[Literal]) -> Option<Certificate> {
    let mut solver = Solver::new();
    solver.clauses = Some(Vec::new());
    solver.search.cb_mut().proof = Some(String::new());
    let bits: Vec<Literal> = bits.iter().copied().filter(|bit| *bit != Literal::TRUE).collect();
    solver.learn(graph, &bits);
    for bit in &bits {
        let own = solver.literal(*bit);
        solver.clause(&[own]);
    }
    if solver.search.solve_limited(&[]) != lbool::FALSE {
        return None;
    }
    let kept = solver.clauses.take().unwrap_or_default();
    let mut clauses = format!("p cnf {} {}\n", solver.search.num_vars(), kept.len());
    kept.iter().for_each(|clause| append(&mut clauses, "", clause));
    let mut proof = solver.search.cb_mut().proof.take().unwrap_or_default();
    append(&mut proof, "", &[]);
    Some(Certificate { clauses, proof })
}

fn append(text: &mut String, kind: &str, literals: &[Lit]) {
    text.push_str(kind);
    for literal in literals {
        let number = literal.var().idx() as i64 + 1;
        let number = if literal.sign() { number } else { -number };
        text.push_str(&number.to_string());
        text.push(' ');
    }
    text.push_str("0\n");
}
