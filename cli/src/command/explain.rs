//! `explain`: an instruction's semantics and hardware.

use std::io::Write;

use halfpipe_hdl::datapath::iterative;
use halfpipe_hdl::design::{Design, DesignKind, DesignSpec};
use halfpipe_hdl::export::{Manifest, PortEntry};
use halfpipe_hdl::net::Stage;
use halfpipe_isa::meaning;
use halfpipe_isa::{Instruction, InstructionSource};
use halfpipe_prove::description::description;
use halfpipe_synth::unit::MEASURED_BLOCKS;
use serde::Serialize;

use super::meaning::{print_meanings, Meaning};
use super::pipeline::{print_pipelines, PipelineRow};
use super::{family, fpu};
use crate::arguments::design::CORE;
use crate::arguments::explain::Arguments;
use crate::error::Error;
use crate::json::write_json;
use crate::measured::Measured;
use crate::paragraph::wrapped;
use crate::render::{render_command, DesignCommand, FLAGS_OPTION, ITERATIVE_OPTION};
use crate::request::{DesignRequest, LatencyChoice};
use crate::select::NamedOperation;
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
    measured: Option<Measured>,
    /// The same of the form for speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    measured_for_speed: Option<Measured>,
    latencies: Vec<PipelineRow>,
}

impl InstructionExplanation {
    /// Explains the unit of an instruction: the pipeline, or the iterative one.
    fn from_kind(kind: &DesignKind) -> Result<InstructionExplanation, Error> {
        let usual = DesignRequest::new(vec![kind.clone()], LatencyChoice::Usual)
            .designs()?
            .remove(0);
        let instruction = usual.instruction();
        let is_iterative = usual.interface().is_iterative();
        let latencies = match is_iterative {
            true => Vec::new(),
            false => hardware::latencies(instruction),
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
            ports: Manifest::new(&usual, None).ports,
            default_latency: usual.latency(),
            iterative_cycles: iterative::is_iterative(instruction).then(|| iterative::cycles(instruction)),
            is_iterative,
            stages: stages(&usual).map(Stage::title).collect(),
            stage_meanings: stages(&usual).map(|stage| stage.meaning.clone()).collect(),
            proof: description(instruction).map_err(Error::failure)?,
            measured: Measured::from_instruction(instruction).filter(|_| !is_iterative),
            measured_for_speed: Measured::for_speed(instruction).filter(|_| !is_iterative),
            latencies: latencies
                .map(|latency| Design::unit(instruction, latency).map(|unit| PipelineRow::from_design(&unit)))
                .collect::<Result<_, _>>()?,
        })
    }
}

/// Returns the stages of a lane in dataflow order, without the stage of the ports.
fn stages(unit: &Design) -> impl Iterator<Item = &Stage> {
    let stages = unit.lane().stages.iter().enumerate();
    stages
        .filter(|(index, _)| *index != Stage::PORTS)
        .map(|(_, stage)| stage)
}

/// Explains an instruction, the instructions of an operation, or the core.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    if arguments.mnemonic == CORE {
        return fpu::explain(&arguments.core, arguments.json, output);
    }
    arguments.core.reject_core_options()?;
    if let Some(named) = NamedOperation::find(&arguments.mnemonic) {
        let operation = named.name;
        if arguments.core.ports.flags {
            return Err(Error::usage(format!(
                "{FLAGS_OPTION} is only for an instruction or `{CORE}`, and `{operation}` is an operation: write one of its \
                 instructions in its place"
            )));
        }
        if arguments.core.iterative {
            return Err(Error::usage(format!(
                "{ITERATIVE_OPTION} is only for an instruction, and `{operation}` is an operation: write one of its \
                 instructions in its place"
            )));
        }
        return family::explain(named, arguments.json, output);
    }
    let ports = arguments.core.ports;
    let kind = ports.unit(ports.instruction(&arguments.mnemonic)?, arguments.core.iterative)?;
    let explanation = InstructionExplanation::from_kind(&kind)?;
    if arguments.json {
        return write_json(&explanation, output);
    }
    print(&explanation, output)
}

fn print(explanation: &InstructionExplanation, output: &mut dyn Write) -> Result<(), Error> {
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
        InstructionSource::Extension => writeln!(output, "{mnemonic}: {}\n", meaning::extension(*instruction))?,
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
    let hardware = match explanation.is_iterative {
        true => format!(", iterative, in {} cycles", explanation.default_latency),
        false => format!(" at latency {}", explanation.default_latency),
    };
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
    if explanation.is_iterative {
        let prove = render_command(&DesignSpec::iterative(*instruction), DesignCommand::Prove);
        writeln!(output, "  {prove}")?;
        return Ok(());
    }
    let spec = DesignSpec::unit(*instruction, explanation.default_latency);
    let prove = render_command(&spec, DesignCommand::ProveEveryLatency);
    writeln!(output, "  {prove}")?;
    for measured in [&explanation.measured, &explanation.measured_for_speed]
        .into_iter()
        .flatten()
    {
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
        for line in measured.table().lines() {
            writeln!(output, "  {line}")?;
        }
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
