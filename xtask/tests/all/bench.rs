//! The measurement of emitted Verilog in Verilator: right and wrong modules, and the record.

use std::path::Path;

use xtask::bench::{measure, peer, subjects, BenchRecord, Subject, PEER};

#[test]
fn a_wrong_fma_is_found() {
    let all = subjects().unwrap_or_else(|error| panic!("{error:#}"));
    let right = all
        .into_iter()
        .rfind(|subject| subject.is_fma)
        .expect("an fma is measured");
    let text = right.text.as_deref().expect("a generated module has text");
    let wrong = text.replace("complement_guard = ", "complement_guard = ~");
    assert_ne!(wrong, text);
    let wrong = Subject {
        text: Some(wrong),
        ..right.clone()
    };
    let measured = [right, wrong];
    let found = measure(&measured).unwrap_or_else(|error| panic!("{error:#}"));
    let wrong: Vec<bool> = found.iter().map(|time| time.wrong != 0).collect();
    // The function in C++ comes last.
    assert_eq!(wrong, [false, true, false], "{found:?}");
}

#[test]
fn the_record_has_all_rows() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let record = BenchRecord::read(&folder).unwrap_or_else(|error| panic!("{error:#}"));
    let own = subjects().unwrap_or_else(|error| panic!("{error:#}"));
    let mut names: Vec<&str> = own.iter().map(|subject| subject.name.as_str()).collect();
    names.insert(1, PEER);
    names.push("integer C++");
    let on_record: Vec<&str> = record.rows.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(on_record, names, "run `make bench` with a checkout of CVFPU");
}

#[test]
fn the_page_has_the_table_on_record() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let record = BenchRecord::read(&repository.join("xtask/results")).unwrap_or_else(|error| panic!("{error:#}"));
    let page = std::fs::read_to_string(repository.join("docs/integration.md")).unwrap();
    assert!(
        page.contains(&record.table()),
        "the table of docs/integration.md is to be:\n{}",
        record.table()
    );
}

#[test]
fn a_checkout_without_its_submodule_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let error = peer(folder.path(), &folder.path().join("src/common_cells")).unwrap_err();
    assert!(error.to_string().contains("--recursive"), "{error}");
}
