//! Meanings of modifiers, as explanations list them.

use std::borrow::Cow;
use std::fmt::Write;

use halfpipe_isa::meaning;
use halfpipe_isa::{Instruction, Modifier, Rounding};
use serde::Serialize;

use crate::error::Error;
use crate::paragraph::wrapped;

/// A modifier with its meaning.
#[derive(PartialEq, Eq, Serialize)]
pub(super) struct Meaning {
    modifier: String,
    meaning: Cow<'static, str>,
}

impl Meaning {
    /// Looks up the meaning of a modifier in an instruction.
    pub(super) fn new(instruction: Instruction, modifier: Modifier) -> Meaning {
        let rounding = modifier.rounding().filter(|_| instruction.is_riscv());
        let name = rounding.map_or(modifier.name(), Rounding::riscv_name);
        Meaning {
            modifier: format!(".{name}"),
            meaning: meaning::modifier(instruction, modifier),
        }
    }
}

/// Prints the meanings of modifiers.
pub(super) fn print_meanings(modifiers: &[Meaning], output: &mut String) -> Result<(), Error> {
    writeln!(output, "Modifiers")?;
    let width = modifiers.iter().map(|row| row.modifier.len()).max().unwrap_or(0);
    for row in modifiers {
        let meaning = wrapped(&row.meaning, width + 4);
        writeln!(output, "  {:<width$}  {}", row.modifier, meaning.trim())?;
    }
    Ok(())
}
