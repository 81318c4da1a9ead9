//! Comparison over all operands, through the pipelines.

use halfpipe_aig::solver::{Answer, Solver};
use halfpipe_hdl::design::control_inputs::OUT_VALID;
use halfpipe_lemmas::graph::{Graph, Literal};
use halfpipe_spec::Logic;

use super::network::{read_cycle, VersionNetwork, TAKING};
use super::solve::{ask, differ, Possibility, MOST_LEARNT};
use super::verdict::{Counterexample, EquivalenceMethod, EquivalenceVerdict};

/// The behaviour of a version's register in a stall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StallBehaviour {
    /// The register equals a control register of the original.
    Control(usize),
    /// The register holds.
    Holds,
    /// The register settles: a longer stall gives no value that two cycles of it do not give.
    Settles,
    /// The register changes arbitrarily, or the outputs do not depend on it.
    Unconstrained,
}

impl VersionNetwork<'_> {
    /// Returns the behaviour of a version's registers, of which some equal control registers of the original.
    pub fn stall_behaviours(&self, version: usize, pairs: &[(usize, usize)]) -> Vec<StallBehaviour> {
        let mut graph = Graph::new();
        let held = graph.inputs(self.registers());
        let (_, stalled) = self.stall_step(&mut graph, &held, Some(version));
        let mut solver = Solver::new();
        let mut is_never =
            |graph: &Graph, bit: Literal| solver.find_within(graph, &[bit], MOST_LEARNT) == Answer::Never;
        let mut behaviours = vec![StallBehaviour::Unconstrained; held.len()];
        let behind = self.registers_behind(Some(version), 0..self.network.outputs().len());
        for register in &behind {
            let paired = pairs.iter().find(|(_, other)| other == register);
            let moves = graph.xor(stalled.next[*register], held[*register]);
            behaviours[*register] = match paired {
                Some((original, _)) => StallBehaviour::Control(*original),
                None if is_never(&graph, moves) => StallBehaviour::Holds,
                None => StallBehaviour::Unconstrained,
            };
        }
        let moving = behind.into_iter();
        let moving: Vec<usize> = moving
            .filter(|register| behaviours[*register] == StallBehaviour::Unconstrained)
            .collect();
        for register in moving {
            // The third cycle of a stall, where the other changing registers have any contents.
            let first = stalled.next[register];
            let mut settled = first;
            for _ in 0..2 {
                let state = held.iter().zip(&behaviours).enumerate();
                let state = state.map(|(other, (held, behaviour))| match behaviour {
                    _ if other == register => settled,
                    StallBehaviour::Control(_) | StallBehaviour::Holds => *held,
                    StallBehaviour::Settles | StallBehaviour::Unconstrained => graph.input(),
                });
                let state: Vec<Literal> = state.collect();
                settled = self.stall_step(&mut graph, &state, Some(version)).1.next[register];
            }
            let moves = graph.xor(settled, first);
            if is_never(&graph, moves) {
                behaviours[register] = StallBehaviour::Settles;
            }
        }
        behaviours
    }

    /// Compares the data that a version shows `latency` enabled cycles after operands.
    pub fn prove_flow(
        &self,
        version: usize,
        behaviours: &[StallBehaviour],
        method: EquivalenceMethod,
    ) -> EquivalenceVerdict {
        let mut graph = Graph::new();
        let original_start = graph.inputs(self.registers());
        let start = behaviours.iter().map(|behaviour| match behaviour {
            StallBehaviour::Control(original) => original_start[*original],
            _ => graph.input(),
        });
        let other_start: Vec<Literal> = start.collect();
        let (mut original, mut other) = (original_start.clone(), other_start.clone());
        let behind = self.registers_behind(Some(version), 0..self.network.outputs().len());
        let is_moving = |behaviour| matches!(behaviour, StallBehaviour::Settles | StallBehaviour::Unconstrained);
        let may_move = behind.iter().any(|register| is_moving(behaviours[*register]));
        let mut cycles = Vec::new();
        let mut wrong = Literal::FALSE;
        for cycle in 0..=self.latency {
            let data = graph.inputs(self.data_inputs());
            let control = match cycle {
                0 => TAKING,
                // The result is visible, whatever happens next.
                _ if cycle == self.latency => std::array::from_fn(|_| graph.input()),
                _ => [Literal::FALSE, Literal::TRUE, graph.input()],
            };
            let one = self.step(&mut graph, &control, &data, &original, None);
            let two = self.step(&mut graph, &control, &data, &other, Some(version));
            if cycle == self.latency {
                let shown = one.outputs.into_iter().zip(two.outputs).skip(OUT_VALID + 1);
                wrong = differ(&mut graph, shown);
            }
            original = one.next;
            other = two.next;
            cycles.push((Literal::TRUE, control, data));
            if !may_move {
                continue;
            }
            // There may be a stall of one or two cycles before the next enabled cycle.
            for _ in 0..2 {
                let stalls = graph.input();
                let ((control, data), stalled) = self.stall_step(&mut graph, &other, Some(version));
                let changes = other.iter().zip(stalled.next).zip(behaviours);
                let changes = changes.map(|((held, stalled), behaviour)| match behaviour {
                    StallBehaviour::Control(_) | StallBehaviour::Holds => *held,
                    StallBehaviour::Settles => graph.select(stalls, stalled, *held),
                    StallBehaviour::Unconstrained => graph.input(),
                });
                other = changes.collect();
                cycles.push((stalls, control, data));
            }
        }
        match ask(&graph, wrong) {
            Possibility::Never => EquivalenceVerdict::Equivalent(method),
            Possibility::Unknown => EquivalenceVerdict::Open,
            Possibility::When(values) => {
                let happens = |happens: Literal| values.bits(&[happens])[0];
                let cycles = cycles.iter().filter(|(stall, _, _)| happens(*stall));
                let cycles = cycles.map(|(_, control, data)| read_cycle(&values, control, data));
                EquivalenceVerdict::Refuted(Counterexample {
                    cycles: cycles.collect(),
                    registers: [original_start, other_start].map(|registers| values.bits(&registers)),
                })
            }
        }
    }
}
