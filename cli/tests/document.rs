//! The committed page about the instructions is the one that the table, the hardware and the model give.
//!
//! `UPDATE_EXPECT=1` writes it anew.

use expect_test::expect_file;

#[test]
fn the_page_of_instructions_is_up_to_date() {
    expect_file!["../../docs/instructions.md"].assert_eq(&halfpipe::document::instructions());
}
