//! The options of a run.

use std::path::PathBuf;

use halfpipe_aig::deadline::Deadline;
use halfpipe_lemmas::convention::Convention;
use halfpipe_yosys::Mapping;

use super::RunError;
use crate::ledger::{Ledger, LedgerRecords};

/// The work of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunMode {
    /// Proves every theorem.
    Prove,
    /// Proves what the ledger lacks or has with other formulas.
    ProveStale,
    /// Compares the ledger with the formulas of today, and proves nothing.
    Check,
}

/// The options of a run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The work.
    pub mode: RunMode,
    /// The ledger, if there is one.
    pub ledger: Option<Ledger>,
    /// The target of the netlists that are proven in addition to the modules.
    pub target: Option<Mapping>,
    /// The folder for certificates.
    pub certificates: Option<PathBuf>,
    /// The parts of a function that are proven; none for all. The theorems about its modules are for a run over all.
    pub parts: Option<RunShare>,
    /// The lemmas of a theorem that are proven; none for all. A run with such a share writes no ledger line.
    pub lemmas: Option<RunShare>,
    /// The most enabled cycles to the result of a file's iterative unit.
    pub most_cycles: u32,
    /// The conventions of an external file.
    pub convention: Convention,
    /// The time at which lemmas stay undecided.
    pub deadline: Deadline,
}

/// The share of one of several runs: each run has one piece of work in so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunShare {
    /// The number of the run, from 0.
    pub number: usize,
    /// The number of runs.
    pub count: usize,
}

impl RunShare {
    /// True if the run has the piece of work at this place, from 0.
    pub(super) fn has(self, place: usize) -> bool {
        place % self.count == self.number
    }
}

impl RunOptions {
    /// Reads the ledger records of an instruction or a core. There are none without a ledger.
    pub(super) fn records(&self, name: &str) -> Result<LedgerRecords, RunError> {
        match &self.ledger {
            Some(ledger) => Ok(ledger.read(name)?),
            None => Ok(LedgerRecords::default()),
        }
    }
}
