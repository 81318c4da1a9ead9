//! `prove` with a solver: theorems and their printed form.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use halfpipe_fpga::multiplier_blocks;
use halfpipe_hdl::design::{multiplies, Design, DesignKind, DesignSpec, Dut};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_lemmas::convention::Convention;
use halfpipe_lemmas::verdict::RecordStatus;
use halfpipe_prove::ledger::Ledger;
use halfpipe_prove::run::{
    Deadline, FileVerdict, ProofObserver, ProofRun, RunError, RunMode, RunOptions, RunShare, RunTheorem, TheoremReport,
};
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::exhaustive::Shard;
use halfpipe_testbench::foreign::Foreign;
use halfpipe_yosys::{Mapping, VerilogDut};

use super::part::{digest_file, part_text, TheoremPart};
use super::report::{print_outline, print_report, theorem_in_words, LemmaFinding};
use crate::arguments::prove::Arguments;
use crate::error::Error;
use crate::interrupt;
use crate::json::write_json;
use crate::junit::JunitReport;
use crate::progress::Progress;

/// The folder of the project's own ledger.
const LEDGER: &str = "testbench/proofs";

/// Proves theorems, or compares them with the ledger. Each inner list has the designs of one instruction.
pub fn run(
    arguments: &Arguments,
    designs: &[Vec<Design>],
    junit: &mut JunitReport,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let results = prove_designs(arguments, designs, output)?;
    for TheoremResult { report, text, .. } in &results {
        let name = theorem_in_words(&report.key);
        junit.add(name, report.result.into(), text, Some(report.seconds));
    }
    match arguments.lemma_shard() {
        Some(shard) if arguments.json => {
            let parts = results.iter().map(|result| result.as_part(shard, &arguments.words));
            write_json(&parts.collect::<Result<Vec<_>, _>>()?, output)?;
        }
        None if arguments.json => write_json(&results.iter().map(|result| &result.report).collect::<Vec<_>>(), output)?,
        _ => {}
    }
    conclude(results.iter().map(|result| result.report.result))
}

/// The result of a theorem, with its printed form.
pub struct TheoremResult {
    /// The result.
    pub report: TheoremReport,
    text: String,
    /// The digest of the external file in the place of the module, if there is one.
    file_digest: Option<String>,
}

impl TheoremResult {
    fn as_part(&self, shard: Shard, words: &[String]) -> Result<TheoremPart, Error> {
        let lines = self.text.lines().skip(1);
        let lines: Vec<String> = lines
            .map(|line| line.strip_prefix("  ").unwrap_or(line).to_owned())
            .collect();
        TheoremPart::new(&self.report, shard, words, self.file_digest.clone(), &lines)
    }
}

/// Returns the end of a command whose theorems have these results.
pub fn conclude(results: impl IntoIterator<Item = RecordStatus>) -> Result<(), Error> {
    let open: Vec<RecordStatus> = results
        .into_iter()
        .filter(|result| *result != RecordStatus::Holds)
        .collect();
    if open.is_empty() {
        Ok(())
    } else if open.iter().all(|result| *result == RecordStatus::Unproven) {
        Err(Error::Undecided)
    } else {
        Err(Error::Found)
    }
}

/// Proves theorems, or compares them with the ledger, and prints each unless the output is JSON.
pub fn prove_designs(
    arguments: &Arguments,
    designs: &[Vec<Design>],
    output: &mut dyn Write,
) -> Result<Vec<TheoremResult>, Error> {
    let is_single = designs.len() == 1 && designs[0].len() == 1;
    let shows_outline = is_single && !arguments.json && !arguments.check;
    let observer = Observer::default();
    let instruction = designs
        .iter()
        .flatten()
        .next()
        .and_then(|design| design.interface().instruction());
    let options = RunOptions {
        convention: arguments.convention.convention(instruction)?,
        ..arguments.run_options()
    };
    let mut run = ProofRun::new(options, &observer);
    let mut reports = Vec::new();
    for designs in designs {
        let [first, ..] = &designs[..] else { continue };
        let shard = arguments.lemma_shard();
        if !arguments.foreign.is_given() && shard.is_none() {
            run.prove_function(first).map_err(Error::failure)?;
        }
        for design in designs {
            let external = arguments.read_external(design)?;
            let measured = external.as_ref().map(|external| match_latency(external, design));
            let measured = measured.transpose()?.flatten();
            let design = measured.as_ref().unwrap_or(design);
            let multiplying = external.as_ref().map(|external| match_multiplication(external, design));
            let multiplying = multiplying.transpose()?.flatten();
            let design = multiplying.as_ref().unwrap_or(design);
            let device = external.as_ref().map(|external| external as &dyn VerilogDut);
            let FileVerdict { mut report, outline } = prove_design(&mut run, design, device)?;
            if let Some(external) = &external {
                report.read_without = external.source().undefined_macros().map(str::to_owned).collect();
                report.reading = Some(external.reading().map_err(Error::failure)?);
            }
            let finding = LemmaFinding::new(&report, device.unwrap_or(design), arguments.mapping())?;
            if finding.is_refuted {
                report.result = RecordStatus::Fails;
            }
            let text = print_to_text(arguments, &report, &finding)?;
            if !arguments.json {
                write!(output, "{text}")?;
                output.flush()?;
                if shows_outline && shard.is_none() && report.result == RecordStatus::Holds {
                    print_outline(design, &outline, &report.conventions, external.is_some(), output)?;
                }
            }
            reports.push(TheoremResult {
                report,
                text,
                file_digest: device.map(digest_file),
            });
        }
        if arguments.proves_every_latency() {
            let longest = designs.iter().map(Design::latency).max().unwrap_or(0);
            run.remove_longer_latencies(first, longest).map_err(Error::failure)?;
        }
    }
    Ok(reports)
}

/// Returns the printed form of a result.
fn print_to_text(arguments: &Arguments, report: &TheoremReport, finding: &LemmaFinding) -> Result<String, Error> {
    let mut printed = Vec::new();
    print_report(
        report,
        arguments.check,
        arguments.seconds(),
        &finding.lines,
        &mut printed,
    )?;
    let text = String::from_utf8_lossy(&printed);
    Ok(match arguments.lemma_shard() {
        Some(shard) => part_text(report, shard, &text),
        None => text.into_owned(),
    })
}

/// Proves a design, whose function is proven, or the file in its place. A run with a share of the lemmas needs no function.
fn prove_design(
    run: &mut ProofRun<'_>,
    design: &Design,
    device: Option<&dyn VerilogDut>,
) -> Result<FileVerdict, Error> {
    if let Some(device) = device {
        let verdict = run.prove_file(design, device).map_err(|error| match error {
            RunError::Vacuous => Error::usage(error),
            error => Error::failure(error),
        })?;
        if let Some(verdict) = verdict {
            return Ok(verdict);
        }
    }
    if let Some(verdict) = run.prove_share(design, device).map_err(Error::failure)? {
        return Ok(verdict);
    }
    if device.is_some() {
        run.prove_function(design).map_err(Error::failure)?;
    }
    Ok(match run.open_theorem(design, device).map_err(Error::failure)? {
        RunTheorem::Recorded(report) => FileVerdict {
            report: *report,
            outline: Vec::new(),
        },
        RunTheorem::Open(theorem) => FileVerdict {
            outline: theorem.outline.clone(),
            report: run.prove_theorem(*theorem).map_err(Error::failure)?,
        },
    })
}

/// Returns the share of a shard.
pub fn run_share(shard: Shard) -> RunShare {
    RunShare {
        number: shard.number() as usize - 1,
        count: shard.count() as usize,
    }
}

impl Arguments {
    /// Returns the options of a run.
    pub fn run_options(&self) -> RunOptions {
        let usual = (self.check || self.stale).then(|| PathBuf::from(LEDGER));
        RunOptions {
            mode: match (self.check, self.stale) {
                (true, _) => RunMode::Check,
                (_, true) => RunMode::ProveStale,
                _ => RunMode::Prove,
            },
            ledger: self.ledger.clone().or(usual).map(|folder| Ledger::new(&folder)),
            target: self.mapping(),
            certificates: self.certificates.clone(),
            parts: None,
            most_cycles: self.limit.cycles(),
            convention: Convention::default(),
            lemmas: self.lemma_shard().map(run_share),
            deadline: self
                .seconds()
                .map_or_else(Deadline::none, |seconds| Deadline::after(Duration::from_secs(seconds))),
        }
    }

    /// Reads the external file, if there is one. Its latency is measured unless an option states it.
    fn read_external(&self, design: &Design) -> Result<Option<Foreign>, Error> {
        let mapping = self.mapping().unwrap_or(Mapping::Generic);
        let latency = self.latency.map(|_| design.latency());
        let engine = EngineKind::Gates(mapping);
        if design.interface().is_iterative() {
            return self.foreign.read_iterative(design, engine);
        }
        self.foreign.read(design, latency, engine)
    }
}

/// An observer that shows progress, and that completes files before an interruption.
#[derive(Default)]
pub struct Observer {
    /// The progress of the current lemmas, and the number of those that are decided.
    progress: Mutex<Option<(Progress, u64)>>,
}

impl ProofObserver for Observer {
    fn begin(&self, name: &str, lemmas: usize) {
        if let Ok(mut progress) = self.progress.lock() {
            *progress = Some((Progress::new(name, lemmas as u64, "lemmas"), 0));
        }
    }

    fn lemma_decided(&self) {
        if let Ok(Some((progress, done))) = self.progress.lock().as_deref_mut() {
            *done += 1;
            progress.at(*done);
        }
    }

    fn end(&self) {
        if let Ok(mut progress) = self.progress.lock() {
            *progress = None;
        }
    }

    fn write_uninterrupted(&self, write: &mut dyn FnMut()) {
        interrupt::uninterrupted(write);
    }
}

/// Returns the design at the latency of an external file, if it has another one.
fn match_latency(external: &Foreign, design: &Design) -> Result<Option<Design>, Error> {
    let latency = external.latency();
    let is_other = latency != design.latency() && !design.interface().is_iterative();
    let spec = design.spec().filter(|_| is_other);
    let spec = spec.map(|spec| DesignSpec { latency, ..spec });
    Ok(spec.as_ref().map(Design::from_spec).transpose()?)
}

/// Returns the instruction's module with a multiplication, if the external file contains one. Proofs cannot compare a
/// multiplication with adder rows.
fn match_multiplication(external: &Foreign, design: &Design) -> Result<Option<Design>, Error> {
    let is_other = design.multiplier() == Multiplier::Rows
        && external.elaborated().is_some_and(|elaborated| elaborated.multiplies);
    let spec = design
        .spec()
        .filter(|spec| matches!(&spec.kind, DesignKind::Unit(instruction) if multiplies(&[*instruction])));
    let spec = spec
        .filter(|_| is_other)
        .map(|spec| spec.with_multiplier(Multiplier::Block(multiplier_blocks())));
    Ok(spec.as_ref().map(Design::from_spec).transpose()?)
}
