//! The texts that tools may read: with and without the macros that some tools define, and with and without the text
//! that some tools skip.

use std::collections::BTreeSet;
use std::path::Path;

use halfpipe_tools::folder::write;

use super::facts::{self, TextFacts};
use super::words::{has_word, TOOL_MACROS, TOOL_MACRO_PREFIXES};
use crate::error::Error;

/// The name of the text that some tools skip, in the place of a macro's.
pub const SKIPPED: &str = "translate_off";

/// The file of the text, and that of the text with the parts that some tools skip.
const FILES: [&str; 2] = ["some.v", "whole.v"];

/// True if some tools define a macro.
pub fn is_of_tools(name: &str) -> bool {
    let name = name.to_uppercase();
    let mut prefixes = TOOL_MACRO_PREFIXES.split_whitespace();
    has_word(TOOL_MACROS, &name) || prefixes.any(|prefix| name.starts_with(prefix))
}

/// Returns the macros of tools that make a difference to the circuit below a module, and [`SKIPPED`] if the text does that
/// some tools skip.
///
/// # Errors
///
/// As for [`facts::read`].
pub fn differing(facts: &TextFacts, language: &str, top: &str, folder: &Path) -> Result<BTreeSet<String>, Error> {
    let tests = facts.tests.iter().map(|test| &test.fact);
    let tests = tests.filter(|test| !test.is_defined && is_of_tools(&test.name));
    let macros: BTreeSet<&str> = tests.map(|test| test.name.as_str()).collect();
    if macros.is_empty() && facts.whole.is_empty() || !facts.errors.is_empty() {
        return Ok(macros.into_iter().chain([SKIPPED]).map(str::to_owned).collect());
    }
    let [some, whole] = FILES;
    write(&folder.join(some), &facts.text)?;
    let mut arguments = vec!["alike", some, language, "--top", top];
    if !facts.whole.is_empty() {
        write(&folder.join(whole), &facts.whole)?;
        arguments.extend(["--whole", whole]);
    }
    arguments.extend(macros.iter().flat_map(|name| ["-D", name]));
    facts::read(folder, &arguments)
}
