//! The proof of a function in a run.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use halfpipe_lemmas::lemma::{Lemma, ProvenFormulas};
use halfpipe_lemmas::theorem::ProofSubject;
use halfpipe_lemmas::verdict::RecordStatus;

use super::certificates::write_certificates;
use super::checkpoint::{Checkpoint, EVERY};
use super::observer::decide_observed;
use super::outline::{group_lemmas, LemmaGroup};
use super::report::{find_failures, LemmaFailure};
use super::{ProofObserver, RunError, RunMode, RunOptions, RunShare};
use crate::ledger::{digest_of_formulas, digests_of_parts, FunctionLine};

/// A function, proven or compared with the ledger. It belongs to one instruction or to a core.
pub struct ProvenFunction {
    /// The ledger lines of the parts that hold.
    pub(super) lines: Vec<FunctionLine>,
    /// The digest of the function's formulas.
    pub(super) digest: String,
    /// The number of lemmas.
    pub lemmas: usize,
    /// The lemmas in words.
    pub(super) outline: Vec<LemmaGroup>,
    /// The lemmas that fail, or the part that is missing in the ledger.
    pub failures: Vec<LemmaFailure>,
    /// Processor time of the lemmas.
    pub time: Duration,
}

impl ProvenFunction {
    /// Proves a function, or compares it with the ledger. Parts in the ledger are not proven again in
    /// [`RunMode::ProveStale`]. `proven` has the formulas that the run has proven before.
    pub(super) fn new(
        subject: ProofSubject<'_>,
        options: &RunOptions,
        observer: &dyn ProofObserver,
        proven: &ProvenFormulas,
    ) -> Result<ProvenFunction, RunError> {
        let name = subject.to_string();
        let mut lemmas = subject.lemmas()?;
        if let Some(share) = options.parts {
            lemmas = select_parts(lemmas, share);
        }
        let outline = group_lemmas(&lemmas);
        let count = lemmas.len();
        let (mut lines, open) = match options.mode {
            RunMode::Prove => (Vec::new(), lemmas),
            RunMode::ProveStale | RunMode::Check => split_recorded(lemmas, &options.records(&name)?.parts),
        };
        let failures = match options.mode {
            RunMode::Check => {
                let known = options.records(&name)?.parts;
                let is_whole = options.parts.is_none();
                missing_part(&known, &lines, &open, is_whole).into_iter().collect()
            }
            RunMode::Prove | RunMode::ProveStale => {
                let checkpoint = Checkpoint::new(options.ledger.as_ref(), observer, &name, &open, EVERY)?;
                let all = decide_observed(observer, &name, &open, proven, &options.deadline, &|lemma, decided| {
                    checkpoint.take(lemma, decided)
                });
                lines.extend(checkpoint.finish()?);
                if let Some(folder) = &options.certificates {
                    write_certificates(&open, &folder.join(name.replace('.', "_")), observer)?;
                }
                find_failures(&open, &all)
            }
        };
        Ok(ProvenFunction {
            digest: digest_of_formulas(lines.iter().map(|line| line.formulas.as_str())),
            lemmas: count,
            outline,
            time: Duration::from_millis(lines.iter().map(|line| line.milliseconds).sum()),
            lines,
            failures,
        })
    }

    /// Returns the names of the parts that hold.
    pub fn parts(&self) -> Vec<String> {
        self.lines.iter().filter_map(|line| line.part.clone()).collect()
    }

    /// Returns the ledger's status of a theorem that depends on the function.
    pub(super) fn status_on_file(&self, is_known: bool, is_current: bool) -> RecordStatus {
        match self.failures.first() {
            Some(failure) => failure.status,
            None if is_current => RecordStatus::Holds,
            None if is_known => RecordStatus::Stale,
            None => RecordStatus::Missing,
        }
    }
}

/// Separates a function's parts. Returns the ledger lines of the current parts, and the lemmas of all other parts.
fn split_recorded(
    lemmas: Vec<Lemma>,
    known: &BTreeMap<Option<String>, FunctionLine>,
) -> (Vec<FunctionLine>, Vec<Lemma>) {
    let is_current = |(part, digest): (&Option<String>, String)| {
        let line = known.get(part)?;
        (line.formulas == digest).then(|| line.clone())
    };
    let parts = digests_of_parts(&lemmas).into_iter();
    let lines: Vec<FunctionLine> = parts.filter_map(is_current).collect();
    let is_open = |lemma: &Lemma| !lines.iter().any(|line| line.part == lemma.part);
    let open = lemmas.into_iter().filter(is_open).collect();
    (lines, open)
}

/// Returns the lemmas of the parts of one run.
fn select_parts(lemmas: Vec<Lemma>, share: RunShare) -> Vec<Lemma> {
    let parts: BTreeSet<Option<String>> = lemmas.iter().map(|lemma| lemma.part.clone()).collect();
    let ours = parts.into_iter().skip(share.number).step_by(share.count);
    let ours: BTreeSet<Option<String>> = ours.collect();
    lemmas.into_iter().filter(|lemma| ours.contains(&lemma.part)).collect()
}

/// Returns the first part that is missing or stale in the ledger. The ledger is also stale if it has a part that no
/// longer exists, which a run over the whole function finds.
fn missing_part(
    known: &BTreeMap<Option<String>, FunctionLine>,
    current: &[FunctionLine],
    open: &[Lemma],
    is_whole: bool,
) -> Option<LemmaFailure> {
    let (name, status) = match open.first() {
        Some(lemma) if known.contains_key(&lemma.part) => (lemma.part.clone(), RecordStatus::Stale),
        Some(lemma) => (lemma.part.clone(), RecordStatus::Missing),
        None if is_whole && known.len() > current.len() => (None, RecordStatus::Stale),
        None => return None,
    };
    Some(LemmaFailure {
        name,
        status,
        verdict: None,
        statement: String::new(),
        is_about_file: false,
        is_about_control: false,
    })
}
