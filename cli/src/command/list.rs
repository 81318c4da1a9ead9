//! `list`: the instructions.

use std::io::Write;

use halfpipe_hdl::unit::LONGEST_LATENCY;
use halfpipe_isa::{Instruction, Operand};
use halfpipe_request::arguments::options::OPTIONS;
use halfpipe_request::counted::counted;
use halfpipe_request::kind::{ModuleKind, Reasons, COMMANDS};
use halfpipe_request::{hardware, select, table};
use serde::Serialize;

use crate::arguments::list::Arguments;
use crate::error::{print_note, Error};
use crate::json::write_json;

/// One instruction.
#[derive(Serialize)]
struct InstructionRow {
    mnemonic: String,
    module: String,
    section: &'static str,
    operands: Vec<OperandRow>,
    results: Vec<OperandRow>,
    /// The total width of all results, in bits.
    result_width: u32,
    /// The useful latencies. Empty for an instruction without hardware.
    latencies: Vec<u32>,
    /// The longest permitted latency. Latencies beyond the useful ones only delay the result.
    longest_latency: u32,
}

/// One operand or result.
#[derive(Serialize)]
struct OperandRow {
    name: &'static str,
    format: String,
    lanes: u32,
    width: u32,
}

impl OperandRow {
    fn from_operand(operand: Operand) -> OperandRow {
        OperandRow {
            name: operand.name,
            format: operand.element_type.to_string(),
            lanes: operand.lanes,
            width: operand.width(),
        }
    }
}

impl InstructionRow {
    fn from_instruction(instruction: Instruction) -> InstructionRow {
        let signature = instruction.signature();
        InstructionRow {
            mnemonic: instruction.mnemonic(),
            module: instruction.module_name(),
            section: instruction.section(),
            operands: signature.operand_registers().map(OperandRow::from_operand).collect(),
            results: signature
                .results()
                .iter()
                .copied()
                .map(OperandRow::from_operand)
                .collect(),
            result_width: signature.result_width(),
            latencies: hardware::latencies(instruction),
            longest_latency: LONGEST_LATENCY,
        }
    }
}

/// Formats names and widths: `a:16 c:32`.
fn written(registers: &[OperandRow]) -> String {
    let registers = registers.iter().map(|row| format!("{}:{}", row.name, row.width));
    registers.collect::<Vec<_>>().join(" ")
}

/// Lists the named instructions, or all arithmetic ones if none is named.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    if arguments.kinds {
        return list_kinds(arguments.json, output);
    }
    let rows: Vec<InstructionRow> = select::select_for_listing(&arguments.mnemonics)?
        .into_iter()
        .map(InstructionRow::from_instruction)
        .collect();
    if arguments.json {
        return write_json(&rows, output);
    }
    let mut table = table::titled(["mnemonic", "PTX", "operands", "result", "latencies"]);
    for row in &rows {
        table.add_row([
            row.mnemonic.clone(),
            row.section.to_owned(),
            written(&row.operands),
            written(&row.results),
            hardware::span(&row.latencies),
        ]);
    }
    write!(output, "{}", table::text(&table))?;
    writeln!(output, "{}", counted(rows.len(), "instruction"))?;
    print_note(
        "Other formats are accepted, too: .f32 and any .eXmY, X from 2 to 8 and Y from 1 to 23, such as add.rn.e5m6",
    );
    Ok(())
}

/// A command or an option, and the kinds of module that it has.
#[derive(Serialize)]
struct KindsRow {
    /// The name, as it is typed.
    name: String,
    /// The kinds, by the words that name them.
    kinds: Vec<String>,
    /// For other kinds, the reason or the command to type.
    others: Vec<OtherKind>,
}

/// A kind of module that a command or an option does not have.
#[derive(Serialize)]
struct OtherKind {
    kind: String,
    reason: &'static str,
}

impl KindsRow {
    fn new(name: String, kinds: &[ModuleKind], others: Reasons) -> KindsRow {
        let others = others.iter().flat_map(|(kinds, reason)| {
            let other = |kind: &ModuleKind| OtherKind {
                kind: kind.to_string(),
                reason,
            };
            kinds.iter().map(other).collect::<Vec<_>>()
        });
        KindsRow {
            name,
            kinds: kinds.iter().map(ToString::to_string).collect(),
            others: others.collect(),
        }
    }
}

/// Lists the commands on modules and their options, with the kinds of module that each has.
fn list_kinds(is_json: bool, output: &mut dyn Write) -> Result<(), Error> {
    let commands = COMMANDS
        .iter()
        .map(|row| KindsRow::new(row.name.to_owned(), row.kinds, row.others));
    let options = OPTIONS.iter().map(|row| {
        let commands: String = row.commands.iter().map(|command| format!("{command} ")).collect();
        KindsRow::new(format!("{commands}--{}", row.name), row.kinds, row.reasons)
    });
    let rows: Vec<KindsRow> = commands.chain(options).collect();
    if is_json {
        return write_json(&rows, output);
    }
    let words = ModuleKind::ALL.map(|kind| kind.to_string());
    let titles = std::iter::once("").chain(words.iter().map(String::as_str));
    let mut table = table::titled(titles);
    for row in &rows {
        let marks = words
            .iter()
            .map(|word| if row.kinds.contains(word) { "yes" } else { "-" });
        table.add_row(std::iter::once(row.name.as_str()).chain(marks));
    }
    write!(output, "{}", table::text(&table))?;
    for row in rows.iter().take(COMMANDS.len()) {
        for other in &row.others {
            writeln!(output, "{} {}: {}", row.name, other.kind, other.reason)?;
        }
    }
    Ok(())
}
