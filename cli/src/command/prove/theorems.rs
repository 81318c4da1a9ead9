//! `prove` with a solver: theorems and their printed form.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use halfpipe_fpga::multiplier_blocks;
use halfpipe_hdl::design::{multiplies, Design, DesignKind, DesignSpec};
use halfpipe_hdl::unit::{Multiplier, Optimisation};
use halfpipe_isa::{Instruction, Operation};
use halfpipe_prove::key::{MultiplierKind, TheoremKey};
use halfpipe_prove::ledger::Ledger;
use halfpipe_prove::run::{
    LemmaFailure, LemmaGroup, ProofObserver, ProofRun, RunMode, RunOptions, RunTheorem, TheoremReport,
};
use halfpipe_prove::verdict::{LemmaVerdict, RecordStatus};
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::foreign::Foreign;
use halfpipe_yosys::{Dut, Mapping};

use super::counterexample;
use crate::arguments::prove::Arguments;
use crate::counted::counted;
use crate::error::Error;
use crate::interrupt;
use crate::json::write_json;
use crate::progress::Progress;

/// The folder of the project's own ledger.
const LEDGER: &str = "testbench/proofs";

/// Proves theorems, or compares them with the ledger. Each inner list has the designs of one instruction.
pub fn run(arguments: &Arguments, designs: &[Vec<Design>], output: &mut dyn Write) -> Result<(), Error> {
    let reports = prove_designs(arguments, designs, output)?;
    if arguments.json {
        write_json(&reports, output)?;
    }
    if reports.iter().all(|report| report.result == RecordStatus::Holds) {
        Ok(())
    } else {
        Err(Error::Found)
    }
}

/// Proves theorems, or compares them with the ledger, and prints each unless the output is JSON.
pub fn prove_designs(
    arguments: &Arguments,
    designs: &[Vec<Design>],
    output: &mut dyn Write,
) -> Result<Vec<TheoremReport>, Error> {
    let is_single = designs.len() == 1 && designs[0].len() == 1;
    let shows_outline = is_single && !arguments.json && !arguments.check;
    let observer = Observer::default();
    let mut run = ProofRun::new(arguments.run_options(), &observer);
    let mut reports = Vec::new();
    for designs in designs {
        let [first, ..] = &designs[..] else { continue };
        run.prove_function(first).map_err(Error::failure)?;
        for design in designs {
            let external = arguments.read_external(design)?;
            let measured = external.as_ref().map(|external| match_latency(external, design));
            let measured = measured.transpose()?.flatten();
            let design = measured.as_ref().unwrap_or(design);
            let multiplying = external.as_ref().map(|external| match_multiplication(external, design));
            let multiplying = multiplying.transpose()?.flatten();
            let design = multiplying.as_ref().unwrap_or(design);
            let device = external.as_ref().map(|external| external as &dyn Dut);
            let mut outline = Vec::new();
            let mut report = match run.open_theorem(design, device).map_err(Error::failure)? {
                RunTheorem::Recorded(report) => *report,
                RunTheorem::Open(theorem) => {
                    outline.clone_from(&theorem.outline);
                    run.prove_theorem(*theorem).map_err(Error::failure)?
                }
            };
            if let Some(external) = &external {
                report.read_without = external.source().undefined_macros().map(str::to_owned).collect();
                report.reading = Some(external.reading().map_err(Error::failure)?);
            }
            let finding = match report.failures.first() {
                Some(failure) => LemmaFinding::new(failure, device.unwrap_or(design), arguments.mapping())?,
                None => LemmaFinding::default(),
            };
            if finding.is_refuted {
                report.result = RecordStatus::Fails;
            }
            if !arguments.json {
                print_report(&report, arguments.check, &finding.lines, output)?;
                if shows_outline && report.result == RecordStatus::Holds {
                    print_outline(design, &outline, output)?;
                }
            }
            reports.push(report);
        }
        if arguments.proves_every_latency() {
            let longest = designs.iter().map(Design::latency).max().unwrap_or(0);
            run.remove_longer_latencies(first, longest).map_err(Error::failure)?;
        }
    }
    Ok(reports)
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
        }
    }

    /// Reads the external file, if there is one. Its latency is measured unless an option states it.
    fn read_external(&self, design: &Design) -> Result<Option<Foreign>, Error> {
        let mapping = self.mapping().unwrap_or(Mapping::Generic);
        let latency = self.latency.map(|_| design.latency());
        self.foreign.read(design, latency, EngineKind::Gates(mapping))
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
    let latency = external.interface().latency();
    let spec = design.spec().filter(|_| latency != design.latency());
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

/// A description of a lemma that does not hold.
#[derive(Default)]
struct LemmaFinding {
    lines: Vec<String>,
    /// True if a simulation shows that the module is wrong.
    is_refuted: bool,
}

impl LemmaFinding {
    /// Describes a failure. Runs the counterexample, if there is one.
    fn new(failure: &LemmaFailure, device: &dyn Dut, mapping: Option<Mapping>) -> Result<LemmaFinding, Error> {
        let mapping = if failure.is_about_file {
            Some(Mapping::Generic)
        } else {
            mapping
        };
        let mut finding = LemmaFinding::default();
        if let Some(name) = failure.name.as_ref().filter(|_| failure.verdict.is_some()) {
            finding.lines.push(format!("{name}: {}", failure.statement));
        }
        let text = match &failure.verdict {
            Some(LemmaVerdict::Fails(words)) if failure.is_about_control && failure.is_about_file => {
                counterexample::describe_violation(device, words).unwrap_or_default()
            }
            Some(LemmaVerdict::Fails(_)) if failure.is_about_control => String::new(),
            Some(LemmaVerdict::Fails(words)) => counterexample::describe(device, mapping, words)?,
            Some(LemmaVerdict::Unproven(reason)) => reason.to_string(),
            _ => String::new(),
        };
        finding.lines.extend(text.lines().map(str::to_owned));
        if failure.is_about_control {
            let violation = counterexample::find_violation(device, mapping)?;
            finding.is_refuted = violation.is_some();
            finding
                .lines
                .extend(violation.iter().flat_map(|text| text.lines()).map(str::to_owned));
        }
        Ok(finding)
    }
}

/// Returns the status in words.
pub fn status_in_words(status: RecordStatus) -> &'static str {
    match status {
        RecordStatus::Holds => "holds",
        RecordStatus::Fails => "fails",
        RecordStatus::Unproven => "could not be proven",
        RecordStatus::Missing => "missing",
        RecordStatus::Stale => "stale",
    }
}

/// Prints a theorem's result as a line, followed by the finding.
fn print_report(
    report: &TheoremReport,
    is_check: bool,
    finding: &[String],
    output: &mut dyn Write,
) -> Result<(), Error> {
    let TheoremKey {
        theorem,
        latency,
        multiplier,
        optimise,
        register_ports,
        iterative,
        target,
        // The name has a mark for flags, and no module of the contract has a configuration.
        flags: _,
        configuration: _,
    } = &report.key;
    if *iterative {
        write!(output, "{theorem}, iterative, in {latency} cycles")?
    } else {
        write!(output, "{theorem} at latency {latency}")?
    }
    if *multiplier == MultiplierKind::Block {
        write!(output, ", {multiplier}")?;
    }
    if *optimise != Optimisation::Area {
        write!(output, ", {}", optimise.name())?;
    }
    if *register_ports {
        write!(output, ", registered ports")?;
    }
    if let Some(target) = target {
        write!(output, ", {target} netlist")?;
    }
    write!(output, ": {}", status_in_words(report.result))?;
    if !is_check {
        let lemmas = counted(report.lemmas, "lemma");
        write!(output, ", {lemmas}, {:.1} CPU s", report.seconds)?;
    }
    if let Some(lemma) = &report.lemma {
        write!(output, ": lemma {lemma}")?;
    }
    writeln!(output)?;
    if let Some(reading) = &report.reading {
        let files = reading.files.join(", ");
        write!(output, "  top module {} of {files}", reading.top)?;
        for (before, values, after) in [
            (", with included files of ", &reading.includes, ""),
            (", with ", &reading.parameters, ""),
            (", with ", &reading.defines, " defined"),
            (", with ", &reading.undefined, " undefined"),
        ] {
            if !values.is_empty() {
                write!(output, "{before}{}{after}", values.join(", "))?;
            }
        }
        writeln!(output, ", read by {}", reading.readers.join(", "))?;
    }
    if !report.read_without.is_empty() {
        let macros = report.read_without.join(", ");
        writeln!(output, "  the file is read with these macros undefined: {macros}")?;
    }
    for line in finding {
        writeln!(output, "  {line}")?;
    }
    // The output is flushed so that a user can follow a long run.
    Ok(output.flush()?)
}

/// True if an operation has a result in each lane of its operands.
fn has_lanes(operation: Operation) -> bool {
    operation.is_arithmetic() && !operation.is_dot()
}

/// Prints a theorem and its lemmas.
fn print_outline(design: &Design, outline: &[LemmaGroup], output: &mut dyn Write) -> Result<(), Error> {
    let interface = design.interface();
    let operands = match (interface.function(), interface.instruction()) {
        (Some(function), instruction) => {
            let operands = function.signature().operands().iter();
            let bits: u32 = operands.map(|operand| operand.width()).sum();
            let bits = bits / instruction.map_or(1, Instruction::independent_lanes);
            match instruction {
                Some(instruction) if !has_lanes(instruction.operation()) => format!("all 2^{bits} operands"),
                _ => format!("all 2^{bits} operands of each lane"),
            }
        }
        (None, _) => "all operands of each instruction and any other op".to_owned(),
    };
    let (mnemonic, latency) = (interface.mnemonic(), interface.latency());
    let module = if interface.is_iterative() {
        format!("{mnemonic}, iterative, in {latency} cycles,")
    } else {
        format!("{mnemonic} at latency {latency}")
    };
    writeln!(output, "{module} is correct for {operands}:")?;
    let longest = outline.iter().map(|group| group.name.len()).max().unwrap_or(0);
    for LemmaGroup { name, statement } in outline {
        writeln!(output, "  {name:<longest$}  {statement}")?;
    }
    Ok(())
}
