//! Helpers that the tests share.

pub mod running;

use halfpipe_isa::Instruction;
use halfpipe_lemmas::lemma::{decide, Lemma};
use halfpipe_lemmas::verdict::LemmaVerdict;

/// Parses the instruction of a mnemonic.
pub fn instruction(mnemonic: &str) -> Instruction {
    mnemonic.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the lemmas that do not hold, each with its verdict.
pub fn complaints(title: &str, lemmas: &[Lemma]) -> Vec<String> {
    let decided = decide(lemmas, &|_, _| {});
    of_verdicts(title, lemmas, decided.into_iter().map(|decided| decided.verdict))
}

/// Returns the same, but decides one lemma after the other: for tests that prove many instructions side by side.
pub fn complaints_one_by_one(title: &str, lemmas: &[Lemma]) -> Vec<String> {
    of_verdicts(title, lemmas, lemmas.iter().map(|lemma| lemma.decide().verdict))
}

fn of_verdicts(title: &str, lemmas: &[Lemma], verdicts: impl Iterator<Item = LemmaVerdict>) -> Vec<String> {
    assert!(!lemmas.is_empty(), "{title}: there is nothing to decide");
    let wrong = lemmas
        .iter()
        .zip(verdicts)
        .filter(|(_, verdict)| *verdict != LemmaVerdict::Holds);
    wrong
        .map(|(lemma, verdict)| format!("{title}, {}: {verdict:?}", lemma.name()))
        .collect()
}

/// Panics with all complaints, if there are any.
pub fn assert_none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
