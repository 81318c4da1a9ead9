//! What the tests share.

pub mod rewritten;
pub mod running;
pub mod seed;
pub mod share;

use halfpipe_isa::Instruction;
use halfpipe_prove::lemma::{Lemma, Verdict};
use halfpipe_prove::theorem::decide;

/// The instruction of a mnemonic.
pub fn instruction(mnemonic: &str) -> Instruction {
    mnemonic.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The lemmas that do not hold, each with what came of it.
pub fn complaints(title: &str, lemmas: &[Lemma]) -> Vec<String> {
    assert!(!lemmas.is_empty(), "{title}: there is nothing to decide");
    let decided = decide(lemmas, &|_, _| {});
    let wrong = lemmas
        .iter()
        .zip(decided)
        .filter(|(_, decided)| decided.verdict != Verdict::Holds);
    wrong
        .map(|(lemma, decided)| format!("{title}, {}: {:?}", lemma.name, decided.verdict))
        .collect()
}

/// Panics with all that was found wrong.
pub fn assert_none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
