//! What Yosys prints.

/// What a run of Yosys printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// All of it.
    pub text: String,
    /// Its warnings, in order, without the word "Warning:" but with the source position where one is given.
    pub warnings: Vec<String>,
}

impl Log {
    pub(super) fn new(text: String) -> Self {
        let warnings = text.lines().filter_map(warning).collect();
        Self { text, warnings }
    }
}

/// What starts the text of a warning.
const WARNING: &str = "Warning: ";

/// The text of a warning of Yosys itself: `Warning: …` or `file.v:7: Warning: …`.
///
/// What ABC prints is no such message, though Yosys passes it on: each of its lines starts with `ABC:`.
fn warning(line: &str) -> Option<String> {
    if let Some(text) = line.strip_prefix(WARNING) {
        return Some(text.to_owned());
    }
    let (position, text) = line.split_once(WARNING)?;
    let position = position.strip_suffix(": ")?;
    let (_, line_number) = position.rsplit_once(':')?;
    let digits = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let is_position = !line_number.is_empty() && line_number.chars().all(digits);
    is_position.then(|| format!("{position}: {text}"))
}
