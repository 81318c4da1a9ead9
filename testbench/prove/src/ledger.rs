//! What has been proven, on file: a line for each lemma and for each theorem.
//!
//! A lemma is known by the digest of its formula, which holds specification and hardware both. Whether it is still the one that
//! is needed is seen by making the formula anew, which takes no solving.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use halfpipe_tools::files::{write_file, WriteError};
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

/// A folder with a file for each instruction.
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
        self.folder
            .join(format!("{}.jsonl", name.replace('.', "_").replace(" --", "_")))
    }

    /// What is on file of an instruction; nothing where there is no file.
    ///
    /// # Errors
    ///
    /// [`LedgerError`] where the file cannot be read.
    pub fn read(&self, name: &str) -> Result<Records, LedgerError> {
        let path = self.file(name);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Records::default()),
            Err(error) => return Err(LedgerError::Read { path, error }),
        };
        let mut records = Records::default();
        for (index, line) in text.lines().enumerate() {
            let line = serde_json::from_str(line).map_err(|error| LedgerError::Line {
                path: path.clone(),
                number: index + 1,
                error,
            })?;
            match line {
                Line::Lemma(line) => drop(records.lemmas.insert(line.lemma.clone(), line)),
                Line::Theorem(line) => drop(records.theorems.insert(line.key.clone(), line)),
            }
        }
        Ok(records)
    }

    /// Writes what is on file of an instruction.
    ///
    /// # Errors
    ///
    /// [`LedgerError`] where the file cannot be written.
    pub fn write(&self, name: &str, records: &Records) -> Result<(), LedgerError> {
        let lemmas = records.lemmas.values().cloned().map(Line::Lemma);
        let theorems = records.theorems.values().cloned().map(Line::Theorem);
        let mut text = String::new();
        for line in lemmas.chain(theorems) {
            text += &serde_json::to_string(&line).expect("a line has nothing that is no JSON");
            text.push('\n');
        }
        Ok(write_file(&self.file(name), text.as_bytes())?)
    }
}
