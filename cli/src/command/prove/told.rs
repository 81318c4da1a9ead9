//! Reports of proven and failed theorems.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_prove::lemma::Lemma;
use halfpipe_prove::theorem::{independent_lanes, Key};
use serde::Serialize;

use crate::error::Error;

/// The outcome of a theorem.
#[derive(Serialize)]
pub struct Told {
    #[serde(flatten)]
    pub key: Key,
    pub result: Outcome,
    /// The number of lemmas.
    pub lemmas: usize,
    /// The first lemma that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lemma: Option<String>,
    /// Processor time of the lemmas, in seconds.
    pub seconds: f64,
    /// Undefined macros that the file's conditionals test.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub read_without: Vec<String>,
}

/// The outcome in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Holds,
    /// A counterexample exists.
    Fails,
    Unproven,
    /// The ledger lacks the theorem.
    Missing,
    /// The ledger has the theorem for another version of the module.
    Stale,
}

impl Outcome {
    fn word(self) -> &'static str {
        match self {
            Outcome::Holds => "holds",
            Outcome::Fails => "fails",
            Outcome::Unproven => "could not be proven",
            Outcome::Missing => "missing",
            Outcome::Stale => "stale",
        }
    }
}

impl Told {
    /// Prints the outcome as a line, followed by the finding.
    pub fn print(&self, is_check: bool, finding: Option<&str>, output: &mut dyn Write) -> Result<(), Error> {
        let Key {
            theorem,
            latency,
            multiplier,
            target,
        } = &self.key;
        write!(output, "{theorem} at latency {latency}")?;
        if *multiplier != Multiplier::Rows.name() {
            write!(output, ", {multiplier}")?;
        }
        if let Some(target) = target {
            write!(output, ", {target} netlist")?;
        }
        write!(output, ": {}", self.result.word())?;
        if !is_check {
            write!(output, ", {} lemmas, {:.1} CPU s", self.lemmas, self.seconds)?;
        }
        if let Some(lemma) = &self.lemma {
            write!(output, ": lemma {lemma}")?;
        }
        writeln!(output)?;
        if !self.read_without.is_empty() {
            let macros = self.read_without.join(", ");
            writeln!(output, "  the file is read with these macros undefined: {macros}")?;
        }
        for line in finding.unwrap_or_default().lines() {
            writeln!(output, "  {line}")?;
        }
        // The output is flushed so that a user can follow a long run.
        Ok(output.flush()?)
    }
}

/// Prints a theorem and its lemmas.
pub fn theorem<'l>(
    design: &Design,
    of_function: &[(String, String)],
    own: impl Iterator<Item = &'l Lemma>,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let interface = design.interface();
    let operands = match interface.function() {
        Some(function) => {
            let operands = function.signature().operands().iter();
            let bits: u32 = operands.map(|operand| operand.width()).sum::<u32>() / independent_lanes(interface);
            match interface.instruction() {
                Some(instruction) if !instruction.operation().is_arithmetic() => format!("all 2^{bits} operands"),
                _ => format!("all 2^{bits} operands of each lane"),
            }
        }
        None => "all operands of each instruction and any other op".to_owned(),
    };
    let (mnemonic, latency) = (interface.mnemonic(), interface.latency());
    writeln!(
        output,
        "for {operands}, {mnemonic} at latency {latency} is right, because"
    )?;
    let own = grouped(own);
    let all = || of_function.iter().chain(&own);
    let longest = all().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, statement) in all() {
        writeln!(output, "  {name:<longest$}  {statement}")?;
    }
    Ok(())
}

/// Returns the names and statements of lemmas. The lemmas for the distances become one entry.
pub fn grouped<'l>(lemmas: impl IntoIterator<Item = &'l Lemma>) -> Vec<(String, String)> {
    const DISTANCE: &str = "distance";
    let mut groups: Vec<(String, String)> = Vec::new();
    let mut distances = 0;
    for lemma in lemmas {
        let kind = lemma.name.rsplit_once(' ').map_or("", |(kind, _)| kind);
        if !kind.ends_with(DISTANCE) {
            groups.push((lemma.name.clone(), lemma.statement.clone()));
            distances = 0;
            continue;
        }
        if distances > 0 {
            groups.pop();
        }
        distances += 1;
        let statement = format!(
            "the result is right where the last digits of the two terms are that far apart ({distances} lemmas)"
        );
        groups.push((kind.to_owned(), statement));
    }
    groups
}
