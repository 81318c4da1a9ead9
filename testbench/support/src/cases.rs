//! Settings for proptest, which draws a seed from the system and keeps failures in files where it is not told otherwise.

use proptest::test_runner::{Config, RngSeed};

use crate::seed::seed;

/// So many cases of the test's seed.
pub fn of_seed(cases: u32) -> Config {
    Config {
        cases,
        rng_seed: RngSeed::Fixed(seed()),
        failure_persistence: None,
        ..Config::default()
    }
}
