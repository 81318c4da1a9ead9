//! Selection of instructions on a command line.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use halfpipe_isa::{synonym, Instruction, NamedInstruction, Operation, ParseError};

use crate::error::Error;
use crate::notes::note;

/// Parses an instruction as [`named`] does. Reports the reading of another system's name on standard error.
pub fn instruction(word: &str) -> Result<Instruction, ParseError> {
    named(word).map(report)
}

/// Parses an instruction: a mnemonic in any spelling of PTX, the name of its module, or a name of another system that
/// means exactly one instruction, such as `__hfma`.
pub fn named(word: &str) -> Result<NamedInstruction, ParseError> {
    // A mnemonic has no underscore, and a module name has no dot.
    let is_module = word.contains('_') && !word.contains('.') && synonym(word).is_none();
    if is_module {
        NamedInstruction::parse(&word.replace('_', "."))
    } else {
        NamedInstruction::parse(word)
    }
}

/// Returns the instruction. Reports the reading of its name on standard error, the first time only: a stream may have
/// the name in each line.
pub fn report(named: NamedInstruction) -> Instruction {
    static REPORTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if let Some(reading) = named.reading {
        let mut reported = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
        if !reported.contains(&reading) {
            note(&format!("note: {reading}"));
            reported.insert(reading);
        }
    }
    named.instruction
}

/// An operation under its name in PTX, such as `add`, or under its name in RISC-V, such as `fadd`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedOperation {
    /// The operation.
    pub operation: Operation,
    /// Its name.
    pub name: &'static str,
    /// True if the name is that of RISC-V.
    is_riscv: bool,
}

impl NamedOperation {
    /// Looks up an operation by name.
    pub fn find(word: &str) -> Option<NamedOperation> {
        let named = |operation: Operation| {
            let ptx = (!operation.is_riscv_only()).then(|| (operation.name(), false));
            let riscv = operation.riscv_name().map(|name| (name, true));
            let mut names = [ptx, riscv].into_iter().flatten();
            let (name, is_riscv) = names.find(|(name, _)| *name == word)?;
            Some(NamedOperation {
                operation,
                name,
                is_riscv,
            })
        };
        Operation::ALL.into_iter().find_map(named)
    }

    /// Returns its instructions: those of PTX, or the others in the style of PTX if PTX has none; under the name of
    /// RISC-V, those of RISC-V with the rounding from a port.
    pub fn instructions(self) -> Vec<Instruction> {
        let family = |instruction: &Instruction| instruction.operation() == self.operation;
        if self.is_riscv {
            return Instruction::riscv_with_rm().into_iter().filter(family).collect();
        }
        let has_some = every().any(|instruction| family(&instruction));
        let all = beyond_riscv();
        all.filter(|instruction| family(instruction) && (instruction.is_ptx() || !has_some))
            .collect()
    }
}

/// Returns the same as [`select`], but the name of an operation stands for all its instructions. An empty list
/// stands for all arithmetic.
pub fn select_for_listing(words: &[String]) -> Result<Vec<Instruction>, Error> {
    if words.is_empty() {
        return Ok(all().collect());
    }
    chosen(words, |word| match NamedOperation::find(word) {
        Some(operation) => Ok(operation.instructions()),
        None => named_by(word),
    })
}

/// Returns the instructions that the words name, each once, in the order of their first mention.
///
/// A word is a mnemonic in any spelling of PTX, a module name, a name of another system, or a pattern of the first two.
/// In a pattern, `*` stands for any text. `all` stands for all arithmetic of PTX, and `cuda` for the instructions that CUDA's own headers emit.
/// `fp8` stands for arithmetic in formats of eight bits that rounds to nearest even, and `roundings` for arithmetic in
/// roundings that PTX does not have. `functions` stands for functions that PTX lacks on halves, `dots` for dot products,
/// and `riscv` for the instructions of RISC-V, with the rounding from a port. `all` covers PTX only. So does a pattern that matches an
/// instruction of PTX; any other pattern covers the instructions beyond PTX. If it matches none of them, it covers those
/// of RISC-V: with the rounding from a port, or with a fixed rounding if it matches no other.
///
/// Of `all` and `cuda`, the possible instructions only are taken. Instructions that are named or matched otherwise need
/// not be possible.
pub fn select(words: &[String], is_possible: impl Fn(Instruction) -> bool) -> Result<Vec<Instruction>, Error> {
    chosen(words, |word| match word {
        "all" | "cuda" => {
            let named = named_by(word)?.into_iter();
            Ok(named.filter(|instruction| is_possible(*instruction)).collect())
        }
        _ => named_by(word),
    })
}

/// Returns the instructions that the words name, each once.
fn chosen(
    words: &[String],
    named: impl Fn(&str) -> Result<Vec<Instruction>, Error>,
) -> Result<Vec<Instruction>, Error> {
    let mut chosen = Vec::new();
    for word in words {
        for instruction in named(word)? {
            if !chosen.contains(&instruction) {
                chosen.push(instruction);
            }
        }
    }
    Ok(chosen)
}

/// Returns the instructions of the word `all`: all arithmetic. Comparisons and conversions are left out, because there
/// are many more of them.
fn all() -> impl Iterator<Item = Instruction> {
    Instruction::arithmetic().iter().copied()
}

/// Returns the instructions to which operation names and patterns apply.
fn every() -> impl Iterator<Item = Instruction> {
    Instruction::ptx().iter().copied()
}

/// Returns all instructions but those of RISC-V.
fn beyond_riscv() -> impl Iterator<Item = Instruction> {
    let all = Instruction::all().iter().copied();
    all.filter(|instruction| !instruction.is_riscv())
}

/// True if a word can name several instructions.
pub fn is_of_several(word: &str) -> bool {
    word.contains('*') || WORDS.contains(&word)
}

/// The words for many instructions.
const WORDS: [&str; 7] = ["all", "cuda", "dots", "fp8", "functions", "riscv", "roundings"];

/// Returns the instructions of a word: a mnemonic, a module name, a pattern, or a word for many.
fn named_by(word: &str) -> Result<Vec<Instruction>, Error> {
    match word {
        "all" => return Ok(all().collect()),
        "cuda" => return Ok(Instruction::cuda().to_vec()),
        "roundings" => return Ok(Instruction::other_roundings().to_vec()),
        "riscv" => return Ok(Instruction::riscv_with_rm()),
        "functions" => return Ok(Instruction::functions().to_vec()),
        "dots" => return Ok(Instruction::dots().to_vec()),
        "fp8" => return Ok(Instruction::eight_bit().to_vec()),
        _ => {}
    }
    if !word.contains('*') {
        return Ok(vec![instruction(word)?]);
    }
    let is_named =
        |instruction: &Instruction| matches(word, &instruction.mnemonic()) || matches(word, &instruction.module_name());
    let riscv = Instruction::riscv().iter().copied();
    let sets: [&mut dyn Iterator<Item = Instruction>; 4] = [
        &mut every(),
        &mut beyond_riscv(),
        &mut Instruction::riscv_with_rm().into_iter(),
        &mut { riscv },
    ];
    let mut found = sets.into_iter().map(|set| set.filter(is_named).collect::<Vec<_>>());
    found.find(|found| !found.is_empty()).ok_or_else(|| {
        Error::usage(format!(
            "no instruction matches `{word}`; `halfpipe list '*' riscv` prints all names of PTX and of RISC-V"
        ))
    })
}

/// True if `name` matches `pattern`, in which each `*` stands for any text, even none. It does not end inside `bf16`:
/// what names f16 behind it is another type.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
            let mut ends = (0..=name.len()).filter(|&end| name.is_char_boundary(end) && !is_inside_bf16(name, end));
            ends.any(|end| matches(rest, &name[end..]))
        }),
    }
}

/// True if a position lies between the letters `b` and `f16`.
fn is_inside_bf16(name: &str, position: usize) -> bool {
    name[..position].ends_with('b') && name[position..].starts_with("f16")
}

#[cfg(test)]
#[path = "../tests/unit/select.rs"]
mod tests;
