//! The prover's bite: mutants of modules are refuted.
//!
//! Other mutants in every run. What a mutant is told by never comes from the prover alone. Where the solver has operands, the mutant's
//! result for them in a simulation has to be another than the model's on big integers, and the result without the mutation the
//! model's own. Where a lemma fails that has none, or is not proven, a simulation has to show a difference. Where a simulation
//! finds one, some lemma must not hold.

mod control;
mod cores;
mod nets;

use std::collections::BTreeMap;
use std::fmt;

use crate::common::{seed, share};

/// What became of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fate {
    /// The solver has operands for which the mutant is wrong by the model on big integers.
    Refuted,
    /// A lemma does not hold, and a simulation shows that the mutant is wrong, but not for operands of the solver.
    Caught,
    /// A lemma does not hold, or there is none, and no simulation shows that the mutant is wrong.
    Refused,
    /// It computes what it would without the mutation.
    Same,
    /// Lemmas are neither proven nor refuted.
    Unproven,
}

/// How many mutants had each fate.
#[derive(Default)]
struct Fates(BTreeMap<Fate, usize>);

impl Fates {
    fn add(&mut self, fate: Fate) {
        *self.0.entry(fate).or_default() += 1;
    }

    fn of(&self, fate: Fate) -> usize {
        self.0.get(&fate).copied().unwrap_or(0)
    }

    fn all(&self) -> usize {
        self.0.values().sum()
    }
}

impl fmt::Display for Fates {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} mutants: {:?}", self.all(), self.0)
    }
}

/// How many times as many mutants there are where all is tried.
const TIMES: usize = 10;

/// So many mutants, or more where all is tried.
fn count(usual: usize) -> usize {
    match share::all() {
        true => usual * TIMES,
        false => usual,
    }
}

/// The least that are refuted of the usual ones; those that are only caught come on top.
const LEAST_REFUTED: usize = 200;

#[test]
fn mutants_are_refuted_by_operands_that_they_are_wrong_for() {
    let mut random = seed::random();
    let mut refuted = 0;
    for fates in [
        nets::of_datapaths(&mut random),
        nets::of_registers(&mut random),
        control::of_netlists(&mut random),
    ] {
        refuted += fates.of(Fate::Refuted);
        assert!(fates.of(Fate::Unproven) * 20 <= fates.all(), "{fates}");
    }
    assert!(refuted >= count(LEAST_REFUTED), "only {refuted} are refuted");
}
