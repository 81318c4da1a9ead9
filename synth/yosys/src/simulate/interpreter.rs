//! Gate-by-gate evaluation of a network. It needs no compiler, and ends before a compiler would have begun, unless
//! there are many millions of vectors.

use super::plane::Plane;
use crate::circuit::network::{Bit, Network, Node};

/// A network's gates, and a plane of values for each bit.
#[derive(Clone)]
pub(super) struct Interpreter {
    /// The gates that an output or a register depends on, operands first.
    gates: Vec<(Bit, Node)>,
    /// Indexed by the number of the bit.
    values: Vec<Plane>,
    outputs: Vec<Bit>,
    next: Vec<Bit>,
}

impl Interpreter {
    /// Returns the interpreter of a network.
    pub fn new(network: &Network) -> Interpreter {
        let needed = network.needed();
        let gates = network.nodes().filter(|(bit, _)| needed[bit.number() as usize]);
        Interpreter {
            gates: gates.collect(),
            values: vec![Plane::filled(false); needed.len()],
            outputs: network.outputs().to_vec(),
            next: network.next().to_vec(),
        }
    }

    /// Runs one clock cycle: writes the outputs, then updates the registers.
    pub fn step(&mut self, inputs: &[Plane], outputs: &mut [Plane], registers: &mut [Plane]) {
        for (bit, node) in &self.gates {
            let value = |bit: &Bit| &self.values[bit.number() as usize];
            let result = match node {
                Node::Constant(bit) => Plane::filled(*bit),
                Node::Input(number) => inputs[*number],
                Node::Register(number) => registers[*number],
                Node::Not(bit) => value(bit).zip(&Plane::filled(true), |one, other| one ^ other),
                Node::And(one, other) => value(one).zip(value(other), |one, other| one & other),
                Node::Or(one, other) => value(one).zip(value(other), |one, other| one | other),
                Node::Xor(one, other) => value(one).zip(value(other), |one, other| one ^ other),
                Node::Select { select, zero, one } => {
                    let differing = value(zero).zip(value(one), |zero, one| zero ^ one);
                    let chosen = differing.zip(value(select), |differing, select| differing & select);
                    chosen.zip(value(zero), |chosen, zero| chosen ^ zero)
                }
            };
            self.values[bit.number() as usize] = result;
        }
        let show = |planes: &mut [Plane], bits: &[Bit]| {
            for (plane, bit) in planes.iter_mut().zip(bits) {
                *plane = self.values[bit.number() as usize];
            }
        };
        show(outputs, &self.outputs);
        show(registers, &self.next);
    }
}
