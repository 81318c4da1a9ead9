//! Whether a record can be believed, and of what it is.

use std::io::ErrorKind;
use std::path::Path;

use super::blocks::cut;
use super::digest::Digest;
use super::run::Outcome;
use super::{ExhaustiveError, Fault, Record, RecordError, Runner};
use crate::device::Device;
use crate::engine::Circuit;

/// What a file is to a run that is to be recorded in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// There is no file.
    Missing,
    /// It is not the truth.
    Damaged(Doubt),
    /// It is of another netlist or another model.
    Stale,
    /// It can be gone on with, or is complete.
    Believed(Record),
}

/// Why a record is not believed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Doubt {
    /// It is wrong by itself.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// It is of another instruction than its name says.
    #[error("it is of {mnemonic}")]
    Instruction {
        /// The instruction that it is of.
        mnemonic: String,
    },
    /// It is of other rows than its name says.
    #[error("it is of the rows {first_row} to {end_row}")]
    Rows {
        /// Its first row.
        first_row: u32,
        /// The row after its last one.
        end_row: u32,
    },
    /// Rows that were run again gave other results.
    #[error("rows {first} to {last} have digest {found}, and it says {recorded}")]
    Digest {
        /// The first of the rows.
        first: u32,
        /// The last of them.
        last: u32,
        /// The digest of their results.
        found: Digest,
        /// The digest on record.
        recorded: Digest,
    },
    /// Rows that were run again have more mismatches than it has.
    #[error("there are {found} mismatches in a share of its rows, and it says {recorded}")]
    Mismatches {
        /// The mismatches in the rows that were run again.
        found: u64,
        /// The mismatches on record.
        recorded: u64,
    },
}

/// A record that cannot be held against anything.
#[derive(Debug, thiserror::Error)]
pub enum StandingError {
    /// The file cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Its rows cannot be run again.
    #[error(transparent)]
    Run(#[from] ExhaustiveError),
}

impl Standing {
    /// The standing of the file at `path`, where `due` is to be recorded, the run of a module's circuit that has not begun.
    ///
    /// A record of this very netlist and model is believed when its parts fit each other and a hundredth of its rows, drawn
    /// by the seed, gives the same digests again: all of its rows where the instruction has one operand.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or rows cannot be run again.
    pub fn of(
        path: &Path,
        due: &Record,
        device: &dyn Device,
        circuit: &Circuit,
        seed: u64,
    ) -> Result<Standing, StandingError> {
        let record = match Record::read(path) {
            Ok(record) => record,
            Err(RecordError::File { source, .. }) if source.kind() == ErrorKind::NotFound => {
                return Ok(Standing::Missing)
            }
            Err(RecordError::Fault { fault, .. }) => return Ok(Standing::Damaged(fault.into())),
            Err(error) => return Err(error.into()),
        };
        if let Some(doubt) = misplaced(&record, due) {
            return Ok(Standing::Damaged(doubt));
        }
        if record.identity != due.identity {
            return Ok(Standing::Stale);
        }
        if !record.rows_run().is_empty() {
            let share = Runner::new(device, circuit)?.run_share(record.rows_run(), seed)?;
            if let Some(doubt) = different(&record, &share) {
                return Ok(Standing::Damaged(doubt));
            }
        }
        Ok(Standing::Believed(record))
    }
}

/// Whether a record lies in the file of another.
fn misplaced(record: &Record, due: &Record) -> Option<Doubt> {
    if record.identity.mnemonic != due.identity.mnemonic {
        let mnemonic = record.identity.mnemonic.clone();
        return Some(Doubt::Instruction { mnemonic });
    }
    (record.rows() != due.rows()).then_some(Doubt::Rows {
        first_row: record.first_row,
        end_row: record.end_row,
    })
}

/// What a share of a record's rows, run again, has otherwise.
fn different(record: &Record, share: &Outcome) -> Option<Doubt> {
    let doubt = cut(record.rows_run()).find_map(|rows| {
        let found = share.blocks.of(rows.start)?;
        let recorded = record.blocks.of(rows.start).unwrap_or_default();
        (found != recorded).then_some(Doubt::Digest {
            first: rows.start,
            last: rows.end - 1,
            found,
            recorded,
        })
    });
    if doubt.is_some() {
        return doubt;
    }
    let (found, recorded) = (share.mismatches, record.mismatches);
    let is_whole = share.vectors == record.vectors;
    let is_possible = if is_whole { found == recorded } else { found <= recorded };
    (!is_possible).then_some(Doubt::Mismatches { found, recorded })
}
