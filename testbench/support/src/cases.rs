//! Settings for proptest. By default it draws a seed from the system and writes failures to files.

use proptest::test_runner::{Config, RngSeed};

use crate::seed::seed;

/// Returns settings for so many cases with the test's seed.
pub fn configure(cases: u32) -> Config {
    Config {
        cases,
        rng_seed: RngSeed::Fixed(seed()),
        failure_persistence: None,
        ..Config::default()
    }
}
