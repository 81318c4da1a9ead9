//! Explanations: the meaning of a function and its hardware, as text or as JSON.

mod core;
mod family;
mod instruction;
mod meaning;
mod mma;
mod pipeline;
mod riscv;

use crate::arguments::design::CORE;
use crate::arguments::explain::Arguments;
use crate::error::Error;
use crate::kind::ModuleKind;
use crate::render::{FLAGS_OPTION, ITERATIVE_OPTION};
use crate::select::NamedOperation;

/// Explains an instruction, the instructions of an operation, a core or a tile.
///
/// # Errors
///
/// Fails if the word names none of them, or an option does not apply.
pub fn explain(arguments: &Arguments) -> Result<String, Error> {
    let mut output = String::new();
    match ModuleKind::find(&arguments.mnemonic) {
        ModuleKind::Core => core::explain(arguments, &mut output)?,
        ModuleKind::Zfh => riscv::explain(arguments, &mut output)?,
        kind @ (ModuleKind::Tile | ModuleKind::Vortex) => mma::explain(kind, arguments, &mut output)?,
        ModuleKind::Unit => match NamedOperation::find(&arguments.mnemonic) {
            Some(named) => explain_operation(named, arguments, &mut output)?,
            None => return instruction::explain(arguments),
        },
    }
    Ok(output)
}

/// Explains the instructions of an operation, which have no ports of their own.
fn explain_operation(named: NamedOperation, arguments: &Arguments, output: &mut String) -> Result<(), Error> {
    let operation = named.name;
    if arguments.core.ports.flags {
        return Err(Error::usage(format!(
            "{FLAGS_OPTION} is only for an instruction or `{CORE}`, and `{operation}` is an operation: write one of its \
             instructions in its place"
        )));
    }
    if arguments.core.iterative {
        return Err(Error::usage(format!(
            "{ITERATIVE_OPTION} is only for an instruction, and `{operation}` is an operation: write one of its \
             instructions in its place"
        )));
    }
    family::explain(named, arguments.json, output)
}
