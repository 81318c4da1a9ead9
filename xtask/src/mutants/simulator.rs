//! An interpreter of gate networks, for hundreds of mutants side by side.
//!
//! Each network is used for one run only, so an interpreter finishes before a compiler would have begun.

use halfpipe_testbench::widest::on_widest;
use halfpipe_yosys::circuit::network::{Bit, Network, Node};
use halfpipe_yosys::simulate::plane::Plane;

/// The function of a gate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Not,
    And,
    Or,
    Xor,
    Select,
}

/// A gate: the places of its operands and of its value.
#[derive(Clone, Copy, Debug)]
struct Gate {
    operands: [u32; 3],
    value: u32,
}

/// A network with a value of each bit in each of many vectors.
pub struct Simulator {
    values: Vec<Plane>,
    /// The gates in topological order, those of a kind side by side.
    runs: Vec<(Kind, Vec<Gate>)>,
    inputs: Vec<u32>,
    outputs: Vec<u32>,
    /// The places of a register's value and of its next value.
    registers: Vec<(u32, u32)>,
    taken: Vec<Plane>,
}

impl Simulator {
    /// Creates the simulator with all registers at 0.
    pub fn new(network: &Network) -> Simulator {
        let mut simulator = Simulator {
            values: Vec::new(),
            runs: Vec::new(),
            inputs: vec![0; network.inputs()],
            outputs: network.outputs().iter().map(|bit| bit.number()).collect(),
            registers: network.next().iter().map(|next| (0, next.number())).collect(),
            taken: vec![Plane::filled(false); network.next().len()],
        };
        let needed = network.needed();
        let mut depths: Vec<u32> = Vec::new();
        let mut gates: Vec<(u32, Kind, Gate)> = Vec::new();
        for (bit, node) in network.nodes() {
            let place = bit.number();
            let (depth, value) = simulator.place(node, place, &depths, |depth, kind, operands| {
                if needed[place as usize] {
                    let mut places = [0; 3];
                    for (place, operand) in places.iter_mut().zip(operands) {
                        *place = operand.number();
                    }
                    gates.push((
                        depth,
                        kind,
                        Gate {
                            operands: places,
                            value: place,
                        },
                    ));
                }
            });
            depths.push(depth);
            simulator.values.push(value);
        }
        gates.sort_by_key(|(depth, kind, _)| (*depth, *kind));
        for (_, kind, gate) in gates {
            match simulator.runs.last_mut() {
                Some((last, run)) if *last == kind => run.push(gate),
                _ => simulator.runs.push((kind, vec![gate])),
            }
        }
        simulator
    }

    /// Returns the depth of a node, and its initial value. A gate is passed to `gate`.
    fn place(&mut self, node: Node, place: u32, depths: &[u32], gate: impl FnOnce(u32, Kind, &[Bit])) -> (u32, Plane) {
        let add = |kind, operands: &[Bit]| {
            let deepest = operands.iter().map(|bit| depths[bit.number() as usize]).max();
            let depth = deepest.unwrap_or(0) + 1;
            gate(depth, kind, operands);
            depth
        };
        let depth = match node {
            Node::Constant(value) => return (0, Plane::filled(value)),
            Node::Input(number) => {
                self.inputs[number] = place;
                0
            }
            Node::Register(number) => {
                self.registers[number].0 = place;
                0
            }
            Node::Not(bit) => add(Kind::Not, &[bit]),
            Node::And(one, other) => add(Kind::And, &[one, other]),
            Node::Or(one, other) => add(Kind::Or, &[one, other]),
            Node::Xor(one, other) => add(Kind::Xor, &[one, other]),
            Node::Select { select, zero, one } => add(Kind::Select, &[select, zero, one]),
        };
        (depth, Plane::filled(false))
    }

    /// Sets an input in every vector.
    pub fn set(&mut self, input: usize, plane: Plane) {
        self.values[self.inputs[input] as usize] = plane;
    }

    /// Sets the contents of a register in every vector.
    pub fn hold(&mut self, register: usize, plane: Plane) {
        self.values[self.registers[register].0 as usize] = plane;
    }

    /// Evaluates the gates.
    pub fn settle(&mut self) {
        let (values, runs) = (&mut self.values, &self.runs);
        on_widest(
            #[inline(always)]
            || {
                for (kind, run) in runs {
                    evaluate(*kind, run, values);
                }
            },
        );
    }

    /// Returns an output in every vector, once the gates are evaluated.
    pub fn output(&self, output: usize) -> Plane {
        self.values[self.outputs[output] as usize]
    }

    /// Applies a clock edge: each register takes its next value.
    pub fn tick(&mut self) {
        for (taken, (_, next)) in self.taken.iter_mut().zip(&self.registers) {
            *taken = self.values[*next as usize];
        }
        for (taken, (held, _)) in self.taken.iter().zip(&self.registers) {
            self.values[*held as usize] = *taken;
        }
    }
}

#[inline(always)]
fn evaluate(kind: Kind, run: &[Gate], values: &mut [Plane]) {
    match kind {
        Kind::Not => each(run, values, |[a, _, _]| a.zip(&a, |a, _| !a)),
        Kind::And => each(run, values, |[a, b, _]| a.zip(&b, |a, b| a & b)),
        Kind::Or => each(run, values, |[a, b, _]| a.zip(&b, |a, b| a | b)),
        Kind::Xor => each(run, values, |[a, b, _]| a.zip(&b, |a, b| a ^ b)),
        Kind::Select => each(run, values, |[select, zero, one]| {
            let zero = zero.zip(&select, |zero, select| zero & !select);
            let one = one.zip(&select, |one, select| one & select);
            zero.zip(&one, |zero, one| zero | one)
        }),
    }
}

#[inline(always)]
fn each(run: &[Gate], values: &mut [Plane], function: impl Fn([Plane; 3]) -> Plane) {
    for Gate { operands, value } in run {
        values[*value as usize] = function(operands.map(|operand| values[operand as usize]));
    }
}
