//! `explain`: an instruction's semantics and hardware.

use std::io::Write;

use halfpipe_hdl::design::{Design, DesignSpec};
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
use crate::render::{render_command, DesignCommand, FLAGS_OPTION};
use crate::{hardware, request, select, table};

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
    stages: Vec<String>,
    /// The work of each stage.
    stage_meanings: Vec<String>,
    /// The method of proof.
    proof: String,
    /// Area and clock frequency on the measured FPGAs.
    measured: Option<Measured>,
    latencies: Vec<PipelineRow>,
}

impl InstructionExplanation {
    fn from_instruction(instruction: Instruction) -> Result<InstructionExplanation, Error> {
        let usual = request::unit(instruction, None)?;
        let latencies = hardware::latencies(instruction).into_iter();
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
            stages: stages(&usual).map(Stage::title).collect(),
            stage_meanings: stages(&usual).map(|stage| stage.meaning.clone()).collect(),
            proof: description(instruction).map_err(Error::failure)?,
            measured: Measured::from_instruction(instruction),
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
    if let Some(operation) = select::operation(&arguments.mnemonic) {
        if arguments.core.ports.flags {
            return Err(Error::usage(format!(
                "{FLAGS_OPTION} is only for an instruction or `{CORE}`, and `{operation}` is an operation: write one of its \
                 instructions in its place"
            )));
        }
        return family::explain(operation, arguments.json, output);
    }
    let ports = arguments.core.ports;
    let instruction = ports.add_to_unit(ports.instruction(&arguments.mnemonic)?)?;
    let explanation = InstructionExplanation::from_instruction(instruction)?;
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
    writeln!(
        output,
        "\nPorts of {} at latency {}",
        explanation.module, explanation.default_latency
    )?;
    let mut ports = table::titled(["port", "direction", "width"]);
    for port in &explanation.ports {
        ports.add_row([port.name.clone(), port.direction.clone(), port.width.to_string()]);
    }
    for line in table::text(&ports).lines() {
        writeln!(output, "  {line}")?;
    }
    writeln!(
        output,
        "  At latency 0 there are only the operands and {}.",
        explanation.results.join(", ")
    )?;
    writeln!(output, "\nStages")?;
    let mut stages = table::titled(["stage", "what happens there"]);
    for (stage, meaning) in explanation.stages.iter().zip(&explanation.stage_meanings) {
        stages.add_row([stage, meaning]);
    }
    for line in table::text(&stages).lines() {
        writeln!(output, "  {line}")?;
    }
    write!(output, "\nProof\n{}", paragraph(&explanation.proof))?;
    let spec = DesignSpec::unit(*instruction, explanation.default_latency);
    let prove = render_command(&spec, DesignCommand::ProveEveryLatency);
    writeln!(output, "  {prove}")?;
    if let Some(measured) = &explanation.measured {
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
    Ok(())
}
