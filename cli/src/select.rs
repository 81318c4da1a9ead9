//! Selection of instructions on a command line.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use halfpipe_isa::{synonym, Instruction, NamedInstruction, Operation, ParseError};

use crate::error::{print_note, Error};

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
            print_note(&format!("note: {reading}"));
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
mod tests {
    use super::*;

    fn count(words: &[&str]) -> usize {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        select(&words, |_| true).unwrap().len()
    }

    #[test]
    fn patterns_stand_for_every_name_they_match() {
        assert_eq!(count(&["all"]), Instruction::arithmetic().len());
        assert_eq!(count(&["*"]), 2163);
        assert_eq!(count(&["set.*", "setp_*"]), 1680);
        assert_eq!(count(&["cvt*"]), 313);
        assert_eq!(count(&["cuda"]), 318);
        assert_eq!(count(&["roundings"]), 468);
        assert_eq!(count(&["roundings", "add.rz.f16"]), 468);
        assert_eq!(count(&["dots"]), 250);
        assert_eq!(count(&["dots", "dot*"]), 250);
        assert_eq!(count(&["fp8"]), 84);
        assert_eq!(count(&["fp8", "add.e4m3"]), 84);
        assert_eq!(count(&["fma.*"]), 40);
        assert_eq!(count(&["*.f32.*"]), 54);
        assert_eq!(count(&["fma.rn.*bf16*"]), 10);
        assert_eq!(count(&["add.rn.f16"]), 1);
    }

    #[test]
    fn a_pattern_that_ptx_lacks_stands_for_instructions_beyond_it() {
        assert_eq!(count(&["cvt*ue5m3*"]), 21);
        assert_eq!(count(&["cvt_rz_satfinite_e*"]), 15);
        assert_eq!(count(&["add.rna.*f16"]), 6);
        assert!(select(&["rem*".to_owned()], |_| true).is_err());
    }

    #[test]
    fn a_pattern_of_riscv_stands_for_rounding_ports_or_for_a_fixed_rounding() {
        let names = |pattern: &str| {
            let named = select(&[pattern.to_owned()], |_| true).unwrap().into_iter();
            named.map(Instruction::mnemonic).collect::<Vec<_>>()
        };
        assert_eq!(names("fadd.*"), ["fadd.h", "fadd.bf16"]);
        assert_eq!(names("fadd_*"), names("fadd.*"));
        assert_eq!(names("fadd.*.rne"), ["fadd.h.rne", "fadd.bf16.rne"]);
        assert_eq!(
            names("fmul.h.*"),
            ["rne", "rtz", "rdn", "rup", "rmm"].map(|rounding| format!("fmul.h.{rounding}"))
        );
        assert_eq!(names("fsgnj*.h"), ["fsgnj.h", "fsgnjn.h", "fsgnjx.h"]);
        assert_eq!(names("fcvt.s.*"), ["fcvt.s.h", "fcvt.s.bf16"]);
        assert_eq!(count(&["riscv"]), 60);
        assert_eq!(count(&["riscv", "f*.h", "fcvt*"]), 60);
        assert_eq!(count(&["riscv", "fadd.h", "fadd.h.rne"]), 61);
        assert!(select(&["riscv".to_owned()], |_| true)
            .unwrap()
            .iter()
            .all(|one| one.is_riscv()));
    }

    #[test]
    fn f16_in_a_pattern_is_no_end_of_bf16() {
        let names = |pattern: &str| {
            let named = select(&[pattern.to_owned()], |_| true).unwrap().into_iter();
            named.map(Instruction::mnemonic).collect::<Vec<_>>()
        };
        assert_eq!(names("neg*f16"), ["neg.f16", "neg.ftz.f16"]);
        assert_eq!(names("neg*_bf16"), ["neg.bf16"]);
        assert_eq!(names("neg.b*"), ["neg.bf16", "neg.bf16x2"]);
        // A pattern without the whole name of a type covers both.
        assert_eq!(count(&["fma.*16"]), count(&["fma.*f16", "fma.*bf16"]));
        assert!(names("cvt*f16*").contains(&"cvt.rn.bf16.f16".to_owned()));
    }

    #[test]
    fn the_name_of_a_module_is_a_mnemonic_too() {
        for named in Instruction::arithmetic() {
            assert_eq!(instruction(&named.module_name()), Ok(*named));
            assert_eq!(instruction(&named.mnemonic()), Ok(*named));
        }
        assert_eq!(count(&["fma_rn_*"]), count(&["fma.rn.*"]));
        let refused = instruction("fma_rn_f61").unwrap_err().to_string();
        assert!(refused.contains("did you mean `f16`"), "{refused}");
    }

    #[test]
    fn a_listing_takes_operations_for_their_families() {
        let listed = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            select_for_listing(&words).map(|chosen| chosen.len())
        };
        assert_eq!(listed(&[]).unwrap(), Instruction::arithmetic().len());
        assert_eq!(listed(&["all", "fma"]).unwrap(), count(&["all"]));
        assert_eq!(listed(&["fma"]).unwrap(), count(&["fma.*"]));
        assert_eq!(
            listed(&["fma", "fma.f16", "*.f16x2"]).unwrap(),
            count(&["fma.*", "*.f16x2"])
        );
        assert!(listed(&["fmaa"]).is_err());
        assert_eq!(listed(&["fadd"]).unwrap(), 2);
        assert_eq!(listed(&["fadd", "fmsub", "fcvt", "fmv"]).unwrap(), 2 + 2 + 22 + 2);
        assert_eq!(listed(&["div"]).unwrap(), 40);
        // Commands that build or measure modules take a pattern for an operation's instructions.
        assert!(select(&["fma".to_owned()], |_| true).is_err());
    }

    #[test]
    fn an_instruction_named_twice_is_chosen_once() {
        assert_eq!(count(&["add.f16", "add.rn.f16", "add.rn.f16*"]), 2);
    }

    #[test]
    fn all_and_cuda_stand_for_what_is_possible_and_a_name_for_itself() {
        let possible = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            let has_two_lanes = |instruction: Instruction| instruction.ty().lanes() == 2;
            select(&words, has_two_lanes).unwrap().len()
        };
        let is_arithmetic = |instruction: &Instruction| instruction.operation().is_arithmetic();
        let packed = select(&["*x2".to_owned()], |_| true).unwrap();
        let of_two_lanes = packed.into_iter().filter(is_arithmetic).count();
        assert_eq!(possible(&["all"]), of_two_lanes);
        assert_eq!(possible(&["all", "fma.rn.f16", "fma.rn.f16x2"]), of_two_lanes + 1);
        assert_eq!(possible(&["fma.rn.f16", "neg.*f16"]), 1 + count(&["neg.*f16"]));
        let packed_of_cuda = select(&["cuda".to_owned()], |_| true).unwrap().into_iter();
        let packed_of_cuda = packed_of_cuda
            .filter(|instruction| instruction.ty().lanes() == 2)
            .count();
        assert_eq!(possible(&["cuda"]), packed_of_cuda);
        assert!((1..count(&["cuda"])).contains(&packed_of_cuda));
    }

    #[test]
    fn a_pattern_must_match_something() {
        let error = select(&["rem*".to_owned()], |_| true).unwrap_err();
        assert!(matches!(error, Error::Usage(_)), "{error:?}");
    }
}
