//! The crates that go to crates.io: `make package` builds each from its own files.

use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::architecture::packages;

/// The most keywords that crates.io takes.
const MOST_KEYWORDS: usize = 5;

/// True for a crate that goes to crates.io.
fn is_published(package: &Value) -> bool {
    package["publish"].is_null()
}

/// Returns the files that a source file includes by a path outside the folder of its crate.
fn outside(source: &str, place: &Path) -> Vec<PathBuf> {
    let macros = ["include_str!(\"", "include_bytes!(\""];
    let includes = macros.into_iter().flat_map(|start| source.split(start).skip(1));
    let paths = includes.filter_map(|rest| rest.split_once('"').map(|(path, _)| place.parent().unwrap().join(path)));
    let is_outside = |path: &PathBuf| {
        let mut depth = 0;
        path.components().any(|part| {
            depth += if part == Component::ParentDir { -1 } else { 1 };
            depth < 0
        })
    };
    paths.filter(is_outside).collect()
}

#[test]
fn published_crates_have_what_crates_io_shows() {
    for package in packages().iter().filter(|package| is_published(package)) {
        let name = &package["name"];
        let count = |field: &str| package[field].as_array().unwrap().len();
        for field in ["description", "license", "readme", "documentation"] {
            assert!(package[field].is_string(), "{name} has no {field}");
        }
        assert!((1..=MOST_KEYWORDS).contains(&count("keywords")), "{name}: keywords");
        assert!(count("categories") > 0, "{name}: categories");
        assert!(package["metadata"]["docs"]["rs"].is_object(), "{name}: docs.rs");
    }
}

#[test]
fn published_crates_use_published_crates_by_version() {
    let packages = packages();
    let unpublished: Vec<&Value> = packages.iter().filter(|package| !is_published(package)).collect();
    assert!(unpublished.iter().any(|package| package["name"] == "xtask"));
    for package in packages.iter().filter(|package| is_published(package)) {
        for dependency in package["dependencies"].as_array().unwrap() {
            let is_versioned = dependency["req"] != "*";
            let [user, used] = [package, dependency].map(|it| it["name"].as_str().unwrap());
            if dependency["kind"] == "dev" {
                // Cargo leaves out one that has a path only.
                let is_unpublished = unpublished.iter().any(|package| package["name"] == used);
                assert!(!is_versioned || !is_unpublished, "{user} names a version of {used}");
            } else {
                assert!(is_versioned, "{user} needs a version of {used}");
                assert!(
                    unpublished.iter().all(|package| package["name"] != used),
                    "{user} uses {used}"
                );
            }
        }
    }
}

#[test]
fn published_crates_include_their_own_files_only() {
    for package in packages().iter().filter(|package| is_published(package)) {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let folder = manifest.parent().unwrap();
        for (place, source) in crate::source::files(folder.join("src").to_str().unwrap()) {
            // The documents are read for tests of documentation only.
            let found = outside(&source.replace("../../../docs/", ""), &Path::new("src").join(&place));
            assert!(found.is_empty(), "{} {place}: {found:?}", package["name"]);
        }
    }
}

#[test]
fn a_file_outside_the_crate_is_found() {
    let source = "const PINS: &str = include_str!(\"../../../constraints/hx8k.pcf\");";
    assert_eq!(outside(source, Path::new("src/board.rs")).len(), 1);
    assert_eq!(
        outside("include_str!(\"../boards/top.v\")", Path::new("src/board.rs")).len(),
        0
    );
}
