//! Mutants of Yosys' netlists: faults of `enable`, `reset` and `in_valid`, of registers, and of gates.

use std::sync::Arc;

use halfpipe_fpga::Family;
use halfpipe_hdl::design::Design;
use halfpipe_model::value::evaluate;
use halfpipe_prove::lemma::{Lemma, Verdict};
use halfpipe_prove::netlist_equivalence;
use halfpipe_yosys::circuit::network::{Bit, Network, Node};
use halfpipe_yosys::circuit::{Half, ENABLE, IN_VALID, OUT_VALID, RESET};
use halfpipe_yosys::simulate::plane::{Plane, LANES};
use halfpipe_yosys::Machine;
use halfpipe_yosys::{Circuit, Mapping};
use rand::seq::SliceRandom;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{Fate, Fates};
use crate::common::instruction;
use crate::common::rewritten::{begun, finished, with_other_inputs, End, Rewriting};

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
fn depends(network: &Network, bit: Bit, input: usize) -> bool {
    let mut found = vec![false; network.nodes().count()];
    for (bit, node) in network.nodes() {
        let is_there = node == Node::Input(input) || node.operands().any(|operand| found[operand.number() as usize]);
        found[bit.number() as usize] = is_there;
    }
    found[bit.number() as usize]
}

/// Lists all faults of a network except those of its gates.
fn faults(network: &Network) -> Vec<Fault> {
    let mut signals = vec![Signal::ResetNeedsEnable];
    for input in [ENABLE, RESET, IN_VALID] {
        signals.extend([false, true].map(|value| Signal::Stuck(input, value)));
    }
    let registers = 0..network.next().len();
    let mut faults = Vec::new();
    for signal in signals {
        let moved = registers
            .clone()
            .filter(|register| depends(network, network.next()[*register], signal.input()));
        faults.extend(moved.map(|register| Fault::Control(signal, Some(register))));
        faults.push(Fault::Control(signal, None));
    }
    for output in 0..network.outputs().len() {
        for (input, value) in [(ENABLE, false), (RESET, true), (IN_VALID, false)] {
            faults.push(Fault::Hidden(output, input, value));
        }
        faults.push(Fault::Early(output));
    }
    faults.extend(registers.map(Fault::Doubled));
    faults.extend((IN_VALID + 2..network.inputs()).map(Fault::Joined));
    faults
}

/// Lists all faults of its gates.
fn faults_of_gates(network: &Network) -> Vec<Fault> {
    let gates = network.nodes().filter(|(_, node)| node.operands().count() > 0);
    gates
        .flat_map(|(bit, _)| (0..4).map(move |kind| Fault::Gate(bit.number() as usize, kind)))
        .collect()
}

/// Returns the network with a fault.
fn broken(old: &Network, fault: Fault) -> Network {
    let inputs: Vec<Bit> = old
        .nodes()
        .filter(|(_, node)| matches!(node, Node::Input(_)))
        .map(|(bit, _)| bit)
        .collect();
    let nodes: Vec<Node> = old.nodes().map(|(_, node)| node).collect();
    let mut added = None;
    let mut new = begun(old, |new, number, node, made| match (fault, node) {
        (Fault::Joined(input), Node::Input(found)) if input == found => new.rewritten(inputs[input - 1]),
        (Fault::Doubled(register), Node::Register(found)) if register == found => {
            let (number, held) = new.network.register();
            added = Some((number, held, made));
            held
        }
        (Fault::Gate(broken, kind), _) if broken == number => {
            let Rewriting { network, bits, .. } = new;
            gate(network, node, kind, |bit| bits[bit.number() as usize])
        }
        _ => made,
    });
    if let Some((number, held, next)) = added {
        let enable = new.rewritten(inputs[ENABLE]);
        let moved = new.network.select(enable, held, next);
        new.network.feed(number, moved);
    }
    finished(new, old, |new, end, bit| {
        let made = new.rewritten(bit);
        match (fault, end) {
            (Fault::Control(signal, place), end) if place.is_none() || place.map(End::Register) == Some(end) => {
                let (input, other) = match signal {
                    Signal::Stuck(input, value) => (input, new.network.constant(value)),
                    Signal::ResetNeedsEnable => {
                        let [reset, enable] = [RESET, ENABLE].map(|input| new.rewritten(inputs[input]));
                        (RESET, new.network.and(reset, enable))
                    }
                };
                with_other_inputs(new, old, bit, |found| (found == input).then_some(other))
            }
            (Fault::Hidden(output, input, value), End::Output(found)) if output == found => {
                let input = new.rewritten(inputs[input]);
                let zero = new.network.constant(false);
                match value {
                    true => new.network.select(input, made, zero),
                    false => new.network.select(input, zero, made),
                }
            }
            (Fault::Early(output), End::Output(found)) if output == found => match nodes[bit.number() as usize] {
                Node::Register(register) => new.rewritten(old.next()[register]),
                _ => made,
            },
            _ => made,
        }
    })
}

/// Adds another gate in a gate's place.
fn gate(network: &mut Network, node: Node, kind: u8, of: impl Fn(Bit) -> Bit) -> Bit {
    match (node, kind) {
        (Node::And(a, b), 0) | (Node::Xor(a, b), 0) => network.or(of(a), of(b)),
        (Node::Or(a, b), 0) | (Node::Xor(a, b), 1) => network.and(of(a), of(b)),
        (Node::And(a, b) | Node::Or(a, b), 1) => network.xor(of(a), of(b)),
        (Node::And(a, b), _) => {
            let [a, b] = inverted(network, [of(a), of(b)], kind);
            network.and(a, b)
        }
        (Node::Or(a, b), _) => {
            let [a, b] = inverted(network, [of(a), of(b)], kind);
            network.or(a, b)
        }
        (Node::Xor(a, b), _) => {
            let [a, b] = inverted(network, [of(a), of(b)], kind);
            network.xor(a, b)
        }
        (Node::Select { select, zero, one }, 0) => network.select(of(select), of(one), of(zero)),
        (Node::Select { zero, .. }, 1) => of(zero),
        (Node::Select { one, .. }, 2) => of(one),
        (Node::Select { select, zero, one }, _) => {
            let zero = network.not(of(zero));
            network.select(of(select), zero, of(one))
        }
        (Node::Not(bit), 0) => of(bit),
        (Node::Not(_), kind) => network.constant(kind & 1 == 1),
        (node, _) => panic!("{node:?} is no gate"),
    }
}

/// Inverts the first or the second of two bits.
fn inverted(network: &mut Network, [a, b]: [Bit; 2], kind: u8) -> [Bit; 2] {
    match kind {
        2 => [network.not(a), b],
        _ => [a, network.not(b)],
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
    fn differs(&self, mutant: &Network, random: &mut ChaCha8Rng) -> bool {
        let mut machines = [self.circuit.network(), mutant].map(Machine::interpret);
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
            let mut inputs: Vec<Plane> = (0..mutant.inputs()).map(|_| plane()).collect();
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
        for (first, second) in first.halves().zip(second.halves()) {
            for (first, second) in first.bits.zip(second.bits) {
                let apart = Plane(std::array::from_fn(|_| {
                    (0..4).fold(u16::MAX, |few, _| few & random.random::<u16>())
                }));
                inputs[second] = inputs[first].zip(&apart, |bit, apart| bit ^ apart);
            }
        }
    }

    /// Returns the result of a network for constant operands, after `latency` enabled cycles.
    fn result(&self, network: &Network, operands: &[u32]) -> u32 {
        let mut machine = Machine::interpret(network);
        let ports = self.circuit.ports();
        machine.inputs_mut()[ENABLE] = Plane::filled(true);
        for (bits, operand) in ports.inputs.iter().zip(operands) {
            for half in bits.halves() {
                for (place, input) in (half.shift..).zip(half.bits) {
                    machine.inputs_mut()[input] = Plane::filled(operand >> place & 1 == 1);
                }
            }
        }
        for _ in 0..self.design.latency() {
            machine.step();
        }
        let outputs = machine.step();
        let of_half = |half: Half| {
            let bits = (half.shift..).zip(half.bits);
            bits.map(|(place, output)| u32::from(outputs[output].bit(0)) << place)
                .sum::<u32>()
        };
        ports.outputs[0].halves().map(of_half).sum()
    }

    /// Judges a mutant with the lemmas of the netlist.
    fn fate(&self, fault: Fault, random: &mut ChaCha8Rng) -> Fate {
        let mutant = broken(self.circuit.network(), fault);
        let differs = self.differs(&mutant, random);
        let told = format!("{} as {} with {fault:?}", self.design.name(), self.circuit.mapping());
        let Ok(lemmas) = netlist_equivalence::network(Arc::new(mutant.clone()), &self.design) else {
            return if differs { Fate::Caught } else { Fate::Refused };
        };
        match first_that_does_not_hold(&lemmas) {
            None => {
                assert!(!differs, "{told} is proven, and shows something else");
                Fate::Same
            }
            Some((lemma, Verdict::Fails(words))) if lemma.name == "netlist" => {
                let operands: Vec<u32> = words.into_iter().map(|(_, word)| word as u32).collect();
                let expected = evaluate(self.design.instruction(), &operands);
                let unmutated = self.result(self.circuit.network(), &operands);
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
            Some((_, Verdict::Unproven(_))) => Fate::Unproven,
            // The counterexample is a state that breaks the contract but may be unreachable.
            Some(_) => Fate::Refused,
        }
    }
}

fn first_that_does_not_hold(lemmas: &[Lemma]) -> Option<(&Lemma, Verdict)> {
    let decided = lemmas.iter().map(|lemma| (lemma, lemma.decide().verdict));
    decided.into_iter().find(|(_, verdict)| *verdict != Verdict::Holds)
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
        let network = subject.circuit.network();
        let mut fates = Fates::default();
        for (mut faults, usual) in [faults(network), faults_of_gates(network)].into_iter().zip(MUTANTS) {
            faults.shuffle(random);
            for fault in faults.into_iter().take(usual) {
                fates.add(subject.fate(fault, random));
            }
        }
        all.push(format!("{mnemonic} as {mapping}: {fates}"));
    }
    all
}
