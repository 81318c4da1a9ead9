//! The text of a TOML file, and errors in it.

use std::fmt::Display;
use std::ops::Range;
use std::path::Path;

use crate::error::Error;

/// Phrases of the parser, with their replacements in messages.
const WORDS: [(&str, &str); 5] = [
    ("unknown field", "unknown key"),
    ("missing field", "missing key"),
    ("unknown variant", "unknown value"),
    ("expected u32", "expected a whole number from 0 on"),
    ("expected f64", "expected a number"),
];

/// The parser's message for a table with one bracket where there are tables with two.
const MAP_FOR_SEQUENCE: &str = "invalid type: map, expected a sequence";

/// The text of a TOML file.
pub struct TomlText<'s> {
    /// The text.
    pub text: &'s str,
    /// The file, for messages.
    pub path: &'s Path,
}

impl TomlText<'_> {
    /// Returns the line number of an offset in the text.
    pub fn line(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or(self.text);
        before.matches('\n').count() + 1
    }

    /// Returns the line of an offset in the text, without blanks around it.
    fn line_text(&self, offset: usize) -> &str {
        self.text.lines().nth(self.line(offset) - 1).unwrap_or_default().trim()
    }

    /// Adds the position in the file to a message.
    pub fn located(&self, span: &Range<usize>, message: impl Display) -> String {
        format!("{}:{}: {message}", self.path.display(), self.line(span.start))
    }

    /// Creates the error for a wrong value at this position.
    pub fn wrong(&self, span: &Range<usize>, message: impl Display) -> Error {
        Error::usage(self.located(span, message))
    }

    /// Converts an error of the parser, with the terms of a project file.
    pub fn parse_error(&self, error: &toml::de::Error) -> Error {
        let span = error.span().unwrap_or_default();
        let said = WORDS.iter().fold(error.message().to_owned(), |said, (parser, ours)| {
            said.replace(parser, ours)
        });
        let brackets = [
            (
                "[module]",
                "a table of a module has two brackets on each side: write [[module]]",
            ),
            (
                "[[fpu]]",
                "the table of the core has one bracket on each side: write [fpu]",
            ),
        ];
        let line = self.line_text(span.start);
        let wrong = brackets.iter().find(|(heading, _)| line.starts_with(heading));
        if let Some((_, message)) = wrong.filter(|_| error.message() == MAP_FOR_SEQUENCE) {
            return self.wrong(&span, message);
        }
        match self.text.get(span.clone()) {
            Some(key) if said == "duplicate key" => {
                self.wrong(&span, format!("{said} `{key}`: a table has each key once"))
            }
            _ => self.wrong(&span, said),
        }
    }
}
