//! The printed form of a theorem's result.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::Optimisation;
use halfpipe_isa::{ElementType, Instruction, Operation};
use halfpipe_lemmas::convention::Convention;
use halfpipe_lemmas::verdict::{LemmaVerdict, RecordStatus, UnprovenReason};
use halfpipe_prove::file::{ClassReport, SimulationReport};
use halfpipe_prove::key::{MultiplierKind, TheoremKey};
use halfpipe_prove::run::{LemmaFailure, LemmaGroup, TheoremReport};
use halfpipe_request::counted::counted;
use halfpipe_yosys::external::FileReading;
use halfpipe_yosys::{Mapping, VerilogDut};

use super::counterexample;
use crate::arguments::convention::options_in_words;
use crate::error::Error;

/// A description of a lemma that does not hold.
#[derive(Default)]
pub struct LemmaFinding {
    /// The lines of the description.
    pub lines: Vec<String>,
    /// True if a simulation shows that the module is wrong.
    pub is_refuted: bool,
}

impl LemmaFinding {
    /// Describes the first failure. Runs the counterexample, if there is one.
    pub fn new(
        report: &TheoremReport,
        device: &dyn VerilogDut,
        mapping: Option<Mapping>,
    ) -> Result<LemmaFinding, Error> {
        let Some(failure) = report.failures.first() else {
            return Ok(LemmaFinding::default());
        };
        // No engine waits for the result of a file's iterative unit.
        let is_iterative_file = device.design().is_none() && device.interface().is_iterative();
        // The model that other counterexamples are compared with has the conventions of the instruction.
        let by_convention = report
            .counterexample
            .as_ref()
            .filter(|_| !report.conventions.is_usual() || is_iterative_file);
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
            Some(LemmaVerdict::Fails(_)) if is_iterative_file && by_convention.is_none() => String::new(),
            Some(LemmaVerdict::Fails(words)) if failure.is_about_control && failure.is_about_file => {
                counterexample::describe_violation(device, words).unwrap_or_default()
            }
            Some(LemmaVerdict::Fails(_)) if failure.is_about_control => String::new(),
            Some(LemmaVerdict::Fails(words)) => match by_convention {
                Some(wrong) => counterexample::describe_wrong(device, mapping, wrong),
                None => counterexample::describe(device, mapping, words)?,
            },
            Some(LemmaVerdict::Unproven(reason)) => reason.to_string(),
            _ => String::new(),
        };
        finding.lines.extend(text.lines().map(str::to_owned));
        if text.contains(STALLED) && failure.is_about_control && failure.is_about_file {
            let suggestion = "--no-enable proves a file that never stalls, with enable always 1";
            finding.lines.push(suggestion.to_owned());
        }
        if failure.is_about_control && !is_iterative_file {
            let violation = counterexample::find_violation(device, mapping)?;
            finding.is_refuted = violation.is_some();
            finding
                .lines
                .extend(violation.iter().flat_map(|text| text.lines()).map(str::to_owned));
        }
        Ok(finding)
    }
}

/// The words of a violation in a stall.
const STALLED: &str = ", enable 0,";

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

/// Returns the module of a theorem in words.
pub fn theorem_in_words(key: &TheoremKey) -> String {
    theorem_within(key, "in")
}

/// Returns the module of a theorem in words. `within` comes before the number of cycles of an iterative unit.
fn theorem_within(key: &TheoremKey, within: &str) -> String {
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
    } = key;
    let mut words = if *iterative {
        format!("{theorem}, iterative, {within} {latency} cycles")
    } else {
        format!("{theorem} at latency {latency}")
    };
    if *multiplier == MultiplierKind::Block {
        words += &format!(", {multiplier}");
    }
    if *optimise != Optimisation::Area {
        words += &format!(", {}", optimise.name());
    }
    if *register_ports {
        words += ", registered ports";
    }
    if let Some(target) = target {
        words += &format!(", {target} netlist");
    }
    words
}

/// Prints a theorem's result as a line, followed by the finding.
pub fn print_report(
    report: &TheoremReport,
    is_check: bool,
    seconds: Option<u64>,
    finding: &[String],
    output: &mut dyn Write,
) -> Result<(), Error> {
    let within = if report.reading.is_some() { "in at most" } else { "in" };
    let words = theorem_within(&report.key, within);
    write!(output, "{words}")?;
    if report.is_always_enabled {
        write!(output, ", if enable is always 1")?;
    }
    if report.clears_valid_at_once {
        write!(output, ", out_valid 0 during reset")?;
    }
    for convention in report.conventions.words() {
        write!(output, ", {convention}")?;
    }
    write!(output, ": {}", status_in_words(report.result))?;
    if let (Some(seconds), true) = (seconds, is_out_of_time(report)) {
        write!(output, " within {seconds} s")?;
    }
    if !is_check {
        let lemmas = counted(report.lemmas, "lemma");
        write!(output, ", {lemmas}, {:.1} CPU s", report.seconds)?;
    }
    if let Some(lemma) = &report.lemma {
        write!(output, ": lemma {lemma}")?;
    }
    writeln!(output)?;
    if let Some(reading) = &report.reading {
        writeln!(output, "  {}", describe_reading(reading))?;
    }
    if !report.read_without.is_empty() {
        let macros = report.read_without.join(", ");
        writeln!(output, "  the file is read with these macros undefined: {macros}")?;
    }
    for line in finding {
        writeln!(output, "  {line}")?;
    }
    for line in left_lemmas(report) {
        writeln!(output, "  {line}")?;
    }
    let simulation = report.simulation.iter().filter(|simulation| simulation.mismatches > 0);
    for line in simulation.flat_map(mismatch_lines) {
        writeln!(output, "  {line}")?;
    }
    if let Some(convention) = &report.fitting {
        writeln!(output, "  no mismatch with {}", options_in_words(convention))?;
    }
    // The output is flushed so that a user can follow a long run.
    Ok(output.flush()?)
}

/// Describes the files of a module, their settings and the readers.
fn describe_reading(reading: &FileReading) -> String {
    let mut line = format!("top module {} of {}", reading.top, reading.files.join(", "));
    for (before, values, after) in [
        (", with included files of ", &reading.includes, ""),
        (", with ", &reading.parameters, ""),
        (", with ", &reading.defines, " defined"),
        (", with ", &reading.undefined, " undefined"),
        (", with the ports ", &reading.ports, ""),
        (", with the inputs ", &reading.ties, ""),
        (", read by ", &reading.readers, ""),
    ] {
        if !values.is_empty() {
            line += &[before, &values.join(", "), after].concat();
        }
    }
    line
}

/// True if an operation has a result in each lane of its operands.
fn has_lanes(operation: Operation) -> bool {
    operation.is_arithmetic() && !operation.is_dot()
}

/// Prints a theorem and its lemmas.
pub fn print_outline(
    design: &Design,
    outline: &[LemmaGroup],
    convention: &Convention,
    is_file: bool,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let interface = design.interface();
    let operands = match (interface.function(), interface.instruction()) {
        (Some(function), instruction) => {
            let operands = function.signature().operands().iter();
            let operands = operands.filter(|operand| operand.element_type != ElementType::Rounding);
            let bits: u32 = operands.map(|operand| operand.width()).sum();
            let bits = bits / instruction.map_or(1, Instruction::independent_lanes);
            let lanes = match instruction {
                Some(instruction) if !has_lanes(instruction.operation()) => "",
                _ => " of each lane",
            };
            let roundings = match instruction {
                Some(instruction) if instruction.has_rounding_port() => " in each of five roundings",
                _ => "",
            };
            format!("all 2^{bits} operands{lanes}{roundings}")
        }
        (None, _) => "all operands of each instruction and any other op".to_owned(),
    };
    let (mnemonic, latency) = (interface.mnemonic(), interface.latency());
    let module = if interface.is_iterative() && is_file {
        format!("{mnemonic}, iterative,")
    } else if interface.is_iterative() {
        format!("{mnemonic}, iterative, in {latency} cycles,")
    } else {
        format!("{mnemonic} at latency {latency}")
    };
    writeln!(output, "{module} is correct for {operands}{}:", convention.qualify())?;
    let longest = outline.iter().map(|group| group.name.len()).max().unwrap_or(0);
    for LemmaGroup { name, statement } in outline {
        writeln!(output, "  {name:<longest$}  {statement}")?;
    }
    Ok(())
}

/// The number of lemmas that a report without a verdict names.
const NAMED_LEMMAS: usize = 8;

/// True if a proof has no verdict because its time was over.
fn is_out_of_time(report: &TheoremReport) -> bool {
    let is_late = |failure: &LemmaFailure| failure.verdict == Some(LemmaVerdict::Unproven(UnprovenReason::Time));
    report.result == RecordStatus::Unproven && report.failures.iter().any(is_late)
}

/// Describes the lemmas that are left when the time of a proof was over, and what to try.
fn left_lemmas(report: &TheoremReport) -> Vec<String> {
    if !is_out_of_time(report) {
        return Vec::new();
    }
    let names = report.failures.iter().filter_map(|failure| failure.name.as_deref());
    let mut names: Vec<&str> = names.collect();
    let count = names.len();
    names.truncate(NAMED_LEMMAS);
    let more = if count > names.len() { ", …" } else { "" };
    let left = counted(count, "lemma");
    // A proof that ends before its lemmas are known has none.
    let all = match report.lemmas {
        all if all < count => String::new(),
        all => format!(" of {all}"),
    };
    let mut lines = vec![format!("{left}{all} left: {}{more}", names.join(", "))];
    lines.push("give more time with --time-limit SECONDS; a netlist without merged adders is easier".to_owned());
    lines
}

/// Describes the vectors for which a file and its instruction differ.
fn mismatch_lines(simulation: &SimulationReport) -> Vec<String> {
    let count = |class: &ClassReport| {
        let of = counted(class.vectors, "vector");
        format!("{} of {of} with {}", class.mismatches, class.class.words())
    };
    let total = match simulation.mismatches {
        1 => "1 mismatch".to_owned(),
        count => format!("{count} mismatches"),
    };
    let vectors = counted(simulation.vectors, "aimed vector");
    let mut lines = match simulation.only_class() {
        Some(class) => vec![format!("{total} in {vectors}, all with {}", class.words())],
        None => vec![format!("{total} in {vectors}")],
    };
    let (wrong, right): (Vec<&ClassReport>, Vec<&ClassReport>) =
        simulation.classes.iter().partition(|class| class.mismatches > 0);
    if wrong.len() > 1 {
        lines.extend(wrong.into_iter().map(count));
    }
    if !right.is_empty() {
        let right: Vec<&str> = right.iter().map(|class| class.class.words()).collect();
        lines.push(format!("no mismatch with {}", right.join(", ")));
    }
    lines
}
