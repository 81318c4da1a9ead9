//! `explain`: an instruction's semantics and hardware.

use std::fmt::Write;

use halfpipe_figures::design::MEASURED_BLOCKS;
use halfpipe_hdl::datapath::iterative;
use halfpipe_hdl::design::{Design, DesignKind, DesignSpec};
use halfpipe_hdl::export::{Manifest, PortEntry};
use halfpipe_hdl::net::Stage;
use halfpipe_isa::meaning;
use halfpipe_isa::{Instruction, InstructionSource};
use halfpipe_lemmas::description::description;
use serde::Serialize;

use super::meaning::{print_meanings, Meaning};
use super::pipeline::{print_pipelines, PipelineRow};
use crate::arguments::explain::Arguments;
use crate::error::Error;
use crate::json::to_json;
use crate::measured::FiguresOnFile;
use crate::paragraph::wrapped;
use crate::render::{render_command, DesignCommand, ITERATIVE_OPTION};
use crate::request::{DesignRequest, LatencyChoice};
use crate::{hardware, table};

/// The explanation of an instruction.
#[derive(Serialize)]
struct InstructionExplanation {
    /// The instruction, with flags if they are an output.
    #[serde(skip)]
    instruction: Instruction,
    mnemonic: String,
    module: String,
    section: &'static str,
    ptx_version: &'static str,
    target: &'static str,
    summary: &'static str,
    formula: String,
    registers: String,
    /// The names of the results.
    #[serde(skip)]
    results: Vec<&'static str>,
    modifiers: Vec<Meaning>,
    edge_cases: Vec<String>,
    /// The formats of an instruction in any format.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    formats: Vec<String>,
    /// The ports at the default latency.
    ports: Vec<PortEntry>,
    default_latency: u32,
    /// The clock cycles of the iterative unit, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    iterative_cycles: Option<u32>,
    /// True if the iterative unit is explained.
    #[serde(skip)]
    is_iterative: bool,
    stages: Vec<String>,
    /// The work of each stage.
    stage_meanings: Vec<String>,
    /// The method of proof.
    proof: String,
    /// Area and clock frequency on the measured FPGAs.
    measured: Option<FiguresOnFile>,
    /// The same of the form for speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    measured_for_speed: Option<FiguresOnFile>,
    latencies: Vec<PipelineRow>,
}

impl InstructionExplanation {
    /// Explains the unit of an instruction: the pipeline, or the iterative one. `has_registers` adds the registers of each
    /// latency.
    fn from_kind(kind: &DesignKind, has_registers: bool) -> Result<InstructionExplanation, Error> {
        let usual = DesignRequest::new(vec![kind.clone()], LatencyChoice::Usual)
            .designs()?
            .remove(0);
        let instruction = usual.instruction();
        let is_iterative = usual.interface().is_iterative();
        let latencies = if is_iterative || !has_registers {
            Vec::new()
        } else {
            hardware::latencies(instruction)
        };
        let latencies = latencies.into_iter();
        let introduced = instruction.introduced();
        let results = instruction.signature().results().iter();
        Ok(InstructionExplanation {
            instruction,
            mnemonic: instruction.mnemonic(),
            module: instruction.module_name(),
            section: instruction.section(),
            ptx_version: introduced.version,
            target: introduced.target,
            summary: instruction.form().summary(),
            formula: meaning::formula(instruction),
            registers: meaning::registers(instruction),
            results: results.map(|result| result.name).collect(),
            modifiers: instruction
                .modifiers()
                .map(|modifier| Meaning::new(instruction, modifier))
                .collect(),
            edge_cases: meaning::edge_cases(instruction),
            formats: meaning::formats(instruction),
            ports: Manifest::new(&usual, None).ports,
            default_latency: usual.latency(),
            iterative_cycles: iterative::is_iterative(instruction).then(|| iterative::cycles(instruction)),
            is_iterative,
            stages: stages(&usual).map(Stage::title).collect(),
            stage_meanings: stages(&usual).map(|stage| stage.meaning.clone()).collect(),
            proof: description(instruction).map_err(Error::failure)?,
            measured: FiguresOnFile::from_instruction(instruction).filter(|_| !is_iterative),
            measured_for_speed: FiguresOnFile::find_fast_form(instruction).filter(|_| !is_iterative),
            latencies: latencies
                .map(|latency| Design::unit(instruction, latency).map(|unit| PipelineRow::from_design(&unit)))
                .collect::<Result<_, _>>()?,
        })
    }
}

impl InstructionExplanation {
    /// Describes the latency of the explained unit.
    fn hardware(&self) -> String {
        if self.is_iterative {
            format!(", iterative, in {} cycles", self.default_latency)
        } else {
            format!(" at latency {}", self.default_latency)
        }
    }

    /// Returns the command that proves the unit.
    fn proof_command(&self) -> String {
        if self.is_iterative {
            render_command(&DesignSpec::iterative(self.instruction), DesignCommand::Prove)
        } else {
            let spec = DesignSpec::unit(self.instruction, self.default_latency);
            render_command(&spec, DesignCommand::ProveEveryLatency)
        }
    }
}

/// Returns the stages of a lane in dataflow order, without the stage of the ports.
fn stages(unit: &Design) -> impl Iterator<Item = &Stage> {
    let stages = unit.lane().stages.iter().enumerate();
    stages
        .filter(|(index, _)| *index != Stage::PORTS)
        .map(|(_, stage)| stage)
}

/// Explains an instruction.
pub(super) fn explain(arguments: &Arguments) -> Result<String, Error> {
    let ports = arguments.core.ports;
    let kind = ports.unit(ports.instruction(&arguments.mnemonic)?, arguments.core.iterative)?;
    let explanation = InstructionExplanation::from_kind(&kind, arguments.stages || arguments.json)?;
    if arguments.json {
        return to_json(&explanation);
    }
    let mut output = String::new();
    print_meaning(&explanation, &mut output)?;
    if arguments.stages {
        print_stages(&explanation, &mut output)?;
    } else {
        let lines = output.lines().count();
        print_summary(&explanation, SCREEN_LINES.saturating_sub(lines), &mut output)?;
    }
    Ok(output)
}

/// The lines of an explanation, unless more are asked for.
const SCREEN_LINES: usize = 48;

/// The fewest latencies in a table of measured figures.
const FEWEST_LATENCIES: usize = 4;

/// Prints the meaning of an instruction.
fn print_meaning(explanation: &InstructionExplanation, output: &mut String) -> Result<(), Error> {
    let InstructionExplanation {
        instruction,
        mnemonic,
        section,
        ptx_version,
        target,
        ..
    } = explanation;
    match instruction.source() {
        InstructionSource::Riscv(_) => writeln!(output, "{mnemonic}: {}\n", meaning::extension(*instruction))?,
        _ if instruction.has_rounding_port() => writeln!(
            output,
            "{mnemonic}: with the rounding from a port, where PTX has a suffix\n"
        )?,
        InstructionSource::Ptx(_) => writeln!(
            output,
            "{mnemonic}: PTX section {section}, since PTX ISA {ptx_version} on {target}\n"
        )?,
        InstructionSource::Assembler => writeln!(
            output,
            "{mnemonic}: not in the text of PTX; the assembler of CUDA 13.5 accepts it\n"
        )?,
        InstructionSource::Extension => {
            let title = format!("{mnemonic}: {}", meaning::extension(*instruction));
            writeln!(output, "{}", wrapped(&title, 0))?;
        }
    }
    let paragraph = |text: &str| wrapped(text, 2);
    let what = [explanation.summary, &explanation.formula, &explanation.registers]
        .map(paragraph)
        .concat();
    writeln!(output, "{what}")?;
    if !explanation.modifiers.is_empty() {
        print_meanings(&explanation.modifiers, output)?;
        writeln!(output)?;
    }
    writeln!(output, "Edge cases")?;
    for case in &explanation.edge_cases {
        write!(output, "  - {}", wrapped(case, 4).trim_start())?;
    }
    if !explanation.formats.is_empty() {
        writeln!(output, "\nFormats")?;
    }
    for format in &explanation.formats {
        write!(output, "  - {}", wrapped(format, 4).trim_start())?;
    }
    Ok(())
}

/// Returns the names of stages without their numbers, each once: `block0 pair3 align` is an `align`.
fn distinct_stages(stages: &[String]) -> Vec<String> {
    let mut kinds: Vec<String> = Vec::new();
    for stage in stages {
        let is_number = |word: &&str| word.ends_with(|last: char| last.is_ascii_digit());
        let words = stage.split(' ').skip_while(is_number);
        let kind = words.collect::<Vec<_>>().join(" ");
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// Prints the hardware of an instruction in at most `lines` lines. Each latency is a line, or each of a choice if there are
/// too many.
fn print_summary(explanation: &InstructionExplanation, lines: usize, output: &mut String) -> Result<(), Error> {
    let ports = |direction: &str| {
        let own = explanation.ports.iter().filter(|port| port.direction == direction);
        let words: Vec<String> = own
            .map(|port| match port.width {
                1 => port.name.clone(),
                width => format!("{}:{width}", port.name),
            })
            .collect();
        words.join(", ")
    };
    let hardware = explanation.hardware();
    let ports = format!("inputs {}; outputs {}", ports("in"), ports("out"));
    let mut text = format!("\nPorts of {}{hardware}\n{}", explanation.module, wrapped(&ports, 2));
    text += "\nStages; --stages describes them, and the registers of each latency\n";
    text += &wrapped(&distinct_stages(&explanation.stages).join(", "), 2);
    text += "\nTo prove it for all operands, run\n";
    text += &format!("  {}\n", explanation.proof_command());
    output.push_str(&text);
    if explanation.is_iterative {
        return Ok(());
    }
    let latencies = hardware::latencies(explanation.instruction);
    let other = match (&explanation.measured_for_speed, explanation.iterative_cycles) {
        (_, Some(cycles)) => format!("; {ITERATIVE_OPTION}: one operation in {cycles} cycles, less area"),
        (Some(_), None) => "; --optimise speed: faster and larger".to_owned(),
        (None, None) => String::new(),
    };
    let last = format!(
        "Latencies {}, by default {}{other}",
        hardware::span(&latencies),
        explanation.default_latency
    );
    let has_blocks = explanation.measured.as_ref().is_some_and(FiguresOnFile::has_blocks);
    let blocks = if has_blocks {
        "DSP: the module of --multiplier block\n"
    } else {
        ""
    };
    let last = format!("\n{}{blocks}", wrapped(&last, 0));
    if let Some(measured) = &explanation.measured {
        // The table has a title, a header and a blank line.
        let rest = lines.saturating_sub(text.lines().count() + last.lines().count() + 3);
        print_measured(explanation, measured, rest.max(FEWEST_LATENCIES), output)?;
    }
    output.push_str(&last);
    Ok(())
}

/// Prints the ports, the stages, the proof, and all pipelines of an instruction.
fn print_stages(explanation: &InstructionExplanation, output: &mut String) -> Result<(), Error> {
    let paragraph = |text: &str| wrapped(text, 2);
    let hardware = explanation.hardware();
    writeln!(output, "\nPorts of {}{hardware}", explanation.module)?;
    let mut ports = table::titled(["port", "direction", "width"]);
    for port in &explanation.ports {
        ports.add_row([port.name.clone(), port.direction.clone(), port.width.to_string()]);
    }
    for line in table::text(&ports).lines() {
        writeln!(output, "  {line}")?;
    }
    if !explanation.is_iterative {
        writeln!(
            output,
            "  At latency 0 there are only the operands and {}.",
            explanation.results.join(", ")
        )?;
    }
    writeln!(output, "\nStages")?;
    let mut stages = table::titled(["stage", "what happens there"]);
    for (stage, meaning) in explanation.stages.iter().zip(&explanation.stage_meanings) {
        stages.add_row([stage, meaning]);
    }
    for line in table::text(&stages).lines() {
        writeln!(output, "  {line}")?;
    }
    write!(output, "\nProof\n{}", paragraph(&explanation.proof))?;
    writeln!(output, "  {}", explanation.proof_command())?;
    if explanation.is_iterative {
        return Ok(());
    }
    for measured in [&explanation.measured, &explanation.measured_for_speed]
        .into_iter()
        .flatten()
    {
        print_measured(explanation, measured, usize::MAX, output)?;
        if measured.has_blocks() {
            write!(output, "{}", paragraph(MEASURED_BLOCKS))?;
        }
    }
    let digits = explanation.latencies.len().saturating_sub(1).to_string().len();
    print_pipelines(
        &explanation.latencies,
        explanation.default_latency,
        digits,
        true,
        output,
    )?;
    if let Some(cycles) = explanation.iterative_cycles {
        let text = format!(
            "{ITERATIVE_OPTION} selects other hardware: one operation at a time, in {cycles} cycles and less area."
        );
        write!(output, "\nIterative unit\n{}", paragraph(&text))?;
    }
    Ok(())
}

/// Prints area and clock frequency at each latency, or at `most` of them.
fn print_measured(
    explanation: &InstructionExplanation,
    measured: &FiguresOnFile,
    most: usize,
    output: &mut String,
) -> Result<(), Error> {
    let instruction = explanation.instruction;
    let share = if instruction.ty().lanes() == 1 {
        ""
    } else {
        ", one lane"
    };
    let flags = if instruction.has_flags() { ", without flags" } else { "" };
    writeln!(
        output,
        "\nArea and clock frequency, measured for {}{share}{flags}",
        measured.mnemonic
    )?;
    for line in measured.table(most).lines() {
        writeln!(output, "  {line}")?;
    }
    Ok(())
}
