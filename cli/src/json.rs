//! Output as JSON.

use std::io::Write;

use halfpipe_request::json::to_json;
use halfpipe_yosys::external::Refusal;
use serde::Serialize;
use serde_json::json;

use crate::error::Error;

/// Writes a value as JSON.
pub fn write_json(value: &impl Serialize, output: &mut dyn Write) -> Result<(), Error> {
    output.write_all(to_json(value)?.as_bytes())?;
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
