//! The model's source names every file that it is made of.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use halfpipe_reference::SOURCE;

/// The files in a folder and in those below it, by their path relative to the model's `src`.
fn files_below(relative: &str, found: &mut BTreeMap<String, String>) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in std::fs::read_dir(source.join(relative)).unwrap() {
        let entry = entry.unwrap();
        let path = PathBuf::from(relative).join(entry.file_name());
        let path = path.to_str().unwrap().to_owned();
        match entry.file_type().unwrap().is_dir() {
            true => files_below(&path, found),
            false => drop(found.insert(path, std::fs::read_to_string(entry.path()).unwrap())),
        }
    }
}

#[test]
fn no_source_file_is_left_out() {
    let mut there = BTreeMap::new();
    files_below("", &mut there);
    let named: BTreeMap<String, String> = SOURCE
        .iter()
        .map(|(path, text)| (path.to_string(), text.to_string()))
        .collect();
    assert!(
        there.keys().eq(named.keys()),
        "{:?} and {:?}",
        there.keys(),
        named.keys()
    );
    assert_eq!(there, named);
}
