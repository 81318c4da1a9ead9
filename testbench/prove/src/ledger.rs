//! The ledger of proofs: a line for each proven function and each proven theorem.
//!
//! A line is identified by a digest of formulas, which contain both specification and hardware. The names of lemmas,
//! comments and the generator's version are not part of the digest. `--check` rebuilds the formulas and compares
//! digests, without solving.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use halfpipe_isa::{Instruction, Operation, FLAGS_MARK};
use halfpipe_lemmas::digest::digest_texts;
use halfpipe_lemmas::lemma::{digests, Lemma};
use halfpipe_tools::files::{read_text, write_file, FileLock, WriteError};
use serde::{Deserialize, Serialize};

use crate::key::TheoremKey;

/// The Yosys version whose netlists the theorems are about, as a line names it. This version is installed with
/// halfpipe.
pub const YOSYS: &str = "Yosys 0.70";

/// Returns the digest of formulas from the digest of each, in any order.
pub fn digest_of_formulas<'d>(digests: impl IntoIterator<Item = &'d str>) -> String {
    let mut digests: Vec<&str> = digests.into_iter().collect();
    digests.sort_unstable();
    digest_texts(digests)
}

/// Returns the digest of each part of a function from its lemmas.
pub(crate) fn digests_of_parts(function: &[Lemma]) -> BTreeMap<&Option<String>, String> {
    let formulas = digests(function);
    let mut parts: BTreeMap<&Option<String>, Vec<&str>> = BTreeMap::new();
    for (lemma, digest) in function.iter().zip(&formulas) {
        parts.entry(&lemma.part).or_default().push(digest);
    }
    let digest = |(part, formulas)| (part, digest_of_formulas(formulas));
    parts.into_iter().map(digest).collect()
}

/// Returns the digest of a theorem's formulas from the lemmas of its function and of its module, as
/// [`TheoremLine::formulas`].
pub fn digest_of_theorem(function: &[Lemma], module: &[Lemma]) -> String {
    let parts = digests_of_parts(function);
    let function = digest_of_formulas(parts.values().map(String::as_str));
    let module = digests(module);
    digest_of_formulas(module.iter().map(String::as_str).chain([function.as_str()]))
}

/// A line of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum LedgerLine {
    Function(FunctionLine),
    Theorem(TheoremLine),
}

/// A proven function: one lane of an instruction, or part of a core.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FunctionLine {
    /// The instruction, or the core.
    pub function: String,
    /// The part of a core.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub part: Option<String>,
    /// The digest of the formulas of its lemmas; see [`digest_of_formulas`].
    pub formulas: String,
    /// The number of its lemmas.
    pub lemmas: usize,
    /// The processor time of its lemmas.
    pub milliseconds: u64,
}

/// A proven theorem: a module computes its instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TheoremLine {
    /// The key of the module.
    #[serde(flatten)]
    pub key: TheoremKey,
    /// The digest of the formulas of the function and the module, without those of a netlist.
    pub formulas: String,
    /// The digest of the formulas about the netlist that Yosys made.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub netlist: Option<String>,
    /// The digest of the netlist's sources: the Verilog without comments, the Yosys commands, and the cell models.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// The tool that made the netlist, with its version.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub made_by: Option<String>,
    /// The number of its own lemmas, without those of the function.
    pub lemmas: usize,
    /// The processor time of its own lemmas.
    pub milliseconds: u64,
}

/// The ledger's records of one instruction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LedgerRecords {
    /// The parts of its function. An instruction has one part without a name.
    pub parts: BTreeMap<Option<String>, FunctionLine>,
    /// The theorems about its modules.
    pub theorems: BTreeMap<TheoremKey, TheoremLine>,
}

/// A ledger that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A file cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// A line is not a ledger line.
    #[error("{} line {number}: {error}; a line is a function or a theorem", path.display())]
    LedgerLine {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        number: usize,
        /// The syntax error.
        error: serde_json::Error,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// A ledger folder. Each arithmetic instruction and each core has its own file. The instructions of any other operation
/// (set, setp, cvt) share a file, because there are many of them, each with few lines. So do those in a format that the
/// table of instructions does not have.
#[derive(Clone, Debug)]
pub struct Ledger {
    folder: PathBuf,
}

impl Ledger {
    /// Opens the ledger in a folder.
    pub fn new(folder: &Path) -> Ledger {
        Ledger {
            folder: folder.to_owned(),
        }
    }

    /// Returns the file of an instruction, or of a core.
    pub fn file(&self, name: &str) -> PathBuf {
        let own = match shared_file(name) {
            Some(shared) => shared.to_owned(),
            None => name.replace('.', "_").replace(" --", "_"),
        };
        self.folder.join(format!("{own}.jsonl"))
    }

    /// Reads the records of an instruction. There are none if its file does not exist.
    ///
    /// # Errors
    ///
    /// [`LedgerError`] where the file cannot be read.
    pub fn read(&self, name: &str) -> Result<LedgerRecords, LedgerError> {
        Ok(self.all_beside(name)?.remove(name).unwrap_or_default())
    }

    /// Reads all records in the file of an instruction, by the names of their instructions.
    fn all_beside(&self, name: &str) -> Result<BTreeMap<String, LedgerRecords>, LedgerError> {
        let path = self.file(name);
        let text = match read_text(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
            Err(error) => return Err(LedgerError::Read { path, error }),
        };
        let mut all: BTreeMap<String, LedgerRecords> = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let line = serde_json::from_str(line).map_err(|error| LedgerError::LedgerLine {
                path: path.clone(),
                number: index + 1,
                error,
            })?;
            match line {
                LedgerLine::Function(line) => {
                    let records = all.entry(line.function.clone()).or_default();
                    records.parts.insert(line.part.clone(), line);
                }
                LedgerLine::Theorem(mut line) => {
                    // Lines of earlier versions have the mark alone.
                    line.key.flags |= line.key.theorem.contains(FLAGS_MARK);
                    let records = all.entry(line.key.theorem.clone()).or_default();
                    records.theorems.insert(line.key.clone(), line);
                }
            }
        }
        Ok(all)
    }

    /// Changes the records of an instruction under a file lock. Lines that other processes wrote are read first and
    /// kept. `change` gets the current records, which may be more than an earlier [`Ledger::read`] gave.
    ///
    /// # Errors
    ///
    /// [`LedgerError`] where the file cannot be locked, read or written. The file is then unchanged.
    pub fn update(&self, name: &str, change: impl FnOnce(&mut LedgerRecords)) -> Result<(), LedgerError> {
        let path = self.file(name);
        let _lock = FileLock::acquire(&path)?;
        let mut all = self.all_beside(name)?;
        change(all.entry(name.to_owned()).or_default());
        if shared_file(name).is_none() {
            // A line about another instruction is here by mistake, and no run reads it.
            all.retain(|owner, _| owner == name);
        }
        let mut text = String::new();
        for records in all.into_values() {
            let functions = records.parts.into_values().map(LedgerLine::Function);
            for line in functions.chain(records.theorems.into_values().map(LedgerLine::Theorem)) {
                text += &serde_json::to_string(&line).expect("a line has nothing that is no JSON");
                text.push('\n');
            }
        }
        Ok(write_file(&path, text.as_bytes())?)
    }
}

/// Returns the name of an instruction's file if others share it: the format of the operands where the table of
/// instructions does not have it, or the first word of the mnemonics of an operation with many instructions.
fn shared_file(name: &str) -> Option<&'static str> {
    let plain = name.split_once(" --").map_or(name, |(plain, _)| plain);
    let ty = plain.parse::<Instruction>().ok().map(Instruction::ty);
    if let Some(ty) = ty.filter(|ty| ty.is_composed()) {
        return Some(ty.operand_format().word());
    }
    let (first, _) = name.split_once('.')?;
    let shared = Operation::ALL
        .into_iter()
        .filter(|operation| !operation.is_arithmetic());
    let mut names = shared.flat_map(|operation| [Some(operation.name()), operation.riscv_name()]);
    names.find_map(|name| name.filter(|name| *name == first))
}
