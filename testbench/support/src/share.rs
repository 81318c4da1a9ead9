//! How much the tests try: a share of what there is, or, where the environment has `HALFPIPE_TEST_ALL`, all of it.

use rand::seq::SliceRandom;
use rand::Rng;

/// Whether all is tried, which takes longer: `make test-all`.
pub fn all() -> bool {
    std::env::var_os("HALFPIPE_TEST_ALL").is_some()
}

/// Whether the one at this place in a list is tried, where the share is one in so many.
pub fn is_tried(place: usize, one_in: usize) -> bool {
    place.is_multiple_of(one_in) || all()
}

/// So many of a list, drawn, or all.
pub fn drawn<T: Clone>(list: &[T], count: usize, random: &mut impl Rng) -> Vec<T> {
    let mut list = list.to_vec();
    if !all() {
        list.shuffle(random);
        list.truncate(count);
    }
    list
}
