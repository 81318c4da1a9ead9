//! Lemmas: the claims that make up a proof.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use halfpipe_aig::deadline::Deadline;

use crate::digest::short;
use crate::formula::{Formula, Procedure};
use crate::kind::LemmaKind;
use crate::processor_time::thread_time;
use crate::verdict::{LemmaVerdict, UnprovenReason};

/// A claim that is decided on its own.
pub struct Lemma {
    /// The property that it claims.
    pub kind: LemmaKind,
    /// The claim in words.
    pub statement: String,
    /// The part of a core that the lemma is about, which the ledger records separately. An instruction has no parts.
    pub part: Option<String>,
    /// The core's operation, or the netlist, that the lemma is about.
    pub subject: Option<LemmaSubject>,
    claim: LemmaClaim,
    /// Formulas that the module is right. They are not to be proven, but give operands if the claim is about nets and
    /// fails.
    wholes: Vec<Deferred<Formula>>,
}

/// The subject of a lemma that is about less than a theorem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LemmaSubject {
    /// An operation of a core.
    Operation(String),
    /// The unoptimised netlist of an external file.
    FileNetlist,
    /// The netlist for a target of this name.
    TargetNetlist(&'static str),
}

type Deferred<T> = Box<dyn Fn() -> T + Send + Sync>;

/// The claim of a lemma.
enum LemmaClaim {
    /// A formula holds.
    Formula(Procedure, Deferred<Formula>),
    /// A structural check, without a formula. It returns a description of what was checked, or the verdict if the check
    /// fails.
    Structural(Deferred<Result<String, LemmaVerdict>>),
}

/// A lemma's verdict, with the digest of its claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecidedLemma {
    /// The digest of the claim, in 32 hexadecimal digits.
    pub digest: String,
    /// The verdict.
    pub verdict: LemmaVerdict,
    /// The processor time spent on the lemma.
    pub time: Duration,
}

impl Lemma {
    /// Creates a lemma. Its formula is built only when it is decided.
    pub fn new(
        kind: LemmaKind,
        statement: impl Into<String>,
        procedure: Procedure,
        formula: impl Fn() -> Formula + Send + Sync + 'static,
    ) -> Lemma {
        Lemma::from_claim(
            kind,
            statement.into(),
            LemmaClaim::Formula(procedure, Box::new(formula)),
        )
    }

    /// Creates a lemma that is decided by inspection. `inspect` returns a description of what it inspected, or what is
    /// wrong with it.
    pub fn structural(
        kind: LemmaKind,
        statement: impl Into<String>,
        inspect: impl Fn() -> Result<String, LemmaVerdict> + Send + Sync + 'static,
    ) -> Lemma {
        Lemma::from_claim(kind, statement.into(), LemmaClaim::Structural(Box::new(inspect)))
    }

    fn from_claim(kind: LemmaKind, statement: String, claim: LemmaClaim) -> Lemma {
        Lemma {
            kind,
            statement,
            part: None,
            subject: None,
            claim,
            wholes: Vec::new(),
        }
    }

    /// Returns the lemma, as one about nets within a module. If it fails, a counterexample comes from the formula that the
    /// module is right. Of several such formulas, the first with a counterexample gives it.
    #[must_use]
    pub fn within(mut self, whole: impl Fn() -> Formula + Send + Sync + 'static) -> Lemma {
        self.wholes.push(Box::new(whole));
        self
    }

    /// Returns the lemma about an operation of a core.
    #[must_use]
    pub fn about(self, subject: LemmaSubject) -> Lemma {
        Lemma {
            subject: Some(subject),
            ..self
        }
    }

    /// Returns the name within its theorem.
    pub fn name(&self) -> String {
        self.name_of_group(&self.kind.to_string())
    }

    /// Returns the name of a lemma of the same part and subject, with another kind.
    pub fn name_of_group(&self, kind: &str) -> String {
        let name = match &self.part {
            Some(part) => format!("{part}: {kind}"),
            None => kind.to_owned(),
        };
        match &self.subject {
            None => name,
            Some(LemmaSubject::Operation(operation)) => format!("{operation}: {name}"),
            Some(LemmaSubject::FileNetlist) => format!("generic {name}"),
            Some(LemmaSubject::TargetNetlist(target)) => format!("{target} {name}"),
        }
    }

    /// Returns the formula, if the lemma has one.
    pub fn formula(&self) -> Option<Formula> {
        match &self.claim {
            LemmaClaim::Formula(_, formula) => Some(formula()),
            LemmaClaim::Structural(_) => None,
        }
    }

    /// Returns the procedure that decides the formula, if the lemma has one.
    pub fn procedure(&self) -> Option<Procedure> {
        match &self.claim {
            LemmaClaim::Formula(procedure, _) => Some(*procedure),
            LemmaClaim::Structural(_) => None,
        }
    }

    /// Returns the digest of the current claim, without deciding it.
    pub fn digest(&self) -> String {
        match &self.claim {
            LemmaClaim::Formula(_, formula) => formula().digest(),
            LemmaClaim::Structural(inspect) => digest_inspection(&inspect()),
        }
    }

    /// Decides the lemma.
    pub fn decide(&self) -> DecidedLemma {
        self.decide_unless(&ProvenFormulas::default(), &Deadline::none())
    }

    /// Looks for operands for which the module around the nets is wrong.
    fn find_operands(&self) -> Option<LemmaVerdict> {
        let mut found = self.wholes.iter().map(|whole| whole().find_counterexample());
        found.find(|verdict| matches!(verdict, LemmaVerdict::Fails(_)))
    }

    /// Decides the lemma, unless its formula is proven already or the deadline passes first.
    pub fn decide_unless(&self, proven: &ProvenFormulas, deadline: &Deadline) -> DecidedLemma {
        let start = thread_time();
        if deadline.is_past() {
            return DecidedLemma {
                digest: String::new(),
                verdict: LemmaVerdict::Unproven(UnprovenReason::Time),
                time: Duration::ZERO,
            };
        }
        let (digest, verdict) = match &self.claim {
            LemmaClaim::Formula(procedure, formula) => {
                let formula = formula();
                let digest = formula.digest();
                if let Some(time) = proven.find(&digest) {
                    let verdict = LemmaVerdict::Holds;
                    return DecidedLemma { digest, verdict, time };
                }
                (digest, formula.decide_until(*procedure, deadline))
            }
            LemmaClaim::Structural(inspect) => {
                let inspected = inspect();
                let digest = digest_inspection(&inspected);
                (digest, inspected.map_or_else(|wrong| wrong, |_| LemmaVerdict::Holds))
            }
        };
        let verdict = match verdict {
            LemmaVerdict::Fails(_) if !self.wholes.is_empty() => self
                .find_operands()
                .unwrap_or(LemmaVerdict::Unproven(UnprovenReason::Inconclusive)),
            LemmaVerdict::Unproven(UnprovenReason::Structure(_)) => self.find_operands().unwrap_or(verdict),
            verdict => verdict,
        };
        let decided = DecidedLemma {
            digest,
            verdict,
            time: thread_time().saturating_sub(start),
        };
        proven.add(&decided);
        decided
    }
}

/// Proven formulas: the digest of each, and the processor time of its proof. Modules of one lane and of several lanes
/// share lemmas about the lane.
#[derive(Default)]
pub struct ProvenFormulas(Mutex<HashMap<String, Duration>>);

impl ProvenFormulas {
    fn find(&self, digest: &str) -> Option<Duration> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(digest).copied()
    }

    fn add(&self, decided: &DecidedLemma) {
        if decided.verdict == LemmaVerdict::Holds {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(decided.digest.clone(), decided.time);
        }
    }
}

impl Extend<(String, u64)> for ProvenFormulas {
    /// Adds digests of formulas that hold, each with the milliseconds of its proof.
    fn extend<T: IntoIterator<Item = (String, u64)>>(&mut self, proven: T) {
        let all = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        all.extend(
            proven
                .into_iter()
                .map(|(digest, time)| (digest, Duration::from_millis(time))),
        );
    }
}

/// Decides lemmas on all processors. `on_decided` is called for each.
pub fn decide(lemmas: &[Lemma], on_decided: &(dyn Fn(&Lemma, &DecidedLemma) + Sync)) -> Vec<DecidedLemma> {
    decide_unproven(lemmas, &ProvenFormulas::default(), &Deadline::none(), on_decided)
}

/// Decides lemmas on all processors, except those whose formulas are proven. After the deadline, the rest stay undecided.
/// `on_decided` is called for each.
pub fn decide_unproven(
    lemmas: &[Lemma],
    proven: &ProvenFormulas,
    deadline: &Deadline,
    on_decided: &(dyn Fn(&Lemma, &DecidedLemma) + Sync),
) -> Vec<DecidedLemma> {
    let decided = lemmas.par_iter().with_max_len(1).map(|lemma| {
        let decided = lemma.decide_unless(proven, deadline);
        on_decided(lemma, &decided);
        decided
    });
    decided.collect()
}

/// Computes the digest of each lemma's claim, on all processors.
pub fn digests(lemmas: &[Lemma]) -> Vec<String> {
    lemmas.par_iter().with_max_len(1).map(Lemma::digest).collect()
}

fn digest_inspection(inspected: &Result<String, LemmaVerdict>) -> String {
    match inspected {
        Ok(text) => short(Sha256::digest(text)),
        Err(wrong) => short(Sha256::digest(format!("{wrong:?}"))),
    }
}
