//! Clock cycles of a module with other versions in the same netlist.

use halfpipe_aig::step::Step;
use halfpipe_aig::Aig;
use halfpipe_hdl::design::control_inputs::{IN_VALID, OUT_VALID};
use halfpipe_lemmas::graph::{Graph, Literal};
use halfpipe_spec::Logic;

use super::solve::{differ, Assignment};
use super::verdict::InputCycle;

/// A module with other versions in the same netlist.
///
/// The first inputs of the network are the control inputs of a pipeline, then the data inputs, then a switch for each
/// version, which selects it. The original has all switches at 0.
#[derive(Clone, Copy)]
pub struct VersionNetwork<'n> {
    pub network: &'n Aig,
    pub latency: u32,
    pub versions: usize,
}

/// The control inputs of a clock cycle: `reset`, `enable`, `in_valid`.
pub type Control = [Literal; 3];

/// The control inputs with which operands come in.
pub const TAKING: Control = [Literal::FALSE, Literal::TRUE, Literal::TRUE];

/// One clock cycle with free inputs and registers.
pub struct FreeCycle {
    pub graph: Graph,
    pub control: Control,
    pub data: Vec<Literal>,
    pub held: Vec<Literal>,
}

impl VersionNetwork<'_> {
    /// Evaluates a clock cycle of a version, or of the original.
    pub fn step(
        &self,
        graph: &mut Graph,
        control: &Control,
        data: &[Literal],
        held: &[Literal],
        version: Option<usize>,
    ) -> Step {
        let control = if self.latency > 0 { &control[..] } else { &[] };
        let switches = (1..=self.versions).map(|number| Literal::constant(version == Some(number)));
        let inputs: Vec<Literal> = control.iter().chain(data).copied().chain(switches).collect();
        graph.step(self.network, &inputs, held)
    }

    pub fn registers(&self) -> usize {
        self.network.registers().len()
    }

    pub fn data_inputs(&self) -> usize {
        let control = if self.latency > 0 { IN_VALID + 1 } else { 0 };
        self.network.input_count() - self.versions - control
    }

    pub fn free_cycle(&self) -> FreeCycle {
        let mut graph = Graph::new();
        FreeCycle {
            control: std::array::from_fn(|_| graph.input()),
            data: graph.inputs(self.data_inputs()),
            held: graph.inputs(self.registers()),
            graph,
        }
    }

    /// Returns a bit that is 1 where a user sees a difference between the outputs of two versions.
    pub fn shown_difference(&self, graph: &mut Graph, one: &[Literal], other: &[Literal]) -> Literal {
        let pairs = one.iter().copied().zip(other.iter().copied());
        if self.latency == 0 {
            return differ(graph, pairs);
        }
        let valid = graph.xor(one[OUT_VALID], other[OUT_VALID]);
        let data = differ(graph, pairs.skip(OUT_VALID + 1));
        let wrong_data = graph.and(one[OUT_VALID], data);
        graph.or(valid, wrong_data)
    }

    /// Returns the registers that some outputs of a version depend on, in ascending order.
    pub fn registers_behind(&self, version: Option<usize>, outputs: std::ops::Range<usize>) -> Vec<usize> {
        let FreeCycle {
            mut graph,
            control,
            data,
            held,
        } = self.free_cycle();
        let next = self.step(&mut graph, &control, &data, &held, version);
        let mut register_of = vec![None; graph.gates().len()];
        for (register, held) in held.iter().enumerate() {
            register_of[held.node()] = Some(register);
        }
        let mut is_found = vec![false; held.len()];
        let mut open = next.outputs[outputs].to_vec();
        while !open.is_empty() {
            let cone = graph.cone(&open);
            let behind = cone.into_iter().filter_map(|node| register_of[node]);
            let new: Vec<usize> = behind.filter(|register| !is_found[*register]).collect();
            new.iter().for_each(|register| is_found[*register] = true);
            open = new.into_iter().map(|register| next.next[register]).collect();
        }
        (0..held.len()).filter(|register| is_found[*register]).collect()
    }

    /// Evaluates an enabled clock cycle without reset of the original, with any data.
    pub fn flow_step(&self, graph: &mut Graph, in_valid: Literal, held: &[Literal]) -> Step {
        let data = graph.inputs(self.data_inputs());
        self.step(graph, &[Literal::FALSE, Literal::TRUE, in_valid], &data, held, None)
    }

    /// Evaluates a cycle of a stall, without reset and with any data. Returns the inputs, and the next state.
    pub fn stall_step(
        &self,
        graph: &mut Graph,
        held: &[Literal],
        version: Option<usize>,
    ) -> ((Control, Vec<Literal>), Step) {
        let control = [Literal::FALSE, Literal::FALSE, graph.input()];
        let data = graph.inputs(self.data_inputs());
        let next = self.step(graph, &control, &data, held, version);
        ((control, data), next)
    }
}

/// Returns the values of a cycle's inputs.
pub fn read_cycle(values: &Assignment, control: &Control, data: &[Literal]) -> InputCycle {
    InputCycle::new(&values.bits(control), values.bits(data))
}
