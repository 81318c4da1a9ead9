//! What a long run has decided so far, on file: one that is interrupted goes on there.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use halfpipe_prove::ledger::{Ledger, LedgerError, LemmaLine};

use crate::error::Error;
use crate::interrupt;

/// The usual time between two writings.
pub const EVERY: Duration = Duration::from_secs(60);

/// The lemmas of a function while they are decided.
pub struct Kept<'l> {
    ledger: &'l Ledger,
    name: String,
    every: Duration,
    state: Mutex<State>,
}

struct State {
    /// The lemmas decided since the last writing, by name.
    lemmas: BTreeMap<String, LemmaLine>,
    written: Instant,
    failure: Option<LedgerError>,
}

impl<'l> Kept<'l> {
    /// Beside what is on file of a function, written each time that so long has passed.
    pub fn beside(ledger: &'l Ledger, name: &str, every: Duration) -> Result<Kept<'l>, Error> {
        // A file that cannot be read is complained of before the work, not after it.
        ledger.read(name).map_err(Error::failure)?;
        Ok(Kept {
            ledger,
            name: name.to_owned(),
            every,
            state: Mutex::new(State {
                lemmas: BTreeMap::new(),
                written: Instant::now(),
                failure: None,
            }),
        })
    }

    /// Takes a lemma that was decided, and writes now and then.
    pub fn take(&self, line: LemmaLine) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.lemmas.insert(line.lemma.clone(), line);
        if state.written.elapsed() >= self.every && state.failure.is_none() {
            let lemmas = std::mem::take(&mut state.lemmas);
            let write = || self.ledger.update(&self.name, |records| records.lemmas.extend(lemmas));
            let written = interrupt::uninterrupted(write);
            state.failure = written.err();
            state.written = Instant::now();
        }
    }

    /// Says whether it could be written whenever it was to be.
    pub fn finish(self) -> Result<(), Error> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.failure.map_or(Ok(()), |failure| Err(Error::failure(failure)))
    }
}

#[cfg(test)]
mod tests {
    use halfpipe_prove::ledger::Records;

    use super::*;

    fn line(name: &str) -> LemmaLine {
        LemmaLine {
            lemma: name.to_owned(),
            function: None,
            formula: "f".to_owned(),
            netlist: "n".to_owned(),
            specification: "s".to_owned(),
            method: "m".to_owned(),
            result: "holds".to_owned(),
            milliseconds: 1,
        }
    }

    /// The names of the lemmas on file after each of two is decided, beside one that was there and one that another writer adds.
    fn on_file(every: Duration) -> [Vec<String>; 2] {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::new(folder.path());
        let put = |name: &str| {
            let change = |records: &mut Records| drop(records.lemmas.insert(name.to_owned(), line(name)));
            ledger.update("add", change).unwrap();
        };
        put("known");
        let kept = Kept::beside(&ledger, "add", every).unwrap();
        put("of another");
        let seen = ["first", "second"].map(|name| {
            kept.take(line(name));
            ledger.read("add").unwrap().lemmas.into_keys().collect()
        });
        kept.finish().unwrap();
        seen
    }

    #[test]
    fn what_was_decided_is_on_file_once_the_time_has_passed() {
        let [first, second] = on_file(Duration::ZERO);
        assert_eq!(first, ["first", "known", "of another"]);
        assert_eq!(second, ["first", "known", "of another", "second"]);
        assert_eq!(on_file(EVERY), [["known", "of another"], ["known", "of another"]]);
    }

    #[test]
    fn a_ledger_that_cannot_be_written_is_an_error_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::new(folder.path());
        let kept = Kept::beside(&ledger, "add", Duration::ZERO).unwrap();
        std::fs::create_dir(ledger.file("add")).unwrap();
        kept.take(line("first"));
        assert!(kept.finish().is_err());
    }
}
