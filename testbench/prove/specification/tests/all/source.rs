//! The text by which a ledger names the specification is all of it.

use std::collections::BTreeSet;
use std::path::Path;

use halfpipe_specification::{SOURCE, SOURCE_OF_EXCEPTIONS};

/// Files that compute nothing.
const LISTS: [&str; 2] = ["lib.rs", "source.rs"];

#[test]
fn no_source_file_is_left_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let there = std::fs::read_dir(folder).unwrap();
    let there = there.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let there: BTreeSet<String> = there.filter(|name| !LISTS.contains(&name.as_str())).collect();
    let all = SOURCE.iter().chain(SOURCE_OF_EXCEPTIONS);
    let named: BTreeSet<String> = all.map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(there, named);
}
