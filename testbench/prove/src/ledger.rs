//! What has been proven, on file: a line for each lemma and for each theorem.
//!
//! A lemma is known by the digest of its formula, which holds specification and hardware both. Whether it is still the one that
//! is needed is seen by making the formula anew, which takes no solving.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use halfpipe_isa::Operation;
use halfpipe_tools::files::{write_file, FileLock, WriteError};
use serde::{Deserialize, Serialize};

use crate::lemma::{Decided, Lemma, Verdict};
use crate::theorem::{specification_of, Key};

/// The solver, as a line names it.
pub const SOLVER: &str = "batsat 0.6.0";

/// The Yosys whose netlists theorems are about, as a line names it: the one that is installed with this version.
pub const YOSYS: &str = "Yosys 0.70";

/// A line of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Line {
    Lemma(LemmaLine),
    Theorem(TheoremLine),
}

/// A lemma that was decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LemmaLine {
    /// Its name.
    pub lemma: String,
    /// The function that it is of, in a file of several.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub function: Option<String>,
    /// The digest of its formula, in which specification and hardware both are.
    pub formula: String,
    /// The digest of the hardware's structure.
    pub netlist: String,
    /// The digest of the specification's text.
    pub specification: String,
    /// What decided it, with its version.
    pub method: String,
    /// What came of it.
    pub result: String,
    /// How long the processor worked on it.
    pub milliseconds: u64,
}

impl LemmaLine {
    /// The line of a lemma about hardware with such a digest.
    pub fn of(lemma: &Lemma, decided: &Decided, netlist: &str) -> LemmaLine {
        LemmaLine {
            lemma: lemma.name.clone(),
            function: None,
            formula: decided.digest.clone(),
            netlist: netlist.to_owned(),
            specification: specification_of(lemma).to_owned(),
            method: method(lemma),
            result: result(&decided.verdict).to_owned(),
            milliseconds: decided.time.as_millis() as u64,
        }
    }

    /// Whether it says that a lemma about such hardware, the formula of which has this digest, holds.
    pub fn holds(&self, lemma: &Lemma, formula: &str, netlist: &str) -> bool {
        self.is_decided(formula)
            && self.lemma == lemma.name
            && self.netlist == netlist
            && self.specification == specification_of(lemma)
            && self.method == method(lemma)
    }

    /// Whether it says that a formula with this digest holds, whatever it was made of.
    pub fn is_decided(&self, formula: &str) -> bool {
        self.formula == formula && self.result == HOLDS
    }

    /// The line of the same formula, made of the hardware and specification of today.
    pub fn renewed(&self, lemma: &Lemma, netlist: &str) -> LemmaLine {
        LemmaLine {
            lemma: lemma.name.clone(),
            netlist: netlist.to_owned(),
            specification: specification_of(lemma).to_owned(),
            method: method(lemma),
            ..self.clone()
        }
    }
}

/// What decides a lemma, with its version.
fn method(lemma: &Lemma) -> String {
    match lemma.method() {
        "solver" => SOLVER.to_owned(),
        other => format!("{other}, halfpipe {}", env!("CARGO_PKG_VERSION")),
    }
}

const HOLDS: &str = "holds";

fn result(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => HOLDS,
        Verdict::Fails(_) => "fails",
        Verdict::Unproven(_) => "unproven",
    }
}

/// A theorem that holds: that a module computes its instruction, from the lemmas of the function and its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TheoremLine {
    /// Which one it is.
    #[serde(flatten)]
    pub key: Key,
    /// The function that it rests on, whose lemmas are in its own file.
    pub function: String,
    /// The digest of all their digests.
    pub function_lemmas: String,
    /// Its own lemmas by name, each with its digest.
    pub lemmas: BTreeMap<String, String>,
    /// Of the Verilog, of what Yosys was to make of it, and of what its cells are taken for, where it is about a netlist.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// What made the netlist, with its version.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub made_by: Option<String>,
    /// How long its own lemmas took.
    pub milliseconds: u64,
}

/// What is on file of one instruction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Records {
    /// The lemmas of its function, by name.
    pub lemmas: BTreeMap<String, LemmaLine>,
    /// The theorems about its modules.
    pub theorems: BTreeMap<Key, TheoremLine>,
}

/// A ledger that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A file cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A line is none of a ledger.
    #[error("{} line {number}: {error}; a line is a lemma or a theorem", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        number: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// A folder with a file for each arithmetic instruction and for each core, and one for all instructions of another operation: of set,
/// setp and cvt there are many, each with few lines.
#[derive(Clone, Debug)]
pub struct Ledger {
    folder: PathBuf,
}

impl Ledger {
    /// The ledger in a folder.
    pub fn new(folder: &Path) -> Ledger {
        Ledger {
            folder: folder.to_owned(),
        }
    }

    /// The file of an instruction, or of a core.
    pub fn file(&self, name: &str) -> PathBuf {
        let own = match shared(name) {
            Some(operation) => operation.name().to_owned(),
            None => name.replace('.', "_").replace(" --", "_"),
        };
        self.folder.join(format!("{own}.jsonl"))
    }

    /// What is on file of an instruction; nothing where there is no file.
    ///
    /// # Errors
    ///
    /// [`LedgerError`] where the file cannot be read.
    pub fn read(&self, name: &str) -> Result<Records, LedgerError> {
        Ok(self.all_beside(name)?.remove(name).unwrap_or_default())
    }

    /// What is in the file of an instruction, by the names of those that it is about.
    fn all_beside(&self, name: &str) -> Result<BTreeMap<String, Records>, LedgerError> {
        let path = self.file(name);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
            Err(error) => return Err(LedgerError::Read { path, error }),
        };
        let mut all: BTreeMap<String, Records> = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let line = serde_json::from_str(line).map_err(|error| LedgerError::Line {
                path: path.clone(),
                number: index + 1,
                error,
            })?;
            match line {
                Line::Lemma(mut line) => {
                    let function = line.function.take().unwrap_or_else(|| name.to_owned());
                    let records = all.entry(function).or_default();
                    records.lemmas.insert(line.lemma.clone(), line);
                }
                Line::Theorem(line) => {
                    let records = all.entry(line.key.theorem.clone()).or_default();
                    records.theorems.insert(line.key.clone(), line);
                }
            }
        }
        Ok(all)
    }

    /// Changes what is on file of an instruction, while nobody else does: what others wrote is read before and kept. `change`
    /// gets what is there now, which may be more than an earlier [`Ledger::read`] gave.
    ///
    /// # Errors
    ///
    /// [`LedgerError`] where the file cannot be locked, read or written; then what was there stays.
    pub fn update(&self, name: &str, change: impl FnOnce(&mut Records)) -> Result<(), LedgerError> {
        let path = self.file(name);
        let _lock = FileLock::of(&path)?;
        let mut all = self.all_beside(name)?;
        change(all.entry(name.to_owned()).or_default());
        let is_shared = shared(name).is_some();
        if !is_shared {
            // A line about another instruction is there by mistake, and no run reads it.
            all.retain(|owner, _| owner == name);
        }
        let mut text = String::new();
        for (owner, records) in all {
            let function = is_shared.then_some(owner);
            let lemmas = records.lemmas.into_values().map(|line| {
                Line::Lemma(LemmaLine {
                    function: function.clone(),
                    ..line
                })
            });
            for line in lemmas.chain(records.theorems.into_values().map(Line::Theorem)) {
                text += &serde_json::to_string(&line).expect("a line has nothing that is no JSON");
                text.push('\n');
            }
        }
        Ok(write_file(&path, text.as_bytes())?)
    }
}

/// The operation of an instruction whose file all of that operation share.
fn shared(name: &str) -> Option<Operation> {
    let (first, _) = name.split_once('.')?;
    let operation = Operation::ALL.into_iter().find(|operation| operation.name() == first)?;
    (!operation.is_arithmetic()).then_some(operation)
}
