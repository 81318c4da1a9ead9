//! The verdict of `verify` on one module.

use std::io::Write;

use halfpipe_request::counted::counted;
use halfpipe_request::operands::{hexadecimal, hexadecimal_words};
use halfpipe_testbench::scoreboard::{Finding, HandshakeViolation, Mismatch, VerifyReport};
use halfpipe_testbench::Difference;
use halfpipe_yosys::VerilogDut;
use serde::Serialize;

use crate::difference::{difference_text, FirstDifference};
use crate::error::Error;
use crate::junit::{CaseOutcome, JunitReport};
use crate::replay::{eval_command, Rerun};

/// The verdict on one instruction.
#[derive(Serialize)]
pub(super) struct VerifySummary {
    mnemonic: String,
    /// The latency; of a file's iterative unit the most cycles that a result took.
    latency: u32,
    /// True if results may take any number of cycles.
    #[serde(skip)]
    takes_any_cycles: bool,
    vectors: u64,
    mismatches: u64,
    /// The number of handshake violations.
    breaches: u64,
    /// True if the vectors came with `enable` always 1.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_always_enabled: bool,
    /// True if `out_valid` is 0 while `reset` is 1.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    clears_valid_at_once: bool,
    first: Option<FirstMismatch>,
    first_breach: Option<FirstBreach>,
    /// The first net of an external module that differs from the generated module's.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_difference: Option<FirstDifference>,
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
struct FirstMismatch {
    /// The mnemonic, or `None` if the core lacks the operation.
    instruction: Option<String>,
    /// The first port that differs.
    port: String,
    operands: Vec<String>,
    expected: String,
    actual: String,
    /// The command that reproduces this mismatch.
    again: String,
}

#[derive(Serialize)]
struct FirstBreach {
    /// The number of the stream of vectors. `cycle` is the clock cycle in it.
    stream: u64,
    cycle: usize,
    found: String,
    /// The command that runs the same vectors again.
    again: String,
}

impl FirstBreach {
    fn new(breach: &HandshakeViolation, again: &str) -> FirstBreach {
        FirstBreach {
            stream: breach.stream,
            cycle: breach.cycle,
            found: breach.summary(),
            again: again.to_owned(),
        }
    }
}

impl FirstMismatch {
    fn from_mismatch(mismatch: &Mismatch) -> FirstMismatch {
        let operands = mismatch.operands().into_iter();
        let difference = mismatch.difference();
        let [expected, actual] = match difference {
            Some((port, expected, actual)) => [expected, actual].map(|word| hexadecimal(word, port.width)),
            None => Default::default(),
        };
        FirstMismatch {
            instruction: mismatch.operation().map(|operation| operation.name().to_owned()),
            port: difference.map(|(port, ..)| port.name.clone()).unwrap_or_default(),
            again: eval_command(mismatch).unwrap_or_default(),
            operands: operands
                .map(|(register, words)| hexadecimal_words(&words, register.width()))
                .collect(),
            expected,
            actual,
        }
    }
}

impl VerifySummary {
    /// Creates the verdict from a report. `rerun` is the command that made it.
    pub(super) fn new(device: &dyn VerilogDut, report: &VerifyReport, rerun: Rerun) -> VerifySummary {
        let finding = report.first.as_ref();
        // The generated unit has other cycles.
        let compared = finding.filter(|_| report.slowest.is_none());
        let difference = compared.and_then(|finding| Difference::find(device, finding));
        let text = finding.map(|finding| described(finding, difference.as_ref(), Some(rerun)));
        let (first, first_breach) = match finding {
            Some(Finding::Mismatch(mismatch)) => (Some(FirstMismatch::from_mismatch(mismatch)), None),
            Some(Finding::HandshakeViolation(breach)) => {
                let again = rerun.command(breach).unwrap_or_default();
                (None, Some(FirstBreach::new(breach, &again)))
            }
            None => (None, None),
        };
        VerifySummary {
            mnemonic: device.interface().mnemonic(),
            latency: report.slowest.unwrap_or(device.latency()),
            takes_any_cycles: report.slowest.is_some(),
            vectors: report.vectors,
            mismatches: report.mismatches,
            breaches: report.violations,
            is_always_enabled: device.is_always_enabled(),
            clears_valid_at_once: device.clears_valid_at_once(),
            first,
            first_breach,
            first_difference: difference.as_ref().map(FirstDifference::from_difference),
            text: text.unwrap_or_default(),
        }
    }

    /// True if there is no mismatch and no violation.
    pub(super) fn is_clean(&self) -> bool {
        self.mismatches == 0 && self.breaches == 0
    }

    /// Adds the verdict to a JUnit report.
    pub(super) fn add_to(&self, junit: &mut JunitReport) -> Result<(), Error> {
        let mut printed = Vec::new();
        print(self, &mut printed)?;
        let outcome = if self.is_clean() {
            CaseOutcome::Passed
        } else {
            CaseOutcome::Failure
        };
        junit.add(self.title(), outcome, String::from_utf8_lossy(&printed), None);
        Ok(())
    }

    /// Returns the module in words.
    fn title(&self) -> String {
        if self.takes_any_cycles {
            format!("{}, iterative, in at most {} cycles", self.mnemonic, self.latency)
        } else {
            format!("{} at latency {}", self.mnemonic, self.latency)
        }
    }

    /// Describes the findings.
    fn found(&self) -> String {
        match (self.mismatches, self.breaches) {
            (0, 0) => "no mismatch".to_owned(),
            (1, 0) => "1 mismatch, this one:".to_owned(),
            (mismatches, 0) => format!("{mismatches} mismatches, the first:"),
            (0, 1) => "no mismatch, but 1 handshake violation, this one:".to_owned(),
            (0, breaches) => format!("no mismatch, but {breaches} handshake violations, the first:"),
            (1, breaches) => {
                let breaches = counted(breaches, "handshake violation");
                format!("1 mismatch and {breaches}, the first:")
            }
            (mismatches, breaches) => {
                let breaches = counted(breaches, "handshake violation");
                format!("{mismatches} mismatches and {breaches}, the first:")
            }
        }
    }
}

/// Describes a finding, with the first net that differs and the command that reproduces it. For a handshake violation,
/// that command is `rerun`.
pub(super) fn described(finding: &Finding, difference: Option<&Difference>, rerun: Option<Rerun>) -> String {
    let again = match finding {
        Finding::Mismatch(mismatch) => eval_command(mismatch),
        Finding::HandshakeViolation(breach) => rerun.and_then(|rerun| rerun.command(breach)),
    };
    let difference = difference.map(difference_text);
    let again = again.map(|command| format!("again: {command}"));
    let lines = [Some(finding.to_string()), difference, again];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// Prints the verdict on one instruction.
pub(super) fn print(verdict: &VerifySummary, output: &mut dyn Write) -> Result<(), Error> {
    let VerifySummary {
        vectors,
        is_always_enabled,
        clears_valid_at_once,
        ..
    } = verdict;
    let found = verdict.found();
    let vectors = counted(*vectors, "vector");
    let enabled = if *is_always_enabled { ", enable always 1" } else { "" };
    let cleared = if *clears_valid_at_once {
        ", out_valid 0 during reset"
    } else {
        ""
    };
    writeln!(output, "{}{enabled}{cleared}: {vectors}, {found}", verdict.title())?;
    for line in verdict.text.lines() {
        writeln!(output, "  {line}")?;
    }
    // The output is flushed so that a user can follow a long run.
    output.flush()?;
    Ok(())
}
