//! Verilog files: a header that explains the use of the module, and the module.

use super::comment::{commented, described, origin, port_lines};
use super::stream;
use halfpipe_isa::Operand;

use crate::design::{Design, Function, Interface, Port, Role};
use crate::fpu::UNKNOWN_RESULT;
use crate::net::pipeline::RESULT;
use crate::net::verilog::{module_text, module_text_with_latency, Text};

/// Returns the Verilog file of a design. A stream needs the file of the design inside as well. Equal input gives equal
/// bytes.
pub fn verilog(design: &Design) -> String {
    verilog_made_by(design, None)
}

/// Returns the same file with the command that generates it in the header, if one is given.
pub fn verilog_made_by(design: &Design, command: Option<&str>) -> String {
    match design.inner() {
        Some(inner) => stream::verilog(design, inner, command),
        None => with_header(design, command).into(),
    }
}

/// Returns the Verilog file of a design without AXI4-Stream ports, with the subject of each line.
pub fn verilog_text(design: &Design) -> Text {
    with_header(design, None)
}

fn with_header(design: &Design, command: Option<&str>) -> Text {
    let text = if design.is_in_stream() {
        module_text_with_latency(design.module())
    } else {
        module_text(design.module())
    };
    text.behind(&format!("{}\n", header(design, command)))
}

/// Returns the header: the module's function, its use and the command that generates it.
fn header(design: &Design, command: Option<&str>) -> String {
    let interface = design.interface();
    let mut lines = title(interface);
    lines.push(String::new());
    lines.push(match design.latency() {
        0 => "Combinational.".to_owned(),
        cycles if interface.is_iterative() => {
            format!("Iterative: one operation at a time, {cycles} enabled cycles from operands to result.")
        }
        latency => {
            let (behind, cuts): (Vec<&str>, Vec<&str>) = design.cuts().into_iter().partition(|cut| *cut == RESULT);
            let cuts = cuts.join(", ").replace('_', " ");
            let delay = match behind.len() {
                0 => String::new(),
                1 => " One more delays the result.".to_owned(),
                ranks => format!(" {ranks} more delay the result."),
            };
            format!("Latency {latency}: one result per enabled cycle. Registers after: {cuts}.{delay}")
        }
    });
    lines.push(String::new());
    lines.extend(port_lines(interface, 9, |port| meaning(interface, port)));
    lines.push(String::new());
    lines.extend(origin(design, command));
    commented(&lines)
}

fn title(interface: &Interface) -> Vec<String> {
    match interface.function() {
        Some(function) => vec![function.to_string()],
        None => vec![
            format!(
                "{}: {}; the manifest and the header file list their op.",
                interface.name(),
                interface.operation_count()
            ),
            format!("An op that is not among them gives the canonical NaN, 0x{UNKNOWN_RESULT:x}."),
        ],
    }
}

/// Describes a port of a module without AXI4-Stream ports.
fn meaning(interface: &Interface, port: &Port) -> String {
    match (port.role, interface.function().map(Function::signature)) {
        (Role::Clock, _) => "rising edge".to_owned(),
        (Role::Reset, _) if interface.is_iterative() => "synchronous: drops the operation, clears no data".to_owned(),
        (Role::Reset, _) => "synchronous: clears the valid pipeline, not the data".to_owned(),
        (Role::Enable, _) if interface.is_iterative() => "0 holds all registers".to_owned(),
        (Role::Enable, _) => "0 holds the whole pipeline".to_owned(),
        (Role::InValid, _) => "operands are valid in this cycle".to_owned(),
        (Role::InReady, _) => "1 if the operands are taken in an enabled cycle".to_owned(),
        (Role::OutValid, _) if interface.is_iterative() => {
            format!("a result, {} enabled cycles after its operands", interface.latency())
        }
        (Role::OutValid, _) => format!("in_valid, {} enabled cycles later", interface.latency()),
        (Role::Op, _) => "instruction".to_owned(),
        (Role::TagIn, _) => "comes out with the result as tag_out".to_owned(),
        (Role::TagOut, _) => "tag_in of the result's operands".to_owned(),
        (Role::Operand(position), Some(signature)) => {
            format!("operand, {}", described(&signature.operands()[position].register()))
        }
        (Role::Operand(_), None) if port.name == Operand::ROUNDING.name => described(&Operand::ROUNDING),
        (Role::Operand(_), None) => "operand; one of 16 bits in the low half, the rest ignored".to_owned(),
        (Role::Result(position), Some(signature)) => format!("result, {}", described(&signature.results()[position])),
        (Role::Result(_), None) => "result; one of 16 bits in the low half, the rest 0".to_owned(),
        (Role::Flags, _) => described(&Operand::FLAGS),
        (Role::Stream(_), _) => String::new(),
    }
}
