//! Values as JSON.

use serde::Serialize;

use crate::error::Error;

/// Returns a value as JSON, with a line end.
///
/// # Errors
///
/// Fails if the value has no JSON.
pub fn to_json(value: &impl Serialize) -> Result<String, Error> {
    let text = serde_json::to_string_pretty(value).map_err(Error::failure)?;
    Ok(text + "\n")
}
