//! Tests that the installation of the tools accepts only the expected packages.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use halfpipe_tools::Tool;
use sha2::{Digest, Sha256};

const TOOLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tools");

/// A Python script that writes a package without any content.
const WHEEL: &str = "
import zipfile
with zipfile.ZipFile('probe-1.0-py3-none-any.whl', 'w') as wheel:
    wheel.writestr('probe.py', '')
    wheel.writestr('probe-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: probe\\nVersion: 1.0\\n')
    wheel.writestr('probe-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr('probe-1.0.dist-info/RECORD', '')
";

/// Installs the list `requirements` into `folder/tools`, from the packages in `folder` only.
fn install(folder: &Path, requirements: &str) -> Output {
    let own = folder.join("own");
    fs::create_dir_all(&own).unwrap();
    fs::copy(Path::new(TOOLS).join("install"), own.join("install")).unwrap();
    fs::write(own.join("requirements.txt"), requirements).unwrap();
    Command::new("sh")
        .arg(own.join("install"))
        .arg(folder.join("tools"))
        .env("PIP_CONFIG_FILE", "/dev/null")
        .env("PIP_NO_INDEX", "1")
        .env("PIP_FIND_LINKS", folder)
        .output()
        .expect("sh starts")
}

#[test]
fn a_package_that_does_not_have_its_hash_is_not_installed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let made = Command::new("python3").args(["-c", WHEEL]).current_dir(folder).status();
    assert!(made.expect("python3 starts").success());
    let wheel = fs::read(folder.join("probe-1.0-py3-none-any.whl")).unwrap();
    let hash: String = Sha256::digest(&wheel)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let other_hash: String = hash.chars().rev().collect();

    for (requirements, refusal) in [
        (
            format!("probe==1.0 --hash=sha256:{other_hash}\n"),
            "DO NOT MATCH THE HASHES",
        ),
        ("probe==1.0\n".to_owned(), "Hashes are required"),
    ] {
        let output = install(folder, &requirements);
        let diagnostic = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && diagnostic.contains(refusal),
            "{requirements}: {diagnostic}"
        );
        for left in ["packages/probe.py", "contents", "installed"] {
            assert!(!folder.join("tools").join(left).exists(), "{requirements}: {left}");
        }
    }
    // The installation then lacks the tools.
    install(folder, &format!("probe==1.0 --hash=sha256:{hash}\n"));
    assert!(folder.join("tools/packages/probe.py").exists());
}

/// Reads a file of the tools folder.
fn read(name: &str) -> String {
    fs::read_to_string(Path::new(TOOLS).join(name)).unwrap()
}

/// Checks the Yosys version. Other tests compare areas, netlists and records of exhaustive runs with committed ones,
/// and these depend on it.
#[test]
fn the_yosys_of_the_tests_is_the_pinned_one() {
    let tools = read("requirements.in");
    let pinned = tools.lines().find_map(|line| line.strip_prefix("pyosys=="));
    let version = Tool::Yosys.version().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        version.as_deref(),
        pinned,
        "{:?} is found first; `make test` puts the pinned tools in front",
        Tool::Yosys.find()
    );
}

#[test]
fn the_list_with_hashes_is_made_of_the_list_of_tools() {
    let (tools, hashed) = (read("requirements.in"), read("requirements.txt"));
    let tools = tools.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for tool in tools {
        assert!(
            hashed.lines().any(|line| line.strip_suffix(" \\") == Some(tool)),
            "{tool} is not in requirements.txt; requirements.in says how that is made"
        );
    }
}
