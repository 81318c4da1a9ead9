//! The share of cases that tests try: a part, or all of them if the environment has `HALFPIPE_TEST_ALL`.

use std::sync::OnceLock;

use rand::seq::SliceRandom;
use rand::Rng;

/// True if all cases are tried, which takes longer: `make test-all`.
pub fn all() -> bool {
    // Tests ask for every operand, and the environment is slow to search.
    static ALL: OnceLock<bool> = OnceLock::new();
    *ALL.get_or_init(|| std::env::var_os("HALFPIPE_TEST_ALL").is_some())
}

/// Returns the number of cases: `most` if all are tried, and else `few`.
pub fn count<N>(few: N, most: N) -> N {
    if all() {
        most
    } else {
        few
    }
}

/// True if the case at this place in a list is tried, where the share is one in so many.
pub fn is_tried(place: usize, one_in: usize) -> bool {
    place.is_multiple_of(one_in) || all()
}

/// Draws so many of a list, or returns all.
pub fn drawn<T: Clone>(list: &[T], count: usize, random: &mut impl Rng) -> Vec<T> {
    let mut list = list.to_vec();
    if !all() {
        list.shuffle(random);
        list.truncate(count);
    }
    list
}
