//! Equivalence of two versions of a pipeline: a mutant and its original, or two modules with the same ports.
//!
//! Only the behaviour that the contract of a module lets a user see counts. It is `out_valid` in every cycle from the
//! first reset on, and the data outputs while it is 1. The register contents before that reset are arbitrary.
//!
//! A combinational module is compared by its gates. A pipeline is compared in two steps:
//!
//! 1. Induction over control registers. Pairs of control registers, one of each version, are equal after a reset, and
//!    stay equal if they are. They make `out_valid` equal. The largest set of such pairs is found by removing those that
//!    fail (van Eijk: "Sequential equivalence checking based on structural similarities", TCAD 2000).
//! 2. Flow. The original keeps the contract, so a visible result belongs to operands `latency` enabled cycles before,
//!    without a reset between. These cycles are unrolled into gates, from any contents of the data registers. A register
//!    that does not hold in a stall may change between any two of them.
//!
//! If a step fails, a bounded search from reset looks for a counterexample.

use std::fmt;

use halfpipe_aig::solver::{Answer, Solver};
use halfpipe_aig::step::Step;
use halfpipe_aig::sweep::{sweep, Swept};
use halfpipe_aig::Aig;
use halfpipe_hdl::design::ControlInputs;
use halfpipe_spec::{Arithmetic, Logic};
use halfpipe_yosys::circuit::{ENABLE, IN_VALID, OUT_VALID, RESET};
use serde::{Deserialize, Serialize};

use crate::graph::{Graph, Literal};

/// A method of proving two versions equivalent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EquivalenceMethod {
    /// Comparison over all inputs of a combinational module.
    Combinational,
    /// Comparison over all operands, through pipelines with the same control registers.
    Flow,
    /// The same, with other control registers that are equal from reset on.
    Sequential,
}

impl fmt::Display for EquivalenceMethod {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            EquivalenceMethod::Combinational => "combinational",
            EquivalenceMethod::Flow => "flow",
            EquivalenceMethod::Sequential => "sequential",
        })
    }
}

/// The verdict on a version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EquivalenceVerdict {
    /// The version is equivalent to the original for all inputs.
    Equivalent(EquivalenceMethod),
    /// The version differs for this counterexample.
    Refuted(Counterexample),
    /// Neither was found within the allowed effort.
    Open,
}

/// A sequence of cycles at the end of which a version and the original differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The cycles.
    pub cycles: Vec<InputCycle>,
    /// The initial register contents: of the original, and of the version.
    pub registers: [Vec<bool>; 2],
}

/// The inputs in a clock cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputCycle {
    /// The control inputs.
    pub controls: ControlInputs,
    /// The bits of the data inputs, port by port, each port's lowest first.
    pub data: Vec<bool>,
}

/// A module with other versions in the same netlist.
///
/// The first inputs of the network are the control inputs of a pipeline, then the data inputs, then a switch for each
/// version, which selects it. The original has all switches at 0.
pub struct VersionProver<'n> {
    network: &'n Aig,
    latency: u32,
    versions: usize,
    /// The control registers of the original, or none if it is not known to keep the contract.
    control: Option<Vec<usize>>,
}

/// The behaviour of a version's register in a stall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StallBehaviour {
    /// The register equals a control register of the original.
    Control(usize),
    /// The register holds.
    Holds,
    /// The register settles: a longer stall gives no value that two cycles of it do not give.
    Settles,
    /// The register changes arbitrarily, or the outputs do not depend on it.
    Unconstrained,
}

/// The control inputs of a clock cycle: `reset`, `enable`, `in_valid`.
type Control = [Literal; 3];

/// The control inputs with which operands come in.
const TAKING: Control = [Literal::FALSE, Literal::TRUE, Literal::TRUE];

/// The most clauses that the solver may learn about one question.
const MOST_LEARNT: u64 = 100_000;

/// The most clauses that the solver may learn about one cycle of the search for a counterexample.
const MOST_LEARNT_IN_SEARCH: u64 = 10_000;

/// The answer to the question whether a bit can be 1.
enum Possibility {
    Never,
    When(Assignment),
    Unknown,
}

/// Values of the inputs of a graph.
struct Assignment {
    swept: Swept,
    values: Vec<bool>,
}

impl Assignment {
    /// Returns the values of some bits, each an input or constant.
    fn bits(&self, bits: &[Literal]) -> Vec<bool> {
        let value = |bit: &Literal| {
            let new = self.swept.bit(*bit);
            self.values[new.node()] != new.is_inverted()
        };
        bits.iter().map(value).collect()
    }
}

/// Asks whether a bit can be 1.
fn ask(graph: &Graph, bit: Literal) -> Possibility {
    if bit == Literal::FALSE {
        return Possibility::Never;
    }
    let swept = sweep(graph, &[bit]);
    match Solver::new().find_within(&swept.graph, &[swept.bit(bit)], MOST_LEARNT) {
        Answer::Never => Possibility::Never,
        Answer::Values(values) => Possibility::When(Assignment { swept, values }),
        Answer::Undecided => Possibility::Unknown,
    }
}

/// Returns a bit that is 1 if any of some pairs differ.
fn differ(graph: &mut Graph, pairs: impl IntoIterator<Item = (Literal, Literal)>) -> Literal {
    let differences: Vec<Literal> = pairs.into_iter().map(|(one, other)| graph.xor(one, other)).collect();
    graph.any(&differences)
}

/// One clock cycle with free inputs and registers.
struct FreeCycle {
    graph: Graph,
    control: Control,
    data: Vec<Literal>,
    held: Vec<Literal>,
}

impl<'n> VersionProver<'n> {
    /// Takes a network of a module at this latency, whose last inputs are the switches of so many versions.
    pub fn new(network: &'n Aig, latency: u32, versions: usize) -> VersionProver<'n> {
        let mut prover = VersionProver {
            network,
            latency,
            versions,
            control: None,
        };
        if latency > 0 {
            let control = prover.control_registers(None);
            prover.control = prover.keeps_contract().then_some(control);
        }
        prover
    }

    /// Compares the version with that number, counted from 1, with the original.
    pub fn prove(&self, version: usize) -> EquivalenceVerdict {
        if self.latency == 0 {
            return self.prove_combinational(version);
        }
        if let Some(control) = &self.control {
            let same: Vec<(usize, usize)> = control.iter().map(|register| (*register, *register)).collect();
            let others = self.control_registers(Some(version));
            let all = control
                .iter()
                .flat_map(|one| others.iter().map(move |other| (*one, *other)));
            let candidates = [
                (EquivalenceMethod::Flow, same),
                (EquivalenceMethod::Sequential, all.collect()),
            ];
            for (method, pairs) in candidates {
                let Some(pairs) = self.find_inductive_pairs(version, pairs) else {
                    continue;
                };
                let behaviours = self.stall_behaviours(version, &pairs);
                match self.prove_flow(version, &behaviours, method) {
                    // It relies on a value that a register cannot have.
                    EquivalenceVerdict::Refuted(example) if !self.is_shown(&example, version) => {}
                    verdict => return verdict,
                }
            }
        }
        self.search(version)
    }

    /// True if a simulation of a counterexample shows a difference: in `out_valid`, or in the data while it is 1. The
    /// first cycle has a reset or takes the operands, so a difference in it does not count.
    pub fn is_shown(&self, example: &Counterexample, version: usize) -> bool {
        let mut graph = Graph::new();
        let constants = |bits: &[bool]| bits.iter().map(|bit| Literal::constant(*bit)).collect();
        let [mut original, mut other]: [Vec<Literal>; 2] =
            [0, 1].map(|side: usize| constants(&example.registers[side]));
        example.cycles.iter().enumerate().any(|(number, cycle)| {
            let control = {
                let ControlInputs {
                    reset,
                    enable,
                    in_valid,
                } = cycle.controls;
                [reset, enable, in_valid].map(Literal::constant)
            };
            let data: Vec<Literal> = constants(&cycle.data);
            let one = self.step(&mut graph, &control, &data, &original, None);
            let two = self.step(&mut graph, &control, &data, &other, Some(version));
            let wrong = self.shown_difference(&mut graph, &one.outputs, &two.outputs);
            (original, other) = (one.next, two.next);
            wrong == Literal::TRUE && (self.latency == 0 || number > 0)
        })
    }

    /// Evaluates a clock cycle of a version, or of the original.
    fn step(
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

    fn registers(&self) -> usize {
        self.network.registers().len()
    }

    fn data_inputs(&self) -> usize {
        let control = if self.latency > 0 { IN_VALID + 1 } else { 0 };
        self.network.input_count() - self.versions - control
    }

    fn free_cycle(&self) -> FreeCycle {
        let mut graph = Graph::new();
        FreeCycle {
            control: std::array::from_fn(|_| graph.input()),
            data: graph.inputs(self.data_inputs()),
            held: graph.inputs(self.registers()),
            graph,
        }
    }

    /// Returns a bit that is 1 where a user sees a difference between the outputs of two versions.
    fn shown_difference(&self, graph: &mut Graph, one: &[Literal], other: &[Literal]) -> Literal {
        let pairs = one.iter().copied().zip(other.iter().copied());
        if self.latency == 0 {
            return differ(graph, pairs);
        }
        let valid = graph.xor(one[OUT_VALID], other[OUT_VALID]);
        let data = differ(graph, pairs.skip(OUT_VALID + 1));
        let wrong_data = graph.and(one[OUT_VALID], data);
        graph.or(valid, wrong_data)
    }

    fn prove_combinational(&self, version: usize) -> EquivalenceVerdict {
        let FreeCycle { mut graph, data, .. } = self.free_cycle();
        let one = self.step(&mut graph, &TAKING, &data, &[], None);
        let other = self.step(&mut graph, &TAKING, &data, &[], Some(version));
        let wrong = self.shown_difference(&mut graph, &one.outputs, &other.outputs);
        match ask(&graph, wrong) {
            Possibility::Never => EquivalenceVerdict::Equivalent(EquivalenceMethod::Combinational),
            Possibility::Unknown => EquivalenceVerdict::Open,
            Possibility::When(values) => EquivalenceVerdict::Refuted(Counterexample {
                cycles: vec![input_cycle(&values, &TAKING, &data)],
                registers: [Vec::new(), Vec::new()],
            }),
        }
    }

    /// Returns the registers that some outputs of a version depend on, in ascending order.
    fn registers_behind(&self, version: Option<usize>, outputs: std::ops::Range<usize>) -> Vec<usize> {
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

    /// Returns the registers that `out_valid` of a version depends on.
    fn control_registers(&self, version: Option<usize>) -> Vec<usize> {
        self.registers_behind(version, OUT_VALID..OUT_VALID + 1)
    }

    /// True if the original keeps the contract. `out_valid` is the `in_valid` of `latency` enabled cycles before, and 0
    /// while there were fewer since a reset. All registers hold in a stall.
    fn keeps_contract(&self) -> bool {
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

    /// Evaluates an enabled clock cycle without reset of the original, with any data.
    fn flow_step(&self, graph: &mut Graph, in_valid: Literal, held: &[Literal]) -> Step {
        let data = graph.inputs(self.data_inputs());
        self.step(graph, &[Literal::FALSE, Literal::TRUE, in_valid], &data, held, None)
    }

    /// Evaluates a cycle of a stall, without reset and with any data. Returns the inputs, and the next state.
    fn stall_step(
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

    /// Returns those of some pairs of registers, of the original and of a version, that are equal from the first reset
    /// on. Returns nothing unless they make `out_valid` equal.
    fn find_inductive_pairs(&self, version: usize, mut pairs: Vec<(usize, usize)>) -> Option<Vec<(usize, usize)>> {
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

    /// Returns the behaviour of a version's registers, of which some equal control registers of the original.
    fn stall_behaviours(&self, version: usize, pairs: &[(usize, usize)]) -> Vec<StallBehaviour> {
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
    fn prove_flow(
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
                let cycles = cycles.map(|(_, control, data)| input_cycle(&values, control, data));
                EquivalenceVerdict::Refuted(Counterexample {
                    cycles: cycles.collect(),
                    registers: [original_start, other_start].map(|registers| values.bits(&registers)),
                })
            }
        }
    }

    /// Searches for a counterexample from a reset on, in as many cycles as fill and empty the pipeline.
    fn search(&self, version: usize) -> EquivalenceVerdict {
        let mut graph = Graph::new();
        let starts: [Vec<Literal>; 2] = [0, 1].map(|_| graph.inputs(self.registers()));
        let [mut original, mut other] = starts.clone();
        let mut cycles: Vec<(Control, Vec<Literal>)> = Vec::new();
        let mut solver = Solver::new();
        for cycle in 0..=2 * self.latency + 2 {
            let mut control: Control = std::array::from_fn(|_| graph.input());
            if cycle == 0 {
                control[RESET] = Literal::TRUE;
            }
            let data = graph.inputs(self.data_inputs());
            let one = self.step(&mut graph, &control, &data, &original, None);
            let two = self.step(&mut graph, &control, &data, &other, Some(version));
            let wrong = self.shown_difference(&mut graph, &one.outputs, &two.outputs);
            (original, other) = (one.next, two.next);
            cycles.push((control, data));
            if cycle == 0 {
                continue;
            }
            if let Answer::Values(values) = solver.find_within(&graph, &[wrong], MOST_LEARNT_IN_SEARCH) {
                let bits = |bits: &[Literal]| -> Vec<bool> {
                    bits.iter().map(|bit| values[bit.node()] != bit.is_inverted()).collect()
                };
                let cycles = cycles
                    .iter()
                    .map(|(control, data)| InputCycle::new(&bits(control), bits(data)));
                return EquivalenceVerdict::Refuted(Counterexample {
                    cycles: cycles.collect(),
                    registers: starts.each_ref().map(|start| bits(start)),
                });
            }
        }
        EquivalenceVerdict::Open
    }
}

impl InputCycle {
    fn new(control: &[bool], data: Vec<bool>) -> InputCycle {
        InputCycle {
            controls: ControlInputs {
                reset: control[RESET],
                enable: control[ENABLE],
                in_valid: control[IN_VALID],
            },
            data,
        }
    }
}

fn input_cycle(values: &Assignment, control: &Control, data: &[Literal]) -> InputCycle {
    InputCycle::new(&values.bits(control), values.bits(data))
}
