//! The committed pages are the ones that the table, the hardware, the model and the measured results give.
//!
//! `UPDATE_EXPECT=1` writes it anew.

use expect_test::expect_file;

#[test]
fn the_page_of_instructions_is_up_to_date() {
    expect_file!["../../docs/instructions.md"].assert_eq(&halfpipe::document::instructions());
}

#[test]
fn the_datasheet_is_up_to_date() {
    expect_file!["../../docs/datasheet.md"].assert_eq(&halfpipe::document::datasheet());
}

#[test]
fn the_curves_of_the_datasheet_are_up_to_date() {
    let plots = halfpipe::document::plots();
    for (file, svg) in &plots {
        expect_file![format!("../../docs/curves/{file}")].assert_eq(svg);
    }
    let committed = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/curves")).unwrap();
    assert_eq!(committed.count(), plots.len(), "a file in docs/curves is shown nowhere");
}
