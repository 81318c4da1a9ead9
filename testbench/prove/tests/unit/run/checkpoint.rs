//! Unit tests of `src/run/checkpoint.rs`.

use halfpipe_lemmas::formula::{Formula, Procedure};
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::verdict::UnprovenReason;

use super::*;

/// An observer that shows nothing.
struct Silent;

impl ProofObserver for Silent {}

/// Returns a lemma of a part.
fn lemma(part: &str) -> Lemma {
    let mut lemma = Lemma::new(LemmaKind::Result, "", Procedure::Solve, Formula::default);
    lemma.part = Some(part.to_owned());
    lemma
}

fn decided(verdict: LemmaVerdict) -> DecidedLemma {
    DecidedLemma {
        digest: "digest".to_owned(),
        verdict,
        time: Duration::from_millis(1),
    }
}

fn names(ledger: &Ledger) -> Vec<String> {
    let parts = ledger.read("add").unwrap().parts;
    parts.into_keys().flatten().collect()
}

/// Returns the parts in the ledger after each of three lemmas. The first two lemmas are one part.
fn parts_on_file(every: Duration) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::new(folder.path());
    let lemmas = ["first", "first", "second"].map(lemma);
    let checkpoint = Checkpoint::new(Some(&ledger), &Silent, "add", &lemmas, every).unwrap();
    let seen = lemmas.iter().map(|lemma| {
        checkpoint.take(lemma, &decided(LemmaVerdict::Holds));
        names(&ledger)
    });
    let seen = seen.collect();
    let lines = checkpoint.finish().unwrap();
    let lines: Vec<(Option<&str>, usize)> = lines.iter().map(|line| (line.part.as_deref(), line.lemmas)).collect();
    assert_eq!(lines, [(Some("first"), 2), (Some("second"), 1)]);
    seen
}

#[test]
fn a_part_is_on_file_once_all_of_it_is_proven_and_the_time_has_passed() {
    assert_eq!(
        parts_on_file(Duration::ZERO),
        [
            vec![],
            vec!["first".to_owned()],
            vec!["first".to_owned(), "second".to_owned()]
        ]
    );
    assert_eq!(parts_on_file(EVERY), [[""; 0]; 3]);
}

#[test]
fn a_part_with_a_wrong_lemma_has_no_line() {
    let lemmas = ["first", "first"].map(lemma);
    let checkpoint = Checkpoint::new(None, &Silent, "add", &lemmas, EVERY).unwrap();
    checkpoint.take(&lemmas[0], &decided(LemmaVerdict::Holds));
    checkpoint.take(&lemmas[1], &decided(LemmaVerdict::Unproven(UnprovenReason::Vacuous)));
    assert_eq!(checkpoint.finish().unwrap(), []);
}

#[test]
fn a_ledger_that_cannot_be_written_is_an_error_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::new(folder.path());
    let lemmas = [lemma("first")];
    let checkpoint = Checkpoint::new(Some(&ledger), &Silent, "add", &lemmas, Duration::ZERO).unwrap();
    std::fs::create_dir(ledger.file("add")).unwrap();
    checkpoint.take(&lemmas[0], &decided(LemmaVerdict::Holds));
    assert!(checkpoint.finish().is_err());
}
