//! Execution of a bit graph.

use halfpipe_aig::simulate::Simulator;
use halfpipe_aig::Aig;

use super::library::Compiled;
use crate::error::Error;
use halfpipe_aig::plane::Plane;

/// A graph with its inputs, outputs and registers, evaluated for many vectors in parallel.
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
    Interpreted(Simulator),
    Compiled(Compiled),
}

impl Machine {
    /// Returns a machine that evaluates a graph gate by gate; its registers are 0.
    pub fn interpret(aig: &Aig) -> Machine {
        Machine::working(aig, Work::Interpreted(Simulator::new(aig)))
    }

    /// Compiles a graph unless the cache has it; its registers are 0. Compilation takes seconds and makes evaluation
    /// twenty times as fast.
    ///
    /// # Errors
    ///
    /// When there is no compiler, or the cache cannot be used.
    pub fn compile(module: &str, aig: &Aig) -> Result<Machine, Error> {
        let compiled = Compiled::new(module, aig)?;
        Ok(Machine::working(aig, Work::Compiled(compiled)))
    }

    fn working(aig: &Aig, work: Work) -> Machine {
        let zeros = |count: usize| vec![Plane::filled(false); count];
        Machine {
            work,
            inputs: zeros(aig.free_input_count()),
            ports: aig.input_count(),
            random: FIRST_RANDOM,
            outputs: zeros(aig.outputs().len()),
            registers: zeros(aig.registers().len()),
        }
    }

    /// Returns a plane of each port input.
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
            Work::Interpreted(simulator) => simulator.step(inputs, outputs, registers),
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
