//! Lemmas: the claims that make up a proof.

use std::time::Duration;

use rustix::time::{clock_gettime, ClockId};
use sha2::{Digest, Sha256};

use crate::digest::short;
use crate::formula::{Formula, Method, Outcome};

/// A claim that is decided on its own.
pub struct Lemma {
    /// The name within its theorem.
    pub name: String,
    /// The claim in words.
    pub statement: String,
    /// The part of a core that the lemma is about, which the ledger records separately. An instruction has no parts.
    pub part: Option<String>,
    claim: Claim,
}

type Deferred<T> = Box<dyn Fn() -> T + Send + Sync>;

/// The claim of a lemma.
enum Claim {
    /// A formula holds.
    Formula(Method, Deferred<Formula>),
    /// A structural check, without a formula. It returns a description of what was checked, or the verdict if the check
    /// fails.
    Structural(Deferred<Result<String, Verdict>>),
}

/// A decided lemma.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecidedLemma {
    /// The digest of the claim, in 32 hexadecimal digits.
    pub digest: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The processor time spent on the lemma.
    pub time: Duration,
}

/// The verdict on a lemma.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The lemma holds.
    Holds,
    /// The lemma fails for these named words.
    Fails(Vec<(String, u128)>),
    /// The lemma is not proven, for this reason.
    Unproven(String),
}

impl Lemma {
    /// Creates a lemma. Its formula is built only when it is decided.
    pub fn new(
        name: impl Into<String>,
        statement: impl Into<String>,
        method: Method,
        formula: impl Fn() -> Formula + Send + Sync + 'static,
    ) -> Lemma {
        Lemma {
            name: name.into(),
            statement: statement.into(),
            part: None,
            claim: Claim::Formula(method, Box::new(formula)),
        }
    }

    /// Creates a lemma that is decided by inspection. `look` returns a description of what it inspected, or what is
    /// wrong with it.
    pub fn structural(
        name: impl Into<String>,
        statement: impl Into<String>,
        look: impl Fn() -> Result<String, Verdict> + Send + Sync + 'static,
    ) -> Lemma {
        Lemma {
            name: name.into(),
            statement: statement.into(),
            part: None,
            claim: Claim::Structural(Box::new(look)),
        }
    }

    /// Returns the formula, if the lemma has one.
    pub fn formula(&self) -> Option<Formula> {
        match &self.claim {
            Claim::Formula(_, formula) => Some(formula()),
            Claim::Structural(_) => None,
        }
    }

    /// Names the method in one word.
    pub fn method(&self) -> &'static str {
        match self.claim {
            Claim::Formula(Method::Solve, _) => "solver",
            Claim::Formula(Method::Enumerate, _) => "all values",
            Claim::Formula(Method::Sweep, _) => "sweep",
            Claim::Structural(_) => "structure",
        }
    }

    /// Returns the digest of the current claim, without deciding it.
    pub fn digest(&self) -> String {
        match &self.claim {
            Claim::Formula(_, formula) => formula().digest(),
            Claim::Structural(look) => digest_of(&look()),
        }
    }

    /// Decides the lemma.
    pub fn decide(&self) -> DecidedLemma {
        let start = worked();
        let (digest, verdict) = match &self.claim {
            Claim::Formula(method, formula) => {
                let formula = formula();
                (formula.digest(), verdict(&formula, *method))
            }
            Claim::Structural(look) => {
                let seen = look();
                (digest_of(&seen), seen.map_or_else(|wrong| wrong, |_| Verdict::Holds))
            }
        };
        DecidedLemma {
            digest,
            verdict,
            time: worked().saturating_sub(start),
        }
    }
}

/// Returns the processor time of this thread.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn verdict(formula: &Formula, method: Method) -> Verdict {
    match formula.decide(method) {
        Outcome::Holds => Verdict::Holds,
        Outcome::Fails(values) => {
            let names = formula.words.iter().map(|(name, _)| name.clone());
            Verdict::Fails(names.zip(values).collect())
        }
        Outcome::Vacuous => Verdict::Unproven("no operands satisfy its assumption, so it says nothing".to_owned()),
        Outcome::Inconclusive => Verdict::Unproven("its abstraction of the product is too weak".to_owned()),
    }
}

fn digest_of(seen: &Result<String, Verdict>) -> String {
    match seen {
        Ok(text) => short(Sha256::digest(text)),
        Err(wrong) => short(Sha256::digest(format!("{wrong:?}"))),
    }
}
