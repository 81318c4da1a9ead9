//! The names of modules, and the search among them.

use std::sync::LazyLock;

use halfpipe_isa::{synonyms, Instruction, SynonymMeaning};
use halfpipe_request::kind::ModuleKind;
use halfpipe_request::select;
use serde::Serialize;

/// A module that has a name.
#[derive(Clone, Serialize)]
pub struct NameRow {
    name: String,
    summary: &'static str,
    /// Names in other systems.
    aliases: Vec<String>,
    kind: &'static str,
}

/// A module that a text may mean.
#[derive(Serialize)]
pub struct FoundName {
    name: String,
    summary: &'static str,
    /// The reading of the text, in words.
    reason: String,
}

/// The most answers to one text.
const MOST_FOUND: usize = 20;

/// Words of people for parts of names.
const SPOKEN: [(&str, &[&str]); 7] = [
    ("half", &["f16", ".h"]),
    ("float16", &["f16"]),
    ("bfloat", &["bf16"]),
    ("brain", &["bf16"]),
    ("single", &["f32", ".s"]),
    ("float", &["f32", ".s"]),
    ("fp8", &["e4m3", "e5m2"]),
];

static NAMES: LazyLock<Vec<NameRow>> = LazyLock::new(|| {
    let riscv = Instruction::riscv_with_rm();
    let all = Instruction::all().iter().copied().chain(riscv);
    let mut aliases: Vec<(&str, &str)> = Vec::new();
    for synonym in synonyms() {
        if let SynonymMeaning::Instruction { mnemonic, .. } = &synonym.meaning {
            aliases.push((mnemonic, &synonym.name));
        }
    }
    let instruction = |instruction: Instruction| {
        let name = instruction.mnemonic();
        let own = aliases.iter().filter(|(mnemonic, _)| *mnemonic == name);
        NameRow {
            aliases: own.map(|(_, alias)| (*alias).to_owned()).collect(),
            name,
            summary: instruction.form().summary(),
            kind: "instruction",
        }
    };
    let core = |(kind, summary): (ModuleKind, &'static str)| {
        Some(NameRow {
            name: kind.keyword()?.to_owned(),
            summary,
            aliases: Vec::new(),
            kind: "core",
        })
    };
    let cores = CORES.into_iter().filter_map(core);
    all.map(instruction).chain(cores).collect()
});

/// The modules of no single instruction.
const CORES: [(ModuleKind, &str); 4] = [
    (ModuleKind::Core, "One core for many instructions of PTX."),
    (ModuleKind::Zfh, "The floating-point core of a RISC-V processor."),
    (ModuleKind::Tile, "A tile of dot products, as in a tensor core."),
    (ModuleKind::Vortex, "The dot product unit of Vortex' tensor core."),
];

/// Returns all names.
pub fn list() -> Vec<NameRow> {
    NAMES.clone()
}

/// Finds the modules that a text may mean, the best first.
pub fn find(text: &str) -> Vec<FoundName> {
    let text = text.trim();
    let mut found: Vec<FoundName> = Vec::new();
    if let Ok(named) = select::named(text) {
        found.push(FoundName {
            name: named.instruction.mnemonic(),
            summary: named.instruction.form().summary(),
            reason: named.reading.unwrap_or_else(|| "the name".to_owned()),
        });
    }
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let mut ranked: Vec<(usize, &NameRow)> = NAMES.iter().filter_map(|row| Some((rank(row, &words)?, row))).collect();
    ranked.sort_by_key(|(rank, row)| (*rank, row.name.len()));
    for (_, row) in ranked {
        if found.iter().all(|one| one.name != row.name) {
            found.push(FoundName {
                name: row.name.clone(),
                summary: row.summary,
                reason: describe_alias(row, &words),
            });
        }
    }
    found.truncate(MOST_FOUND);
    found
}

/// Returns the distance of a name from the words of a search; None if a word is not in it.
fn rank(row: &NameRow, words: &[&str]) -> Option<usize> {
    let mut sum = 0;
    for (place, word) in words.iter().enumerate() {
        let spoken = SPOKEN.iter().find(|(spoken, _)| spoken == word);
        let in_name = |part: &str| row.name.to_lowercase().find(part);
        let own = match spoken {
            Some((_, parts)) => parts.iter().find_map(|part| in_name(part)).map(|_| 1),
            // The first word is most often the operation.
            None => in_name(word).map(|at| if at == 0 && place == 0 { 0 } else { 1 }),
        };
        let in_alias = row.aliases.iter().any(|alias| alias.to_lowercase().contains(word));
        let in_summary = row.summary.to_lowercase().contains(word);
        sum += own.or(in_alias.then_some(3)).or(in_summary.then_some(6))?;
    }
    Some(if words.is_empty() { 0 } else { sum })
}

/// Names the alias by which words find a module.
fn describe_alias(row: &NameRow, words: &[&str]) -> String {
    let is_hit = |alias: &&String| words.iter().any(|word| alias.to_lowercase().contains(word));
    match row.aliases.iter().find(is_hit) {
        Some(alias) => format!("{alias} is {}", row.name),
        None => row.summary.to_owned(),
    }
}
