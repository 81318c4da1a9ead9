//! Comparison of two readings of a file: slang's, and that of Yosys' own parser.
//!
//! Both are netlists of one text. Their outputs and the next states of their registers must be equal for all inputs and
//! all contents of the registers. Registers are paired by name. An undefined value is any value, so one reading may leave
//! a bit undefined where the other defines it; then the reading that leaves more undefined goes into the proof.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use halfpipe_aig::plane::Plane;
use halfpipe_aig::solver::{Answer, Solver};
use halfpipe_aig::sweep::{drawn, sweep, FIRST_RANDOM};
use halfpipe_aig::{Aig, Gate, Literal};
use halfpipe_hdl::design::Role;

use super::difference::first_difference;
use super::gates::located;
use super::refusal::Refusal;
use super::Values;
use crate::circuit::{read_netlist_with, register_names, Mapping, NetlistError};
use crate::netlist::{Bit, YosysModule, YosysPort};

/// The most clauses that the solver may learn about one comparison.
const MOST_LEARNT: u64 = 10_000;

/// The planes of random values that look for a difference before the solver does.
pub const PLANES: usize = 8;

/// A reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// slang's reading.
    Slang,
    /// The reading of Yosys' own parser.
    Yosys,
}

impl fmt::Display for Reading {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Reading::Slang => "slang",
            Reading::Yosys => "yosys",
        })
    }
}

/// Returns the reading whose values include those of the other.
///
/// # Errors
///
/// [`Refusal`] with a net that the readings compute differently.
pub fn compare(slang: &YosysModule, yosys: &YosysModule, mapping: Mapping) -> Result<Reading, Refusal> {
    let Ok(first) = Side::read(slang, mapping, &[]) else {
        // The reader of the netlist names the fault with its line.
        return Ok(Reading::Slang);
    };
    let second = Side::read(yosys, mapping, &[]).map_err(|error| {
        let lines = error.source_lines(yosys).unwrap_or_default();
        let reason = match &error {
            NetlistError::Undriven { net } => {
                format!(
                    "Yosys and slang read this differently: Yosys finds no driver of net {net}; write it more simply"
                )
            }
            fault => fault.to_string(),
        };
        located(lines, String::new(), reason)
    })?;
    match first.compare(&second) {
        Verdict::Included(reading) => Ok(reading),
        Verdict::Different => Err(first_difference(slang, yosys, mapping)),
        Verdict::Open => Err(Refusal::without_line(
            "Yosys and slang read the file as two circuits, and the solver does not find out if they are equal; \
             write it more simply",
        )),
    }
}

/// The result of a comparison.
enum Verdict {
    /// The values of this reading include those of the other.
    Included(Reading),
    /// The readings differ.
    Different,
    /// The solver does not decide it.
    Open,
}

/// A netlist as a graph.
pub struct Side {
    /// The graph.
    pub aig: Aig,
    /// The names of the registers, in their order. Those of memories come last and have no names.
    pub registers: Vec<String>,
}

/// A bit that may be undefined: whether it can be 1, and whether it can be 0.
pub type Possible = [Literal; 2];

impl Side {
    /// Reads a netlist with some words as further outputs.
    ///
    /// # Errors
    ///
    /// [`NetlistError`] when it is no circuit.
    pub fn read(module: &YosysModule, mapping: Mapping, words: &[&[Bit]]) -> Result<Side, NetlistError> {
        let mut module = module.clone();
        let names = |module: &YosysModule, direction: &str| -> Vec<String> {
            let mut names: Vec<String> = module
                .ports
                .0
                .iter()
                .filter(|(_, port)| port.direction == direction)
                .map(|(name, _)| name.clone())
                .collect();
            names.retain(|name| name != Role::Clock.contract_name());
            names.sort_unstable();
            names
        };
        let (inputs, mut outputs) = (names(&module, "input"), names(&module, "output"));
        for (number, bits) in words.iter().enumerate() {
            let name = format!("probe {number}");
            let port = YosysPort {
                direction: "output".to_owned(),
                bits: bits.to_vec(),
            };
            module.ports.0.push((name.clone(), port));
            outputs.push(name);
        }
        let [inputs, outputs] = [&inputs, &outputs].map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
        let aig = read_netlist_with(&module, mapping, Values::Any, &inputs, &outputs)?;
        Ok(Side {
            registers: register_names(&module, mapping),
            aig,
        })
    }

    /// Returns the bits of this side for the contents of the registers by name. Registers of one side alone are free.
    pub fn held(&self, graph: &mut Aig, known: &mut HashMap<String, Literal>) -> Vec<Literal> {
        let names = (0..self.aig.registers().len()).map(|number| match self.registers.get(number) {
            Some(name) => name.clone(),
            None => format!("memory {}", number - self.registers.len()),
        });
        names
            .map(|name| *known.entry(name).or_insert_with(|| graph.input()))
            .collect()
    }

    fn compare(&self, other: &Side) -> Verdict {
        let is_alike =
            self.aig.input_count() == other.aig.input_count() && self.aig.outputs().len() == other.aig.outputs().len();
        if !is_alike {
            return Verdict::Different;
        }
        let mut graph = Aig::new();
        let inputs = graph.inputs(self.aig.input_count());
        let mut known = HashMap::new();
        let sides = [self, other];
        let held = sides.map(|side| side.held(&mut graph, &mut known));
        let mut is_equal = true;
        for value in [false, true] {
            let bits: [Vec<Literal>; 2] = std::array::from_fn(|side| {
                let undefined = sides[side].aig.undefined_places().len();
                let inputs: Vec<Literal> = inputs
                    .iter()
                    .copied()
                    .chain(vec![Literal::constant(value); undefined])
                    .collect();
                let step = graph.step(&sides[side].aig, &inputs, &held[side]);
                self.paired(other, side, step.outputs, step.next)
            });
            let pairs: Vec<(Literal, Literal)> = bits[0].iter().copied().zip(bits[1].iter().copied()).collect();
            let differences: Vec<Literal> = pairs.into_iter().map(|(one, other)| graph.xor(one, other)).collect();
            match is_never(&mut graph, &differences, MOST_LEARNT) {
                Some(true) => {}
                Some(false) => is_equal = false,
                None => return Verdict::Open,
            }
        }
        if is_equal {
            return Verdict::Included(Reading::Slang);
        }
        let possible: [Vec<Possible>; 2] = std::array::from_fn(|side| {
            let (outputs, next) = possible(&mut graph, &sides[side].aig, &inputs, &held[side]);
            self.paired(other, side, outputs, next)
        });
        for (reading, inner, outer) in [(Reading::Slang, 1, 0), (Reading::Yosys, 0, 1)] {
            let pairs: Vec<(Possible, Possible)> = possible[inner]
                .iter()
                .copied()
                .zip(possible[outer].iter().copied())
                .collect();
            let mut outside = Vec::new();
            for ([one, zero], [outer_one, outer_zero]) in pairs {
                outside.push(graph.and(one, !outer_one));
                outside.push(graph.and(zero, !outer_zero));
            }
            match is_never(&mut graph, &outside, MOST_LEARNT) {
                Some(true) => return Verdict::Included(reading),
                Some(false) => {}
                None => return Verdict::Open,
            }
        }
        Verdict::Different
    }

    /// Returns the compared bits of a side: its outputs, then the next states of the registers that both sides have.
    fn paired<T: Copy>(&self, other: &Side, side: usize, outputs: Vec<T>, next: Vec<T>) -> Vec<T> {
        let named: [BTreeMap<&str, usize>; 2] = [self, other].map(|side| {
            let names = side.registers.iter().enumerate();
            names.map(|(number, name)| (name.as_str(), number)).collect()
        });
        let common = named[0].keys().filter(|name| named[1].contains_key(*name));
        let mut bits = outputs;
        bits.extend(common.map(|name| next[named[side][name]]));
        // The registers of memories come in the order of the memories' names.
        let unnamed = [self, other][side].registers.len();
        bits.extend(next.into_iter().skip(unnamed));
        bits
    }
}

/// True if none of some bits can be 1; None if the solver does not decide it.
pub fn is_never(graph: &mut Aig, bits: &[Literal], most_learnt: u64) -> Option<bool> {
    let any = graph.any(bits);
    if any == Literal::FALSE {
        return Some(true);
    }
    let mut random = FIRST_RANDOM;
    for _ in 0..PLANES {
        let values = graph.simulate(|_| Plane::of_words(|| drawn(&mut random)));
        if any.of_values::<Plane>(&values).first_one().is_some() {
            return Some(false);
        }
    }
    let swept = sweep(graph, &[any]);
    match Solver::new().find_within(&swept.graph, &[swept.bit(any)], most_learnt) {
        Answer::Never => Some(true),
        Answer::Values(_) => Some(false),
        Answer::Undecided => None,
    }
}

/// Returns the possible values of a circuit's outputs and next states, where its undefined values are any values.
pub fn possible(
    graph: &mut Aig,
    circuit: &Aig,
    inputs: &[Literal],
    held: &[Literal],
) -> (Vec<Possible>, Vec<Possible>) {
    let mut bits: Vec<Possible> = vec![[Literal::FALSE, Literal::TRUE]; circuit.gates().len()];
    for (place, bit) in circuit.free_inputs().enumerate() {
        bits[bit.node()] = match inputs.get(place) {
            Some(input) => [*input, !*input],
            None => [Literal::TRUE, Literal::TRUE],
        };
    }
    for (register, held) in circuit.registers().iter().zip(held) {
        bits[register.held.node()] = [*held, !*held];
    }
    let value = |bits: &[Possible], bit: Literal| {
        let [one, zero] = bits[bit.node()];
        if bit.is_inverted() {
            [zero, one]
        } else {
            [one, zero]
        }
    };
    for (node, gate) in circuit.gates().iter().enumerate() {
        bits[node] = match *gate {
            Gate::False | Gate::Input | Gate::Register => continue,
            Gate::And(first, second) => {
                let ([a, not_a], [b, not_b]) = (value(&bits, first), value(&bits, second));
                [graph.and(a, b), graph.or(not_a, not_b)]
            }
            Gate::Xor(first, second) => {
                let (first, second) = (value(&bits, first), value(&bits, second));
                select(graph, first, [second[1], second[0]], second)
            }
            Gate::Select(condition, then, otherwise) => {
                let [condition, then, otherwise] = [condition, then, otherwise].map(|bit| value(&bits, bit));
                select(graph, condition, then, otherwise)
            }
        };
    }
    let outputs = circuit.outputs().iter().map(|bit| value(&bits, *bit)).collect();
    let next = circuit
        .registers()
        .iter()
        .map(|register| value(&bits, register.next))
        .collect();
    (outputs, next)
}

fn select(graph: &mut Aig, condition: Possible, then: Possible, otherwise: Possible) -> Possible {
    std::array::from_fn(|place| {
        let taken = graph.and(condition[0], then[place]);
        let other = graph.and(condition[1], otherwise[place]);
        graph.or(taken, other)
    })
}
