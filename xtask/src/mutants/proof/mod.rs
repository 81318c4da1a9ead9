//! Equivalence proofs of a mutant with the module without a fault, or counterexamples.
//!
//! Only the behaviour that the contract of a module lets a user see counts. It is `out_valid` in every cycle from the
//! first reset on, and the data outputs while it is 1. The register contents before that reset are arbitrary.
//!
//! A combinational module is compared by its gates. A pipeline is compared as a flow where that is possible
//! ([`EquivalenceMethod::Flow`]). Its registers of `valid` are then those of the module without a fault, and every other register
//! holds while `enable` is 0 and there is no reset. A visible result then depends only on the enabled cycles since its
//! operands came in. It suffices to compare `latency` cycles, unrolled into gates. If a register does not hold, there
//! may be a stall between any two of these cycles. Any other pipeline, such as one with a fault in `enable` or `reset`,
//! is compared over any number of cycles ([`EquivalenceMethod::Sequential`]).

mod abc;
mod aig;
mod counterexample;

use std::collections::HashMap;
use std::fmt;

use abc::Answer;
use aig::{Aig, Literal, Step};
use serde::{Deserialize, Serialize};

use crate::mutants::subject::ModulePorts;
use crate::mutants::Error;

pub use counterexample::{Counterexample, CounterexampleCycle};

/// A method of proving a mutant equivalent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EquivalenceMethod {
    /// Comparison over all inputs of a combinational module.
    Combinational,
    /// Comparison over all operands, through a pipeline that is known to flow.
    Flow,
    /// Comparison over all sequences of inputs, from any state.
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

/// The verdict of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EquivalenceVerdict {
    /// The mutant is equivalent for all inputs.
    Equivalent(EquivalenceMethod),
    /// The mutant differs for this counterexample.
    Refuted(Counterexample),
    /// Neither was found within the allowed effort.
    Open,
}

/// A module with many mutants, to be proven one by one.
pub struct Prover<'n> {
    network: &'n halfpipe_aig::Aig,
    ports: &'n ModulePorts,
    mutants: usize,
    /// The registers of `valid`, or none if the module without a fault is not known to flow.
    valid: Option<Vec<bool>>,
}

/// The behaviour of a mutant's register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The register belongs to `valid`, as in the module without a fault.
    Valid,
    /// The register holds during a stall.
    HoldsInStall,
    /// The register changes in a stall and settles: a longer stall gives no value that two cycles of it do not give.
    SettlesInStall,
    /// The register changes arbitrarily in a stall: the proof relies on nothing about its contents.
    Unconstrained,
}

/// The control inputs of a clock cycle: `reset`, `enable`, `in_valid`.
type Control = [Literal; 3];

const RESET: usize = 0;
const ENABLE: usize = 1;
const IN_VALID: usize = 2;

/// The control inputs with which operands come in.
const TAKING: Control = [Literal::FALSE, Literal::TRUE, Literal::TRUE];

impl<'n> Prover<'n> {
    /// Takes the mutants of a network, whose last inputs are their switches.
    ///
    /// # Errors
    ///
    /// [`Error`] when ABC is missing.
    pub fn new(network: &'n halfpipe_aig::Aig, ports: &'n ModulePorts, mutants: usize) -> Result<Prover<'n>, Error> {
        let mut prover = Prover {
            network,
            ports,
            mutants,
            valid: None,
        };
        if ports.latency > 0 {
            prover.valid = prover.registers_of_valid()?;
        }
        Ok(prover)
    }

    /// Compares the mutant with that number, counted from 1, with the module without a fault.
    ///
    /// # Errors
    ///
    /// [`Error`] when ABC is missing or does not answer.
    pub fn prove(&self, mutant: usize) -> Result<EquivalenceVerdict, Error> {
        if self.ports.latency == 0 {
            return self.combinational(mutant);
        }
        if let Some(valid) = &self.valid {
            if let Some(kinds) = self.kinds(mutant, valid)? {
                let verdict = self.flow(mutant, &kinds)?;
                // A counterexample refutes nothing if it relies on a value that such a register cannot have.
                let may_mislead = kinds.contains(&Kind::Unconstrained);
                match &verdict {
                    EquivalenceVerdict::Refuted(example) if may_mislead && !self.shows(example, mutant) => {}
                    _ => return Ok(verdict),
                }
            }
        }
        self.sequential(mutant)
    }

    /// True if a mutant shows a counterexample in a simulation.
    fn shows(&self, example: &Counterexample, mutant: usize) -> bool {
        example.shows(self.network, self.ports, self.mutants, mutant)
    }

    fn step(
        &self,
        aig: &mut Aig,
        control: &[Literal],
        data: &[Literal],
        registers: &[Literal],
        mutant: Option<usize>,
    ) -> Step {
        let switches = (1..=self.mutants).map(|number| match mutant == Some(number) {
            true => Literal::TRUE,
            false => Literal::FALSE,
        });
        let inputs: Vec<Literal> = control.iter().chain(data).copied().chain(switches).collect();
        aig.step(self.network, &inputs, registers)
    }

    fn registers(&self) -> usize {
        self.network.registers().len()
    }

    fn combinational(&self, mutant: usize) -> Result<EquivalenceVerdict, Error> {
        let mut aig = Aig::default();
        let data = aig.inputs(self.ports.input_bits());
        let clean = self.step(&mut aig, &[], &data, &[], None);
        let other = self.step(&mut aig, &[], &data, &[], Some(mutant));
        let differ = aig.differ(clean.outputs.into_iter().zip(other.outputs));
        Ok(match abc::ask(&aig, differ, abc::COMBINATIONAL)? {
            Answer::Never => EquivalenceVerdict::Equivalent(EquivalenceMethod::Combinational),
            Answer::Unknown => EquivalenceVerdict::Open,
            Answer::When(values) => EquivalenceVerdict::Refuted(Counterexample {
                given: vec![given(&values[0], &TAKING, &data)],
                registers: [Vec::new(), Vec::new()],
            }),
        })
    }

    /// Returns the registers of `valid` in the module without a fault, if they are an independent chain. `out_valid`
    /// must be the `in_valid` of `latency` enabled cycles before, and 0 while there were fewer since a reset. All
    /// registers must hold during a stall.
    fn registers_of_valid(&self) -> Result<Option<Vec<bool>>, Error> {
        let mut aig = Aig::default();
        let control = aig.inputs(3);
        let data = aig.inputs(self.ports.input_bits());
        let registers = aig.inputs(self.registers());
        let step = self.step(&mut aig, &control, &data, &registers, None);
        let supports: Vec<Vec<Literal>> = step.next.iter().map(|next| aig.support(&[*next])).collect();
        let mut valid = vec![false; self.registers()];
        let mut chain = vec![control[IN_VALID]];
        while let Some(source) = chain.pop() {
            for (register, support) in supports.iter().enumerate() {
                if !valid[register] && support.contains(&source) {
                    valid[register] = true;
                    chain.push(registers[register]);
                }
            }
        }
        let is_valid = |literal: &Literal| {
            registers
                .iter()
                .zip(&valid)
                .any(|(held, valid)| *valid && held == literal)
        };
        let alone = supports
            .iter()
            .zip(&valid)
            .filter(|(_, valid)| **valid)
            .all(|(support, _)| {
                support
                    .iter()
                    .all(|source| is_valid(source) || control.contains(source))
            });
        let shown_alone = aig.support(&step.outputs[..1]).iter().all(is_valid);
        let broken = self.broken_flow(&mut aig);
        let holds = alone && shown_alone && abc::ask(&aig, broken, abc::COMBINATIONAL)? == Answer::Never;
        Ok(holds.then_some(valid))
    }

    /// Returns a literal that is 1 where the module without a fault violates the contract's flow.
    fn broken_flow(&self, aig: &mut Aig) -> Literal {
        let start = aig.inputs(self.registers());
        let mut broken = Vec::new();
        // From any state: the input leaves after the latency.
        let mut registers = start.clone();
        let entering = aig.input();
        for cycle in 0..=self.ports.latency {
            let in_valid = if cycle == 0 { entering } else { aig.input() };
            let step = self.flowing(aig, in_valid, &registers);
            if cycle == self.ports.latency {
                broken.push((step.outputs[0], entering));
            }
            registers = step.next;
        }
        // After a reset nothing leaves before.
        let control = [Literal::TRUE, aig.input(), aig.input()];
        let data = aig.inputs(self.ports.input_bits());
        registers = self.step(aig, &control, &data, &start, None).next;
        for _ in 0..self.ports.latency {
            let in_valid = aig.input();
            let step = self.flowing(aig, in_valid, &registers);
            broken.push((step.outputs[0], Literal::FALSE));
            registers = step.next;
        }
        // During a stall all registers hold.
        let standing = [Literal::FALSE, Literal::FALSE, aig.input()];
        let step = self.step(aig, &standing, &data, &start, None);
        broken.extend(step.next.into_iter().zip(start));
        aig.differ(broken)
    }

    /// Evaluates an enabled clock cycle without reset of the module without a fault, with any data.
    fn flowing(&self, aig: &mut Aig, in_valid: Literal, registers: &[Literal]) -> Step {
        let data = aig.inputs(self.ports.input_bits());
        self.step(aig, &[Literal::FALSE, Literal::TRUE, in_valid], &data, registers, None)
    }

    /// Evaluates a cycle of a stall, without reset and with any data. Returns the inputs, and the mutant's step.
    fn standing(&self, aig: &mut Aig, registers: &[Literal], mutant: usize) -> ((Control, Vec<Literal>), Step) {
        let control = [Literal::FALSE, Literal::FALSE, aig.input()];
        let data = aig.inputs(self.ports.input_bits());
        let step = self.step(aig, &control, &data, registers, Some(mutant));
        ((control, data), step)
    }

    /// Returns the kinds of a mutant's registers, or nothing if its `valid` is not that of the module without a fault.
    fn kinds(&self, mutant: usize, valid: &[bool]) -> Result<Option<Vec<Kind>>, Error> {
        let mut aig = Aig::default();
        let control = aig.inputs(3);
        let data = aig.inputs(self.ports.input_bits());
        let registers = aig.inputs(self.registers());
        let clean = self.step(&mut aig, &control, &data, &registers, None);
        let other = self.step(&mut aig, &control, &data, &registers, Some(mutant));
        let standing = self.standing(&mut aig, &registers, mutant).1;
        let next = clean.next.into_iter().zip(other.next).zip(valid);
        let next_valid = next.filter(|(_, valid)| **valid).map(|(pair, _)| pair);
        let differ = aig.differ(next_valid.chain([(clean.outputs[0], other.outputs[0])]));
        if abc::ask(&aig, differ, abc::COMBINATIONAL)? != Answer::Never {
            return Ok(None);
        }
        let mut kinds = Vec::new();
        for ((valid, next), held) in valid.iter().zip(&standing.next).zip(&registers) {
            let moves = aig.xor(*next, *held);
            kinds.push(match valid {
                true => Kind::Valid,
                false if abc::ask(&aig, moves, abc::COMBINATIONAL)? == Answer::Never => Kind::HoldsInStall,
                false => Kind::Unconstrained,
            });
        }
        let loose: Vec<usize> = (0..kinds.len())
            .filter(|register| kinds[*register] == Kind::Unconstrained)
            .collect();
        for register in loose {
            // The third cycle of a stall, where the other changing registers have any contents.
            let first = standing.next[register];
            let mut turned = first;
            for _ in 0..2 {
                let state = registers.iter().zip(&kinds).enumerate();
                let state = state.map(|(other, (held, kind))| match kind {
                    _ if other == register => turned,
                    Kind::Valid | Kind::HoldsInStall => *held,
                    Kind::SettlesInStall | Kind::Unconstrained => aig.input(),
                });
                let state: Vec<Literal> = state.collect();
                turned = self.standing(&mut aig, &state, mutant).1.next[register];
            }
            let moves = aig.xor(turned, first);
            if abc::ask(&aig, moves, abc::COMBINATIONAL)? == Answer::Never {
                kinds[register] = Kind::SettlesInStall;
            }
        }
        Ok(Some(kinds))
    }

    fn flow(&self, mutant: usize, kinds: &[Kind]) -> Result<EquivalenceVerdict, Error> {
        let mut aig = Aig::default();
        let clean_start = aig.inputs(self.registers());
        let start = kinds.iter().zip(&clean_start);
        let start = start.map(|(kind, held)| if *kind == Kind::Valid { *held } else { aig.input() });
        let other_start: Vec<Literal> = start.collect();
        let (mut clean, mut other) = (clean_start.clone(), other_start.clone());
        let mut fed = Vec::new();
        let mut differ = Literal::FALSE;
        for cycle in 0..=self.ports.latency {
            let data = aig.inputs(self.ports.input_bits());
            let control = match cycle {
                0 => TAKING,
                // The result is visible, whatever happens next.
                _ if cycle == self.ports.latency => [aig.input(), aig.input(), aig.input()],
                _ => [Literal::FALSE, Literal::TRUE, aig.input()],
            };
            let one = self.step(&mut aig, &control, &data, &clean, None);
            let two = self.step(&mut aig, &control, &data, &other, Some(mutant));
            if cycle == self.ports.latency {
                differ = aig.differ(one.outputs.into_iter().zip(two.outputs).skip(1));
            }
            clean = one.next;
            other = two.next;
            fed.push((Literal::TRUE, control, data));
            if kinds
                .iter()
                .all(|kind| matches!(kind, Kind::Valid | Kind::HoldsInStall))
            {
                continue;
            }
            // There may be a stall of one or two cycles before the next enabled cycle.
            for _ in 0..2 {
                let stalls = aig.input();
                let ((control, data), stalled) = self.standing(&mut aig, &other, mutant);
                let changes = other.iter().zip(stalled.next).zip(kinds);
                let changes = changes.map(|((held, stalled), kind)| match kind {
                    Kind::Valid | Kind::HoldsInStall => *held,
                    Kind::SettlesInStall => aig.select(stalls, *held, stalled),
                    Kind::Unconstrained => aig.input(),
                });
                other = changes.collect();
                fed.push((stalls, control, data));
            }
        }
        Ok(match abc::ask(&aig, differ, abc::COMBINATIONAL)? {
            Answer::Never => EquivalenceVerdict::Equivalent(EquivalenceMethod::Flow),
            Answer::Unknown => EquivalenceVerdict::Open,
            Answer::When(values) => {
                let values = &values[0];
                let happens = |happens: Literal| bits(values, &[happens])[0];
                let fed = fed.iter().filter(|(stall, _, _)| happens(*stall));
                let given = fed.map(|(_, control, data)| given(values, control, data));
                EquivalenceVerdict::Refuted(Counterexample {
                    given: given.collect(),
                    registers: [clean_start, other_start].map(|registers| bits(values, &registers)),
                })
            }
        })
    }

    fn sequential(&self, mutant: usize) -> Result<EquivalenceVerdict, Error> {
        let mut aig = Aig::default();
        let later = aig.register();
        aig.feed(later, Literal::TRUE);
        let free: Control = [aig.input(), aig.input(), aig.input()];
        let data = aig.inputs(self.ports.input_bits());
        // In the first cycle there is a reset, and the registers have any contents.
        let control = [aig.or(free[RESET], !later), free[ENABLE], free[IN_VALID]];
        let mut side = |mutant| {
            let start = aig.inputs(self.registers());
            let held: Vec<Literal> = start.iter().map(|_| aig.register()).collect();
            let registers: Vec<Literal> = start
                .iter()
                .zip(&held)
                .map(|(start, held)| aig.select(later, *start, *held))
                .collect();
            let step = self.step(&mut aig, &control, &data, &registers, mutant);
            for (held, next) in held.iter().zip(&step.next) {
                aig.feed(*held, *next);
            }
            (start, step.outputs)
        };
        let (clean_start, clean) = side(None);
        let (other_start, other) = side(Some(mutant));
        let valid_differs = aig.xor(clean[0], other[0]);
        let data_differ = aig.differ(clean[1..].iter().copied().zip(other[1..].iter().copied()));
        let wrong_data = aig.and(clean[0], data_differ);
        let wrong = aig.or(valid_differs, wrong_data);
        let differ = aig.and(later, wrong);
        let answer = match abc::ask(&aig, differ, abc::SEQUENTIAL)? {
            Answer::Unknown => abc::ask(&aig, differ, abc::JOINED)?,
            answer => answer,
        };
        Ok(match answer {
            Answer::Never => EquivalenceVerdict::Equivalent(EquivalenceMethod::Sequential),
            Answer::Unknown => EquivalenceVerdict::Open,
            Answer::When(cycles) => {
                let mut given: Vec<CounterexampleCycle> =
                    cycles.iter().map(|values| given(values, &free, &data)).collect();
                given[0].reset = true;
                EquivalenceVerdict::Refuted(Counterexample {
                    given,
                    registers: [clean_start, other_start].map(|registers| bits(&cycles[0], &registers)),
                })
            }
        })
    }
}

/// Returns the values of some literals, each an input or constant.
fn bits(values: &HashMap<Literal, bool>, literals: &[Literal]) -> Vec<bool> {
    let value = |literal: &Literal| *literal == Literal::TRUE || values.get(literal).is_some_and(|value| *value);
    literals.iter().map(value).collect()
}

fn given(values: &HashMap<Literal, bool>, control: &Control, data: &[Literal]) -> CounterexampleCycle {
    let control = bits(values, control);
    CounterexampleCycle {
        reset: control[RESET],
        enable: control[ENABLE],
        in_valid: control[IN_VALID],
        data: bits(values, data),
    }
}
