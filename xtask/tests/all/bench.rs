//! The measurement of emitted Verilog in Verilator: right and wrong modules, and the record.

use std::path::Path;

use xtask::bench::{measure, peer, subjects, BenchRecord, Subject};

/// Returns the rows of the f16 fma.
fn fused() -> Vec<Subject> {
    let all = subjects().unwrap_or_else(|error| panic!("{error:#}"));
    all.into_iter().filter(|subject| subject.is_fma).collect()
}

#[test]
fn a_wrong_fma_is_found() {
    let mut measured = fused();
    let forms = measured.len();
    let simulated = measured[forms - 1].clone();
    let text = simulated.text.as_deref().expect("a generated module has text");
    let wrong = text.replace("complement_guard = ", "complement_guard = ~");
    assert_ne!(wrong, text);
    measured.push(Subject {
        text: Some(wrong),
        ..simulated
    });
    let found = measure(&measured).unwrap_or_else(|error| panic!("{error:#}"));
    let wrong: Vec<bool> = found.iter().map(|time| time.wrong != 0).collect();
    let mut expected = vec![false; forms];
    // The function in C++ comes last.
    expected.extend([true, false]);
    assert_eq!(wrong, expected, "{found:?}");
}

#[test]
fn the_record_has_all_rows() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let record = BenchRecord::read(&folder).unwrap_or_else(|error| panic!("{error:#}"));
    let own = subjects().unwrap_or_else(|error| panic!("{error:#}"));
    let mut names: Vec<&str> = own.iter().map(|subject| subject.name.as_str()).collect();
    names.insert(1, "CVFPU, f16 fma");
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
