//! The message of an external program that fails.

use std::fmt;
use std::process::Output;

/// The marks of a line that names an error, in lower case: `file.v:1: ERROR: …`, `%Error-WIDTH: …`.
const MARKS: [&str; 2] = ["error:", "%error"];

/// The beginning of a line in which Verilator refuses a file because of a warning.
const WARNING: &str = "%warning-";

/// The text of an error that only counts earlier ones.
const SUMMARY: &str = "exiting due to";

/// The prefix of an error's text from Yosys and nextpnr.
const PREFIX: &str = "ERROR: ";

/// The number of last lines shown, for each of the two outputs.
const LINES: usize = 4;

/// The indentation of each of them.
const INDENTATION: &str = "    ";

/// The reason why a program failed, in its own words: one line that names the error, and below it the last lines of its
/// output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolDiagnostic {
    reason: Box<str>,
    lines: Box<[String]>,
    names_error: bool,
    /// Everything that the program printed on its standard error, then on its standard output.
    printed: Box<str>,
}

impl ToolDiagnostic {
    /// Reads the diagnostic from the output of a program that has failed.
    ///
    /// The reason is the first line that names an error, or else a warning that counts as one. The exit status is the
    /// reason if the program names no error, or if a signal ended it.
    pub fn new(output: &Output) -> ToolDiagnostic {
        let [printed, complained] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        let whole = format!("{complained}{printed}");
        let [printed, complained] = [&printed, &complained].map(|text| lines(text));
        let [in_printed, in_complained] = [&printed, &complained].map(|lines| first_error(lines));
        let error = in_complained
            .map(|at| complained[at])
            .or(in_printed.map(|at| printed[at]))
            .filter(|_| output.status.code().is_some());
        // The lines before the error describe work that succeeded.
        let printed = match (in_printed, in_complained) {
            (None, Some(_)) => &[],
            (first, _) => last(&printed, first),
        };
        let shown = printed.iter().chain(last(&complained, in_complained));
        let shown = shown
            .filter(|line| error != Some(**line))
            .map(|line| (*line).to_owned());
        let silence = if printed.is_empty() && complained.is_empty() {
            ", no output"
        } else {
            ""
        };
        ToolDiagnostic {
            reason: error
                .map_or_else(
                    || format!("{}{silence}", output.status),
                    |line| line.replacen(PREFIX, "", 1),
                )
                .into(),
            lines: shown.collect(),
            names_error: error.is_some(),
            printed: whole.into(),
        }
    }

    /// Returns the line that names the error, or else the exit status.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Returns everything that the program printed.
    pub fn printed(&self) -> &str {
        &self.printed
    }

    /// True if the program named an error. A program that a signal ended, or that broke off otherwise, names none.
    pub fn names_error(&self) -> bool {
        self.names_error
    }

    /// Returns the diagnostic with each line renamed: the program knows files by other names than the user.
    pub fn renamed(self, rename: impl Fn(&str) -> String) -> ToolDiagnostic {
        ToolDiagnostic {
            reason: rename(&self.reason).into(),
            lines: self.lines.iter().map(|line| rename(line)).collect(),
            ..self
        }
    }
}

/// Returns the lines that are not blank.
fn lines(text: &str) -> Vec<&str> {
    text.lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect()
}

/// Returns the index of the line that names the error, if there is one.
fn first_error(lines: &[&str]) -> Option<usize> {
    let lines: Vec<String> = lines.iter().map(|line| line.to_lowercase()).collect();
    let is_error = |line: &String| MARKS.iter().any(|mark| line.contains(mark));
    let error = lines.iter().position(|line| is_error(line) && !line.contains(SUMMARY));
    let warning = || lines.iter().position(|line| line.starts_with(WARNING));
    error.or_else(warning).or_else(|| lines.iter().position(is_error))
}

/// Returns the last lines, but none before the first one that names an error.
fn last<'l>(lines: &'l [&'l str], first_error: Option<usize>) -> &'l [&'l str] {
    &lines[first_error.unwrap_or(0).max(lines.len().saturating_sub(LINES))..]
}

impl fmt::Display for ToolDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        self.lines
            .iter()
            .try_for_each(|line| write!(f, "\n{INDENTATION}{line}"))
    }
}

#[cfg(test)]
#[cfg(unix)]
#[path = "../tests/unit/diagnostic.rs"]
mod tests;
