//! Netlists as graphs, and the possible values of their undefined bits.

use std::collections::HashMap;

use halfpipe_aig::deadline::Deadline;
use halfpipe_aig::plane::Plane;
use halfpipe_aig::solver::{Answer, Solver};
use halfpipe_aig::sweep::{drawn, sweep, FIRST_RANDOM};
use halfpipe_aig::{Aig, Gate, Literal};
use halfpipe_hdl::design::Role;

use super::Values;
use crate::circuit::{read_netlist_with, register_names, Mapping, NetlistError};
use crate::netlist::{Bit, YosysModule, YosysPort};

/// The planes of random values that look for a difference before the solver does.
pub const PLANES: usize = 8;

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
            let ports = module.ports.0.iter();
            let ports = ports.filter(|(name, port)| port.direction == direction && name != Role::Clock.contract_name());
            let mut names: Vec<String> = ports.map(|(name, _)| name.clone()).collect();
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
    pub fn register_bits(&self, graph: &mut Aig, known: &mut HashMap<String, Literal>) -> Vec<Literal> {
        let names = (0..self.aig.registers().len()).map(|number| match self.registers.get(number) {
            Some(name) => name.clone(),
            None => format!("memory {}", number - self.registers.len()),
        });
        names
            .map(|name| *known.entry(name).or_insert_with(|| graph.input()))
            .collect()
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
    let swept = sweep(graph, &[any], &Deadline::none());
    match Solver::new().find_within(&swept.graph, &[swept.bit(any)], most_learnt) {
        Answer::Never => Some(true),
        Answer::Values(_) => Some(false),
        Answer::Undecided => None,
    }
}

/// Returns bits of which one is 1 where one of some pairs can have a value that its second part cannot have.
pub fn outside<'p>(graph: &mut Aig, pairs: impl Iterator<Item = (&'p Possible, &'p Possible)>) -> Vec<Literal> {
    let exceed = |([one, zero], [other_one, other_zero]): (&Possible, &Possible)| {
        [graph.and(*one, !*other_one), graph.and(*zero, !*other_zero)]
    };
    pairs.flat_map(exceed).collect()
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
    let registers = circuit.registers().iter();
    let next = registers.map(|register| value(&bits, register.next)).collect();
    (outputs, next)
}

fn select(graph: &mut Aig, condition: Possible, then: Possible, otherwise: Possible) -> Possible {
    std::array::from_fn(|place| {
        let taken = graph.and(condition[0], then[place]);
        let other = graph.and(condition[1], otherwise[place]);
        graph.or(taken, other)
    })
}
