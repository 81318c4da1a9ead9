//! External Verilog. `prove --verilog` refuses ambiguous files, refutes wrong ones, and proves right ones.

mod cells;
pub mod corpus;
mod edits;
mod generator;
mod included;
mod judge;
mod readers;
mod sources;

use corpus::{check_all, generated, variants, Expected};
use halfpipe_test_support::share::is_tried;

/// Proves the variants of a file, at least six of which are wrong.
fn check_wrong(file: &str) {
    let variants = variants(file, &generated());
    assert!(variants.len() >= 6 && variants.iter().all(|variant| variant.expected != Expected::Holds));
    check_all(&variants);
}

/// Proves a share of the variants of a file.
fn check_share(file: &str) {
    let variants = variants(file, &generated());
    let tried = variants
        .into_iter()
        .enumerate()
        .filter(|(place, _)| is_tried(*place, 4));
    check_all(&tried.map(|(_, variant)| variant).collect::<Vec<_>>());
}

#[test]
fn undefined_values_are_any_values() {
    check_wrong("undefined.v");
}

#[test]
fn a_net_has_one_driver() {
    check_wrong("drivers.v");
}

#[test]
fn a_register_begins_with_any_value() {
    check_wrong("power_up.v");
}

#[test]
fn text_that_tools_read_differently_is_refused() {
    check_wrong("readings.v");
}

#[test]
fn combinational_blocks_run_when_what_they_read_changes() {
    check_share("combinational.v");
}

#[test]
fn registers_take_their_values_at_one_clock_edge() {
    check_share("clocked.v");
}

#[test]
fn constants_have_one_width_and_sign() {
    check_share("constants.v");
}

#[test]
fn indices_are_inside_their_words_and_memories() {
    check_share("indices.v");
}

#[test]
fn initial_values_are_constants() {
    check_share("initial_values.v");
}

#[test]
fn names_have_one_meaning() {
    check_share("names.v");
}

#[test]
fn directives_and_comments_have_one_meaning() {
    check_share("text.v");
}

#[test]
fn ordinary_modules_of_both_languages_are_proven() {
    for file in ["right_verilog.v", "right_system.v", "right_text.v"] {
        check_share(file);
    }
}

#[test]
fn files_that_once_got_a_wrong_answer_get_the_right_one() {
    check_all(&variants("cases.v", ""));
}

#[test]
fn cells_have_the_settings_that_their_models_know() {
    check_share("cells.v");
}

#[test]
fn right_modules_are_proven() {
    let variants = variants("right.v", &generated());
    assert!(variants.iter().all(|variant| variant.expected == Expected::Holds));
    check_all(&variants);
}
