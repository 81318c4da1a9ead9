//! The observer of a run, and what it hears of.

use halfpipe_aig::deadline::Deadline;

use halfpipe_lemmas::lemma::{decide_unproven, DecidedLemma, Lemma, ProvenFormulas};

/// An observer of a run.
pub trait ProofObserver: Sync {
    /// Hears that so many lemmas of a function or theorem are to be decided.
    fn begin(&self, _name: &str, _lemmas: usize) {}

    /// Hears that one of these lemmas is decided.
    fn lemma_decided(&self) {}

    /// Hears that all of these lemmas are decided.
    fn end(&self) {}

    /// Calls a function that writes files, which an interruption must not leave incomplete.
    fn write_uninterrupted(&self, write: &mut dyn FnMut()) {
        write();
    }
}

/// Writes files and returns the result.
pub(super) fn write_uninterrupted<T>(observer: &dyn ProofObserver, write: impl FnOnce() -> T) -> T {
    let (mut write, mut result) = (Some(write), None);
    observer.write_uninterrupted(&mut || result = write.take().map(|write| write()));
    result.expect("an observer calls the function")
}

/// Decides lemmas whose formulas are not proven, and tells the observer.
pub(super) fn decide_observed(
    observer: &dyn ProofObserver,
    name: &str,
    lemmas: &[Lemma],
    proven: &ProvenFormulas,
    deadline: &Deadline,
    on_decided: &(dyn Fn(&Lemma, &DecidedLemma) + Sync),
) -> Vec<DecidedLemma> {
    observer.begin(name, lemmas.len());
    let decided = decide_unproven(lemmas, proven, deadline, &|lemma, decided| {
        on_decided(lemma, decided);
        observer.lemma_decided();
    });
    observer.end();
    decided
}
