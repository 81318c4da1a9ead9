//! How much the tests try, and where what is drawn begins.

/// Whether all is tried, which takes longer: `make test-all`.
pub fn all() -> bool {
    std::env::var_os("HALFPIPE_TEST_ALL").is_some()
}

/// A seed that is new in each run.
pub fn seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(())
}
