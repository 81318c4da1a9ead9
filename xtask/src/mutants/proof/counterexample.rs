//! Counterexamples: inputs for which a mutant differs from the module without a fault.

use std::fmt::Write;

use halfpipe_aig::simulate::Simulator;
use halfpipe_aig::Aig;
use halfpipe_hdl::design::{Port, Role};
use halfpipe_yosys::simulate::plane::Plane;

use crate::mutants::mutant_simulator::only;
use crate::mutants::subject::{ModulePorts, MutationSubject};

/// The inputs in a clock cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CounterexampleCycle {
    /// `reset`
    pub reset: bool,
    /// `enable`
    pub enable: bool,
    /// `in_valid`
    pub in_valid: bool,
    /// The bits of the data inputs, port by port, each port's lowest first.
    pub data: Vec<bool>,
}

/// A sequence of cycles at the end of which a mutant and the module without a fault differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The cycles.
    pub given: Vec<CounterexampleCycle>,
    /// The initial register contents: of the module without a fault, and of the mutant.
    pub registers: [Vec<bool>; 2],
}

impl Counterexample {
    /// True if the mutant with that number fails in a simulation: `out_valid` differs, or the data differ while it is
    /// 1.
    pub fn shows(&self, network: &Aig, ports: &ModulePorts, mutants: usize, mutant: usize) -> bool {
        let mut simulator = Simulator::new(network);
        let its_own = only(mutant);
        simulator.set_input(network.input_count() - mutants + mutant - 1, its_own);
        let [clean, other] = &self.registers;
        for (register, (clean, other)) in clean.iter().zip(other).enumerate() {
            let plane = Plane::filled(*clean);
            simulator.set_register(
                register,
                if clean == other {
                    plane
                } else {
                    plane.zip(&its_own, |one, own| one ^ own)
                },
            );
        }
        self.given.iter().enumerate().any(|(cycle, given)| {
            let control = [given.reset, given.enable, given.in_valid];
            let control = control.iter().take(ports.control_inputs());
            for (input, value) in control.chain(&given.data).enumerate() {
                simulator.set_input(input, Plane::filled(*value));
            }
            simulator.settle();
            let differs = |output: usize| {
                let shown = simulator.output(output);
                shown.bit(0) != shown.bit(mutant)
            };
            let valid = ports.control_outputs();
            let is_shown = valid == 0 || simulator.output(0).bit(0);
            let data = (valid..network.outputs().len()).any(differs);
            let found = (valid == 1 && differs(0)) || (is_shown && data);
            simulator.tick();
            // The first cycle has a reset or takes the operands, so a difference in it does not count.
            found && (ports.latency == 0 || cycle > 0)
        })
    }

    /// Describes the cycles for a reader, line by line. The operands of a unit are decoded.
    pub fn describe(&self, subject: &MutationSubject) -> String {
        let mut text = String::new();
        let ports = subject.ports();
        for (number, given) in self.given.iter().enumerate() {
            if ports.latency > 0 {
                let [reset, enable, in_valid] = [given.reset, given.enable, given.in_valid].map(u8::from);
                line(
                    &mut text,
                    format_args!("cycle {number}: reset {reset}, enable {enable}, in_valid {in_valid}"),
                );
            }
            let is_taken = given.enable && given.in_valid && !given.reset;
            if !is_taken {
                continue;
            }
            let mut bits = given.data.iter();
            for port in &ports.inputs {
                let value = bits
                    .by_ref()
                    .take(port.width as usize)
                    .enumerate()
                    .fold(0_u64, |value, (place, bit)| value | u64::from(*bit) << place);
                line(
                    &mut text,
                    format_args!("  {} {}", port.name, decoded(subject, port, value)),
                );
            }
        }
        text
    }
}

/// Formats a value as hexadecimal digits; an operand of a unit lane by lane, decoded.
fn decoded(subject: &MutationSubject, port: &Port, value: u64) -> String {
    let function = subject.design().interface().function();
    let (Role::Operand(position), Some(function)) = (port.role, function) else {
        return format!("0x{value:X}");
    };
    let operand = &function.signature().operands()[position];
    let lanes: Vec<String> = (0..operand.lanes)
        .map(|lane| halfpipe_testbench::decoded(operand, value, lane))
        .collect();
    lanes.join("; ")
}

fn line(text: &mut String, line: std::fmt::Arguments) {
    writeln!(text, "{line}").expect("a string takes all that is written");
}
