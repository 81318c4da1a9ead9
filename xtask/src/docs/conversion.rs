//! The conversions on the page of instructions.

use std::collections::BTreeMap;
use std::fmt::Write;

use halfpipe_figures::latency::default_latency;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::meaning;
use halfpipe_isa::{Instruction, Modifier, Type};

use crate::docs::family::Family;
use crate::docs::section::{bullets, example, table};

/// Returns the section behind its syntax lines.
pub fn section(family: &Family, instructions: &[Instruction]) -> String {
    let mut text = "\n### Meaning\n\n".to_owned();
    let mut meanings: Vec<String> = Vec::new();
    for modifier in Modifier::ALL {
        for instruction in instructions.iter().filter(|instruction| instruction.has(modifier)) {
            let meaning = format!("`.{modifier}`: {}", meaning::modifier(*instruction, modifier));
            if !meanings.contains(&meaning) {
                meanings.push(meaning);
            }
        }
    }
    text += &bullets(meanings.into_iter().map(|meaning| (None, meaning)));
    text += "\n### Registers\n\nIf both types are single values, a and d have these types. Pairs:\n\n| types | registers |\n|---|---|\n";
    let mut told: Vec<String> = Vec::new();
    for instruction in instructions
        .iter()
        .filter(|instruction| instruction.ty().result_lanes() == 2)
    {
        let operands = instruction.signature().operands().len();
        let name = match operands {
            3 => format!("cvt.rs.{}", instruction.ty()),
            _ => format!("cvt.{}", instruction.ty()),
        };
        if !told.contains(&name) {
            let _ = writeln!(text, "| `{name}` | {} |", meaning::registers(*instruction));
            told.push(name);
        }
    }
    text += "\n### Edge cases\n\n";
    text += &bullets(edge_cases(instructions));
    text.extend(family.cases.iter().map(table));
    text += &example(&family.example);
    text += &latencies(instructions);
    text
}

/// Returns each statement once, with the results for which it holds unless these are all.
fn edge_cases(instructions: &[Instruction]) -> Vec<(Option<String>, String)> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for instruction in instructions {
        let result = result_type(instruction.ty());
        for statement in meaning::special_cases(*instruction) {
            match found.iter_mut().find(|(other, _)| *other == statement) {
                Some((_, results)) if results.contains(&result) => {}
                Some((_, results)) => results.push(result),
                None => found.push((statement, vec![result])),
            }
        }
    }
    let condition = |results: Vec<&str>| {
        let names: Vec<String> = results.iter().map(|result| format!("`.{result}`")).collect();
        format!("to {}", names.join(", "))
    };
    found
        .into_iter()
        .map(|(statement, results)| (Some(condition(results)), statement))
        .collect()
}

/// Returns the type of the result, which is named first.
fn result_type(ty: Type) -> &'static str {
    ty.name().split('.').next().unwrap_or(ty.name())
}

/// Formats the latencies, by types.
fn latencies(instructions: &[Instruction]) -> String {
    let listed = if instructions.iter().all(|instruction| instruction.is_ptx()) {
        "; `halfpipe list cvt` names them"
    } else {
        ""
    };
    let mut text = format!(
        "\n### Instructions and latencies\n\nAll {} combinations of the syntax lines are instructions{listed}. A type has several rows if \
         roundings or modifiers change its latencies.\n\n| latencies | default | types |\n|---|---|---|\n",
        instructions.len()
    );
    let mut found: BTreeMap<(u32, u32), Vec<Type>> = BTreeMap::new();
    for instruction in instructions {
        let types = found
            .entry((max_latency(*instruction), default_latency(*instruction)))
            .or_default();
        if !types.contains(&instruction.ty()) {
            types.push(instruction.ty());
        }
    }
    for ((longest, usual), types) in found {
        let names: Vec<String> = types.iter().map(|ty| format!("`.{ty}`")).collect();
        let _ = writeln!(text, "| 0 to {longest} | {usual} | {} |", names.join(", "));
    }
    text
}
