//! A proof at the end of writing a module, where it takes little time.

use std::path::Path;

use halfpipe_hdl::design::Design;
use halfpipe_prove::ledger::SOLVER;
use halfpipe_prove::lemma::{Lemma, Verdict};
use halfpipe_prove::theorem::{self, decide, Subject};
use halfpipe_tools::cache::{self, Cache, CacheError, Name};

use crate::error::Error;

/// The most lemmas that are decided unasked: those of an fma in f16, which take some seconds.
const FEW_LEMMAS: usize = 100;

/// What came of a design.
pub enum Proof {
    /// It is right for every operand.
    Holds,
    /// A lemma does not stand: its name.
    Wrong(String),
    /// It would take long.
    Long,
}

/// Proves a design if that takes little time. What has been proven once is remembered in the cache.
pub fn quick(design: &Design) -> Result<Proof, Error> {
    if design.interface().is_core() {
        return Ok(Proof::Long);
    }
    let mut lemmas = Subject::of(design).lemmas().map_err(Error::failure)?;
    lemmas.extend(theorem::module(design).map_err(Error::failure)?);
    if lemmas.len() > FEW_LEMMAS {
        return Ok(Proof::Long);
    }
    let digests: Vec<String> = lemmas.iter().map(Lemma::digest).collect();
    let parts: Vec<&str> = [HOLDS, SOLVER]
        .into_iter()
        .chain(digests.iter().map(String::as_str))
        .collect();
    let key = cache::key(&parts);
    let decided = || -> Result<(), Wrong> {
        let decided = decide(&lemmas, &|_, _| {});
        let mut both = lemmas.iter().zip(decided);
        match both.find(|(_, decided)| decided.verdict != Verdict::Holds) {
            Some((lemma, _)) => Err(Wrong::Lemma(lemma.name.clone())),
            None => Ok(()),
        }
    };
    match remembered(&key, decided) {
        Ok(()) => Ok(Proof::Holds),
        Err(Wrong::Lemma(name)) => Ok(Proof::Wrong(name)),
        // A module can be written where there is no cache.
        Err(Wrong::Cache) => match decided() {
            Err(Wrong::Lemma(name)) => Ok(Proof::Wrong(name)),
            _ => Ok(Proof::Holds),
        },
    }
}

/// What a file in the cache says of lemmas that hold.
const HOLDS: &str = "these lemmas hold";

/// Why nothing is remembered.
enum Wrong {
    Lemma(String),
    Cache,
}

impl From<CacheError> for Wrong {
    fn from(_: CacheError) -> Wrong {
        Wrong::Cache
    }
}

/// Does the work, unless it is remembered that it was done.
fn remembered(key: &str, work: impl Fn() -> Result<(), Wrong>) -> Result<(), Wrong> {
    let name = Name {
        kind: "proof",
        key,
        ending: ".txt",
    };
    let make = |folder: &Path| {
        work()?;
        let file = folder.join("holds.txt");
        std::fs::write(&file, HOLDS).map_err(|_| Wrong::Cache)?;
        Ok(file)
    };
    let read = |_: &Path, bytes: &[u8]| match bytes == HOLDS.as_bytes() {
        true => Ok(()),
        false => Err(Wrong::Cache),
    };
    Cache::open()?.entry(name, make, read).map(|_| ())
}
