//! Mutation tests of the prover: mutants of modules are refuted.
//!
//! The prover alone never decides a mutant's fate. If the solver returns operands, a simulation runs them. The mutant's
//! result must then differ from the big-integer model's, and the result without the mutation must agree with it. If a
//! lemma fails without operands, or is not proven, a simulation has to show a difference. If a simulation finds a
//! difference, some lemma must not hold.

mod control;
mod cores;
mod nets;

use std::collections::BTreeMap;
use std::fmt;

use expect_test::{expect, Expect};
use halfpipe_test_support::{seed, share};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The fate of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fate {
    /// The solver has operands for which the mutant is wrong by the big-integer model.
    Refuted,
    /// A lemma does not hold, and a simulation shows that the mutant is wrong, but not for operands from the solver.
    Caught,
    /// A lemma does not hold, or there is none, and no simulation shows that the mutant is wrong.
    Refused,
    /// The mutant is equivalent to the original.
    Same,
    /// A lemma is neither proven nor refuted.
    Unproven,
}

/// The number of mutants with each fate.
#[derive(Default)]
struct Fates(BTreeMap<Fate, usize>);

impl Fates {
    fn add(&mut self, fate: Fate) {
        *self.0.entry(fate).or_default() += 1;
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

/// The fates of the mutants of the fixed seed.
const FATES: Expect = expect![[r#"
    add.rn.f16: 52 mutants: {Refuted: 49, Same: 3}
    sub.rn.ftz.sat.f16: 40 mutants: {Refuted: 36, Same: 4}
    mul.rn.f16: 40 mutants: {Refuted: 35, Caught: 4, Same: 1}
    mul.rn.ftz.sat.f16: 16 mutants: {Refuted: 12, Caught: 1, Same: 3}
    fma.rn.f16: 6 mutants: {Refuted: 5, Same: 1}
    min.ftz.NaN.xorsign.abs.f16: 56 mutants: {Refuted: 53, Same: 3}
    max.bf16: 32 mutants: {Refuted: 29, Same: 3}
    div.rn.bf16: 12 mutants: {Refuted: 11, Same: 1}
    neg.ftz.f16: 16 mutants: {Refuted: 16}
    pipelines of add.rn.f16: 24 mutants: {Refuted: 11, Caught: 12, Same: 1}
    pipelines of max.NaN.bf16: 16 mutants: {Refuted: 6, Caught: 8, Same: 2}
    pipelines of mul.rn.bf16: 16 mutants: {Caught: 16}
    neg.ftz.f16x2 as generic: 44 mutants: {Refuted: 13, Caught: 31}
    min.ftz.f16 as ecp5: 44 mutants: {Refuted: 18, Caught: 24, Same: 2}
    max.bf16x2 as ice40: 44 mutants: {Refuted: 20, Caught: 18, Same: 6}
    fma.rn.f16 for speed: 8 mutants: {Caught: 7, Unproven: 1}
    fma.rn.bf16 for speed: 4 mutants: {Caught: 3, Unproven: 1}
    fma.rn.f16 for simulation: 4 mutants: {Caught: 4}
"#]];

/// The number of seeds in an exhaustive run, starting with the test's own.
const SEEDS: u64 = 10;

#[test]
fn mutants_are_refuted_by_operands_that_they_are_wrong_for_at_any_seed() {
    let first = seed::seed();
    let count = if share::all() { SEEDS } else { 1 };
    for seed in first..first + count {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let found = [
            nets::of_datapaths(&mut random),
            nets::of_registers(&mut random),
            control::of_netlists(&mut random),
            nets::of_forms(&mut random),
        ]
        .concat();
        let found = found.join("\n") + "\n";
        println!("{found}");
        if seed::is_fixed(seed) {
            FATES.assert_eq(&found);
        }
    }
}
