//! Output as JSON.

use std::io::Write;

use halfpipe_yosys::external::Refusal;
use serde::Serialize;
use serde_json::json;

use crate::error::Error;

/// Writes a value as JSON.
pub fn write_json(value: &impl Serialize, output: &mut dyn Write) -> Result<(), Error> {
    let text = serde_json::to_string_pretty(value).map_err(Error::failure)?;
    writeln!(output, "{text}")?;
    Ok(())
}

/// Writes the refusal of an external file as the only result of a command: its line is counted from 1.
pub fn write_refusal(refusal: &Refusal, output: &mut dyn Write) -> Result<(), Error> {
    let result = json!({
        "result": "refused",
        "file": refusal.file,
        "line": refusal.line.map(|line| line + 1),
        "construct": refusal.construct,
        "reason": refusal.reason,
    });
    write_json(&[result], output)
}
