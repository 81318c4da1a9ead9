//! Exhaustive runs over a single operand.

use std::ops::Range;

use halfpipe_aig::plane::LANES;
use halfpipe_isa::Instruction;

use super::digest::ResultDigest;
use super::row::UPPER_A;
use crate::{vector, Vector};

/// Returns the vectors of these rows, each with another operand in the upper lane of x2.
///
/// The vectors of one clock cycle come from the front of the rows, those of the next from the back in opposite order.
/// If the number of rows is a power of two, every bit that distinguishes them changes in each clock cycle.
pub fn vectors(instruction: Instruction, mut rows: Range<u32>) -> Vec<Vector> {
    let lanes = instruction.ty().lanes();
    let upper = |a: u32| if lanes == 2 { (a ^ u32::from(UPPER_A)) << 16 } else { 0 };
    let mut order = Vec::with_capacity(rows.len());
    while !rows.is_empty() {
        order.extend(rows.by_ref().take(LANES));
        order.extend(rows.by_ref().rev().take(LANES));
    }
    order.into_iter().map(|a| vector([u64::from(a | upper(a))])).collect()
}

/// Returns the digest of the results of all lanes for one vector.
pub fn digest(instruction: Instruction, inputs: &Vector, result: u64) -> ResultDigest {
    let mut digest = ResultDigest::default();
    for lane in 0..instruction.ty().lanes() {
        let of_lane = |register: u64| (register >> (16 * lane)) as u16;
        digest.add(of_lane(inputs[0]), 0, of_lane(result));
    }
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_there_once_and_neighbours_in_time_are_opposites() {
        let of_rows = |rows: Range<u32>| {
            let vectors = vectors("neg.f16".parse().unwrap(), rows);
            vectors
                .into_iter()
                .map(|operands| operands[0] as u32)
                .collect::<Vec<_>>()
        };
        let whole = of_rows(0..1 << 16);
        let changes = whole.chunks(2 * LANES).flat_map(|pair| {
            let (first, second) = pair.split_at(LANES);
            first.iter().zip(second).map(|(first, second)| first ^ second)
        });
        assert!(changes.collect::<Vec<_>>().iter().all(|change| *change == 0xFFFF));
        for rows in [0..1 << 16, 0x1000..0x1001, 0x1FFF..0x2801] {
            let mut sorted = of_rows(rows.clone());
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(rows));
        }
    }
}
