//! And-inverter graphs, and the file format in which solvers read them.

use std::collections::HashMap;
use std::ops::Not;

use halfpipe_aig::{Gate, Literal as Bit};

/// A bit of a graph, or its complement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal(u32);

impl Literal {
    /// The constant 0.
    pub const FALSE: Literal = Literal(0);
    /// The constant 1.
    pub const TRUE: Literal = Literal(1);

    fn variable(self) -> u32 {
        self.0 >> 1
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// The origin of a variable.
#[derive(Clone, Copy, Debug)]
enum Source {
    Constant,
    Input,
    Register,
    And(Literal, Literal),
}

/// AND gates and inverters between inputs, registers and outputs. Structural hashing and constant folding avoid gates,
/// so that equal logic mostly becomes the same literal.
#[derive(Clone, Debug)]
pub struct Aig {
    sources: Vec<Source>,
    known: HashMap<(Literal, Literal), Literal>,
    /// The registers, each with its next value. All begin at 0.
    registers: Vec<(Literal, Literal)>,
}

impl Default for Aig {
    fn default() -> Aig {
        Aig {
            sources: vec![Source::Constant],
            known: HashMap::new(),
            registers: Vec::new(),
        }
    }
}

impl Aig {
    fn add(&mut self, source: Source) -> Literal {
        self.sources.push(source);
        Literal(2 * (self.sources.len() as u32 - 1))
    }

    /// Adds an input.
    pub fn input(&mut self) -> Literal {
        self.add(Source::Input)
    }

    /// Adds `count` inputs.
    pub fn inputs(&mut self, count: usize) -> Vec<Literal> {
        (0..count).map(|_| self.input()).collect()
    }

    /// Adds a register, which is initially 0 and keeps its value until [`Aig::feed`] sets another next value.
    pub fn register(&mut self) -> Literal {
        let held = self.add(Source::Register);
        self.registers.push((held, held));
        held
    }

    /// Sets the next value of a register.
    ///
    /// # Panics
    ///
    /// When the literal is no register's.
    pub fn feed(&mut self, register: Literal, next: Literal) {
        let mut registers = self.registers.iter_mut();
        registers
            .find(|(held, _)| *held == register)
            .expect("it is a register")
            .1 = next;
    }

    /// Returns the AND of two literals: both are 1.
    pub fn and(&mut self, one: Literal, other: Literal) -> Literal {
        let (one, other) = (one.min(other), one.max(other));
        if one == Literal::FALSE || one == !other {
            return Literal::FALSE;
        }
        if one == Literal::TRUE || one == other {
            return other;
        }
        if let Some(known) = self.known.get(&(one, other)) {
            return *known;
        }
        let made = self.add(Source::And(one, other));
        self.known.insert((one, other), made);
        made
    }

    /// Returns the OR of two literals: at least one is 1.
    pub fn or(&mut self, one: Literal, other: Literal) -> Literal {
        !self.and(!one, !other)
    }

    /// Returns the XOR of two literals: they differ.
    pub fn xor(&mut self, one: Literal, other: Literal) -> Literal {
        let (first, second) = (self.and(one, !other), self.and(!one, other));
        self.or(first, second)
    }

    /// Returns `one` where `select` is 1, otherwise `zero`.
    pub fn select(&mut self, select: Literal, zero: Literal, one: Literal) -> Literal {
        if zero == one {
            return one;
        }
        let (zero, one) = (self.and(!select, zero), self.and(select, one));
        self.or(zero, one)
    }

    /// Returns a literal that is 1 if any of some pairs differ.
    pub fn differ(&mut self, pairs: impl IntoIterator<Item = (Literal, Literal)>) -> Literal {
        pairs.into_iter().fold(Literal::FALSE, |any, (one, other)| {
            let differs = self.xor(one, other);
            self.or(any, differs)
        })
    }

    /// Evaluates a network's outputs, and the next values of its registers.
    pub fn step(&mut self, network: &halfpipe_aig::Aig, inputs: &[Literal], registers: &[Literal]) -> Step {
        let next: Vec<Bit> = network.registers().iter().map(|register| register.next).collect();
        let mut literals = vec![Literal::FALSE; network.gates().len()];
        for (bit, input) in network.free_inputs().zip(inputs) {
            literals[bit.node()] = *input;
        }
        for (register, held) in network.registers().iter().zip(registers) {
            literals[register.held.node()] = *held;
        }
        let of = |literals: &[Literal], bit: Bit| Literal(literals[bit.node()].0 ^ u32::from(bit.is_inverted()));
        for node in network.cone(&[network.outputs(), &next].concat()) {
            let of = |bit: Bit| of(&literals, bit);
            literals[node] = match network.gates()[node] {
                Gate::False | Gate::Input | Gate::Register => continue,
                Gate::And(one, other) => self.and(of(one), of(other)),
                Gate::Xor(one, other) => self.xor(of(one), of(other)),
                Gate::Select(select, one, zero) => self.select(of(select), of(zero), of(one)),
            };
        }
        let all = |bits: &[Bit]| bits.iter().map(|bit| of(&literals, *bit)).collect();
        Step {
            outputs: all(network.outputs()),
            next: all(&next),
        }
    }

    /// Returns the inputs and registers that some literals depend on.
    pub fn support(&self, of: &[Literal]) -> Vec<Literal> {
        let mut support = Vec::new();
        let needed = self.needed(of);
        for (variable, source) in self
            .sources
            .iter()
            .enumerate()
            .filter(|(variable, _)| needed[*variable])
        {
            if let Source::Input | Source::Register = source {
                support.push(Literal(2 * variable as u32));
            }
        }
        support
    }

    fn needed(&self, of: &[Literal]) -> Vec<bool> {
        let mut needed = vec![false; self.sources.len()];
        for literal in of {
            needed[literal.variable() as usize] = true;
        }
        for variable in (0..self.sources.len()).rev() {
            if let (true, Source::And(one, other)) = (needed[variable], self.sources[variable]) {
                needed[one.variable() as usize] = true;
                needed[other.variable() as usize] = true;
            }
        }
        needed
    }

    /// Writes the question whether one literal can be 1 as a binary AIGER file. Returns the file, and the inputs in
    /// their order there.
    pub fn question(&self, output: Literal) -> (Vec<u8>, Vec<Literal>) {
        let mut roots = vec![output];
        roots.extend(self.registers.iter().map(|(_, next)| *next));
        let needed = self.needed(&roots);
        let variables = |kind: fn(&Source) -> bool| {
            let numbered = self.sources.iter().enumerate();
            numbered
                .filter(move |(_, source)| kind(source))
                .map(|(variable, _)| variable)
        };
        let inputs: Vec<usize> = variables(|source| matches!(source, Source::Input)).collect();
        let registers: Vec<usize> = variables(|source| matches!(source, Source::Register)).collect();
        let gates: Vec<usize> = variables(|source| matches!(source, Source::And(..)))
            .filter(|variable| needed[*variable])
            .collect();
        let mut numbers = vec![0; self.sources.len()];
        for (variable, number) in inputs.iter().chain(&registers).chain(&gates).zip(1..) {
            numbers[*variable] = number;
        }
        let number = |literal: Literal| 2 * numbers[literal.variable() as usize] + (literal.0 & 1);
        let (gate_count, input_count, register_count) = (gates.len(), inputs.len(), registers.len());
        let total = input_count + register_count + gate_count;
        let mut file = format!("aig {total} {input_count} {register_count} 1 {gate_count}\n");
        for (_, next) in &self.registers {
            file.push_str(&format!("{}\n", number(*next)));
        }
        file.push_str(&format!("{}\n", number(output)));
        let mut file = file.into_bytes();
        for variable in gates {
            if let Source::And(one, other) = self.sources[variable] {
                let (one, other) = (number(one), number(other));
                let (high, low) = (one.max(other), one.min(other));
                delta(&mut file, 2 * numbers[variable] - high);
                delta(&mut file, high - low);
            }
        }
        (
            file,
            inputs
                .into_iter()
                .map(|variable| Literal(2 * variable as u32))
                .collect(),
        )
    }
}

/// The result of a clock cycle of a network.
pub struct Step {
    /// The outputs.
    pub outputs: Vec<Literal>,
    /// The next values of the registers.
    pub next: Vec<Literal>,
}

/// Encodes a number with seven bits a byte, the lowest first; the highest bit of a byte is set if more follow.
fn delta(file: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        file.push(number as u8 | 0x80);
        number >>= 7;
    }
    file.push(number as u8);
}
