//! The data flow of a circuit: what follows from all its processes together.

use super::circuit_facts::{Access, CircuitFacts, Process};
use super::Language;

/// The facts about a circuit with their data flow.
pub struct DataFlow<'f> {
    /// The facts.
    pub facts: &'f CircuitFacts,
    /// The language of the file.
    pub language: Language,
    /// For each value, true if it changes while the circuit runs.
    pub changes: Vec<bool>,
    /// For each value, true if another process than its writers reads it, or a writer reads it before it writes.
    pub is_shared: Vec<bool>,
    /// For each value, true if a port of the circuit depends on it.
    pub is_observed: Vec<bool>,
}

impl<'f> DataFlow<'f> {
    /// Finds the data flow of a circuit.
    pub fn new(facts: &'f CircuitFacts, language: Language) -> DataFlow<'f> {
        DataFlow {
            facts,
            language,
            changes: find_changes(facts),
            is_shared: mark(facts, facts.processes.iter().flat_map(|process| values(&process.early))),
            is_observed: find_observed(facts),
        }
    }

    /// Returns the name of a value.
    pub fn name(&self, value: usize) -> &str {
        &self.facts.values[value].name
    }

    /// True if a procedure drives a value, through any assignments between.
    pub fn comes_from_procedure(&self, value: usize) -> bool {
        let processes = || self.facts.processes.iter();
        let sources = edges(self.facts, processes(), |process| (&process.writes, &process.reads));
        let is_source = reach(vec![value], &sources);
        let mut procedures = processes().filter(|process| process.is_procedure());
        procedures.any(|process| values(&process.writes).any(|value| is_source[value]))
    }

    /// True if another clocked process reads a value, through any logic between.
    pub fn races(&self, writer: &Process, value: usize) -> bool {
        let others = || {
            let processes = self.facts.processes.iter();
            processes.filter(|process| !std::ptr::eq(*process, writer) && !process.is_initial())
        };
        let logic = others().filter(|process| !process.is_clocked());
        let targets = edges(self.facts, logic, |process| (&process.early, &process.writes));
        let is_target = reach(vec![value], &targets);
        let mut clocked = others().filter(|process| process.is_clocked());
        // The writer itself reads it through logic that follows the assignment.
        clocked.any(|process| values(&process.early).any(|read| is_target[read]))
            || values(&writer.early).any(|read| read != value && is_target[read])
    }
}

/// Returns the numbers of accessed values.
fn values(accesses: &[Access]) -> impl Iterator<Item = usize> + Clone + '_ {
    accesses.iter().map(|access| access.value)
}

/// Marks some values.
fn mark(facts: &CircuitFacts, values: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut is_marked = vec![false; facts.values.len()];
    values.for_each(|value| is_marked[value] = true);
    is_marked
}

/// Returns for each value the values of the second ends of processes that have it at their first ends.
fn edges<'p>(
    facts: &CircuitFacts,
    processes: impl Iterator<Item = &'p Process>,
    ends: fn(&Process) -> (&[Access], &[Access]),
) -> Vec<Vec<usize>> {
    let mut edges = vec![Vec::new(); facts.values.len()];
    for process in processes {
        let (from, to) = ends(process);
        values(from).for_each(|value| edges[value].extend(values(to)));
    }
    edges
}

/// Marks the values that some edges lead to from some values, these included.
fn reach(mut open: Vec<usize>, edges: &[Vec<usize>]) -> Vec<bool> {
    let mut is_reached = vec![false; edges.len()];
    while let Some(value) = open.pop() {
        if !std::mem::replace(&mut is_reached[value], true) {
            open.extend(&edges[value]);
        }
    }
    is_reached
}

/// Finds the values that follow an input or a register. A value without a driver is an input, or comes from a cell.
fn find_changes(facts: &CircuitFacts) -> Vec<bool> {
    let driving = || facts.processes.iter().filter(|process| !process.is_initial());
    let is_driven = mark(facts, driving().flat_map(|process| values(&process.writes)));
    let is_free = |value: &usize| !is_driven[*value] && !facts.values[*value].is_memory;
    let mut open: Vec<usize> = (0..is_driven.len()).filter(is_free).collect();
    let starting = driving().filter(|process| process.kind == "top" || process.is_clocked());
    open.extend(starting.flat_map(|process| values(&process.writes)));
    let readers = edges(facts, driving(), |process| (&process.reads, &process.writes));
    reach(open, &readers)
}

/// Finds the values on which a port or a cell depends. A cell may show each of its inputs.
fn find_observed(facts: &CircuitFacts) -> Vec<bool> {
    let shows =
        |process: &&Process| process.kind == "top" || values(&process.writes).any(|value| facts.values[value].is_cell);
    let shown = facts.processes.iter().filter(shows);
    let open = shown.flat_map(|process| values(&process.early)).collect();
    let sources = edges(facts, facts.processes.iter(), |process| {
        (&process.writes, &process.early)
    });
    reach(open, &sources)
}
