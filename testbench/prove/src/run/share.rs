//! The share of a theorem's lemmas that one of several runs decides.

use halfpipe_lemmas::lemma::{digests, DecidedLemma, Lemma};
use halfpipe_lemmas::verdict::{LemmaVerdict, RecordStatus};
use serde::{Deserialize, Serialize};

use super::RunShare;
use crate::ledger::digest_of_formulas;

/// The lemmas of a theorem that a run decides, and the others.
pub(super) struct LemmaShare {
    /// The lemmas of the run, in order.
    pub own: Vec<Lemma>,
    /// The lemmas of other runs.
    others: Vec<Lemma>,
    share: Option<RunShare>,
}

/// The result of a share of the lemmas.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShareReport {
    /// The number of the theorem's lemmas; 0 if the theorem was decided without them.
    pub all_lemmas: usize,
    /// The digest of the formulas of all lemmas.
    pub formulas: String,
    /// The lemmas of the run, in order.
    pub decided: Vec<SharedLemma>,
}

/// A lemma that a run decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedLemma {
    /// Its name within the theorem.
    pub name: String,
    /// The digest of its formula.
    pub digest: String,
    /// Its verdict: holds, fails or unproven.
    pub verdict: RecordStatus,
    /// The processor time spent on it.
    pub milliseconds: u64,
}

impl LemmaShare {
    /// Divides lemmas. A run without a share decides all.
    pub fn new(lemmas: impl IntoIterator<Item = Lemma>, share: Option<RunShare>) -> LemmaShare {
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for (place, lemma) in lemmas.into_iter().enumerate() {
            match share {
                Some(share) if !share.has(place) => others.push(lemma),
                _ => own.push(lemma),
            }
        }
        LemmaShare { own, others, share }
    }

    /// Returns the report of the decided lemmas, if the run has a share.
    pub fn report(&self, decided: &[DecidedLemma]) -> Option<ShareReport> {
        self.share?;
        let own = self.own.iter().zip(decided).map(|(lemma, decided)| SharedLemma {
            name: lemma.name(),
            digest: match decided.digest.as_str() {
                // Time was over before the formula was built.
                "" => lemma.digest(),
                digest => digest.to_owned(),
            },
            verdict: match decided.verdict {
                LemmaVerdict::Holds => RecordStatus::Holds,
                LemmaVerdict::Fails(_) => RecordStatus::Fails,
                LemmaVerdict::Unproven(_) => RecordStatus::Unproven,
            },
            milliseconds: decided.time.as_millis() as u64,
        });
        let own: Vec<SharedLemma> = own.collect();
        let others = digests(&self.others);
        let all = own.iter().map(|lemma| &lemma.digest).chain(&others);
        Some(ShareReport {
            all_lemmas: own.len() + others.len(),
            formulas: digest_of_formulas(all.map(String::as_str)),
            decided: own,
        })
    }
}

#[cfg(test)]
#[path = "../../tests/unit/run/share.rs"]
mod tests;
