//! `prove zfh`: the theorem about a core of RISC-V.

use std::io::Write;

use halfpipe_hdl::zfh::ZfhSpec;
use halfpipe_lemmas::verdict::{LemmaVerdict, RecordStatus};
use halfpipe_prove::run::{LemmaFailure, ProofRun, RunOptions, RunTheorem};
use halfpipe_request::counted::counted;
use halfpipe_request::riscv::check_multiplier;
use serde::Serialize;

use super::report::status_in_words;
use super::theorems::{conclude, run_share, Observer};
use crate::arguments::prove::{Arguments, ProofLatency};
use crate::error::Error;
use crate::json::write_json;

/// The result of a proof.
#[derive(Serialize)]
struct CoreReport {
    module: String,
    instructions: Vec<String>,
    lemmas: usize,
    failed: Vec<String>,
    result: RecordStatus,
    /// The shard whose instructions are proven, without the theorem about the core.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    #[serde(skip)]
    failures: Vec<LemmaFailure>,
}

/// Proves that the parts of the core compute its instructions for every operand, or compares them with the ledger.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let latencies = match arguments.latency {
        None => None,
        Some(ProofLatency::Given(latencies)) => Some(latencies),
        Some(ProofLatency::Every) => {
            return Err(Error::usage(
                "zfh has a latency for each group; write --latency 3 or --latency addmul=3,noncomp=1,conv=2",
            ))
        }
    };
    let spec = arguments.zfh.spec(latencies, None, arguments.multiplier.multiplier())?;
    check_multiplier(&spec)?;
    let report = prove(arguments, &spec)?;
    if arguments.json {
        write_json(&report, output)?;
    } else {
        report.print(arguments.check, output)?;
    }
    conclude([report.result])
}

fn prove(arguments: &Arguments, spec: &ZfhSpec) -> Result<CoreReport, Error> {
    let options = RunOptions {
        parts: arguments.shard.map(run_share),
        ..arguments.run_options()
    };
    let observer = Observer::default();
    let mut run = ProofRun::new(options, &observer);
    let function = run.prove_function(spec).map_err(Error::failure)?;
    if let Some(shard) = arguments.shard {
        return Ok(CoreReport {
            module: spec.name().to_owned(),
            instructions: function.parts(),
            lemmas: function.lemmas,
            failed: names(&function.failures),
            result: function
                .failures
                .first()
                .map_or(RecordStatus::Holds, |failure| failure.status),
            shard: Some(shard.to_string()),
            failures: function.failures.clone(),
        });
    }
    let failures_on_file = function.failures.clone();
    let report = match run.open_theorem(spec, None).map_err(Error::failure)? {
        RunTheorem::Recorded(report) => *report,
        RunTheorem::Open(theorem) => run.prove_theorem(*theorem).map_err(Error::failure)?,
    };
    let failures = if report.failures.is_empty() {
        failures_on_file
    } else {
        report.failures
    };
    Ok(CoreReport {
        module: spec.name().to_owned(),
        instructions: spec.instructions().iter().map(ToString::to_string).collect(),
        lemmas: report.lemmas,
        failed: names(&failures),
        result: report.result,
        shard: None,
        failures,
    })
}

/// Returns the names of lemmas, or of parts that the ledger lacks.
fn names(failures: &[LemmaFailure]) -> Vec<String> {
    failures.iter().filter_map(|failure| failure.name.clone()).collect()
}

impl CoreReport {
    fn print(&self, is_check: bool, output: &mut dyn Write) -> Result<(), Error> {
        let shard = self.shard.iter().map(|shard| format!(", shard {shard}"));
        let module = self.module.clone() + &shard.collect::<String>();
        if is_check {
            write!(output, "{module}: {}", status_in_words(self.result))?;
            if let Some(name) = self.failed.first() {
                write!(output, ": {name}")?;
            }
            return Ok(writeln!(output)?);
        }
        for failure in &self.failures {
            let name = failure.name.as_deref().unwrap_or_default();
            match &failure.verdict {
                Some(LemmaVerdict::Fails(words)) => {
                    writeln!(output, "{name}: does not hold for")?;
                    for (name, word) in words {
                        writeln!(output, "  {name} {word:#x}")?;
                    }
                }
                Some(LemmaVerdict::Unproven(why)) => writeln!(output, "{name}: could not be proven: {why}")?,
                Some(LemmaVerdict::Holds) | None => {}
            }
        }
        if self.failures.is_empty() {
            let lemmas = counted(self.lemmas, "lemma");
            let count = self.instructions.len();
            writeln!(
                output,
                "{module}: {count} instructions are correct for all operands; {lemmas}"
            )?;
        }
        Ok(())
    }
}
