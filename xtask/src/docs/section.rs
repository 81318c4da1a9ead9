//! Lists, tables and examples in the sections of the page of instructions.

use std::fmt::Write;

use halfpipe_isa::{flag_names, ElementType, FloatFormat, Instruction, Operand};
use halfpipe_model::value::{describe, in_single_precision};
use halfpipe_simulation::{decoded, model::results};

use crate::docs::family::{Cases, Example};

/// Formats a list of statements, each after its condition.
pub fn bullets(statements: impl IntoIterator<Item = (Option<String>, String)>) -> String {
    let line = |(condition, statement)| match condition {
        Some(condition) => format!("- {condition}: {statement}\n"),
        None => format!("- {statement}\n"),
    };
    statements.into_iter().map(line).collect()
}

/// Formats a table of operands against instructions.
pub fn table(cases: &Cases) -> String {
    let instructions: Vec<Instruction> = cases.instructions.iter().map(|mnemonic| parse(mnemonic)).collect();
    let operands = instructions[0].signature().operands();
    let mut text = String::from("\n|");
    for operand in operands {
        let _ = write!(text, " {} |", operand.name);
    }
    let mut columns = operands.len();
    for instruction in &instructions {
        let _ = write!(text, " `{instruction}` |");
        let results = instruction.signature().results();
        for other in &results[1..] {
            let _ = write!(text, " {} |", other.name);
        }
        columns += results.len();
    }
    text += "\n|";
    text += &"---|".repeat(columns);
    text.push('\n');
    for values in &cases.operands {
        text.push('|');
        for (operand, bits) in operands.iter().zip(values) {
            let _ = write!(text, " {} |", cell(operand, (*bits).into()));
        }
        for &instruction in &instructions {
            for (result, bits) in evaluate(instruction, values) {
                let _ = write!(text, " {} |", cell(result, bits));
            }
        }
        text.push('\n');
    }
    text
}

/// Returns an instruction's results for operands, each with its bits.
fn evaluate(instruction: Instruction, operands: &[u32]) -> Vec<(&'static Operand, u64)> {
    let operands: Vec<u64> = operands.iter().map(|bits| u64::from(*bits)).collect();
    let registers = instruction.signature().results().iter();
    registers.zip(results(instruction, &operands)).collect()
}

/// Formats a word of so many bits as the commands print it.
fn hexadecimal(bits: u64, width: u32) -> String {
    format!("0x{bits:0digits$x}", digits = width.div_ceil(4) as usize)
}

/// Formats a value and its bits.
fn cell(register: &Operand, bits: u64) -> String {
    let word = hexadecimal(bits, register.width());
    match register.element_type {
        ElementType::Number(_) | ElementType::Small(_) => {
            // The upper lane first, as in the word.
            let lanes = (0..register.lanes).rev();
            let values: Vec<String> = lanes.map(|lane| value(register, register.lane(bits, lane))).collect();
            format!("{} `{word}`", values.join(", "))
        }
        ElementType::Flags => flag_names(bits).replace('|', " "),
        _ => format!("`{word}`"),
    }
}

/// Formats the value of one lane of a register that holds numbers.
fn value(register: &Operand, bits: u64) -> String {
    let (format, bits) = match register.element_type {
        ElementType::Small(small) => (FloatFormat::F32, in_single_precision(small, bits)),
        element_type => (element_type.format().expect("it holds numbers"), bits as u32),
    };
    describe(format, bits).value.to_string()
}

pub fn example(example: &Example) -> String {
    let instruction = parse(&example.instruction);
    let values = &example.operands;
    let mut operands = String::new();
    let mut lines = String::new();
    for (operand, bits) in instruction.signature().operands().iter().zip(values) {
        let digits = operand.width().div_ceil(4) as usize;
        let _ = write!(operands, " {bits:0digits$x}");
        let _ = writeln!(lines, "    {} = {}", operand.name, decoded(operand, (*bits).into(), 0));
    }
    let mut answer = Vec::new();
    for (result, bits) in evaluate(instruction, values) {
        answer.push(hexadecimal(bits, result.width()));
        let _ = writeln!(lines, "    {} = {}", result.name, decoded(result, bits, 0));
    }
    format!(
        "\n### Example\n\n    $ halfpipe eval {instruction}{operands}\n    {}\n\n{lines}\n{}\n",
        answer.join(" "),
        example.text,
    )
}

/// Parses a mnemonic of this page, which the project itself wrote.
fn parse(mnemonic: &str) -> Instruction {
    mnemonic.parse().unwrap_or_else(|error| panic!("{mnemonic}: {error}"))
}
