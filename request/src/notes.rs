//! Notes beside a result, such as the reading of another system's name. The program that answers a request shows them.

use std::sync::OnceLock;

/// The function that shows a note.
static SHOWN: OnceLock<fn(&str)> = OnceLock::new();

/// Chooses the function that shows each note, a line of text. The first choice counts; without one, notes are lost.
pub fn show_notes_with(show: fn(&str)) {
    let _ = SHOWN.set(show);
}

/// Shows a note.
pub(crate) fn note(line: &str) {
    if let Some(show) = SHOWN.get() {
        show(line);
    }
}
