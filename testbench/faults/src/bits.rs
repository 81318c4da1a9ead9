//! Bit graphs with some bits replaced, copied bit by bit.

use halfpipe_aig::{Aig, Gate, Literal};

/// A circuit under construction, copied from another bit by bit.
pub struct Rewriting {
    /// The new circuit.
    pub aig: Aig,
    /// The new bits, by the old nodes.
    pub bits: Vec<Literal>,
    /// The new registers, by the numbers of the old ones.
    pub registers: Vec<usize>,
}

impl Rewriting {
    /// Returns the new bit for an old one.
    pub fn rewritten(&self, old: Literal) -> Literal {
        self.bits[old.node()].inverted_if(old.is_inverted())
    }

    /// Copies a node that is neither an input nor a register.
    pub fn gate(&mut self, gate: Gate) -> Literal {
        let bits = &self.bits;
        self.aig
            .copy_gate(gate, |old| bits[old.node()].inverted_if(old.is_inverted()))
    }
}

/// Copies a circuit's inputs, registers and gates. The outputs and the registers' next values are not connected yet.
/// `visit` may exchange any bit for another.
pub fn begin_copy(old: &Aig, mut visit: impl FnMut(&mut Rewriting, usize, Gate, Literal) -> Literal) -> Rewriting {
    let mut new = Rewriting {
        aig: Aig::new(),
        bits: Vec::new(),
        registers: Vec::new(),
    };
    for (node, gate) in old.gates().iter().enumerate() {
        let made = match gate {
            Gate::Input => new.aig.input(),
            Gate::Register => {
                let (register, held) = new.aig.register();
                new.registers.push(register);
                held
            }
            gate => new.gate(*gate),
        };
        let made = visit(&mut new, node, *gate, made);
        new.bits.push(made);
    }
    new
}

/// Completes the circuit. `connect` is given the bit of each output and of each register's next value, and returns the
/// bit to connect.
pub fn finish_copy(
    mut new: Rewriting,
    old: &Aig,
    mut connect: impl FnMut(&mut Rewriting, End, Literal) -> Literal,
) -> Aig {
    for (number, output) in old.outputs().iter().enumerate() {
        let bit = connect(&mut new, End::Output(number), *output);
        new.aig.output(bit);
    }
    for (number, register) in old.registers().iter().enumerate() {
        let bit = connect(&mut new, End::Register(number), register.next);
        new.aig.feed(new.registers[number], bit);
    }
    new.aig
}

/// The destination of a bit of a circuit, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// An output.
    Output(usize),
    /// The next value of a register.
    Register(usize),
}

/// Copies the gates of a bit for other inputs. `exchange` returns the replacement of an input, by the input's number,
/// if there is one.
pub fn with_other_inputs(
    new: &mut Rewriting,
    old: &Aig,
    bit: Literal,
    exchange: impl Fn(usize) -> Option<Literal>,
) -> Literal {
    let mut cone = Rewriting {
        aig: std::mem::take(&mut new.aig),
        bits: new.bits.clone(),
        registers: Vec::new(),
    };
    let mut is_other = vec![false; new.bits.len()];
    for (number, input) in old.free_inputs().enumerate() {
        if let Some(other) = exchange(number) {
            (cone.bits[input.node()], is_other[input.node()]) = (other, true);
        }
    }
    for (node, gate) in old.gates().iter().enumerate() {
        if gate.operands().any(|operand| is_other[operand.node()]) {
            (cone.bits[node], is_other[node]) = (cone.gate(*gate), true);
        }
    }
    let made = cone.rewritten(bit);
    new.aig = cone.aig;
    made
}
