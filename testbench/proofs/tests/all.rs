//! The theorems in the program are those of the files.

use std::collections::BTreeSet;

use serde_json::Value;

use halfpipe_ledger::{is_recorded, theorem_count};

#[test]
fn exactly_the_theorems_of_the_ledger_are_recorded() {
    let mut theorems = BTreeSet::new();
    let mut functions = BTreeSet::new();
    for entry in std::fs::read_dir(env!("CARGO_MANIFEST_DIR")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "jsonl") {
            continue;
        }
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            let formulas = line["formulas"].as_str().unwrap().to_owned();
            let is_theorem = line.get("theorem").is_some();
            (if is_theorem { &mut theorems } else { &mut functions }).insert(formulas);
        }
    }
    assert!(theorems.len() > 10_000, "{}", theorems.len());
    assert!(theorems.iter().all(|digest| is_recorded(digest)));
    assert_eq!(theorem_count(), theorems.len());
    assert!(!functions.iter().any(|digest| is_recorded(digest)));
    assert!(!is_recorded("") && !is_recorded("no digest"));
}
