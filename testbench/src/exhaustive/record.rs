//! What stays of a run: a small file.

use std::ops::Range;
use std::path::{Path, PathBuf};

use halfpipe_isa::Instruction;
use halfpipe_tools::Tool;
use serde::{Serialize, Serializer};

use super::blocks::Blocks;
use super::digest::Digest;
use super::fault::Fault;
use super::form::Form;
use super::model;
use super::run::{is_exhaustible, ExhaustiveError, Outcome, Runner};
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
    /// It does not have the form of a record, or contradicts itself.
    #[error("{} is no record of an exhaustive run: {fault}", path.display())]
    Fault {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: Fault,
    },
}

/// What was run. Records of equal identity belong to the same netlist and the same expected results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The instruction's canonical name.
    pub mnemonic: String,
    /// The unit's latency.
    pub latency: u32,
    /// Plain gates, or the FPGA whose cells the netlist has.
    pub mapping: String,
    /// The digest of the generated netlist's structure. For a module that someone else wrote, the hash of what Yosys makes
    /// of it.
    pub netlist: String,
    /// The version of Yosys that made it.
    pub yosys: String,
    /// The hash of the models that the results were compared with: their source, and what the table says of the instruction.
    pub model: String,
}

impl Identity {
    /// The identity of a circuit of a module.
    ///
    /// # Errors
    ///
    /// When Yosys cannot be asked for its version.
    pub fn of(device: &dyn Device, circuit: &Circuit) -> Result<Identity, EngineError> {
        Ok(Identity {
            mnemonic: device.instruction().mnemonic(),
            latency: device.latency(),
            mapping: circuit.mapping().to_string(),
            netlist: match device.design() {
                Some(design) => design.module().digest().to_string(),
                None => circuit.hash(),
            },
            yosys: Tool::Yosys.version()?.unwrap_or_default(),
            model: model::identity(device.instruction()),
        })
    }
}

/// What a run found, and how far it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// What was run.
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
    /// The digests of all results.
    pub blocks: Blocks,
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
            blocks: Blocks::default(),
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

    /// Whether it is of the rows of a shard, all run, without a contradiction and without a mismatch.
    pub fn is_proof_of(&self, shard: Shard) -> bool {
        let is_whole = self.is_complete() && self.rows() == shard.rows();
        is_whole && self.check().is_ok() && self.mismatches == 0
    }

    /// All its rows, run or not.
    pub fn rows(&self) -> Range<u32> {
        self.first_row..self.end_row
    }

    /// The rows that were run.
    pub fn rows_run(&self) -> Range<u32> {
        self.first_row..self.next_row
    }

    /// The digest of all results.
    pub fn digest(&self) -> Digest {
        self.blocks.total()
    }

    /// Whether its parts fit each other.
    ///
    /// # Errors
    ///
    /// The first contradiction.
    pub fn check(&self) -> Result<(), Fault> {
        let (first_row, end_row, next_row) = (self.first_row, self.end_row, self.next_row);
        let in_order = first_row <= next_row && next_row <= end_row;
        if !in_order || first_row == end_row || end_row > ROWS {
            return Err(Fault::Rows {
                first_row,
                end_row,
                next_row,
            });
        }
        if !self.blocks.are_of(self.rows_run()) {
            return Err(Fault::Blocks { first_row, next_row });
        }
        let (vectors, due) = (self.vectors, self.due_vectors()?);
        if vectors != due {
            let rows = self.rows_run().len() as u32;
            return Err(Fault::Vectors { vectors, rows, due });
        }
        let has_first = self.first_mismatch.is_some();
        if self.mismatches > vectors || (self.mismatches > 0) != has_first {
            return Err(Fault::Mismatches {
                mismatches: self.mismatches,
                vectors,
                first: if has_first { "a" } else { "no" },
            });
        }
        Ok(())
    }

    /// How many vectors the rows so far have: each one for every value of the second operand, where there is one.
    fn due_vectors(&self) -> Result<u64, Fault> {
        let mnemonic = &self.identity.mnemonic;
        let instruction = mnemonic.parse::<Instruction>().ok();
        let instruction = instruction.filter(|found| is_exhaustible(*found) && found.mnemonic() == *mnemonic);
        let instruction = instruction.ok_or_else(|| Fault::Mnemonic {
            mnemonic: mnemonic.clone(),
        })?;
        let of_row = match instruction.signature().operands().len() {
            1 => 1,
            _ => u64::from(ROWS),
        };
        Ok(self.rows_run().len() as u64 * of_row)
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
            self.first_mismatch = outcome.first.as_ref().and_then(|mismatch| mismatch.command());
        }
        self.blocks = std::mem::take(&mut self.blocks).with(&outcome.blocks);
        Ok(outcome)
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
        self.blocks = std::mem::take(&mut self.blocks).with(&later.blocks);
    }

    /// The name of its file.
    pub fn file_name(device: &dyn Device, shard: Shard) -> String {
        format!("{}{}.json", device.name(), shard.suffix())
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// When there is no such file, it is no record, or it contradicts itself.
    pub fn read(path: &Path) -> Result<Record, RecordError> {
        let text = std::fs::read_to_string(path).map_err(|source| RecordError::File {
            path: path.to_owned(),
            source,
        })?;
        let form = serde_json::from_str(&text).map_err(|error| Fault::Form(error.to_string()));
        form.and_then(Form::record).map_err(|fault| RecordError::Fault {
            path: path.to_owned(),
            fault,
        })
    }

    /// The text of its file.
    pub fn to_json(&self) -> String {
        Form::of(self).text()
    }
}

/// As in its file.
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Form::of(self).serialize(serializer)
    }
}
