//! The comparisons on the page of instructions, which are a regular product.

use std::collections::BTreeMap;
use std::fmt::Write;

use halfpipe_figures::latency::default_latency;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::meaning;
use halfpipe_isa::{Instruction, Modifier};

use crate::docs::condition::conditional;
use crate::docs::family::Family;
use crate::docs::section::{bullets, example, table};

/// Returns the section behind its syntax lines.
pub fn section(family: &Family, instructions: &[Instruction]) -> String {
    let mut text = "\n### Meaning\n\n".to_owned();
    let modifiers = Modifier::CMP_OPS.into_iter().chain(Modifier::BOOL_OPS);
    let meaning = |modifier: Modifier| {
        let mut with = instructions.iter().filter(|instruction| instruction.has(modifier));
        let with = with.next().expect("some comparison has the modifier");
        format!("`.{modifier}`: {}", meaning::modifier(*with, modifier))
    };
    let meanings: Vec<String> = modifiers.chain([Modifier::Ftz]).map(meaning).collect();
    text += &bullets(meanings.into_iter().map(|meaning| (None, meaning)));
    text += "\n### Registers\n\n| types | registers |\n|---|---|\n";
    let mut told = Vec::new();
    for instruction in instructions
        .iter()
        .filter(|instruction| instruction.bool_op().is_some())
    {
        let name = format!("{}.{}", instruction.operation(), instruction.ty());
        if !told.contains(&name) {
            let _ = writeln!(text, "| `{name}` | {} |", meaning::registers(*instruction));
            told.push(name);
        }
    }
    text += "\nOnly instructions with a `.BoolOp` have c.\n\n### Edge cases\n\n";
    // They are the same for every relation.
    let of_one_relation = instructions
        .iter()
        .copied()
        .filter(|instruction| instruction.has(Modifier::Eq));
    let of_one_relation: Vec<Instruction> = of_one_relation.collect();
    text += &bullets(conditional(&of_one_relation, meaning::special_cases));
    text.extend(family.cases.iter().map(table));
    text += &example(&family.example);
    text += &latencies(instructions);
    text
}

/// Returns the latencies by relation, the only property on which they depend.
fn latencies(instructions: &[Instruction]) -> String {
    let mut text = format!(
        "\n### Instructions and latencies\n\nAll {} combinations of the syntax lines are instructions; `halfpipe list set` and \
         `halfpipe list setp` name them.\n\n| latencies | default | relations |\n|---|---|---|\n",
        instructions.len()
    );
    let mut found: BTreeMap<(u32, u32), Vec<Modifier>> = BTreeMap::new();
    for instruction in instructions {
        let relations = found
            .entry((max_latency(*instruction), default_latency(*instruction)))
            .or_default();
        let relation = instruction.cmp_op().expect("every comparison has one");
        if !relations.contains(&relation) {
            relations.push(relation);
        }
    }
    for ((longest, usual), mut relations) in found {
        relations.sort();
        let names: Vec<String> = relations.iter().map(|relation| format!("`.{relation}`")).collect();
        let _ = writeln!(text, "| 0 to {longest} | {usual} | {} |", names.join(", "));
    }
    text
}
