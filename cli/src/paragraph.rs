//! Text in lines.

use textwrap::WordSplitter;

/// The width of wrapped text.
const COLUMNS: usize = 100;

/// Text in lines of at most [`COLUMNS`], each with `indent` blanks in front.
pub fn wrapped(text: &str, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(COLUMNS)
        .initial_indent(&indent)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options) + "\n"
}
