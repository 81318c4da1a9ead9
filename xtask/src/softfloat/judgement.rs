//! Comparison of SoftFloat with the integer model.

use halfpipe_aig::simd::with_best_simd;
use halfpipe_isa::{FloatFormat, Instruction};
use halfpipe_model::value::IntegerModel;
use halfpipe_testbench::exhaustive::{ResultDigest, Shard};
use rayon::prelude::*;

use super::library::SoftFloat;

/// The number of parts of a run over all pairs.
pub const PARTS: usize = 64;

/// The outcome of a part.
#[derive(Clone, Copy, Default, Debug)]
pub struct Judgement {
    /// The digest of SoftFloat's results, each NaN replaced by the canonical one.
    pub digest: ResultDigest,
    /// The number of pairs for which the results differ.
    pub mismatches: u64,
    /// The first of them.
    pub first: Option<WrongPair>,
}

/// A pair for which the integer model and SoftFloat differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongPair {
    /// The operands.
    pub operands: [u16; 2],
    /// The result of SoftFloat.
    pub expected: u16,
    /// The result of the model.
    pub actual: u16,
}

/// Returns the instructions that are judged: add, sub and mul of f16 in every rounding.
pub fn judged_instructions() -> impl Iterator<Item = Instruction> {
    let named = |name: String| name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    ["add", "sub", "mul"].into_iter().flat_map(move |operation| {
        ["rn", "rz", "rm", "rp", "rna"].map(|rounding| named(format!("{operation}.{rounding}.f16")))
    })
}

/// Returns a part, from 0, of all rows.
pub fn part(number: usize) -> Shard {
    let name = format!("{}/{PARTS}", number + 1);
    name.parse().expect("parts are counted from 0")
}

/// Compares SoftFloat with the integer model on one part of all pairs.
///
/// # Errors
///
/// When the library has no rounding mode.
pub fn judge(softfloat: &SoftFloat, instruction: Instruction, part: Shard) -> anyhow::Result<Judgement> {
    let model = model(instruction);
    let rows = part.rows().into_par_iter().map_init(Buffers::new, |buffers, row| {
        let Buffers {
            second,
            expected,
            actual,
        } = buffers;
        let row = row as u16;
        softfloat.fill(instruction.operation(), instruction.rounding(), row, second, expected)?;
        expected
            .iter_mut()
            .for_each(|result| *result = with_canonical_nan(*result));
        fill(model, row, second, actual);
        let results = second.iter().zip(expected.iter().zip(actual.iter()));
        let mut wrong = results.filter(|(_, (expected, actual))| expected != actual);
        let first = wrong.next().map(|(b, (expected, actual))| WrongPair {
            operands: [row, *b],
            expected: *expected,
            actual: *actual,
        });
        let mismatches = u64::from(first.is_some()) + wrong.count() as u64;
        let digest = row_digest(row, second, expected);
        Ok(Judgement {
            digest,
            mismatches,
            first,
        })
    });
    rows.try_reduce(Judgement::default, |earlier, later| Ok(earlier.with(later)))
}

/// Returns the digest of the integer model's results on one part of all pairs.
pub fn model_digest(instruction: Instruction, part: Shard) -> ResultDigest {
    let model = model(instruction);
    let rows = part.rows().into_par_iter().map_init(Buffers::new, |buffers, row| {
        fill(model, row as u16, &buffers.second, &mut buffers.actual);
        row_digest(row as u16, &buffers.second, &buffers.actual)
    });
    rows.reduce(ResultDigest::default, ResultDigest::with)
}

impl Judgement {
    /// Returns the outcome of this part and a later one.
    fn with(self, later: Judgement) -> Judgement {
        Judgement {
            digest: self.digest.with(later.digest),
            mismatches: self.mismatches + later.mismatches,
            first: self.first.or(later.first),
        }
    }
}

/// The operands and results of a row.
struct Buffers {
    second: Vec<u16>,
    expected: Vec<u16>,
    actual: Vec<u16>,
}

impl Buffers {
    fn new() -> Buffers {
        let second: Vec<u16> = (0..=u16::MAX).collect();
        Buffers {
            expected: vec![0; second.len()],
            actual: vec![0; second.len()],
            second,
        }
    }
}

fn model(instruction: Instruction) -> IntegerModel {
    IntegerModel::from_instruction(instruction).expect("it has two operands of 16 bits")
}

fn fill(model: IntegerModel, a: u16, b: &[u16], results: &mut [u16]) {
    with_best_simd(
        #[inline(always)]
        || model.fill(a, b, results),
    );
}

fn row_digest(a: u16, b: &[u16], results: &[u16]) -> ResultDigest {
    let mut digest = ResultDigest::default();
    digest.add_row(a, b, results);
    digest
}

fn with_canonical_nan(bits: u16) -> u16 {
    let format = FloatFormat::F16;
    if u32::from(bits) & format.magnitude_mask() > format.infinity() {
        format.canonical_nan() as u16
    } else {
        bits
    }
}
