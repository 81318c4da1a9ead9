//! External Verilog. `prove --verilog` refuses ambiguous files, refutes wrong ones, and proves right ones.

mod cells;
mod corpus;
mod edits;
mod included;
mod judge;

use corpus::{check_all, generated, variants, Expected};

/// Proves the variants of a file, at least six of which are wrong.
fn check_wrong(file: &str) {
    let variants = variants(file, &generated());
    assert!(variants.len() >= 6 && variants.iter().all(|variant| variant.expected != Expected::Holds));
    check_all(&variants);
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
fn right_modules_are_proven() {
    let variants = variants("right.v", &generated());
    assert!(variants.iter().all(|variant| variant.expected == Expected::Holds));
    check_all(&variants);
}
