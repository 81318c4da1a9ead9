//! Counterexamples in words: inputs for which a mutant differs from the module without a fault.

use std::fmt::Write;

use halfpipe_hdl::design::{Port, Role};
use halfpipe_prove::versions::Counterexample;

use crate::mutants::subject::MutationSubject;

/// Describes the cycles for a reader, line by line. The operands of a unit are decoded.
pub fn describe_counterexample(example: &Counterexample, subject: &MutationSubject) -> String {
    let mut text = String::new();
    let ports = subject.ports();
    for (number, given) in example.cycles.iter().enumerate() {
        if ports.latency > 0 {
            let [reset, enable, in_valid] =
                [given.controls.reset, given.controls.enable, given.controls.in_valid].map(u8::from);
            line(
                &mut text,
                format_args!("cycle {number}: reset {reset}, enable {enable}, in_valid {in_valid}"),
            );
        }
        let is_taken = given.controls.accepts();
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
                format_args!("  {} {}", port.name, decode_port(subject, port, value)),
            );
        }
    }
    text
}

/// Formats a value as hexadecimal digits; an operand of a unit lane by lane, decoded.
fn decode_port(subject: &MutationSubject, port: &Port, value: u64) -> String {
    let function = subject.design().interface().function();
    let (Role::Operand(position), Some(function)) = (port.role, function) else {
        return format!("0x{value:X}");
    };
    let operand = &function.signature().operands()[position];
    let lanes: Vec<String> = (0..operand.lanes)
        .map(|lane| halfpipe_simulation::decoded(operand, value, lane))
        .collect();
    lanes.join("; ")
}

fn line(text: &mut String, line: std::fmt::Arguments) {
    writeln!(text, "{line}").expect("a string takes all that is written");
}
