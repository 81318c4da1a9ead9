//! A network that runs.

use super::interpreter::Interpreter;
use super::library::Compiled;
use super::network::Network;
use super::plane::Plane;
use crate::engine::EngineError;

/// A network with its inputs, outputs and registers, evaluated for many vectors side by side.
#[derive(Clone)]
pub struct Machine {
    work: Work,
    inputs: Vec<Plane>,
    outputs: Vec<Plane>,
    registers: Vec<Plane>,
}

/// How it is evaluated.
#[derive(Clone)]
enum Work {
    Interpreted(Interpreter),
    Compiled(Compiled),
}

impl Machine {
    /// Evaluates a network gate by gate; its registers are 0.
    pub fn interpret(network: &Network) -> Machine {
        Machine::working(network, Work::Interpreted(Interpreter::new(network)))
    }

    /// Compiles a network, where the cache does not have it; its registers are 0. That takes seconds, and makes it twenty times as
    /// fast.
    ///
    /// # Errors
    ///
    /// When there is no compiler, or the cache cannot be used.
    pub fn compile(module: &str, network: &Network) -> Result<Machine, EngineError> {
        let compiled = Compiled::new(module, network)?;
        Ok(Machine::working(network, Work::Compiled(compiled)))
    }

    fn working(network: &Network, work: Work) -> Machine {
        let zeros = |count: usize| vec![Plane::filled(false); count];
        Machine {
            work,
            inputs: zeros(network.inputs()),
            outputs: zeros(network.outputs().len()),
            registers: zeros(network.next().len()),
        }
    }

    /// A plane of each input.
    #[inline(always)]
    pub fn inputs_mut(&mut self) -> &mut [Plane] {
        &mut self.inputs
    }

    /// A plane of each register: what a machine begins with, where that is not 0.
    pub fn registers_mut(&mut self) -> &mut [Plane] {
        &mut self.registers
    }

    /// One clock cycle: what the outputs show in it. The registers take the next cycle's values.
    pub fn step(&mut self) -> &[Plane] {
        let Machine {
            work,
            inputs,
            outputs,
            registers,
        } = self;
        match work {
            Work::Interpreted(interpreter) => interpreter.step(inputs, outputs, registers),
            Work::Compiled(compiled) => compiled.step(inputs, outputs, registers),
        }
        outputs
    }

    /// The same machine with registers of its own, which are 0.
    pub fn another(&self) -> Machine {
        let mut another = self.clone();
        another.registers.fill(Plane::filled(false));
        another
    }
}
