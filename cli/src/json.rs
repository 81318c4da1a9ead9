//! Output as JSON.

use std::io::Write;

use serde::Serialize;

use crate::error::Error;

/// Writes a value as JSON.
pub fn write_json(value: &impl Serialize, output: &mut dyn Write) -> Result<(), Error> {
    let text = serde_json::to_string_pretty(value).map_err(Error::failure)?;
    writeln!(output, "{text}")?;
    Ok(())
}
