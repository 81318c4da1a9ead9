//! The output of Yosys.

/// The output of one run of Yosys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The whole text.
    pub text: String,
    /// Its warnings, in order, without the word "Warning:" but with any source position.
    pub warnings: Vec<String>,
}

impl Log {
    pub(crate) fn new(text: String) -> Self {
        let warnings = text.lines().filter_map(warning).collect();
        Self { text, warnings }
    }
}

/// The prefix of a warning's text.
const WARNING: &str = "Warning: ";

/// Returns the text of a warning of Yosys itself: `Warning: …` or `file.v:7: Warning: …`.
///
/// Output of ABC is no such message, although Yosys passes it on: each of its lines starts with `ABC:`.
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
