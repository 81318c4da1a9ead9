//! Collects the digests of the ledger's theorems for a program, which knows them without the files.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::{env, fs, io};

/// The folder of the package, which has the ledger.
const LEDGER: &str = ".";

/// The text before a digest in a line.
const BEFORE_DIGEST: &str = "\"formulas\":\"";

/// The hexadecimal digits of a digest.
const DIGITS: usize = 32;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={LEDGER}");
    let mut digests = BTreeSet::new();
    for entry in fs::read_dir(LEDGER)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "jsonl") {
            digests.extend(fs::read_to_string(path)?.lines().filter_map(digest));
        }
    }
    let bytes: Vec<u8> = digests.into_iter().flat_map(u128::to_be_bytes).collect();
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder"));
    fs::write(folder.join("theorems"), bytes)
}

/// Returns the digest in the line of a theorem, or nothing for the line of a function.
fn digest(line: &str) -> Option<u128> {
    let (_, rest) = line.strip_prefix("{\"theorem\":")?.split_once(BEFORE_DIGEST)?;
    u128::from_str_radix(rest.get(..DIGITS)?, 16).ok()
}
