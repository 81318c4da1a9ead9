//! `list`: every instruction.

use std::io::Write;

use halfpipe_hdl::unit::LONGEST_LATENCY;
use halfpipe_isa::{Instruction, Operand};
use serde::Serialize;

use super::write_json;
use crate::arguments::list::Arguments;
use crate::error::Error;
use crate::{hardware, table};

/// One instruction.
#[derive(Serialize)]
struct Row {
    mnemonic: String,
    module: String,
    section: &'static str,
    operands: Vec<OperandRow>,
    result_width: u32,
    /// Those that gain something. Empty where there is no hardware.
    latencies: Vec<u32>,
    /// The longest that can be asked for: beyond the others, one only delays the result.
    longest_latency: u32,
}

/// One operand.
#[derive(Serialize)]
struct OperandRow {
    name: char,
    format: &'static str,
    lanes: u32,
    width: u32,
}

impl OperandRow {
    fn of(operand: &Operand) -> OperandRow {
        OperandRow {
            name: operand.name,
            format: operand.element.name(),
            lanes: operand.lanes,
            width: operand.width(),
        }
    }
}

impl Row {
    fn of(instruction: Instruction) -> Row {
        Row {
            mnemonic: instruction.mnemonic(),
            module: instruction.module_name(),
            section: instruction.section(),
            operands: instruction.operands().iter().map(OperandRow::of).collect(),
            result_width: instruction.result_width(),
            latencies: hardware::latencies(instruction),
            longest_latency: LONGEST_LATENCY,
        }
    }

    /// `a:16 c:32`: names and widths.
    fn operand_text(&self) -> String {
        let operands = self
            .operands
            .iter()
            .map(|operand| format!("{}:{}", operand.name, operand.width));
        operands.collect::<Vec<_>>().join(" ")
    }
}

/// Lists every instruction.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let rows: Vec<Row> = Instruction::all().iter().copied().map(Row::of).collect();
    if arguments.json {
        return write_json(&rows, output);
    }
    let mut table = table::titled(["mnemonic", "PTX", "operands", "result", "latencies"]);
    for row in &rows {
        table.add_row([
            row.mnemonic.clone(),
            row.section.to_owned(),
            row.operand_text(),
            format!("d:{}", row.result_width),
            hardware::span(&row.latencies),
        ]);
    }
    write!(output, "{}", table::text(&table))?;
    writeln!(output, "{} instructions", rows.len())?;
    Ok(())
}
