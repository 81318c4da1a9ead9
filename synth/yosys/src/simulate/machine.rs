//! Execution of a network.

use super::interpreter::Interpreter;
use super::library::Compiled;
use super::plane::Plane;
use crate::circuit::network::Network;
use crate::error::Error;

/// A network with its inputs, outputs and registers, evaluated for many vectors in parallel.
#[derive(Clone)]
pub struct Machine {
    work: Work,
    /// The inputs of ports, then the undefined values.
    inputs: Vec<Plane>,
    ports: usize,
    /// The state of the random generator for undefined values.
    random: u64,
    outputs: Vec<Plane>,
    registers: Vec<Plane>,
}

/// The initial state of the random generator for undefined values: any number but 0.
const FIRST_RANDOM: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the next of Marsaglia's xorshift numbers ("Xorshift RNGs", 2003).
fn next_random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// The method of evaluation.
#[derive(Clone)]
enum Work {
    Interpreted(Interpreter),
    Compiled(Compiled),
}

impl Machine {
    /// Returns a machine that evaluates a network gate by gate; its registers are 0.
    pub fn interpret(network: &Network) -> Machine {
        Machine::working(network, Work::Interpreted(Interpreter::new(network)))
    }

    /// Compiles a network unless the cache has it; its registers are 0. Compilation takes seconds and makes evaluation
    /// twenty times as fast.
    ///
    /// # Errors
    ///
    /// When there is no compiler, or the cache cannot be used.
    pub fn compile(module: &str, network: &Network) -> Result<Machine, Error> {
        let compiled = Compiled::new(module, network)?;
        Ok(Machine::working(network, Work::Compiled(compiled)))
    }

    fn working(network: &Network, work: Work) -> Machine {
        let zeros = |count: usize| vec![Plane::filled(false); count];
        Machine {
            work,
            inputs: zeros(network.all_inputs()),
            ports: network.inputs(),
            random: FIRST_RANDOM,
            outputs: zeros(network.outputs().len()),
            registers: zeros(network.next().len()),
        }
    }

    /// Returns a plane of each port input.
    #[inline(always)]
    pub fn inputs_mut(&mut self) -> &mut [Plane] {
        &mut self.inputs[..self.ports]
    }

    /// Returns a plane of each register. A caller sets an initial state other than 0 here.
    pub fn registers_mut(&mut self) -> &mut [Plane] {
        &mut self.registers
    }

    /// Sets each register to an arbitrary value, as hardware has after power-up.
    pub fn power_up(&mut self) {
        for register in &mut self.registers {
            *register = Plane::of_words(|| next_random(&mut self.random));
        }
    }

    /// Runs one clock cycle: returns its outputs and updates the registers.
    pub fn step(&mut self) -> &[Plane] {
        let Machine {
            work,
            inputs,
            outputs,
            registers,
            ports,
            random,
        } = self;
        for value in &mut inputs[*ports..] {
            *value = Plane::of_words(|| next_random(random));
        }
        match work {
            Work::Interpreted(interpreter) => interpreter.step(inputs, outputs, registers),
            Work::Compiled(compiled) => compiled.step(inputs, outputs, registers),
        }
        outputs
    }

    /// Returns the same machine with its own registers, which are 0.
    pub fn another(&self) -> Machine {
        let mut another = self.clone();
        another.registers.fill(Plane::filled(false));
        another.random = FIRST_RANDOM;
        another
    }
}
