//! The text of a project file, and what is wrong in it.

use std::fmt::Display;
use std::ops::Range;
use std::path::Path;

use crate::error::Error;

/// What the parser says, and the words of a project file for it.
const WORDS: [(&str, &str); 5] = [
    ("unknown field", "unknown key"),
    ("missing field", "missing key"),
    ("unknown variant", "unknown value"),
    ("expected u32", "expected a whole number from 0 on"),
    ("expected f64", "expected a number"),
];

/// The text of a project file.
pub struct Source<'s> {
    /// The text.
    pub text: &'s str,
    /// The file, for messages.
    pub path: &'s Path,
}

impl Source<'_> {
    /// The line of a place in the text.
    pub fn line(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or(self.text);
        before.matches('\n').count() + 1
    }

    /// A message with the place in the file that it is about.
    pub fn located(&self, span: &Range<usize>, message: impl Display) -> String {
        format!("{}:{}: {message}", self.path.display(), self.line(span.start))
    }

    /// The error of a file that says something wrong in this place.
    pub fn wrong(&self, span: &Range<usize>, message: impl Display) -> Error {
        Error::usage(self.located(span, message))
    }

    /// The error of a file that the parser refuses, in the words of a project file.
    pub fn refused(&self, error: &toml::de::Error) -> Error {
        let span = error.span().unwrap_or_default();
        let said = WORDS.iter().fold(error.message().to_owned(), |said, (parser, ours)| {
            said.replace(parser, ours)
        });
        match self.text.get(span.clone()) {
            Some(key) if said == "duplicate key" => {
                self.wrong(&span, format!("{said} `{key}`: a table has each key once"))
            }
            _ => self.wrong(&span, said),
        }
    }
}
