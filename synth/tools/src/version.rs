//! The versions of the external programs.

use std::process::{Command, Stdio};

use crate::error::ToolError;
use crate::tool::Tool;

/// The argument for a program that has no option for its version.
const HELP_ARGUMENT: &str = "--help";

/// The text by which its answer is recognised.
const USAGE: &str = "Usage:";

impl Tool {
    /// Returns the version of the program that [`Tool::find`] finds: the first number with a point in its output, or
    /// `None` if there is none. A program without a version option is asked for its usage instead, so that it runs in
    /// any case.
    ///
    /// # Errors
    ///
    /// [`ToolError::Missing`] when it is not found, [`ToolError::Unusable`] when it does not start, or
    /// [`ToolError::Failing`] when it fails and does not answer.
    pub fn version(self) -> Result<Option<String>, ToolError> {
        let path = self.find()?;
        let argument = self.program().version_argument;
        let output = Command::new(&path)
            .arg(argument.unwrap_or(HELP_ARGUMENT))
            .stdin(Stdio::null())
            .output()
            .map_err(|error| ToolError::unusable(self, &path, &error))?;
        let [said, complained] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        let text = format!("{said}\n{complained}");
        let version = argument.and_then(|_| version_in(&text));
        // Some programs exit with an error status after they have printed their usage.
        let has_answered = version.is_some() || (argument.is_none() && text.contains(USAGE));
        if output.status.success() || has_answered {
            return Ok(version);
        }
        let last_line = |text: &str| Some(text.lines().map(str::trim).rfind(|line| !line.is_empty())?.to_owned());
        let last = last_line(&complained).or_else(|| last_line(&said));
        Err(ToolError::Failing {
            tool: self,
            path,
            message: last.unwrap_or_else(|| output.status.to_string()),
        })
    }
}

/// Returns the first word that starts with digits, a point and a digit, without punctuation around it: `0.11.1` in
/// `(Version nextpnr-0.11.1)`.
fn version_in(text: &str) -> Option<String> {
    text.split(|c: char| c.is_whitespace() || "()-,".contains(c))
        .map(|word| word.trim_start_matches('v'))
        .find(|word| {
            word.split_once('.').is_some_and(|(before, after)| {
                !before.is_empty()
                    && before.bytes().all(|byte| byte.is_ascii_digit())
                    && after.starts_with(|c: char| c.is_ascii_digit())
            })
        })
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_what_the_programs_print() {
        let said = [
            ("Yosys 0.70 (git sha1 28ba3cb92, Release)", "0.70"),
            (
                "\"nextpnr-ice40\" -- Next Generation Place and Route (Version nextpnr-0.11.1)",
                "0.11.1",
            ),
            ("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)", "5.006"),
            ("g++ (Debian 12.2.0-14+deb12u1) 12.2.0", "12.2.0"),
            ("GNU Make 4.3", "4.3"),
            (
                "This is perl 5, version 36, subversion 0 (v5.36.0) built for x86_64",
                "5.36.0",
            ),
            ("GTKWave Analyzer v3.3.118 (w)1999-2023 BSI", "3.3.118"),
        ];
        for (text, version) in said {
            assert_eq!(version_in(text).as_deref(), Some(version), "{text}");
        }
        assert_eq!(version_in("no version here, only e.g. words"), None);
    }
}
