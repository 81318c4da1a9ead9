//! Comparison of Spike with the netlist of a unit.

use std::ops::Range;

use halfpipe_aig::plane::{BITS, LANES};
use halfpipe_aig::simd::with_best_simd;
use halfpipe_testbench::exhaustive::ResultDigest;
use rayon::prelude::*;

use super::functions::JudgedFunction;
use super::library::Spike;
use super::netlist::{BlockResults, UnitNetlist};

/// The number of blocks that a thread takes at a time.
const CHUNK: u32 = 128;

/// The outcome of a part.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NetlistOutcome {
    /// The digest of Spike's results and flags.
    pub digest: ResultDigest,
    /// The number of operands for which results or flags differ.
    pub mismatches: u64,
    /// The first of them.
    pub first: Option<WrongOperands>,
}

/// Operands for which Spike and the netlist differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongOperands {
    /// The bits of all operands, the last one in the lowest bits.
    pub operands: u128,
    /// The result and the flags of Spike.
    pub expected: (u64, u16),
    /// The result and the flags of the netlist.
    pub actual: (u64, u16),
}

impl NetlistOutcome {
    /// Returns the outcome of these operands and later ones.
    pub fn with(self, later: NetlistOutcome) -> NetlistOutcome {
        NetlistOutcome {
            digest: self.digest.with(later.digest),
            mismatches: self.mismatches + later.mismatches,
            first: self.first.or(later.first),
        }
    }
}

/// Compares Spike with the netlist on some blocks of operands, on all processors.
///
/// # Errors
///
/// When the library has no rounding mode or flags.
pub fn judge(
    spike: &Spike,
    netlist: &UnitNetlist,
    function: JudgedFunction,
    blocks: Range<u32>,
) -> anyhow::Result<NetlistOutcome> {
    let start = || (netlist.clone(), BlockResults::ZERO, BlockResults::ZERO);
    let chunks = chunks(blocks).map_init(start, |(netlist, expected, actual), chunk| {
        let mut judgement = NetlistOutcome::default();
        let judge = spike.function(function)?;
        for block in chunk {
            judge.evaluate(block * LANES as u32, expected);
            netlist.evaluate(function, block, actual);
            judgement = judgement.with(compare_block(function, block, expected, actual));
        }
        Ok(judgement)
    });
    // The first mismatch is that of the lowest operands.
    chunks.try_reduce(NetlistOutcome::default, |earlier, later| Ok(earlier.with(later)))
}

/// Returns the digest of the netlist's results and flags on some blocks of operands.
pub fn netlist_digest(netlist: &UnitNetlist, function: JudgedFunction, blocks: Range<u32>) -> ResultDigest {
    let start = || (netlist.clone(), BlockResults::ZERO);
    let chunks = chunks(blocks).map_init(start, |(netlist, results), chunk| {
        chunk.fold(ResultDigest::default(), |digest, block| {
            netlist.evaluate(function, block, results);
            digest.with(block_digest(function, block, results))
        })
    });
    chunks.reduce(ResultDigest::default, ResultDigest::with)
}

/// Cuts blocks into pieces of work.
fn chunks(blocks: Range<u32>) -> impl IndexedParallelIterator<Item = Range<u32>> {
    let count = blocks.len().div_ceil(CHUNK as usize);
    (0..count).into_par_iter().map(move |number| {
        let first = blocks.start + number as u32 * CHUNK;
        first..blocks.end.min(first + CHUNK)
    })
}

fn compare_block(
    function: JudgedFunction,
    block: u32,
    expected: &BlockResults,
    actual: &BlockResults,
) -> NetlistOutcome {
    let digest = block_digest(function, block, expected);
    if expected == actual {
        return NetlistOutcome {
            digest,
            ..NetlistOutcome::default()
        };
    }
    let of = |results: &BlockResults, vector: usize| (results.words[vector], results.flags[vector]);
    let mut wrong = (0..LANES).filter(|vector| of(expected, *vector) != of(actual, *vector));
    let first = wrong.next().map(|vector| WrongOperands {
        operands: function.operands(block * LANES as u32 + vector as u32).first,
        expected: of(expected, vector),
        actual: of(actual, vector),
    });
    NetlistOutcome {
        digest,
        mismatches: u64::from(first.is_some()) + wrong.count() as u64,
        first,
    }
}

/// Returns the digest of a block. The pieces of 16 bits of each result and its flags enter one after another, with the
/// operands' lower half rotated by the piece's number.
fn block_digest(function: JudgedFunction, block: u32, results: &BlockResults) -> ResultDigest {
    let pieces = function.instruction.signature().results()[0]
        .width()
        .div_ceil(BITS as u32);
    with_best_simd(
        #[inline(always)]
        || {
            let first = block * LANES as u32;
            let low: [u16; LANES] = std::array::from_fn(|vector| first as u16 | vector as u16);
            let mut digest = ResultDigest::default();
            for piece in 0..=pieces {
                let rotated = low.map(|low| low.rotate_left(piece));
                let values = if piece < pieces {
                    results.words.map(|word| (word >> (piece * BITS as u32)) as u16)
                } else {
                    results.flags
                };
                digest.add_row((first >> BITS) as u16, &rotated, &values);
            }
            digest
        },
    )
}
