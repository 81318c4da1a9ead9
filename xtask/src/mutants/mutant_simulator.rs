//! Bit-parallel simulation of many mutants through the same cycles.

use halfpipe_aig::plane::Plane;
use halfpipe_aig::simulate::Simulator;
use halfpipe_aig::Aig;
use halfpipe_hdl::design::ControlInputs;
use halfpipe_hdl::design::Port;

use crate::mutants::subject::ModulePorts;
use crate::mutants::trial::{ExpectedOutputs, TrialCycle};
use crate::mutants::Error;

/// A simulation of a module with many mutations. Vector 0 is the module without a fault, vector k that with mutation k
/// alone.
pub struct MutantSimulator {
    simulator: Simulator,
    ports: ModulePorts,
    subject: String,
    mutants: usize,
    /// The vectors that are still simulated: the module without a fault, and mutants that have not been found.
    alive: Plane,
    /// The cycle in which each mutant was found, counted from the first one.
    killed: Vec<Option<usize>>,
    cycles: usize,
    /// The value of all registers before the next stream's reset.
    power_up: bool,
    registers: usize,
}

impl MutantSimulator {
    /// Takes the mutants of a network, whose last inputs are their switches.
    pub fn new(network: &Aig, ports: &ModulePorts, mutants: usize, subject: String) -> MutantSimulator {
        let mut simulator = Simulator::new(network);
        for mutant in 1..=mutants {
            simulator.set_input(network.input_count() - mutants + mutant - 1, only(mutant));
        }
        MutantSimulator {
            simulator,
            ports: ports.clone(),
            subject,
            mutants,
            alive: Plane::first(mutants + 1),
            killed: vec![None; mutants],
            cycles: 0,
            power_up: true,
            registers: network.registers().len(),
        }
    }

    /// Runs more cycles, until all mutants have been found. Before the reset at the beginning of a stream, registers
    /// may have any contents. They are all ones and all zeros in turns, so that a register that never loads is tried
    /// with both.
    ///
    /// # Errors
    ///
    /// [`Error::Unsound`] when the module without a fault has wrong outputs.
    pub fn run(&mut self, cycles: impl IntoIterator<Item = TrialCycle>) -> Result<(), Error> {
        for cycle in cycles {
            if self.alive == Plane::first(1) {
                break;
            }
            if cycle.expected == ExpectedOutputs::Anything {
                self.power_up();
            }
            let wrong = self.cycle(&cycle);
            if wrong != Plane::filled(false) {
                self.take_out(&wrong)?;
            }
            self.cycles += 1;
        }
        Ok(())
    }

    fn power_up(&mut self) {
        for register in 0..self.registers {
            self.simulator.set_register(register, Plane::filled(self.power_up));
        }
        self.power_up = !self.power_up;
    }

    /// Runs one clock cycle, and returns the vectors with wrong outputs.
    fn cycle(&mut self, cycle: &TrialCycle) -> Plane {
        let simulator = &mut self.simulator;
        let first = self.ports.control_inputs();
        if first > 0 {
            let ControlInputs {
                reset,
                enable,
                in_valid,
            } = cycle.control;
            for (input, value) in [reset, enable, in_valid].into_iter().enumerate() {
                simulator.set_input(input, Plane::filled(value));
            }
        }
        for (input, value) in (first..).zip(bits(&self.ports.inputs, &cycle.inputs)) {
            simulator.set_input(input, Plane::filled(value));
        }
        simulator.settle();
        let mut wrong = Plane::filled(false);
        let mut compare = |output, value: bool| {
            let shown = simulator.output(output);
            wrong = wrong.zip(&shown, |wrong, shown| {
                wrong | (shown ^ if value { u16::MAX } else { 0 })
            });
        };
        let first = self.ports.control_outputs();
        if first > 0 && cycle.expected != ExpectedOutputs::Anything {
            compare(0, cycle.expected != ExpectedOutputs::Nothing);
        }
        if let ExpectedOutputs::Data(words) = &cycle.expected {
            for (output, value) in (first..).zip(bits(&self.ports.outputs, words)) {
                compare(output, value);
            }
        }
        simulator.tick();
        wrong.zip(&self.alive, |wrong, alive| wrong & alive)
    }

    fn take_out(&mut self, wrong: &Plane) -> Result<(), Error> {
        if wrong.bit(0) {
            return Err(Error::Unsound {
                subject: self.subject.clone(),
                cycle: self.cycles,
            });
        }
        self.alive = self.alive.zip(wrong, |alive, wrong| alive & !wrong);
        for mutant in (1..=self.mutants).filter(|mutant| wrong.bit(*mutant)) {
            self.killed[mutant - 1] = Some(self.cycles);
        }
        Ok(())
    }

    /// Returns the number of cycles that have run.
    pub fn cycles(&self) -> usize {
        self.cycles
    }

    /// Returns for each mutant the cycle in which it was found, counted from 0.
    pub fn killed(&self) -> &[Option<usize>] {
        &self.killed
    }

    /// Returns the numbers of the mutants that have not been found, counted from 1.
    pub fn survivors(&self) -> Vec<usize> {
        (1..=self.mutants).filter(|mutant| self.alive.bit(*mutant)).collect()
    }

    /// Removes a mutant that need not be watched any longer.
    pub fn release(&mut self, mutant: usize) {
        self.alive = self.alive.zip(&only(mutant), |alive, only| alive & !only);
    }
}

/// Returns a plane that is 1 in one vector only.
pub(crate) fn only(vector: usize) -> Plane {
    Plane::first(vector + 1).zip(&Plane::first(vector), |one, other| one & !other)
}

/// Returns the bits of the ports' values, each port's lowest first.
fn bits<'a>(ports: &'a [Port], words: &'a [u64]) -> impl Iterator<Item = bool> + 'a {
    let ports = ports.iter().zip(words);
    ports.flat_map(|(port, word)| (0..port.width).map(move |bit| word >> bit & 1 == 1))
}
