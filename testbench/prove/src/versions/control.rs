//! The control registers of a version: those that `out_valid` depends on.

use halfpipe_aig::solver::{Answer, Solver};
use halfpipe_hdl::design::control_inputs::{OUT_VALID, RESET};
use halfpipe_lemmas::graph::{Graph, Literal};
use halfpipe_spec::Logic;

use super::network::{Control, FreeCycle, VersionNetwork};
use super::solve::{ask, differ, Possibility, MOST_LEARNT};

impl VersionNetwork<'_> {
    /// Returns the registers that `out_valid` of a version depends on.
    pub fn control_registers(&self, version: Option<usize>) -> Vec<usize> {
        self.registers_behind(version, OUT_VALID..OUT_VALID + 1)
    }

    /// True if the original keeps the contract. `out_valid` is the `in_valid` of `latency` enabled cycles before, and 0
    /// while there were fewer since a reset. All registers hold in a stall.
    pub fn keeps_contract(&self) -> bool {
        let mut graph = Graph::new();
        let start = graph.inputs(self.registers());
        let mut broken = Vec::new();
        // From any state: the input leaves after the latency.
        let entering = graph.input();
        let mut held = start.clone();
        for cycle in 0..=self.latency {
            let in_valid = if cycle == 0 { entering } else { graph.input() };
            let next = self.flow_step(&mut graph, in_valid, &held);
            if cycle == self.latency {
                broken.push((next.outputs[OUT_VALID], entering));
            }
            held = next.next;
        }
        // After a reset nothing leaves before.
        let control = [Literal::TRUE, graph.input(), graph.input()];
        let data = graph.inputs(self.data_inputs());
        held = self.step(&mut graph, &control, &data, &start, None).next;
        for _ in 0..self.latency {
            let in_valid = graph.input();
            let next = self.flow_step(&mut graph, in_valid, &held);
            broken.push((next.outputs[OUT_VALID], Literal::FALSE));
            held = next.next;
        }
        // In a stall all registers hold that the outputs depend on.
        let (_, stalled) = self.stall_step(&mut graph, &start, None);
        let behind = self.registers_behind(None, 0..self.network.outputs().len());
        broken.extend(
            behind
                .into_iter()
                .map(|register| (stalled.next[register], start[register])),
        );
        let broken = differ(&mut graph, broken);
        matches!(ask(&graph, broken), Possibility::Never)
    }

    /// Returns those of some pairs of registers, of the original and of a version, that are equal from the first reset
    /// on. Returns nothing unless they make `out_valid` equal.
    pub fn find_inductive_pairs(&self, version: usize, mut pairs: Vec<(usize, usize)>) -> Option<Vec<(usize, usize)>> {
        let FreeCycle {
            mut graph,
            control,
            data,
            held,
        } = self.free_cycle();
        let other_held = graph.inputs(self.registers());
        let next_states = |graph: &mut Graph, control: &Control| {
            let one = self.step(graph, control, &data, &held, None);
            (one, self.step(graph, control, &data, &other_held, Some(version)))
        };
        let mut in_reset = control;
        in_reset[RESET] = Literal::TRUE;
        let reset = next_states(&mut graph, &in_reset);
        let (one, other) = next_states(&mut graph, &control);
        let mut solver = Solver::new();
        let mut is_never =
            |graph: &Graph, bits: &[Literal]| solver.find_within(graph, bits, MOST_LEARNT) == Answer::Never;
        pairs.retain(|(first, second)| {
            let differs = graph.xor(reset.0.next[*first], reset.1.next[*second]);
            is_never(&graph, &[differs])
        });
        let equal = |graph: &mut Graph, pairs: &[(usize, usize)]| -> Vec<Literal> {
            let differences = pairs
                .iter()
                .map(|(first, second)| graph.xor(held[*first], other_held[*second]));
            differences.map(|differs| !differs).collect()
        };
        loop {
            let assumptions = equal(&mut graph, &pairs);
            let count = pairs.len();
            pairs.retain(|(first, second)| {
                let differs = graph.xor(one.next[*first], other.next[*second]);
                is_never(&graph, &[&assumptions[..], &[differs]].concat())
            });
            if pairs.len() == count {
                let differs = graph.xor(one.outputs[OUT_VALID], other.outputs[OUT_VALID]);
                return is_never(&graph, &[&assumptions[..], &[differs]].concat()).then_some(pairs);
            }
        }
    }
}
