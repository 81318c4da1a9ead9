//! Checkpoints of a long proof. Proven parts of a function enter the ledger before the proof ends.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use halfpipe_lemmas::lemma::{DecidedLemma, Lemma};
use halfpipe_lemmas::verdict::LemmaVerdict;

use super::observer::{write_uninterrupted, ProofObserver};
use crate::ledger::{digest_of_formulas, FunctionLine, Ledger, LedgerError};

/// The usual time between two writes.
pub(super) const EVERY: Duration = Duration::from_secs(60);

/// The parts of a function during a proof.
pub(super) struct Checkpoint<'l> {
    /// The ledger, if there is one.
    ledger: Option<&'l Ledger>,
    observer: &'l dyn ProofObserver,
    function: String,
    every: Duration,
    state: Mutex<State>,
}

struct State {
    parts: BTreeMap<Option<String>, Part>,
    proven: Vec<FunctionLine>,
    /// The number of proven parts that are already in the ledger.
    written: usize,
    last_write: Instant,
    failure: Option<LedgerError>,
}

/// A part of a function.
#[derive(Default)]
struct Part {
    lemmas: usize,
    /// The digests of the formulas that hold.
    formulas: Vec<String>,
    time: Duration,
}

impl<'l> Checkpoint<'l> {
    /// Starts a checkpoint for lemmas that are to be decided. They include all lemmas of each part. `every` is the time
    /// between two writes.
    ///
    /// # Errors
    ///
    /// [`LedgerError`] if the ledger cannot be read.
    pub fn new(
        ledger: Option<&'l Ledger>,
        observer: &'l dyn ProofObserver,
        function: &str,
        lemmas: &[Lemma],
        every: Duration,
    ) -> Result<Checkpoint<'l>, LedgerError> {
        if let Some(ledger) = ledger {
            // An unreadable file is reported before the work starts.
            ledger.read(function)?;
        }
        let mut parts: BTreeMap<Option<String>, Part> = BTreeMap::new();
        for lemma in lemmas {
            parts.entry(lemma.part.clone()).or_default().lemmas += 1;
        }
        Ok(Checkpoint {
            ledger,
            observer,
            function: function.to_owned(),
            every,
            state: Mutex::new(State {
                parts,
                proven: Vec::new(),
                written: 0,
                last_write: Instant::now(),
                failure: None,
            }),
        })
    }

    /// Records the verdict on a lemma. Writes to the ledger if the time has come.
    pub fn take(&self, lemma: &Lemma, decided: &DecidedLemma) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(part) = state.parts.get_mut(&lemma.part) else {
            return;
        };
        part.time += decided.time;
        if decided.verdict == LemmaVerdict::Holds {
            part.formulas.push(decided.digest.clone());
        }
        if part.formulas.len() == part.lemmas {
            let line = FunctionLine {
                function: self.function.clone(),
                part: lemma.part.clone(),
                formulas: digest_of_formulas(part.formulas.iter().map(String::as_str)),
                lemmas: part.lemmas,
                milliseconds: part.time.as_millis() as u64,
            };
            state.proven.push(line);
        }
        if state.last_write.elapsed() >= self.every && state.failure.is_none() {
            self.write(&mut state);
        }
    }

    fn write(&self, state: &mut State) {
        let Some(ledger) = self.ledger else { return };
        let new: Vec<FunctionLine> = state.proven[state.written..].to_vec();
        state.written = state.proven.len();
        let write = || {
            ledger.update(&self.function, |records| {
                records
                    .parts
                    .extend(new.into_iter().map(|line| (line.part.clone(), line)));
            })
        };
        state.failure = write_uninterrupted(self.observer, write).err();
        state.last_write = Instant::now();
    }

    /// Returns the ledger lines of the proven parts.
    ///
    /// # Errors
    ///
    /// [`LedgerError`] if the ledger could not be written.
    pub fn finish(self) -> Result<Vec<FunctionLine>, LedgerError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match state.failure {
            Some(failure) => Err(failure),
            None => Ok(state.proven),
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/run/checkpoint.rs"]
mod tests;
