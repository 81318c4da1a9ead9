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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    use super::*;

    const FAILED: i32 = 1 << 8;
    const KILLED: i32 = 9;

    fn diagnostic(status: i32, stdout: &str, stderr: &str) -> String {
        let output = Output {
            status: ExitStatus::from_raw(status),
            stdout: stdout.into(),
            stderr: stderr.into(),
        };
        ToolDiagnostic::new(&output).to_string()
    }

    #[test]
    fn the_reason_is_the_error_that_the_program_names() {
        assert_eq!(
            diagnostic(FAILED, "1. Reading\n2. Working\n", "top.v:3: ERROR: syntax error\n"),
            "top.v:3: syntax error"
        );
        assert_eq!(
            diagnostic(FAILED, "1. Reading\nERROR: No such module\n", "Warning: unused\n"),
            "No such module\n    Warning: unused"
        );
    }

    #[test]
    fn a_warning_that_counts_as_an_error_is_the_reason_where_nothing_else_is() {
        let warning = "%Warning-WIDTH: top.v:3:1: 4 bits in place of 3\n%Error: Exiting due to 1 warning(s)\n";
        assert_eq!(
            diagnostic(FAILED, "", warning),
            "%Warning-WIDTH: top.v:3:1: 4 bits in place of 3\n    %Error: Exiting due to 1 warning(s)"
        );
        assert_eq!(
            diagnostic(FAILED, "", &format!("{warning}%Error: top.v:4:1: no such name\n")),
            "%Error: top.v:4:1: no such name"
        );
    }

    #[test]
    fn what_follows_the_first_error_is_shown_as_far_as_it_is_the_end() {
        let compiler = "In file a.h:\na.cpp:1: error: no x\nnote 1\nnote 2\nnote 3\nnote 4\nnote 5\n";
        assert_eq!(
            diagnostic(FAILED, "", compiler),
            "a.cpp:1: error: no x\n    note 2\n    note 3\n    note 4\n    note 5"
        );
        assert_eq!(
            diagnostic(
                FAILED,
                "%Error: Command Failed verilator_bin\n",
                "sh: 1: exec: not found\n"
            ),
            "%Error: Command Failed verilator_bin\n    sh: 1: exec: not found"
        );
    }

    #[test]
    fn a_program_that_names_no_error_has_its_status_and_its_last_lines_shown() {
        assert_eq!(
            diagnostic(FAILED, "1\n2\n3\n4\n\n5\n", "cannot open it\n"),
            "exit status: 1\n    2\n    3\n    4\n    5\n    cannot open it"
        );
        assert_eq!(
            diagnostic(KILLED, "working\nerror: 0.1 %\n", ""),
            "signal: 9 (SIGKILL)\n    error: 0.1 %"
        );
        assert_eq!(diagnostic(FAILED, "", " \n"), "exit status: 1, no output");
    }
}
