//! The verdict on a lemma, and the record status of a theorem.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The verdict on a lemma.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LemmaVerdict {
    /// The lemma holds.
    Holds,
    /// The lemma fails for these named words.
    Fails(Vec<(String, u128)>),
    /// The lemma could not be proven.
    Unproven(UnprovenReason),
}

impl LemmaVerdict {
    /// Returns the words for which the lemma fails.
    pub fn counterexample(&self) -> Option<&[(String, u128)]> {
        match self {
            LemmaVerdict::Fails(words) => Some(words),
            LemmaVerdict::Holds | LemmaVerdict::Unproven(_) => None,
        }
    }
}

/// The reason why a lemma could not be proven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnprovenReason {
    /// No operands satisfy the assumptions.
    Vacuous,
    /// The formula fails for the bits that stand for a product, but no counterexample with a true product was found.
    Inconclusive,
    /// A structural check fails. The text says where.
    Structure(String),
    /// The time is over.
    Time,
}

impl fmt::Display for UnprovenReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            UnprovenReason::Vacuous => "the assumptions are unsatisfiable (vacuous)",
            UnprovenReason::Inconclusive => "the product abstraction is too weak",
            UnprovenReason::Structure(place) => place,
            UnprovenReason::Time => "the time is over",
        })
    }
}

/// The status of a theorem after a proof, or in the ledger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordStatus {
    /// The theorem holds.
    Holds,
    /// A counterexample exists.
    Fails,
    /// A lemma could not be proven.
    Unproven,
    /// The ledger lacks the theorem.
    Missing,
    /// The ledger has the theorem for another version of the module.
    Stale,
}
