//! The subcommand `spike`.

use std::path::PathBuf;

use anyhow::Context as _;

use super::functions::{judged_functions, JudgedFunction};
use super::judgement::{judge, WrongOperands};
use super::library::Spike;
use super::netlist::UnitNetlist;
use super::FILE;
use crate::softfloat::command::sha256;
use crate::softfloat::SoftFloatRecord;

/// Compare the netlists of RISC-V instructions with Spike on every operand, results and flags. Of integers of 64 bits,
/// it takes 2^32.
///
/// The record gets the digests of Spike's results. Parts on record do not run again, so an interrupted run goes on
/// where it was. The status is 1 if a result differs.
#[derive(clap::Args)]
pub struct Arguments {
    /// Spike's shared library, libriscv.so.
    #[arg(value_name = "LIBRARY")]
    path: PathBuf,
    /// Instructions, such as fadd.h or fadd.h.rtz  [default: all]
    instructions: Vec<String>,
    /// The folder of the record, spike.json.
    #[arg(long, default_value = "xtask/results")]
    out: PathBuf,
    /// The last part to run of each instruction's 64.
    #[arg(long, value_name = "PART", default_value_t = usize::MAX, hide_default_value = true)]
    until: usize,
}

impl Arguments {
    /// Compares the results. Returns true if none differs.
    pub fn run(&self) -> anyhow::Result<bool> {
        let functions = self.functions()?;
        let sha256 = sha256(&self.path)?;
        let spike = Spike::open(&self.path)?;
        let mut record = SoftFloatRecord::open(&self.out, FILE, sha256)?;
        for function in functions {
            let instruction = function.instruction;
            let missing = record.digests(instruction).len()..function.parts().min(self.until);
            if !missing.is_empty() {
                let netlist = UnitNetlist::new(function.unit())?;
                for part in missing {
                    let judgement = judge(&spike, &netlist, function, function.blocks(part))?;
                    if let Some(first) = judgement.first {
                        println!("{}", mismatch_text(function, judgement.mismatches, first));
                        return Ok(false);
                    }
                    record.add(instruction, judgement.digest);
                    record.write(&self.out, FILE)?;
                }
            }
            if let Some(digest) = record.whole(instruction, function.parts()) {
                let count = 1_u64 << function.number_bits();
                println!("{instruction}: {count} vectors, no mismatch, digest {digest}");
            }
        }
        Ok(true)
    }

    /// Returns the requested instructions.
    fn functions(&self) -> anyhow::Result<Vec<JudgedFunction>> {
        let all: Vec<JudgedFunction> = judged_functions().collect();
        if self.instructions.is_empty() {
            return Ok(all);
        }
        let mut requested = Vec::new();
        for name in &self.instructions {
            let is_named = |function: &&JudgedFunction| {
                function.instruction.mnemonic() == *name || function.unit().mnemonic() == *name
            };
            let before = requested.len();
            requested.extend(all.iter().filter(is_named));
            (requested.len() > before).then_some(()).with_context(|| {
                let mut names: Vec<String> = all.iter().map(|function| function.unit().mnemonic()).collect();
                names.dedup();
                format!(
                    "{name} is not judged; this takes {}, also in one rounding, such as fadd.h.rtz",
                    names.join(", ")
                )
            })?;
        }
        Ok(requested)
    }
}

fn mismatch_text(function: JudgedFunction, mismatches: u64, first: WrongOperands) -> String {
    let digits = function.operand_bits() as usize / 4;
    let WrongOperands {
        operands,
        expected: (expected, expected_flags),
        actual: (actual, actual_flags),
    } = first;
    format!(
        "{}: mismatches: {mismatches}, the first: operands {operands:0digits$X} give {actual:04X} with flags {actual_flags:02X}, \
         and {expected:04X} with flags {expected_flags:02X} in Spike",
        function.instruction
    )
}
