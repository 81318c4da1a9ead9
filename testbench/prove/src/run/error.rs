//! Errors of a run.

use halfpipe_lemmas::theorem::TheoremError;
use halfpipe_tools::files::WriteError;
use halfpipe_tools::ToolError;

use crate::ledger::LedgerError;
use crate::netlist_equivalence::NetlistProofError;

/// A run that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// No operands satisfy the assumptions about a file.
    #[error("no operands satisfy all assumptions; leave one out")]
    Vacuous,
    /// There is no theorem.
    #[error(transparent)]
    Theorem(#[from] TheoremError),
    /// There is no netlist.
    #[error(transparent)]
    Netlist(#[from] NetlistProofError),
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Yosys' version cannot be found.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// A certificate cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}
