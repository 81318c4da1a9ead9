//! `explain` for all instructions of an operation.

use std::collections::BTreeSet;
use std::fmt::Write;

use halfpipe_isa::meaning;
use halfpipe_isa::{syntax_lines, Form, Instruction, Introduced, Modifier};
use serde::Serialize;

use super::meaning::{print_meanings, Meaning};
use crate::counted::counted;
use crate::error::Error;
use crate::json::to_json;
use crate::paragraph::wrapped;
use crate::select::NamedOperation;

/// The explanation of an operation.
#[derive(Serialize)]
struct OperationExplanation {
    operation: &'static str,
    sections: Vec<PtxSection>,
    modifiers: Vec<Meaning>,
    instructions: Vec<String>,
}

/// A section of the PTX text: the operation in half precision or in mixed precision.
#[derive(Serialize)]
struct PtxSection {
    section: &'static str,
    summary: &'static str,
    formula: String,
    lines: Vec<SyntaxLine>,
}

/// A syntax line of PTX.
#[derive(Serialize)]
struct SyntaxLine {
    syntax: String,
    /// The number of instructions that the line covers.
    instructions: usize,
    ptx_version: &'static str,
    target: &'static str,
    /// Modifiers that PTX introduced after the line.
    later: Vec<LaterModifier>,
}

#[derive(Serialize)]
struct LaterModifier {
    modifier: String,
    ptx_version: &'static str,
    target: &'static str,
}

impl OperationExplanation {
    fn from_operation(named: NamedOperation) -> OperationExplanation {
        let instructions = named.instructions();
        let mut sections: Vec<PtxSection> = Vec::new();
        let mut modifiers = Vec::new();
        for form in syntax_lines().filter(|form| form.operation() == named.operation) {
            let own: Vec<Instruction> = instructions.iter().copied().filter(|one| is_of(*one, form)).collect();
            if own.is_empty() {
                continue;
            }
            if sections.last().is_none_or(|section| section.section != form.section()) {
                sections.push(PtxSection {
                    section: form.section(),
                    summary: form.summary(),
                    formula: meaning::formula_of_family(own[0]),
                    lines: Vec::new(),
                });
            }
            if let Some(section) = sections.last_mut() {
                section.lines.push(SyntaxLine::from_form(form, &own));
            }
        }
        for modifier in modifiers_of(&instructions) {
            for instruction in instructions.iter().filter(|instruction| instruction.has(modifier)) {
                let meaning = Meaning::new(*instruction, modifier);
                if !modifiers.contains(&meaning) {
                    modifiers.push(meaning);
                }
            }
        }
        OperationExplanation {
            operation: named.name,
            sections,
            modifiers,
            instructions: instructions.into_iter().map(Instruction::mnemonic).collect(),
        }
    }
}

impl SyntaxLine {
    fn from_form(form: Form, instructions: &[Instruction]) -> SyntaxLine {
        let Introduced { version, target } = form.introduced();
        let later = modifiers_of(instructions).into_iter().filter_map(|modifier| {
            let with = instructions.iter().filter(|instruction| instruction.has(modifier));
            let dates: Vec<Introduced> = with.map(|instruction| instruction.introduced()).collect();
            let date = dates.first().filter(|_| !dates.contains(&form.introduced()))?;
            Some(LaterModifier {
                modifier: format!(".{modifier}"),
                ptx_version: date.version,
                target: date.target,
            })
        });
        SyntaxLine {
            syntax: form.to_string(),
            instructions: instructions.len(),
            ptx_version: version,
            target,
            later: later.collect(),
        }
    }
}

fn is_of(instruction: Instruction, form: Form) -> bool {
    let own = instruction.form();
    own.section() == form.section() && own.to_string() == form.to_string()
}

/// Returns the modifiers of the instructions, in the order of a canonical name.
fn modifiers_of(instructions: &[Instruction]) -> BTreeSet<Modifier> {
    instructions
        .iter()
        .flat_map(|instruction| instruction.modifiers())
        .collect()
}

/// Prints an operation's semantics, forms and modifiers.
pub fn explain(named: NamedOperation, json: bool, output: &mut String) -> Result<(), Error> {
    let family = OperationExplanation::from_operation(named);
    if json {
        output.push_str(&to_json(&family)?);
        return Ok(());
    }
    let OperationExplanation {
        operation,
        sections,
        modifiers,
        instructions,
    } = family;
    let count = counted(instructions.len(), "instruction");
    writeln!(output, "{operation}: {count}; `halfpipe list {operation}` lists them\n")?;
    for section in &sections {
        let PtxSection {
            section,
            summary,
            formula,
            lines,
        } = section;
        // The section of an instruction outside the text says so.
        let is_ptx = section.starts_with(|first: char| first.is_ascii_digit());
        let place = if is_ptx { "PTX section " } else { "" };
        writeln!(output, "{place}{section}: {summary}")?;
        writeln!(output, "  {formula}")?;
        for line in lines {
            let SyntaxLine {
                syntax,
                ptx_version,
                target,
                later,
                ..
            } = line;
            let later = later.iter().map(|later| {
                format!(
                    "; with {} since PTX ISA {} on {}",
                    later.modifier, later.ptx_version, later.target
                )
            });
            writeln!(output, "  {syntax}")?;
            if !is_ptx {
                continue;
            }
            let since = format!("since PTX ISA {ptx_version} on {target}{}", later.collect::<String>());
            write!(output, "{}", wrapped(&since, 6))?;
        }
        writeln!(output)?;
    }
    if !modifiers.is_empty() {
        print_meanings(&modifiers, output)?;
        writeln!(output)?;
    }
    let example = instructions.first().map_or(operation, String::as_str);
    writeln!(
        output,
        "Edge cases, ports, stages and pipelines are those of an instruction: `halfpipe explain {example}`."
    )?;
    Ok(())
}
