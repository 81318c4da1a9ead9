use std::time::Duration;

use halfpipe_lemmas::formula::{Formula, Procedure};
use halfpipe_lemmas::kind::LemmaKind;

use super::*;

/// Returns lemmas with different formulas.
fn lemmas() -> Vec<Lemma> {
    let lemma = |distance: i64| {
        let inspect = move || Ok(distance.to_string());
        Lemma::structural(LemmaKind::Alignment(distance), "a claim", inspect)
    };
    (0..8).map(lemma).collect()
}

#[test]
fn shares_have_every_lemma_once() {
    let all = LemmaShare::new(lemmas(), None);
    assert!(all.report(&[]).is_none());
    let names: Vec<String> = all.own.iter().map(Lemma::name).collect();
    for count in [1, 2, 3, 8, 11] {
        let mut found = vec![String::new(); names.len()];
        let mut formulas = Vec::new();
        for number in 0..count {
            let share = LemmaShare::new(lemmas(), Some(RunShare { number, count }));
            let decided: Vec<DecidedLemma> = share.own.iter().map(Lemma::decide).collect();
            let report = share.report(&decided).unwrap();
            assert_eq!(report.all_lemmas, names.len());
            for (place, lemma) in report.decided.into_iter().enumerate() {
                found[number + place * count] = lemma.name;
            }
            formulas.push(report.formulas);
        }
        assert_eq!(found, names, "{count} shares");
        formulas.dedup();
        assert_eq!(formulas.len(), 1, "{count} shares");
    }
}

#[test]
fn a_lemma_without_time_has_its_digest() {
    let make = || {
        vec![Lemma::new(
            LemmaKind::Signs,
            "a claim",
            Procedure::Solve,
            Formula::default,
        )]
    };
    let share = LemmaShare::new(make(), Some(RunShare { number: 0, count: 1 }));
    let late = DecidedLemma {
        digest: String::new(),
        verdict: LemmaVerdict::Unproven(halfpipe_lemmas::verdict::UnprovenReason::Time),
        time: Duration::ZERO,
    };
    let report = share.report(&[late]).unwrap();
    assert_eq!(report.decided[0].digest, Formula::default().digest());
    assert_eq!(report.decided[0].verdict, RecordStatus::Unproven);
}
