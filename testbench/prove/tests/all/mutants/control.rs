//! Mutants of Yosys' netlists: faults of `enable`, `reset` and `in_valid`, of registers, and of gates.

use std::sync::Arc;

use halfpipe_aig::plane::{Plane, LANES};
use halfpipe_aig::{Aig, Gate, Literal};
use halfpipe_faults::bits::{begin_copy, finish_copy, with_other_inputs, End, Rewriting};
use halfpipe_fpga::Family;
use halfpipe_hdl::design::control_inputs::{ENABLE, IN_VALID, OUT_VALID, RESET};
use halfpipe_hdl::design::Design;
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_model::value::evaluate;
use halfpipe_prove::netlist_equivalence;
use halfpipe_yosys::circuit::PortSlice;
use halfpipe_yosys::Machine;
use halfpipe_yosys::{Circuit, Mapping};
use rand::seq::SliceRandom;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{Fate, Fates};
use crate::common::instruction;

/// A fault of a netlist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// A control signal is replaced, for everything that depends on it or for one register only.
    Control(Signal, Option<usize>),
    /// An output is hidden while the given input has the given value.
    Hidden(usize, usize, bool),
    /// An output shows its register's next value.
    Early(usize),
    /// A register is followed by a second one.
    Doubled(usize),
    /// An input is joined to the one before it.
    Joined(usize),
    /// A gate is replaced by another kind, or has one operand inverted or two exchanged.
    Gate(usize, u8),
}

/// The replacement of a control signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Signal {
    Stuck(usize, bool),
    ResetNeedsEnable,
}

impl Signal {
    /// Returns the number of the input.
    fn input(self) -> usize {
        match self {
            Signal::Stuck(input, _) => input,
            Signal::ResetNeedsEnable => RESET,
        }
    }
}

/// True if a bit depends on an input in the same clock cycle.
fn depends(circuit: &Aig, bit: Literal, input: usize) -> bool {
    let input = circuit.free_inputs().nth(input).expect("the circuit has the input");
    circuit.cone(&[bit]).contains(&input.node())
}

/// Lists all faults of a circuit except those of its gates.
fn faults(circuit: &Aig) -> Vec<Fault> {
    let mut signals = vec![Signal::ResetNeedsEnable];
    for input in [ENABLE, RESET, IN_VALID] {
        signals.extend([false, true].map(|value| Signal::Stuck(input, value)));
    }
    let registers = 0..circuit.registers().len();
    let mut faults = Vec::new();
    for signal in signals {
        let moved = registers
            .clone()
            .filter(|register| depends(circuit, circuit.registers()[*register].next, signal.input()));
        faults.extend(moved.map(|register| Fault::Control(signal, Some(register))));
        faults.push(Fault::Control(signal, None));
    }
    for output in 0..circuit.outputs().len() {
        for (input, value) in [(ENABLE, false), (RESET, true), (IN_VALID, false)] {
            faults.push(Fault::Hidden(output, input, value));
        }
        faults.push(Fault::Early(output));
    }
    faults.extend(registers.map(Fault::Doubled));
    faults.extend((IN_VALID + 2..circuit.input_count()).map(Fault::Joined));
    faults
}

/// Lists all faults of its gates.
fn faults_of_gates(circuit: &Aig) -> Vec<Fault> {
    let gates = circuit.gates().iter().enumerate();
    let gates = gates.filter(|(_, gate)| gate.operands().count() > 0);
    gates
        .flat_map(|(node, _)| (0..4).map(move |kind| Fault::Gate(node, kind)))
        .collect()
}

/// Returns the circuit with a fault.
fn broken(old: &Aig, fault: Fault) -> Aig {
    let inputs: Vec<Literal> = old.free_inputs().collect();
    let register_of = |bit: Literal| old.registers().iter().position(|register| register.held == bit);
    let mut added = None;
    let mut new = begin_copy(old, |new, node, gate, made| match (fault, gate) {
        (Fault::Joined(input), Gate::Input) if inputs[input].node() == node => new.rewritten(inputs[input - 1]),
        (Fault::Doubled(register), Gate::Register) if old.registers()[register].held.node() == node => {
            let (number, held) = new.aig.register();
            added = Some((number, held, made));
            held
        }
        (Fault::Gate(broken, kind), _) if broken == node => other_gate(new, gate, kind),
        _ => made,
    });
    if let Some((number, held, next)) = added {
        let enable = new.rewritten(inputs[ENABLE]);
        let moved = new.aig.select(enable, next, held);
        new.aig.feed(number, moved);
    }
    finish_copy(new, old, |new, end, bit| {
        let made = new.rewritten(bit);
        match (fault, end) {
            (Fault::Control(signal, place), end) if place.is_none() || place.map(End::Register) == Some(end) => {
                let (input, other) = match signal {
                    Signal::Stuck(input, value) => (input, Literal::constant(value)),
                    Signal::ResetNeedsEnable => {
                        let [reset, enable] = [RESET, ENABLE].map(|input| new.rewritten(inputs[input]));
                        (RESET, new.aig.and(reset, enable))
                    }
                };
                with_other_inputs(new, old, bit, |found| (found == input).then_some(other))
            }
            (Fault::Hidden(output, input, value), End::Output(found)) if output == found => {
                let input = new.rewritten(inputs[input]);
                new.aig.and(input.inverted_if(value), made)
            }
            (Fault::Early(output), End::Output(found)) if output == found => match register_of(bit) {
                Some(register) => new.rewritten(old.registers()[register].next),
                None => made,
            },
            _ => made,
        }
    })
}

/// Adds another gate in a gate's place.
fn other_gate(new: &mut Rewriting, gate: Gate, kind: u8) -> Literal {
    let of = |bit: Literal| new.bits[bit.node()].inverted_if(bit.is_inverted());
    // The second and the third kind invert one of two operands.
    let inverted = |a: Literal, b: Literal| (of(a).inverted_if(kind == 2), of(b).inverted_if(kind == 3));
    match (gate, kind) {
        (Gate::And(a, b) | Gate::Xor(a, b), 0) => new.aig.or(of(a), of(b)),
        (Gate::And(a, b), 1) => new.aig.xor(of(a), of(b)),
        (Gate::Xor(a, b), 1) => new.aig.and(of(a), of(b)),
        (Gate::And(a, b), _) => {
            let (a, b) = inverted(a, b);
            new.aig.and(a, b)
        }
        (Gate::Xor(a, b), _) => {
            let (a, b) = inverted(a, b);
            new.aig.xor(a, b)
        }
        (Gate::Select(condition, then, otherwise), 0) => new.aig.select(of(condition), of(otherwise), of(then)),
        (Gate::Select(_, _, otherwise), 1) => of(otherwise),
        (Gate::Select(_, then, _), 2) => of(then),
        (Gate::Select(condition, then, otherwise), _) => new.aig.select(of(condition), of(then), !of(otherwise)),
        (gate, _) => panic!("{gate:?} is no gate"),
    }
}

/// A module with its netlist.
struct Subject {
    design: Design,
    circuit: Circuit,
}

/// The number of clock cycles of a comparison.
const CYCLES: usize = 48;

impl Subject {
    fn new(mnemonic: &str, latency: u32, mapping: Mapping) -> Subject {
        let design = Design::unit(instruction(mnemonic), latency).expect("the instruction has the latency");
        let circuit = Circuit::synthesise(&design, mapping).unwrap_or_else(|error| panic!("{error}"));
        Subject { design, circuit }
    }

    /// True if a simulation finds a difference between a mutant and the netlist. It has stalls, gaps and resets, and
    /// starts from any register contents. The data outputs are compared, valid or not, once the first operands have
    /// come through.
    fn differs(&self, mutant: &Aig, random: &mut ChaCha8Rng) -> bool {
        let mut machines = [self.circuit.aig(), mutant].map(Machine::interpret);
        for register in machines.iter_mut().flat_map(Machine::registers_mut) {
            *register = Plane(std::array::from_fn(|_| random.random::<u16>()));
        }
        let mut enabled = vec![0_u32; LANES];
        for cycle in 0..CYCLES {
            // In every other cycle most bits are 1, as they are in a NaN.
            let others = if cycle % 2 == 0 { 0 } else { u16::MAX };
            let mut plane = || {
                Plane(std::array::from_fn(|_| {
                    random.random::<u16>() | random.random::<u16>() & others
                }))
            };
            let mut inputs: Vec<Plane> = (0..mutant.input_count()).map(|_| plane()).collect();
            if cycle % 3 == 0 {
                self.bring_together(&mut inputs, random);
            }
            inputs[RESET] = match cycle {
                0 => Plane::filled(true),
                _ => Plane(std::array::from_fn(|_| {
                    random.random::<u16>() & random.random::<u16>() & random.random::<u16>()
                })),
            };
            inputs[ENABLE] = Plane(std::array::from_fn(|_| random.random::<u16>() | random.random::<u16>()));
            let shown = machines.each_mut().map(|machine| {
                machine.inputs_mut().copy_from_slice(&inputs);
                machine.step().to_vec()
            });
            let due = Plane::of_bits(enabled.iter().map(|enabled| *enabled >= self.design.latency()));
            for (output, (one, other)) in shown[0].iter().zip(&shown[1]).enumerate() {
                let differ = one.zip(other, |one, other| one ^ other);
                let counts = if output == OUT_VALID {
                    Plane::filled(cycle > 0)
                } else {
                    due
                };
                if differ.zip(&counts, |differ, counts| differ & counts) != Plane::filled(false) {
                    return true;
                }
            }
            for (lane, enabled) in enabled.iter_mut().enumerate() {
                *enabled += u32::from(inputs[ENABLE].bit(lane));
            }
        }
        false
    }

    /// Makes the second of two operands differ from the first in few bits, so that the low bits of a comparison matter.
    fn bring_together(&self, inputs: &mut [Plane], random: &mut ChaCha8Rng) {
        let [first, second] = &self.circuit.ports().inputs[..] else {
            return;
        };
        for (first, second) in first.slices().zip(second.slices()) {
            for (first, second) in first.bits.zip(second.bits) {
                let apart = Plane(std::array::from_fn(|_| {
                    (0..4).fold(u16::MAX, |few, _| few & random.random::<u16>())
                }));
                inputs[second] = inputs[first].zip(&apart, |bit, apart| bit ^ apart);
            }
        }
    }

    /// Returns the result of a circuit for constant operands, after `latency` enabled cycles.
    fn result(&self, circuit: &Aig, operands: &[u32]) -> u32 {
        let mut machine = Machine::interpret(circuit);
        let ports = self.circuit.ports();
        machine.inputs_mut()[ENABLE] = Plane::filled(true);
        for (bits, operand) in ports.inputs.iter().zip(operands) {
            for slice in bits.slices() {
                for (place, input) in (slice.shift..).zip(slice.bits) {
                    machine.inputs_mut()[input] = Plane::filled(operand >> place & 1 == 1);
                }
            }
        }
        for _ in 0..self.design.latency() {
            machine.step();
        }
        let outputs = machine.step();
        let value = |slice: PortSlice| {
            let bits = (slice.shift..).zip(slice.bits);
            bits.map(|(place, output)| u32::from(outputs[output].bit(0)) << place)
                .sum::<u32>()
        };
        ports.outputs[0].slices().map(value).sum()
    }

    /// Judges a mutant with the lemmas of the netlist.
    fn fate(&self, fault: Fault, random: &mut ChaCha8Rng) -> Fate {
        let mutant = broken(self.circuit.aig(), fault);
        let differs = self.differs(&mutant, random);
        let told = format!("{} as {} with {fault:?}", self.design.name(), self.circuit.mapping());
        let Ok(lemmas) = netlist_equivalence::graph_lemmas(Arc::new(mutant.clone()), &self.design) else {
            return if differs { Fate::Caught } else { Fate::Refused };
        };
        match first_that_does_not_hold(&lemmas) {
            None => {
                assert!(!differs, "{told} is proven, and shows something else");
                Fate::Same
            }
            Some((lemma, LemmaVerdict::Fails(words))) if lemma.kind == LemmaKind::Netlist => {
                let operands: Vec<u32> = words.into_iter().map(|(_, word)| word as u32).collect();
                let expected = evaluate(self.design.instruction(), &operands);
                let unmutated = self.result(self.circuit.aig(), &operands);
                assert_eq!(unmutated, expected, "{told}: {operands:x?}");
                // A mutant that is wrong because of earlier or later operands is right for constant ones.
                let is_wrong = self.result(&mutant, &operands) != expected;
                assert!(is_wrong || differs, "{told} is right for {operands:x?}");
                if is_wrong {
                    Fate::Refuted
                } else {
                    Fate::Caught
                }
            }
            Some(_) if differs => Fate::Caught,
            Some((_, LemmaVerdict::Unproven(_))) => Fate::Unproven,
            // The counterexample is a state that breaks the contract but may be unreachable.
            Some(_) => Fate::Refused,
        }
    }
}

fn first_that_does_not_hold(lemmas: &[Lemma]) -> Option<(&Lemma, LemmaVerdict)> {
    let decided = lemmas.iter().map(|lemma| (lemma, lemma.decide().verdict));
    decided.into_iter().find(|(_, verdict)| *verdict != LemmaVerdict::Holds)
}

/// The number of mutants of each netlist: of the faults of control and registers, and of gates.
const MUTANTS: [usize; 2] = [32, 12];

/// Tries mutants of netlists against their lemmas.
pub fn of_netlists(random: &mut ChaCha8Rng) -> Vec<String> {
    let mut all = Vec::new();
    for (mnemonic, latency, mapping) in [
        ("neg.ftz.f16x2", 3, Mapping::Generic),
        ("min.ftz.f16", 2, Mapping::Cells(Family::ECP5)),
        ("max.bf16x2", 1, Mapping::Cells(Family::ICE40)),
    ] {
        let subject = Subject::new(mnemonic, latency, mapping);
        let circuit = subject.circuit.aig();
        let mut fates = Fates::default();
        for (mut faults, usual) in [faults(circuit), faults_of_gates(circuit)].into_iter().zip(MUTANTS) {
            faults.shuffle(random);
            for fault in faults.into_iter().take(usual) {
                fates.add(subject.fate(fault, random));
            }
        }
        all.push(format!("{mnemonic} as {mapping}: {fates}"));
    }
    all
}
