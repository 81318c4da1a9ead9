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

mod control;
mod flow;
mod network;
mod solve;
mod verdict;

use halfpipe_aig::solver::{Answer, Solver};
use halfpipe_aig::Aig;
use halfpipe_hdl::design::control_inputs::RESET;
use halfpipe_hdl::design::ControlInputs;

use halfpipe_lemmas::graph::{Graph, Literal};

use network::{read_cycle, Control, FreeCycle, VersionNetwork, TAKING};
use solve::{ask, Possibility};

pub use verdict::{Counterexample, EquivalenceMethod, EquivalenceVerdict, InputCycle};

/// A prover for the versions of a module.
pub struct VersionProver<'n> {
    network: VersionNetwork<'n>,
    /// The control registers of the original, or none if it is not known to keep the contract.
    control: Option<Vec<usize>>,
}

/// The most clauses that the solver may learn about one cycle of the search for a counterexample.
const MOST_LEARNT_IN_SEARCH: u64 = 10_000;

impl<'n> VersionProver<'n> {
    /// Takes a network of a module at this latency, whose last inputs are the switches of so many versions.
    pub fn new(network: &'n Aig, latency: u32, versions: usize) -> VersionProver<'n> {
        let network = VersionNetwork {
            network,
            latency,
            versions,
        };
        let has_contract = latency > 0 && network.keeps_contract();
        VersionProver {
            network,
            control: has_contract.then(|| network.control_registers(None)),
        }
    }

    /// Compares the version with that number, counted from 1, with the original.
    pub fn prove(&self, version: usize) -> EquivalenceVerdict {
        if self.network.latency == 0 {
            return self.prove_combinational(version);
        }
        if let Some(control) = &self.control {
            let same: Vec<(usize, usize)> = control.iter().map(|register| (*register, *register)).collect();
            let others = self.network.control_registers(Some(version));
            let all = control
                .iter()
                .flat_map(|one| others.iter().map(move |other| (*one, *other)));
            let candidates = [
                (EquivalenceMethod::Flow, same),
                (EquivalenceMethod::Sequential, all.collect()),
            ];
            for (method, pairs) in candidates {
                let Some(pairs) = self.network.find_inductive_pairs(version, pairs) else {
                    continue;
                };
                let behaviours = self.network.stall_behaviours(version, &pairs);
                match self.network.prove_flow(version, &behaviours, method) {
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
            let one = self.network.step(&mut graph, &control, &data, &original, None);
            let two = self.network.step(&mut graph, &control, &data, &other, Some(version));
            let wrong = self.network.shown_difference(&mut graph, &one.outputs, &two.outputs);
            (original, other) = (one.next, two.next);
            wrong == Literal::TRUE && (self.network.latency == 0 || number > 0)
        })
    }

    fn prove_combinational(&self, version: usize) -> EquivalenceVerdict {
        let FreeCycle { mut graph, data, .. } = self.network.free_cycle();
        let one = self.network.step(&mut graph, &TAKING, &data, &[], None);
        let other = self.network.step(&mut graph, &TAKING, &data, &[], Some(version));
        let wrong = self.network.shown_difference(&mut graph, &one.outputs, &other.outputs);
        match ask(&graph, wrong) {
            Possibility::Never => EquivalenceVerdict::Equivalent(EquivalenceMethod::Combinational),
            Possibility::Unknown => EquivalenceVerdict::Open,
            Possibility::When(values) => EquivalenceVerdict::Refuted(Counterexample {
                cycles: vec![read_cycle(&values, &TAKING, &data)],
                registers: [Vec::new(), Vec::new()],
            }),
        }
    }

    /// Searches for a counterexample from a reset on, in as many cycles as fill and empty the pipeline.
    fn search(&self, version: usize) -> EquivalenceVerdict {
        let mut graph = Graph::new();
        let starts: [Vec<Literal>; 2] = [0, 1].map(|_| graph.inputs(self.network.registers()));
        let [mut original, mut other] = starts.clone();
        let mut cycles: Vec<(Control, Vec<Literal>)> = Vec::new();
        let mut solver = Solver::new();
        for cycle in 0..=2 * self.network.latency + 2 {
            let mut control: Control = std::array::from_fn(|_| graph.input());
            if cycle == 0 {
                control[RESET] = Literal::TRUE;
            }
            let data = graph.inputs(self.network.data_inputs());
            let one = self.network.step(&mut graph, &control, &data, &original, None);
            let two = self.network.step(&mut graph, &control, &data, &other, Some(version));
            let wrong = self.network.shown_difference(&mut graph, &one.outputs, &two.outputs);
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
