//! The subcommand `softfloat`.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use halfpipe_isa::Instruction;
use sha2::{Digest, Sha256};

use super::judgement::{judge, judged_instructions, part, WrongPair, PARTS};
use super::library::SoftFloat;
use super::record::{SoftFloatRecord, FILE};

/// Compare the integer model with Berkeley SoftFloat on every pair of f16 numbers: add, sub and mul in every rounding.
///
/// The record gets the digests of SoftFloat's results. Parts on record do not run again, so an interrupted run goes on
/// where it was. The status is 1 if a result differs.
#[derive(clap::Args)]
pub struct Arguments {
    /// The shared library with SoftFloat, such as libriscv.so.
    #[arg(value_name = "LIBRARY")]
    path: PathBuf,
    /// Instructions, such as add.rz.f16  [default: all 15]
    instructions: Vec<String>,
    /// The folder of the record, softfloat.json.
    #[arg(long, default_value = "xtask/results")]
    out: PathBuf,
}

impl Arguments {
    /// Compares the results. Returns true if none differs.
    pub fn run(&self) -> anyhow::Result<bool> {
        let instructions = self.instructions()?;
        let sha256 = sha256(&self.path)?;
        let softfloat = SoftFloat::open(&self.path)?;
        let mut record = SoftFloatRecord::open(&self.out, FILE, sha256)?;
        for instruction in instructions {
            for number in record.digests(instruction).len()..PARTS {
                let judgement = judge(&softfloat, instruction, part(number))?;
                if let Some(first) = judgement.first {
                    println!("{}", mismatch_text(instruction, judgement.mismatches, first));
                    return Ok(false);
                }
                record.add(instruction, judgement.digest);
                record.write(&self.out, FILE)?;
            }
            if let Some(digest) = record.whole(instruction, PARTS) {
                println!("{instruction}: {} pairs, no mismatch, digest {digest}", 1_u64 << 32);
            }
        }
        Ok(true)
    }

    /// Returns the requested instructions.
    fn instructions(&self) -> anyhow::Result<Vec<Instruction>> {
        let all: Vec<Instruction> = judged_instructions().collect();
        if self.instructions.is_empty() {
            return Ok(all);
        }
        let judged = |name: &String| {
            let found = all.iter().find(|instruction| instruction.mnemonic() == *name);
            found.copied().with_context(|| {
                format!("{name} is not judged; this takes add, sub and mul in .rn, .rz, .rm, .rp and .rna, such as add.rz.f16")
            })
        };
        self.instructions.iter().map(judged).collect()
    }
}

/// Returns the SHA-256 of a file, in hexadecimal digits.
pub(crate) fn sha256(path: &Path) -> anyhow::Result<String> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    Ok(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

fn mismatch_text(instruction: Instruction, mismatches: u64, first: WrongPair) -> String {
    let WrongPair {
        operands: [a, b],
        expected,
        actual,
    } = first;
    format!(
        "{instruction}: mismatches: {mismatches}, the first: {a:04X} {b:04X} gives {actual:04X}, and {expected:04X} in SoftFloat"
    )
}
