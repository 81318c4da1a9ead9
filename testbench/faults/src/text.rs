//! Faults in Verilog and in other texts: one place is replaced.

use std::path::Path;

/// A place in a text, and its replacement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextFault {
    /// The text that is there.
    pub right: &'static str,
    /// The text that replaces it.
    pub wrong: &'static str,
}

impl TextFault {
    /// Creates a fault.
    pub const fn new(right: &'static str, wrong: &'static str) -> TextFault {
        TextFault { right, wrong }
    }

    /// Returns the text with the fault in it.
    ///
    /// # Panics
    ///
    /// Panics if the text lacks the place, or if nothing changes.
    pub fn inject(self, text: &str) -> String {
        assert_ne!(self.right, self.wrong, "a fault changes something");
        replaced(text, self.right, self.wrong)
    }
}

/// Returns the text with the first `right` replaced by `wrong`.
///
/// # Panics
///
/// Panics if there is none.
pub fn replaced(text: &str, right: &str, wrong: &str) -> String {
    assert!(text.contains(right), "the text has no `{right}`");
    text.replacen(right, wrong, 1)
}

/// Replaces the first `right` in a file by `wrong`.
///
/// # Panics
///
/// Panics if the file cannot be read and written, or where [`replaced`] does.
pub fn edit(file: &Path, right: &str, wrong: &str) {
    let written = std::fs::read_to_string(file)
        .map(|text| replaced(&text, right, wrong))
        .and_then(|text| std::fs::write(file, text));
    written.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}
