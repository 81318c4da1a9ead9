//! Pieces of input in messages.

/// The longest part of the input that a message repeats, in characters.
const QUOTE_LENGTH: usize = 40;

/// Returns a piece of input for a message: on one line, without control characters, and not too long.
pub(crate) fn quote(text: &str) -> String {
    let text = text.trim();
    let mut quoted: String = text.chars().take(QUOTE_LENGTH).flat_map(char::escape_debug).collect();
    if text.chars().nth(QUOTE_LENGTH).is_some() {
        quoted.push('…');
    }
    quoted
}
