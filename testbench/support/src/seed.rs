//! The seed of randomised tests: always the same one, unless the environment names another.
//!
//! Tests on commits must give the same result for a tree on every machine and day, so nothing here asks the time or the
//! system. `make test-fresh` draws a seed, names it in the environment, and runs the tests whose names end in [`MARK`].

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The environment variable that names another seed.
pub const VARIABLE: &str = "HALFPIPE_TEST_SEED";

/// The seed if the environment names none.
pub const FIXED: u64 = 2026;

/// The end of the name of every randomised test.
pub const MARK: &str = "_at_any_seed";

/// Returns the seed of the test that runs on this thread, and prints the command that repeats the test.
///
/// # Panics
///
/// Panics if the environment names no number, or if the test's name does not end in [`MARK`]: `make test-fresh` would
/// leave it out.
pub fn seed() -> u64 {
    let named = std::env::var(VARIABLE).ok();
    let seed = parse(named.as_deref()).unwrap_or_else(|complaint| panic!("{complaint}"));
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("a thread without a name");
    if let Some(complaint) = complaint_about(name) {
        panic!("{complaint}");
    }
    let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    println!("again: {}", again(seed, &package, name));
    seed
}

/// Returns a random number generator with that seed.
pub fn random() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed())
}

/// True if a seed is the one of tests on commits, for which exact counts are known.
pub fn is_fixed(seed: u64) -> bool {
    seed == FIXED
}

fn parse(named: Option<&str>) -> Result<u64, String> {
    named.map_or(Ok(FIXED), |text| {
        text.parse()
            .map_err(|_| format!("{VARIABLE} is '{text}'; it takes a number"))
    })
}

/// The name of a test's thread where tests run one by one, on the program's main thread.
const ALONE: &str = "main";

/// Returns the complaint about a randomised test, by its name.
fn complaint_about(name: &str) -> Option<String> {
    let is_told = name.ends_with(MARK) || name == ALONE;
    (!is_told).then(|| format!("{name} draws, so its name has to end in `{MARK}`: `make test-fresh` runs such tests"))
}

/// Returns the command that repeats a test.
fn again(seed: u64, package: &str, name: &str) -> String {
    let filter = match name {
        ALONE => MARK.to_owned(),
        _ => format!("--exact {name}"),
    };
    format!("{VARIABLE}={seed} cargo test -p {package} --test all -- {filter}")
}

#[cfg(test)]
#[path = "../tests/unit/seed.rs"]
mod tests;
