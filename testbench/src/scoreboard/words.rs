//! Vectors in command-line form.

use std::path::Path;

use halfpipe_hdl::design::{Interface, Role};
use halfpipe_isa::Instruction;

use crate::decoded::hexadecimal;
use crate::engine::EngineKind;
use crate::Vector;

/// Returns the words that `eval` takes for data inputs: the operands, after the operation in the case of a core.
pub fn words(interface: &Interface, inputs: &Vector) -> String {
    let operation = interface.operation(inputs);
    let mut words = Vec::new();
    if let Some(position) = interface.input_position(Role::Op) {
        words.push(operation.map_or_else(
            || format!("{:x}", inputs[position]),
            |operation| operation.name().to_owned(),
        ));
    }
    if let Some(operation) = operation {
        let operands = operation.signature().operands().iter();
        let operands = operands.zip(interface.operands(operation, inputs));
        words.extend(operands.map(|(operand, value)| hexadecimal(value, operand.width())));
    }
    words.join(" ")
}

/// Returns the command that reproduces one vector.
pub fn command(interface: &Interface, inputs: &Vector, file: Option<&Path>, engine: EngineKind) -> String {
    format!(
        "halfpipe eval {} {}{} --latency {}",
        interface.mnemonic(),
        words(interface, inputs),
        options(interface, file, engine),
        interface.latency()
    )
}

/// Returns the options that select a module's instructions, its file and its engine, each with a leading blank.
pub fn options(interface: &Interface, file: Option<&Path>, engine: EngineKind) -> String {
    let file = file.map(file_option).unwrap_or_default();
    format!("{}{file} {}", instructions_option(interface), engine.options())
}

/// Returns the option that lists a core's instructions; empty if the core has all of them.
fn instructions_option(interface: &Interface) -> String {
    if !interface.is_core() || interface.has_usual_instructions() {
        return String::new();
    }
    let names: Vec<String> = interface.instructions().map(Instruction::mnemonic).collect();
    format!(" --instructions {}", names.join(","))
}

/// Returns the option that names a file, with shell quotes if the name needs them.
fn file_option(file: &Path) -> String {
    let name = file.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    match name.chars().all(is_plain) {
        true => format!(" --verilog {name}"),
        false => format!(" --verilog '{}'", name.replace('\'', r"'\''")),
    }
}
