//! Mutants of the generator's own netlists.

use std::sync::Arc;

use halfpipe_faults::mutation::{changes, mutated, Change};
use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::net::{Module, NetId, Netlist};
use halfpipe_hdl::unit::{max_latency, Multiplier, Optimisation};
use halfpipe_isa::{Instruction, LaneFormats};
use halfpipe_lemmas::implementation::NetlistUnderProof;
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lane_equivalence::MultiplierMismatch;
use halfpipe_lemmas::unit::{datapath, implementation_lemmas, lemmas_of_module};
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_model::value::evaluate_lane;
use halfpipe_simulation::stimulus::Stimulus;
use halfpipe_spec::{Case, Lane};
use rand::seq::IndexedRandom;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{Fate, Fates};
use crate::common::instruction;

/// The instructions, and the number of mutants of each. Their cases take the least solving.
const MUTANTS: [(&str, usize); 9] = [
    ("add.rn.f16", 52),
    ("sub.rn.ftz.sat.f16", 40),
    ("mul.rn.f16", 40),
    ("mul.rn.ftz.sat.f16", 16),
    ("fma.rn.f16", 6),
    ("min.ftz.NaN.xorsign.abs.f16", 56),
    ("max.bf16", 32),
    ("div.rn.bf16", 12),
    ("neg.ftz.f16", 16),
];

/// The number of operands that are simulated.
const TRIED: usize = 3000;

/// A simulation of a lane's netlist.
struct Running(NetlistSimulator);

impl Running {
    fn new(netlist: &Netlist) -> Running {
        Running(NetlistSimulator::new(&Module {
            name: "mutant".to_owned(),
            lane: netlist.clone(),
            lanes: 1,
            latency: 0,
        }))
    }

    fn result(&mut self, operands: &[u32]) -> u32 {
        for (position, operand) in operands.iter().enumerate() {
            self.0.set_input(position, *operand);
        }
        self.0.settle();
        self.0.output(0) as u32
    }
}

/// An instruction without mutations, and operands with their results.
struct Subject {
    instruction: Instruction,
    lane: Lane,
    netlist: Arc<Netlist>,
    tried: Vec<(Vec<u32>, u32)>,
}

impl Subject {
    fn new(name: &str, random: &mut ChaCha8Rng) -> Subject {
        let instruction = instruction(name);
        let mut stimulus = Stimulus::new(instruction, random.random());
        let vectors = (0..TRIED).map(|_| stimulus.any());
        let operands = vectors.map(|vector| {
            let count = instruction.signature().operands().len();
            (0..count).map(|operand| vector[operand] as u32).collect::<Vec<u32>>()
        });
        let netlist = datapath(instruction);
        let mut running = Running::new(&netlist);
        let tried = operands.map(|operands| {
            let expected = expected(instruction, &operands);
            assert_eq!(
                running.result(&operands),
                expected,
                "{instruction} without a mutation: {operands:x?}"
            );
            (operands, expected)
        });
        Subject {
            instruction,
            lane: Lane::from_instruction(instruction).expect("it is arithmetic"),
            tried: tried.collect(),
            netlist,
        }
    }

    /// Finds operands for which a mutant is wrong, by simulation.
    fn difference(&self, mutant: &Netlist) -> Option<&[u32]> {
        let mut running = Running::new(mutant);
        let differs = |(operands, expected): &&(Vec<u32>, u32)| running.result(operands) != *expected;
        self.tried.iter().find(differs).map(|(operands, _)| operands.as_slice())
    }

    /// Panics where operands are no counterexample.
    fn confirm(&self, mutant: &Netlist, operands: &[u32], told: &str) {
        let expected = expected(self.instruction, operands);
        let [found, unmutated] = [mutant, &self.netlist].map(|netlist| Running::new(netlist).result(operands));
        assert_eq!(
            unmutated, expected,
            "{told} is refuted with {operands:x?}, for which the module itself is wrong"
        );
        assert_ne!(
            found, expected,
            "{told} is refuted with {operands:x?}, for which it is right"
        );
    }

    /// Judges a mutant with the lemmas of its function.
    fn fate(&self, mutant: Netlist, told: &str) -> Fate {
        let difference = self.difference(&mutant);
        let mutant = Arc::new(mutant);
        if difference.is_none() && self.is_same(mutant.clone()) {
            return Fate::Same;
        }
        let mut lemmas = match implementation_lemmas(&[self.instruction], Arc::new(NetlistUnderProof(mutant.clone()))) {
            Ok(lemmas) => lemmas,
            Err(MultiplierMismatch::None | MultiplierMismatch::Factor { .. }) => return refused(difference.is_some()),
        };
        // A case relies on the factors of the product, so their lemmas come first. The case of operands that differ
        // comes next.
        let case = difference.map(|operands| kind_of_case(self.lane.case_of(operands)));
        lemmas.sort_by_key(|lemma| {
            let is_of_factor = matches!(lemma.kind, LemmaKind::Factor(_));
            (!is_of_factor, Some(&lemma.kind) != case.as_ref())
        });
        let mut fate = Fate::Same;
        for lemma in &lemmas {
            match lemma.decide().verdict {
                LemmaVerdict::Holds => {}
                // The counterexample names one operand only. The result need not be wrong for it: a zero's factor may
                // not matter.
                LemmaVerdict::Fails(_) if matches!(lemma.kind, LemmaKind::Factor(_)) => {
                    return refused(difference.is_some())
                }
                LemmaVerdict::Fails(words) => {
                    self.confirm(&mutant, &operands(words), &format!("{told} ({})", lemma.name()));
                    return Fate::Refuted;
                }
                LemmaVerdict::Unproven(_) if difference.is_some() => return Fate::Unproven,
                LemmaVerdict::Unproven(_) => fate = Fate::Unproven,
            }
        }
        let is_proven = fate == Fate::Same;
        assert!(
            !(is_proven && difference.is_some()),
            "{told} is proven, and wrong for {difference:x?}"
        );
        fate
    }

    /// True if the mutant is proven to be the datapath for which the function is proven.
    fn is_same(&self, mutant: Arc<Netlist>) -> bool {
        let module = Module {
            name: "mutant".to_owned(),
            lane: Netlist::clone(&mutant),
            lanes: 1,
            latency: 0,
        };
        let lemmas = lemmas_of_module(self.instruction, Multiplier::Block(&[]), Arc::new(module));
        lemmas.iter().all(|lemma| lemma.decide().verdict == LemmaVerdict::Holds)
    }
}

fn expected(instruction: Instruction, operands: &[u32]) -> u32 {
    evaluate_lane(instruction, LaneFormats::from(instruction.ty()), operands)
}

fn operands(words: Vec<(String, u128)>) -> Vec<u32> {
    words.into_iter().map(|(_, word)| word as u32).collect()
}

/// Returns the fate of a mutant that is refused without operands from the solver.
fn refused(is_wrong: bool) -> Fate {
    if is_wrong {
        Fate::Caught
    } else {
        Fate::Refused
    }
}

/// Returns the kind of the lemma of a case.
fn kind_of_case(case: Case) -> LemmaKind {
    match case {
        Case::Every => LemmaKind::Result,
        Case::Special => LemmaKind::SpecialOperands,
        Case::Finite => LemmaKind::FiniteOperands,
        Case::Distance(distance) => LemmaKind::Alignment(distance),
    }
}

/// Draws a mutant of a netlist, with the change that makes it.
fn drawn(netlist: &Netlist, random: &mut ChaCha8Rng) -> (NetId, Change, Netlist) {
    let ids: Vec<NetId> = netlist.ids().collect();
    loop {
        let id = ids[random.random_range(0..ids.len())];
        let kinds = changes(netlist, id);
        let kind = &kinds[random.random_range(0..kinds.len())];
        let change = &kind[random.random_range(0..kind.len())];
        if let Some(mutant) = mutated(netlist, id, change) {
            return (id, change.clone(), mutant);
        }
    }
}

/// Tries mutants of datapaths against the lemmas of their functions.
pub fn of_datapaths(random: &mut ChaCha8Rng) -> Vec<String> {
    let mut all = Vec::new();
    for (mnemonic, usual) in MUTANTS {
        let subject = Subject::new(mnemonic, random);
        let mut fates = Fates::default();
        for _ in 0..usual {
            let (id, change, mutant) = drawn(&subject.netlist, random);
            let node = subject.netlist.node(id);
            let told = format!(
                "{mnemonic} with net {} ({:?} {:?}) changed: {change:?}",
                id.index(),
                node.op,
                node.name()
            );
            fates.add(subject.fate(mutant, &told));
        }
        all.push(format!("{mnemonic}: {fates}"));
    }
    all
}

/// The instructions whose pipelines are mutated, and the number of mutants of each.
const PIPELINES: [(&str, usize); 3] = [("add.rn.f16", 24), ("max.NaN.bf16", 16), ("mul.rn.bf16", 16)];

/// Tries mutants of pipelines against the lemmas of a module. Half of them have a register missing or too many.
pub fn of_registers(random: &mut ChaCha8Rng) -> Vec<String> {
    let mut all = Vec::new();
    for (mnemonic, usual) in PIPELINES {
        let subject = Subject::new(mnemonic, random);
        let mut fates = Fates::default();
        for number in 0..usual {
            let latency = random.random_range(1..=max_latency(subject.instruction));
            let spec = DesignSpec::unit(subject.instruction, latency).with_multiplier(Multiplier::Block(&[]));
            let design = Design::from_spec(&spec).expect("the instruction has the latency");
            let (told, lane) = match number % 2 {
                0 => drawn_register(&design.module().lane, random),
                _ => {
                    let (id, change, mutant) = drawn(design.lane(), random);
                    let mutant = Design::from_lane(subject.instruction, latency, mutant);
                    (
                        format!("net {} changed: {change:?}", id.index()),
                        mutant.module().lane.clone(),
                    )
                }
            };
            let told = format!("{mnemonic} at latency {latency} with {told}");
            let module = Module {
                lane,
                ..Module::clone(design.module())
            };
            fates.add(subject.fate_of_pipeline(module, &told));
        }
        all.push(format!("pipelines of {mnemonic}: {fates}"));
    }
    all
}

/// The instructions whose forms are mutated, and the number of mutants of each.
const WITH_FORMS: [(&str, Optimisation, usize); 3] = [
    ("fma.rn.f16", Optimisation::Speed, 8),
    ("fma.rn.bf16", Optimisation::Speed, 4),
    ("fma.rn.f16", Optimisation::Simulation, 4),
];

/// Tries mutants of forms against the lemmas of a module, which compare them with the smallest form.
pub fn of_forms(random: &mut ChaCha8Rng) -> Vec<String> {
    let mut all = Vec::new();
    for (mnemonic, form, usual) in WITH_FORMS {
        let subject = Subject::new(mnemonic, random);
        let spec = DesignSpec::unit(subject.instruction, 0).with_multiplier(Multiplier::Block(&[]));
        let design = Design::from_spec(&spec.with_optimisation(form)).expect("it has such a form");
        let mut fates = Fates::default();
        for _ in 0..usual {
            let (id, change, lane) = drawn(design.lane(), random);
            let told = format!(
                "{mnemonic} for {} with net {} changed: {change:?}",
                form.name(),
                id.index()
            );
            let module = Module {
                lane,
                ..Module::clone(design.module())
            };
            fates.add(subject.fate_of_pipeline(module, &told));
        }
        all.push(format!("{mnemonic} for {}: {fates}", form.name()));
    }
    all
}

/// Draws a mutant with a register missing or too many, and names the register.
fn drawn_register(netlist: &Netlist, random: &mut ChaCha8Rng) -> (String, Netlist) {
    let registers: Vec<NetId> = netlist.ids().filter(|id| netlist.node(*id).is_register()).collect();
    let id = *registers.choose(random).expect("a pipeline has registers");
    let change = if random.random() {
        Change::Dropped
    } else {
        Change::Doubled
    };
    let mutant = mutated(netlist, id, &change).expect("a register can have the change");
    (format!("register {} {change:?}", id.index()), mutant)
}

impl Subject {
    /// Simulates a pipeline and returns the number of the first operands whose result is wrong after `latency` cycles,
    /// if there are any.
    fn late_difference(&self, module: &Module) -> Option<usize> {
        let mut simulator = NetlistSimulator::new(module);
        let latency = module.latency as usize;
        for cycle in 0..self.tried.len() + latency {
            if let Some((operands, _)) = self.tried.get(cycle) {
                for (position, operand) in operands.iter().enumerate() {
                    simulator.set_input(position, *operand);
                }
            }
            simulator.settle();
            let due = cycle.checked_sub(latency);
            if due.is_some_and(|due| simulator.output(0) != u128::from(self.tried[due].1)) {
                return due;
            }
            simulator.tick(true, false);
        }
        None
    }

    /// Judges a mutant with the lemmas of a module.
    fn fate_of_pipeline(&self, module: Module, told: &str) -> Fate {
        let difference = self.late_difference(&module);
        let multiplies = self.lane.multiplies();
        let module = Arc::new(module);
        let mut fate = Fate::Same;
        for lemma in lemmas_of_module(self.instruction, Multiplier::Block(&[]), module.clone()) {
            match lemma.decide().verdict {
                LemmaVerdict::Holds => {}
                // The counterexample's abstracted product may not be a real one.
                LemmaVerdict::Fails(_) if multiplies && difference.is_none() => fate = Fate::Unproven,
                LemmaVerdict::Fails(_) if multiplies => return Fate::Caught,
                LemmaVerdict::Fails(words) => {
                    let operands = operands(words);
                    let expected = expected(self.instruction, &operands);
                    let unmutated = Running::new(&self.netlist).result(&operands);
                    assert_eq!(unmutated, expected, "{told}: {operands:x?}");
                    assert_ne!(settled(&module, &operands), expected, "{told}: {operands:x?}");
                    return Fate::Refuted;
                }
                LemmaVerdict::Unproven(_) if difference.is_some() => return Fate::Caught,
                LemmaVerdict::Unproven(_) => fate = Fate::Refused,
            }
        }
        assert!(
            fate != Fate::Same || difference.is_none(),
            "{told} is proven, and wrong at {difference:?}"
        );
        fate
    }
}

/// Returns a module's output for constant operands.
fn settled(module: &Module, operands: &[u32]) -> u32 {
    let mut simulator = NetlistSimulator::new(module);
    for (position, operand) in operands.iter().enumerate() {
        simulator.set_input(position, *operand);
    }
    // A mutant with a register too many takes one cycle more.
    for _ in 0..=module.latency {
        simulator.settle();
        simulator.tick(true, false);
    }
    simulator.settle();
    simulator.output(0) as u32
}
