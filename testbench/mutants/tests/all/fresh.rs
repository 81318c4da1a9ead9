//! Other mutants every week: none that `verify`'s default vectors miss.

use std::time::{SystemTime, UNIX_EPOCH};

use halfpipe_mutants::examine::examine;
use halfpipe_mutants::record::Record;
use halfpipe_mutants::sample::{Pick, Sample};
use halfpipe_mutants::trial::{trial, VECTORS_SEED};
use rayon::prelude::*;

/// Mutants of each module of a round.
const PER_MODULE: usize = 6;

/// Names another seed than that of the week.
const SEED_VARIABLE: &str = "HALFPIPE_MUTANTS_SEED";

/// The number of the week since the first of 1970, or what the environment says.
fn seed() -> u64 {
    if let Ok(seed) = std::env::var(SEED_VARIABLE) {
        let number = seed.parse();
        return number.unwrap_or_else(|_| panic!("{SEED_VARIABLE} is '{seed}'; it takes a number"));
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970");
    since.as_secs() / (7 * 24 * 60 * 60)
}

#[test]
fn this_weeks_mutants_of_every_family_are_killed_or_change_nothing() {
    let seed = seed();
    let sample = Sample::new(seed);
    let round = sample.round();
    let count = round * PER_MODULE;
    let again =
        format!("cargo run --release -p halfpipe-mutants -- --seed {seed} --per-module {PER_MODULE} --count {count}");
    println!("seed {seed}; again: {again}");
    // All but the core of all, which takes as long as the rest; the command has it too.
    let picks: Vec<Pick> = sample.take(round - 1).collect();
    let examined: Vec<_> = picks
        .par_iter()
        .map(|pick| {
            let trial = trial(&pick.subject, None, VECTORS_SEED);
            let examined = examine(pick, PER_MODULE, trial);
            examined.unwrap_or_else(|error| panic!("{}, {}: {error}\n{again}", pick.subject, pick.level))
        })
        .collect();
    let mut record = Record::new(seed, PER_MODULE, None).unwrap_or_else(|error| panic!("{error}"));
    examined.iter().for_each(|examination| record.add(examination));
    print!("{}", record.summary());
    assert!(record.made() >= 250, "only {} mutants", record.made());
    let unsettled: Vec<_> = record.unsettled().collect();
    assert!(unsettled.is_empty(), "{unsettled:#?}\n{again}");
}
