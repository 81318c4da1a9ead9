//! The record of SoftFloat's results.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use halfpipe_isa::Instruction;
use halfpipe_testbench::exhaustive::ResultDigest;
use serde::{Deserialize, Serialize};

/// The name of the record's file.
pub const FILE: &str = "softfloat.json";

/// The digests of SoftFloat's results on every operand of instructions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SoftFloatRecord {
    /// The SHA-256 of the library, in hexadecimal digits.
    #[serde(rename = "library")]
    pub sha256: String,
    /// The digests of each instruction: those of the parts that ran, in their order.
    digests: BTreeMap<String, Vec<String>>,
}

impl SoftFloatRecord {
    /// Creates a record without digests.
    pub fn new(sha256: String) -> SoftFloatRecord {
        SoftFloatRecord {
            sha256,
            digests: BTreeMap::new(),
        }
    }

    /// Reads the record of this name in a folder. None if there is none.
    ///
    /// # Errors
    ///
    /// When the file is no record.
    pub fn read(folder: &Path, name: &str) -> anyhow::Result<Option<SoftFloatRecord>> {
        let path = folder.join(name);
        if !path.exists() {
            return Ok(None);
        }
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let record = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
        Ok(Some(record))
    }

    /// Reads the record of this name in a folder, or creates one, for a library of this SHA-256.
    ///
    /// # Errors
    ///
    /// As [`SoftFloatRecord::read`], and when the record is of another library.
    pub fn open(folder: &Path, name: &str, sha256: String) -> anyhow::Result<SoftFloatRecord> {
        match SoftFloatRecord::read(folder, name)? {
            None => Ok(SoftFloatRecord::new(sha256)),
            Some(record) if record.sha256 == sha256 => Ok(record),
            Some(record) => anyhow::bail!(
                "{} has the digests of another library, with SHA-256 {}; name another folder with --out, or remove the file",
                folder.join(name).display(),
                record.sha256
            ),
        }
    }

    /// Writes the record to a folder, under this name.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write(&self, folder: &Path, name: &str) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        halfpipe_tools::files::write_file(&folder.join(name), text.as_bytes())?;
        Ok(())
    }

    /// Adds the digest of an instruction's next part.
    pub fn add(&mut self, instruction: Instruction, digest: ResultDigest) {
        let digests = self.digests.entry(instruction.mnemonic()).or_default();
        digests.push(digest.to_string());
    }

    /// Returns the digests of an instruction: those of the parts that ran, in their order.
    pub fn digests(&self, instruction: Instruction) -> &[String] {
        self.digests.get(&instruction.mnemonic()).map_or(&[], Vec::as_slice)
    }

    /// Returns the digest of all operands, once all of these parts ran.
    pub fn whole(&self, instruction: Instruction, count: usize) -> Option<ResultDigest> {
        let parts = self.digests(instruction);
        let numbers = parts.iter().map(|part| u64::from_str_radix(part, 16).ok());
        let digests: Option<Vec<ResultDigest>> = numbers.map(|number| number.map(ResultDigest)).collect();
        let whole = digests?.into_iter().fold(ResultDigest::default(), ResultDigest::with);
        (parts.len() == count).then_some(whole)
    }
}
