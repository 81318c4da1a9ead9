//! JUnit XML: the results of a command for systems of continuous integration.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use halfpipe_lemmas::verdict::RecordStatus;
use halfpipe_tools::files::write_file;

use crate::error::Error;
use crate::interrupt;

/// The test cases of a command.
pub struct JunitReport {
    cases: Vec<TestCase>,
    /// The end of the last case.
    last: Instant,
}

impl Default for JunitReport {
    fn default() -> JunitReport {
        JunitReport {
            cases: Vec::new(),
            last: Instant::now(),
        }
    }
}

/// The result of a theorem or a module.
struct TestCase {
    name: String,
    outcome: CaseOutcome,
    /// The printed text.
    text: String,
    seconds: f64,
}

/// The outcome of a test case, in the terms of JUnit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaseOutcome {
    /// The theorem holds, or no mismatch was found.
    Passed,
    /// The module is refuted.
    Failure,
    /// There is no verdict.
    Error,
}

impl From<RecordStatus> for CaseOutcome {
    fn from(status: RecordStatus) -> CaseOutcome {
        match status {
            RecordStatus::Holds => CaseOutcome::Passed,
            RecordStatus::Unproven => CaseOutcome::Error,
            RecordStatus::Fails | RecordStatus::Missing | RecordStatus::Stale => CaseOutcome::Failure,
        }
    }
}

impl From<&Error> for CaseOutcome {
    fn from(error: &Error) -> CaseOutcome {
        match error {
            Error::Found => CaseOutcome::Failure,
            _ => CaseOutcome::Error,
        }
    }
}

/// An output that keeps a copy.
struct CopiedOutput<'o> {
    output: &'o mut dyn Write,
    copy: Vec<u8>,
}

impl Write for CopiedOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.output.write(bytes)?;
        self.copy.extend_from_slice(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.output.flush()
    }
}

/// Runs a command and writes its test cases to a file, if one is given. A command without cases, or one that ends with an
/// error, has a case named after its words.
pub fn report(
    file: Option<&Path>,
    command: &str,
    words: &[String],
    output: &mut dyn Write,
    run: impl FnOnce(&mut JunitReport, &mut dyn Write) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut report = JunitReport::default();
    let Some(file) = file else {
        return run(&mut report, output);
    };
    let mut copied = CopiedOutput {
        output,
        copy: Vec::new(),
    };
    let result = run(&mut report, &mut copied);
    let outcome = result.as_ref().map_or_else(CaseOutcome::from, |()| CaseOutcome::Passed);
    let message = result.as_ref().err().and_then(Error::message);
    if message.is_some() || report.cases.is_empty() {
        let text = message.unwrap_or_else(|| String::from_utf8_lossy(&copied.copy).into_owned());
        report.add(words.join(" "), outcome, text, None);
    }
    let xml = report.to_xml(command);
    let written = interrupt::uninterrupted(|| write_file(file, xml.as_bytes())).map_err(Error::from);
    match result {
        Ok(()) | Err(Error::Found | Error::Undecided) => written.and(result),
        failed => failed,
    }
}

impl JunitReport {
    /// Adds the result of a theorem or a module, with its printed text. Without seconds, it took the time since the last.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        outcome: CaseOutcome,
        text: impl Into<String>,
        seconds: Option<f64>,
    ) {
        self.cases.push(TestCase {
            name: name.into(),
            outcome,
            text: text.into(),
            seconds: seconds.unwrap_or_else(|| self.last.elapsed().as_secs_f64()),
        });
        self.last = Instant::now();
    }

    fn count(&self, outcome: CaseOutcome) -> usize {
        self.cases.iter().filter(|case| case.outcome == outcome).count()
    }

    /// Returns the XML of a suite of this command.
    fn to_xml(&self, command: &str) -> String {
        let seconds: f64 = self.cases.iter().map(|case| case.seconds).sum();
        let counts = format!(
            "tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{seconds:.3}\"",
            self.cases.len(),
            self.count(CaseOutcome::Failure),
            self.count(CaseOutcome::Error)
        );
        let mut xml = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  \
             <testsuite name=\"halfpipe {command}\" {counts}>\n"
        );
        for case in &self.cases {
            let name = escaped(&case.name);
            let class = format!("halfpipe.{command}");
            let head = format!(
                "<testcase classname=\"{class}\" name=\"{name}\" time=\"{:.3}\"",
                case.seconds
            );
            let kind = match case.outcome {
                CaseOutcome::Passed => {
                    xml += &format!("    {head}/>\n");
                    continue;
                }
                CaseOutcome::Failure => "failure",
                CaseOutcome::Error => "error",
            };
            let message = escaped(case.text.lines().next().unwrap_or_default());
            let text = escaped(case.text.trim_end());
            xml += &format!("    {head}>\n      <{kind} message=\"{message}\">{text}</{kind}>\n    </testcase>\n");
        }
        xml + "  </testsuite>\n</testsuites>\n"
    }
}

/// Escapes text for XML. Characters that XML excludes become the replacement character.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(character),
            '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            _ if character < ' ' => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let mut report = JunitReport::default();
        report.add("a<b>", CaseOutcome::Failure, "\"1\" & 2\u{1}\nnext", Some(0.25));
        let xml = report.to_xml("prove");
        assert!(xml.contains("name=\"a&lt;b&gt;\" time=\"0.250\">"), "{xml}");
        let failure =
            "<failure message=\"&quot;1&quot; &amp; 2\u{fffd}\">&quot;1&quot; &amp; 2\u{fffd}\nnext</failure>";
        assert!(xml.contains(failure), "{xml}");
    }
}
