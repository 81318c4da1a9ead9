//! How much the tests try: a share of what there is, or, where the environment has `HALFPIPE_TEST_ALL`, all of it.

/// Whether all is tried, which takes longer: `make test-all`.
pub fn all() -> bool {
    std::env::var_os("HALFPIPE_TEST_ALL").is_some()
}

/// Whether the one at this place in a list is tried, where the share is one in so many.
pub fn is_tried(place: usize, one_in: usize) -> bool {
    place.is_multiple_of(one_in) || all()
}
