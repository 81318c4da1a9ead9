//! Wrapped text.

use textwrap::WordSplitter;

/// The width of wrapped text, in columns.
const COLUMNS: usize = 100;

/// Wraps text into lines of at most [`COLUMNS`], each indented by `indent` blanks.
pub fn wrapped(text: &str, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(COLUMNS)
        .initial_indent(&indent)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options) + "\n"
}
