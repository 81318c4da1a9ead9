//! What stays of a run: a small file.

use std::path::{Path, PathBuf};

use halfpipe_isa::Instruction;
use halfpipe_synth::tools::Tool;
use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::model;
use super::run::{ExhaustiveError, Outcome, Runner};
use super::{Shard, ROWS};
use crate::device::Device;
use crate::engine::{Circuit, EngineError};

/// A record that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It does not have the form of a record.
    #[error("{} is no record of an exhaustive run: {message}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
}

/// What was run. Records of equal identity belong to the same netlist and the same expected results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The instruction's canonical name.
    pub mnemonic: String,
    /// The unit's latency.
    pub latency: u32,
    /// Plain gates, or the FPGA whose cells the netlist has.
    pub mapping: String,
    /// The hash of the netlist.
    pub netlist: String,
    /// The version of Yosys that made it.
    pub yosys: String,
    /// The digest of the model's results on operands that are the same in every run. A record that does not say it can be
    /// of any model, so it is of none of today's.
    #[serde(default)]
    pub model: String,
}

impl Identity {
    /// The identity of a circuit.
    ///
    /// # Errors
    ///
    /// When Yosys cannot be asked for its version.
    pub fn of(device: &dyn Device, circuit: &Circuit) -> Result<Identity, EngineError> {
        Ok(Identity {
            mnemonic: device.instruction().mnemonic(),
            latency: device.latency(),
            mapping: circuit.mapping().to_string(),
            netlist: circuit.hash(),
            yosys: Tool::Yosys.version()?.unwrap_or_default(),
            model: model::of_model(device.instruction()).to_string(),
        })
    }
}

/// What a run found, and how far it came.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// What was run.
    #[serde(flatten)]
    pub identity: Identity,
    /// The first row: the smallest first operand.
    pub first_row: u32,
    /// The row after the last one.
    pub end_row: u32,
    /// The next row to run; `end_row` where the run is complete.
    pub next_row: u32,
    /// Vectors so far; in x2 each is one pair in each lane.
    pub vectors: u64,
    /// Vectors with a wrong result.
    pub mismatches: u64,
    /// The command that evaluates the first of them again.
    pub first_mismatch: Option<String>,
    /// The digest of all results, in hexadecimal digits.
    pub digest: String,
}

impl Record {
    /// The record of a run that has not begun.
    pub fn new(identity: Identity, shard: Shard) -> Record {
        let rows = shard.rows();
        Record {
            identity,
            first_row: rows.start,
            end_row: rows.end,
            next_row: rows.start,
            vectors: 0,
            mismatches: 0,
            first_mismatch: None,
            digest: Digest::default().to_string(),
        }
    }

    /// Whether all rows were run.
    pub fn is_complete(&self) -> bool {
        self.next_row == self.end_row
    }

    /// Whether it is of all rows, all run, with all vectors and without a mismatch.
    pub fn is_proof(&self) -> bool {
        self.is_proof_of(Shard::WHOLE)
    }

    /// Whether it is of the rows of a shard, all run, with all their vectors and without a mismatch.
    pub fn is_proof_of(&self, shard: Shard) -> bool {
        let is_whole = self.is_complete() && (self.first_row..self.end_row) == shard.rows();
        is_whole && self.due_vectors() == Some(self.vectors) && self.mismatches == 0
    }

    /// How many vectors the rows so far have: each one for every value of the second operand, where there is one. None where
    /// the name is no instruction's.
    pub(super) fn due_vectors(&self) -> Option<u64> {
        let instruction: Instruction = self.identity.mnemonic.parse().ok()?;
        let of_row = (u64::from(ROWS)).checked_pow(instruction.operands().len().checked_sub(1)? as u32)?;
        u64::from(self.next_row - self.first_row).checked_mul(of_row)
    }

    /// Whether the digest is the one that a correct run has, by the exact model of today. True for instructions with
    /// several operands, whose digests are not computed that fast.
    pub fn agrees_with_model(&self) -> bool {
        let Ok(instruction) = self.identity.mnemonic.parse() else {
            return false;
        };
        model::of_single_operands(instruction).is_none_or(|expected| expected == self.digest())
    }

    /// Runs up to so many more rows; returns what they gave.
    ///
    /// # Errors
    ///
    /// As for [`Runner::run`].
    pub fn advance(&mut self, runner: &Runner, rows: u32) -> Result<Outcome, ExhaustiveError> {
        let end = self.end_row.min(self.next_row.saturating_add(rows));
        let outcome = runner.run(self.next_row..end)?;
        self.next_row = end;
        self.vectors += outcome.vectors;
        self.mismatches += outcome.mismatches;
        if self.first_mismatch.is_none() {
            self.first_mismatch = outcome.first.as_ref().map(|mismatch| mismatch.command());
        }
        self.digest = self.digest().with(outcome.digest).to_string();
        Ok(outcome)
    }

    /// The digest as a number; that of nothing where the record's digits are none.
    pub(super) fn digest(&self) -> Digest {
        Digest(u64::from_str_radix(&self.digest, 16).unwrap_or_default())
    }

    /// Adds what a record of the rows after these found.
    pub(super) fn append(&mut self, later: &Record) {
        self.end_row = later.end_row;
        self.next_row = later.next_row;
        self.vectors += later.vectors;
        self.mismatches += later.mismatches;
        if self.first_mismatch.is_none() {
            self.first_mismatch.clone_from(&later.first_mismatch);
        }
        self.digest = self.digest().with(later.digest()).to_string();
    }

    /// The name of its file.
    pub fn file_name(device: &dyn Device, shard: Shard) -> String {
        format!("{}{}.json", device.name(), shard.suffix())
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// When there is no such file, or it is no record.
    pub fn read(path: &Path) -> Result<Record, RecordError> {
        let text = std::fs::read_to_string(path).map_err(|source| RecordError::File {
            path: path.to_owned(),
            source,
        })?;
        let form = |message: String| RecordError::Form {
            path: path.to_owned(),
            message,
        };
        let record: Record = serde_json::from_str(&text).map_err(|error| form(error.to_string()))?;
        let in_order = record.first_row <= record.next_row && record.next_row <= record.end_row;
        if !in_order || record.end_row > ROWS || u64::from_str_radix(&record.digest, 16).is_err() {
            return Err(form("its rows or its digest are none".to_owned()));
        }
        Ok(record)
    }

    /// The text of its file.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a record is plain data");
        text.push('\n');
        text
    }
}
