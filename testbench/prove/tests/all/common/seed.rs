//! Another seed in every run.

use std::hash::{BuildHasher, Hasher, RandomState};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Names a seed, to do the same again.
const VARIABLE: &str = "HALFPIPE_PROVE_SEED";

/// Random numbers, of a seed that the test prints.
pub fn random() -> ChaCha8Rng {
    let seed = match std::env::var(VARIABLE) {
        Ok(seed) => seed
            .parse()
            .unwrap_or_else(|_| panic!("{VARIABLE} is '{seed}'; it takes a number")),
        Err(_) => RandomState::new().build_hasher().finish() % 1_000_000_000,
    };
    println!("again: {VARIABLE}={seed}");
    ChaCha8Rng::seed_from_u64(seed)
}
