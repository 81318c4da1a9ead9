//! Unit tests of `src/seed.rs`.

use super::*;

#[test]
fn a_seed_is_the_fixed_one_or_the_one_that_is_named() {
    assert_eq!(parse(None), Ok(FIXED));
    assert_eq!(parse(Some("236066357")), Ok(236_066_357));
    assert_eq!(
        parse(Some("today")),
        Err("HALFPIPE_TEST_SEED is 'today'; it takes a number".to_owned())
    );
}

#[test]
fn a_test_that_draws_says_so_in_its_name() {
    assert_eq!(complaint_about("pairs::every_sum_at_any_seed"), None);
    assert_eq!(complaint_about(ALONE), None);
    assert!(complaint_about("pairs::every_sum").is_some());
    assert!(complaint_about("at_any_seed::every_sum").is_some());
}

#[test]
#[should_panic(expected = "has to end in `_at_any_seed`")]
fn a_test_with_another_name_gets_no_seed() {
    // If tests run one by one, the thread does not have the test's name.
    let drawing = std::thread::Builder::new().name("a_test".to_owned()).spawn(seed);
    if let Err(panic) = drawing.expect("it starts").join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn the_command_names_the_test_and_its_seed() {
    assert_eq!(
        again(7, "halfpipe-prove", "cases::a_case_at_any_seed"),
        "HALFPIPE_TEST_SEED=7 cargo test -p halfpipe-prove --test all -- --exact cases::a_case_at_any_seed"
    );
    assert_eq!(
        again(7, "halfpipe-prove", ALONE),
        "HALFPIPE_TEST_SEED=7 cargo test -p halfpipe-prove --test all -- _at_any_seed"
    );
}
