//! The handshake of a unit that works on one operation at a time, for any number of clock cycles.
//!
//! Three claims about enabled cycles imply the handshake, by induction:
//!
//! - After a reset, the unit is ready and shows no result.
//! - A ready unit without valid operands is ready in the next cycle, and shows no result.
//! - A ready unit with valid operands is not ready and shows no result, until it is ready again and shows a result, as many
//!   cycles later as the latency says.
//!
//! The contents of all registers, and the inputs of the later cycles, are free.

use halfpipe_spec::Logic;

use crate::formula::Formula;
use crate::graph::{Graph, Literal};
use crate::kind::LemmaKind;
use crate::subject_lemmas::SubjectLemmas;

/// A unit whose clock cycles can be added to a graph.
pub trait HandshakeUnit {
    /// The contents of all registers.
    type Contents;

    /// Returns free contents.
    fn contents(&self, graph: &mut Graph) -> Self::Contents;

    /// Returns the contents after a reset.
    fn contents_after_reset(&self, graph: &mut Graph) -> Self::Contents;

    /// Evaluates an enabled cycle with free operands. `in_valid` is free, too, if it is not given.
    fn run_cycle(
        &self,
        graph: &mut Graph,
        held: &Self::Contents,
        in_valid: Option<Literal>,
    ) -> HandshakeCycle<Self::Contents>;
}

/// An enabled clock cycle.
pub struct HandshakeCycle<C> {
    /// The output `in_ready`.
    pub in_ready: Literal,
    /// The output `out_valid`.
    pub out_valid: Literal,
    /// The contents after the cycle.
    pub next: C,
}

/// Adds the lemmas that a unit keeps the handshake: `unit` finds it in their subject. They call it a `noun`, whose result
/// comes `within` some cycles. `keeps_time` is the formula of the third claim.
pub fn add_lemmas<S: Send + Sync + 'static, U: HandshakeUnit + 'static>(
    lemmas: &mut SubjectLemmas<S>,
    [noun, within]: [&str; 2],
    unit: fn(&S) -> &U,
    keeps_time: fn(&S) -> Formula,
) {
    lemmas.solve(
        LemmaKind::Reset,
        format!("after a reset the {noun} is ready and shows no result"),
        move |subject| is_ready_after_reset(unit(subject)),
    );
    lemmas.solve(
        LemmaKind::Idle,
        format!("a ready {noun} without valid operands stays ready and shows no result"),
        move |subject| stays_ready(unit(subject)),
    );
    let valid =
        format!("a ready {noun} with valid operands shows a result and is ready again {within}, and neither before");
    lemmas.solve(LemmaKind::Valid, valid, keeps_time);
}

/// Claims that a unit is ready after a reset and shows no result.
pub fn is_ready_after_reset(unit: &impl HandshakeUnit) -> Formula {
    let mut graph = Graph::new();
    let held = unit.contents_after_reset(&mut graph);
    let shown = unit.run_cycle(&mut graph, &held, None);
    claim_idle(graph, &shown)
}

/// Claims that a ready unit without valid operands is ready in the next cycle and shows no result in it.
pub fn stays_ready(unit: &impl HandshakeUnit) -> Formula {
    let mut graph = Graph::new();
    let held = unit.contents(&mut graph);
    let first = unit.run_cycle(&mut graph, &held, Some(Literal::FALSE));
    let second = unit.run_cycle(&mut graph, &first.next, None);
    claim_idle(graph, &second).assume(first.in_ready)
}

/// Claims that the unit is ready and shows no result.
pub fn claim_idle<C>(mut graph: Graph, shown: &HandshakeCycle<C>) -> Formula {
    let is_idle = graph.and(shown.in_ready, !shown.out_valid);
    Formula::always(graph, is_idle)
}

/// Claims that a ready unit with valid operands shows its result after the latency, and is ready again then.
pub fn keeps_time(unit: &impl HandshakeUnit, latency: u32) -> Formula {
    let mut graph = Graph::new();
    let held = unit.contents(&mut graph);
    let first = unit.run_cycle(&mut graph, &held, Some(Literal::TRUE));
    let mut wrong = Vec::new();
    let mut next = first.next;
    for number in 1..=latency {
        let shown = unit.run_cycle(&mut graph, &next, None);
        let is_last = number == latency;
        wrong.extend([shown.in_ready, shown.out_valid].map(|bit| bit.inverted_if(is_last)));
        next = shown.next;
    }
    Formula::never(graph, &wrong).assume(first.in_ready)
}
