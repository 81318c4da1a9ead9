//! What modifiers mean, as explanations list them.

use std::io::Write;

use halfpipe_isa::meaning;
use halfpipe_isa::{Instruction, Modifier};
use serde::Serialize;

use crate::error::Error;
use crate::paragraph::wrapped;

/// What a modifier means.
#[derive(PartialEq, Eq, Serialize)]
pub(super) struct Meaning {
    modifier: String,
    meaning: &'static str,
}

impl Meaning {
    /// What it means in an instruction.
    pub(super) fn of(instruction: Instruction, modifier: Modifier) -> Meaning {
        Meaning {
            modifier: format!(".{modifier}"),
            meaning: meaning::modifier(instruction, modifier),
        }
    }
}

/// Prints what modifiers mean.
pub(super) fn print_meanings(modifiers: &[Meaning], output: &mut dyn Write) -> Result<(), Error> {
    writeln!(output, "Modifiers")?;
    let width = modifiers.iter().map(|row| row.modifier.len()).max().unwrap_or(0);
    for row in modifiers {
        let meaning = wrapped(row.meaning, width + 4);
        writeln!(output, "  {:<width$}  {}", row.modifier, meaning.trim())?;
    }
    Ok(())
}
