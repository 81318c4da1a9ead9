//! What a proof is made of.

use std::time::Duration;

use rustix::time::{clock_gettime, ClockId};
use sha2::{Digest, Sha256};

use crate::digest::short;
use crate::formula::{Formula, Method, Outcome};

/// A claim that is decided by itself.
pub struct Lemma {
    /// What it is called in its theorem.
    pub name: String,
    /// What it says, in words.
    pub statement: String,
    /// The part of a core that it is about, which is on file by itself; none of an instruction.
    pub part: Option<String>,
    claim: Claim,
}

type Made<T> = Box<dyn Fn() -> T + Send + Sync>;

/// What a lemma claims.
enum Claim {
    /// That a formula holds.
    Formula(Method, Made<Formula>),
    /// What is seen without a formula: what was looked at, or why it is otherwise.
    Seen(Made<Result<String, Verdict>>),
}

/// A lemma that was decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    /// What it claimed, in 32 hexadecimal digits.
    pub digest: String,
    /// What came of it.
    pub verdict: Verdict,
    /// How long the processor worked on it.
    pub time: Duration,
}

/// What came of a lemma.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It does not, for these words with their names.
    Fails(Vec<(String, u128)>),
    /// It is not proven, for this reason.
    Unproven(String),
}

impl Lemma {
    /// A lemma whose formula is made where it is decided.
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

    /// A lemma that is seen to hold by looking at something, of which `look` gives a description, or what is wrong with it.
    pub fn seen(
        name: impl Into<String>,
        statement: impl Into<String>,
        look: impl Fn() -> Result<String, Verdict> + Send + Sync + 'static,
    ) -> Lemma {
        Lemma {
            name: name.into(),
            statement: statement.into(),
            part: None,
            claim: Claim::Seen(Box::new(look)),
        }
    }

    /// Its formula, if it has one.
    pub fn formula(&self) -> Option<Formula> {
        match &self.claim {
            Claim::Formula(_, formula) => Some(formula()),
            Claim::Seen(_) => None,
        }
    }

    /// How it is decided, in a word.
    pub fn method(&self) -> &'static str {
        match self.claim {
            Claim::Formula(Method::Solve, _) => "solver",
            Claim::Formula(Method::Enumerate, _) => "all values",
            Claim::Formula(Method::Sweep, _) => "sweep",
            Claim::Seen(_) => "structure",
        }
    }

    /// What it claims today, undecided.
    pub fn digest(&self) -> String {
        match &self.claim {
            Claim::Formula(_, formula) => formula().digest(),
            Claim::Seen(look) => digest_of(&look()),
        }
    }

    /// Decides it.
    pub fn decide(&self) -> Decided {
        let start = worked();
        let (digest, verdict) = match &self.claim {
            Claim::Formula(method, formula) => {
                let formula = formula();
                (formula.digest(), verdict(&formula, *method))
            }
            Claim::Seen(look) => {
                let seen = look();
                (digest_of(&seen), seen.map_or_else(|wrong| wrong, |_| Verdict::Holds))
            }
        };
        Decided {
            digest,
            verdict,
            time: worked().saturating_sub(start),
        }
    }
}

/// How long this thread has worked.
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
        Outcome::TooWeak => Verdict::Unproven("its abstraction of the product is too weak".to_owned()),
    }
}

fn digest_of(seen: &Result<String, Verdict>) -> String {
    match seen {
        Ok(text) => short(Sha256::digest(text)),
        Err(wrong) => short(Sha256::digest(format!("{wrong:?}"))),
    }
}
