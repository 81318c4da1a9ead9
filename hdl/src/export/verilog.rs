//! Verilog files: a header that tells a reader how to use the module, and the module.

use std::fmt::Write;

use halfpipe_isa::{Content, Operand};

use super::stream;
use crate::design::{Design, Function, Interface, Port, Role};
use crate::fpu::UNKNOWN_RESULT;
use crate::net::pipeline::RESULT;
use crate::net::verilog::{module_text, Text};

/// The Verilog file of a design; that of a stream goes with the one of the design inside. Equal input gives equal bytes.
pub fn verilog(design: &Design) -> String {
    match design.inner() {
        Some(inner) => stream::verilog(design, inner),
        None => verilog_text(design).into(),
    }
}

/// The Verilog file of a design without AXI4-Stream ports, with what each line describes.
pub fn verilog_text(design: &Design) -> Text {
    module_text(design.module()).behind(&format!("{}\n", header(design)))
}

/// What the module is, how it is used, and how it is made again.
fn header(design: &Design) -> String {
    let interface = design.interface();
    let mut lines = title(interface);
    lines.push(String::new());
    lines.push(match design.latency() {
        0 => "Combinational.".to_owned(),
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
    lines.extend(origin(design));
    commented(&lines)
}

fn title(interface: &Interface) -> Vec<String> {
    match interface.function() {
        Some(function) => vec![function.to_string()],
        None => vec![
            format!(
                "{}: {} instructions; the manifest and the header file list their op.",
                interface.name(),
                interface.operations().len()
            ),
            format!("An op that is not among them gives the canonical NaN, 0x{UNKNOWN_RESULT:x}."),
        ],
    }
}

/// A line for each port: direction, name in so many columns, width and meaning.
pub(super) fn port_lines(interface: &Interface, columns: usize, meaning: impl Fn(&Port) -> String) -> Vec<String> {
    let line = |port: &Port| {
        let direction = if port.is_input() { "in" } else { "out" };
        format!(
            "{direction:<3} {:<columns$} {:>2}  {}",
            port.name,
            port.width,
            meaning(port)
        )
    };
    interface.ports().iter().map(line).collect()
}

/// What a port of a module without AXI4-Stream ports means.
fn meaning(interface: &Interface, port: &Port) -> String {
    match (port.role, interface.function().map(Function::signature)) {
        (Role::Clock, _) => "rising edge".to_owned(),
        (Role::Reset, _) => "synchronous: clears the valid pipeline, not the data".to_owned(),
        (Role::Enable, _) => "0 holds the whole pipeline".to_owned(),
        (Role::InValid, _) => "operands are valid in this cycle".to_owned(),
        (Role::OutValid, _) => format!("in_valid, {} enabled cycles later", interface.latency()),
        (Role::Op, _) => "instruction".to_owned(),
        (Role::TagIn, _) => "comes out with the result as tag_out".to_owned(),
        (Role::TagOut, _) => "tag_in of the result's operands".to_owned(),
        (Role::Operand(position), Some(signature)) => {
            format!("operand, {}", described(&signature.operands()[position]))
        }
        (Role::Operand(_), None) => "operand; one of 16 bits in the low half, the rest ignored".to_owned(),
        (Role::Result(position), Some(signature)) => format!("result, {}", described(&signature.results()[position])),
        (Role::Result(_), None) => "result; one of 16 bits in the low half, the rest 0".to_owned(),
        (Role::Stream(_), _) => String::new(),
    }
}

/// What a register holds.
fn described(register: &Operand) -> String {
    let content = match register.content {
        Content::Number(element) => element.to_string(),
        Content::Unsigned(bits) => format!("unsigned integer of {bits} bits"),
        Content::Signed(bits) => format!("signed integer of {bits} bits"),
        Content::Bits(bits) => format!("{bits} bits"),
        Content::Predicate => "predicate, 1 for true".to_owned(),
    };
    match register.lanes {
        1 => content,
        2 => format!("two lanes of {content}, lane 0 in the low half"),
        lanes => format!("{lanes} lanes of {content}, lane 0 in the lowest bits"),
    }
}

/// How the file is made again, and who made it.
pub(super) fn origin(design: &Design) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(command) = design.command() {
        lines.push("Made by:".to_owned());
        lines.extend(wrapped(&command, "  ", " \\"));
    }
    lines.push(format!("Digest of the netlist: {}", design.module().digest()));
    lines.push(notice());
    lines
}

/// Words in lines, each with `indent` in front and all but the last with `end` behind. A word that is longer than a line is
/// cut behind a comma.
fn wrapped(text: &str, indent: &str, end: &str) -> Vec<String> {
    let room = COLUMNS - "// ".len() - indent.len() - end.len();
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let mut is_first = true;
        for part in word.split_inclusive(',') {
            let gap = if is_first { " " } else { "" };
            match lines.last_mut() {
                Some(line) if line.len() + gap.len() + part.len() <= room => *line += &format!("{gap}{part}"),
                _ => lines.push(part.to_owned()),
            }
            is_first = false;
        }
    }
    let last = lines.len().saturating_sub(1);
    let ended = |(place, line): (usize, String)| format!("{indent}{line}{}", if place == last { "" } else { end });
    lines.into_iter().enumerate().map(ended).collect()
}

/// The most columns of a comment.
const COLUMNS: usize = 119;

/// Lines as a comment; long ones go on in the next line.
pub(super) fn commented(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        let mut rest = format!("// {line}").trim_end().to_owned();
        while rest.len() > COLUMNS {
            // A word that is longer than a line stays whole.
            let Some(at) = rest[3..=COLUMNS].rfind(' ') else { break };
            let next = format!("// {}", &rest[3 + at + 1..]);
            let _ = writeln!(text, "{}", &rest[..3 + at]);
            rest = next;
        }
        let _ = writeln!(text, "{rest}");
    }
    text
}

/// Who wrote a file, and what may be done with it.
pub(super) fn notice() -> String {
    format!(
        "Generated by halfpipe {}. This file carries no restriction: use it as you like.",
        env!("CARGO_PKG_VERSION")
    )
}
