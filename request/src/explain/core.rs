//! `explain` for the core.

use std::fmt::Write;

use halfpipe_hdl::design::{Design, DesignKind, DesignSpec, Role};
use halfpipe_hdl::export::{Manifest, PortEntry};
use halfpipe_hdl::fpu::{self, UNKNOWN_RESULT};
use halfpipe_isa::{Instruction, Operation};
use serde::Serialize;

use super::pipeline::{print_pipelines, PipelineRow};
use crate::arguments::design::{FunctionOptions, CORE};
use crate::arguments::explain::Arguments;
use crate::counted::counted;
use crate::error::Error;
use crate::hardware::span;
use crate::json::to_json;
use crate::paragraph::wrapped;
use crate::request::LatencyChoice;
use crate::table;

/// The explanation of a core.
#[derive(Serialize)]
struct CoreExplanation {
    module: String,
    operations: Vec<OperationRow>,
    /// The result of an unassigned op.
    unknown_result: String,
    /// The ports at the default latency.
    ports: Vec<PortEntry>,
    default_latency: u32,
    latencies: Vec<PipelineRow>,
}

/// An operation and the datapath that it shares with others.
#[derive(Serialize)]
struct OperationRow {
    op: u32,
    mnemonic: String,
    lanes: Vec<u32>,
    datapath: String,
    computes: String,
}

impl OperationRow {
    fn new(op: u32, instruction: Instruction) -> OperationRow {
        let (datapath, computes) = datapath(instruction);
        OperationRow {
            op,
            mnemonic: instruction.mnemonic(),
            lanes: (0..instruction.ty().result_lanes()).collect(),
            datapath,
            computes,
        }
    }
}

/// The datapath of set and setp.
const COMPARISON: &str = "comparison";

/// Returns the name of an instruction's datapath, and the operation that each lane performs on it. A datapath that no
/// other operation uses has the operation's name.
fn datapath(instruction: Instruction) -> (String, String) {
    let (name, computes) = match (instruction.operation(), instruction.ty().is_mixed()) {
        (Operation::Add, false) => ("fma", "a * 1 + b"),
        (Operation::Add, true) => ("fma", "a * 1 + c"),
        (Operation::Sub, false) => ("fma", "a * 1 - b"),
        (Operation::Sub, true) => ("fma", "a * 1 - c"),
        (Operation::Mul, _) => ("fma", "a * b + 0"),
        (Operation::Fma, _) => ("fma", "a * b + c"),
        (Operation::Min, _) => ("min/max", "the smaller of a, b"),
        (Operation::Max, _) => ("min/max", "the larger of a, b"),
        (Operation::Neg, _) => ("neg/abs", "a, its sign changed"),
        (Operation::Abs, _) => ("neg/abs", "a, its sign 0"),
        (Operation::Div, _) => ("div/rcp", "a / b"),
        (Operation::Rcp, _) => ("div/rcp", "1 / a"),
        (Operation::Sqrt, _) => ("sqrt", "the square root of a"),
        (Operation::Rsqrt, _) => ("rsqrt", "the reciprocal of the square root of a"),
        (Operation::Lg2, _) => ("lg2", "the logarithm of a to base 2"),
        (Operation::Exp, _) => ("exp", "e to the power a"),
        (Operation::Log, _) => ("log", "the natural logarithm of a"),
        (Operation::Sin, _) => ("sin/cos", "the sine of a"),
        (Operation::Cos, _) => ("sin/cos", "the cosine of a"),
        (Operation::Ex2, _) => ("ex2", "2 to the power a"),
        (Operation::Set | Operation::Setp, _) => (COMPARISON, "how a, b compare"),
        (Operation::Cvt, _) => ("conversion", "a in another format"),
        (operation, _) => {
            let operands: Vec<&str> = instruction
                .signature()
                .operands()
                .iter()
                .map(|operand| operand.name)
                .collect();
            return (
                operation.name().to_owned(),
                format!("{operation} {}", operands.join(", ")),
            );
        }
    };
    let name = match instruction.operation() {
        Operation::Cvt => match fpu::shared_conversion(instruction) {
            Some(half) => format!("{name} {half}"),
            None => format!("{name} {}", instruction.module_name()),
        },
        _ => name.to_owned(),
    };
    (name, computes.to_owned())
}

impl CoreExplanation {
    fn from_options(core: &FunctionOptions) -> Result<CoreExplanation, Error> {
        let usual = core.design(CORE, LatencyChoice::Usual)?;
        let max = fpu::max_latency(&usual.instructions(), usual.multiplier())?;
        let tag_bits = usual.interface().port(Role::TagIn).map_or(0, |port| port.width);
        let pipeline = |latency| {
            let kind = DesignKind::Core {
                instructions: usual.instructions(),
                tag_bits,
            };
            let core = Design::from_spec(&DesignSpec::new(kind, latency))?;
            Ok(PipelineRow::from_design(&core))
        };
        Ok(CoreExplanation {
            module: usual.name().to_owned(),
            operations: usual
                .instructions()
                .into_iter()
                .zip(0..)
                .map(|(operation, op)| OperationRow::new(op, operation))
                .collect(),
            unknown_result: format!("0x{UNKNOWN_RESULT:X}"),
            ports: Manifest::new(&usual, None).ports,
            default_latency: usual.latency(),
            latencies: (0..=max).map(pipeline).collect::<Result<_, Error>>()?,
        })
    }
}

/// The most operations that a screen has room for.
const MOST_LISTED: usize = 16;

/// Prints a core's operations with their shared datapaths, its ports and its latencies.
pub fn explain(arguments: &Arguments, output: &mut String) -> Result<(), Error> {
    let explanation = CoreExplanation::from_options(&arguments.core)?;
    if arguments.json {
        output.push_str(&to_json(&explanation)?);
        return Ok(());
    }
    let CoreExplanation {
        module,
        operations,
        unknown_result,
        ports,
        default_latency,
        latencies,
    } = explanation;
    writeln!(
        output,
        "{module}: {}; those with the same datapath share it lane by lane\n",
        counted(operations.len(), "instruction")
    )?;
    let listing = if arguments.stages || operations.len() <= MOST_LISTED {
        list_operations(&operations)
    } else {
        list_datapaths(&operations)
    };
    indented(&listing, output)?;
    writeln!(output, "  Any other op gives {unknown_result}, the canonical NaN.")?;
    writeln!(output, "\nPorts at latency {default_latency}")?;
    let mut rows = table::titled(["port", "direction", "width"]);
    for port in &ports {
        rows.add_row([&port.name, &port.direction, &port.width.to_string()]);
    }
    indented(&table::text(&rows), output)?;
    let text = "A 16-bit operand or result is in the low half. At latency 0 there is no clock, reset, enable or valid.";
    write!(output, "{}", wrapped(text, 2))?;
    if operations.iter().any(|row| row.datapath == COMPARISON) {
        writeln!(
            output,
            "  A predicate is the lowest bit of its port: c of c, p of d. q is bit 16 of d."
        )?;
    }
    if operations.iter().any(|row| row.mnemonic.starts_with("cvt.rs.")) {
        writeln!(output, "  The random bits of a conversion are at c.")?;
    }
    if arguments.stages {
        return print_pipelines(&latencies, default_latency, 2, false, output);
    }
    let numbers: Vec<u32> = latencies.iter().map(PipelineRow::latency).collect();
    writeln!(output, "\nLatencies {}, by default {default_latency}", span(&numbers))?;
    writeln!(
        output,
        "--stages lists all operations, and the registers of each latency."
    )?;
    Ok(())
}

/// Lists operations with their numbers.
fn list_operations(operations: &[OperationRow]) -> String {
    let mut rows = table::titled(["op", "mnemonic", "lanes", "datapath", "computes"]);
    for row in operations {
        let lanes: Vec<String> = row.lanes.iter().map(u32::to_string).collect();
        rows.add_row([
            &row.op.to_string(),
            &row.mnemonic,
            &lanes.join(", "),
            &row.datapath,
            &row.computes,
        ]);
    }
    table::text(&rows)
}

/// Lists datapaths with the number of their operations, and the first one.
fn list_datapaths(operations: &[OperationRow]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for row in operations {
        let name = datapath_kind(row);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut rows = table::titled(["datapath", "operations", "such as"]);
    for name in names {
        let own: Vec<&OperationRow> = operations.iter().filter(|row| datapath_kind(row) == name).collect();
        rows.add_row([
            name.to_owned(),
            own.len().to_string(),
            format!("op {}, {}", own[0].op, own[0].mnemonic),
        ]);
    }
    table::text(&rows)
}

/// Returns the first word of a datapath's name. Conversions have one of many.
fn datapath_kind(row: &OperationRow) -> &str {
    row.datapath.split(' ').next().unwrap_or_default()
}

fn indented(text: &str, output: &mut String) -> Result<(), Error> {
    for line in text.lines() {
        writeln!(output, "  {line}")?;
    }
    Ok(())
}
