//! The order of rows through a circuit.
//!
//! A bit that is a clock cycle early or late belongs to other operands. The error is visible only if those operands
//! differ in that bit. So every bit of both operands has to change from one cycle to the next in each of the parallel
//! vectors.

use std::collections::VecDeque;
use std::iter::{once, repeat_n};
use std::ops::Range;

use halfpipe_aig::plane::LANES;

/// The number of blocks in a row.
const BLOCKS: u32 = (1 << 16) / LANES as u32;

/// The number of second-operand bits that distinguish the vectors of a block.
const BITS_IN_BLOCK: u32 = LANES.trailing_zeros();

/// A block of pairs: one first operand with [`LANES`] second operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    row: u16,
    block: u16,
}

impl Place {
    /// Returns the operands of vector 0. For another vector, its number is added to the second operand without carry.
    #[inline(always)]
    pub fn operands(self) -> [u16; 2] {
        // An odd factor with every other bit set, so each of the low bits changes often from block to block.
        let low_bits = self.block.wrapping_mul(0x155) % LANES as u16;
        [self.row, self.block << BITS_IN_BLOCK | low_bits]
    }
}

/// The inputs of a circuit in a clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// A block of valid pairs.
    Pairs(Place),
    /// No valid input; the operands are the complement of these.
    Gap(Place),
    /// A disabled pipeline; the operands are the complement of these.
    Stall(Place),
}

impl Given {
    /// Returns the pairs that the circuit takes.
    #[inline(always)]
    pub fn taken(self) -> Option<Place> {
        match self {
            Given::Pairs(place) => Some(place),
            Given::Gap(_) | Given::Stall(_) => None,
        }
    }

    /// Returns the operands of vector 0.
    #[inline(always)]
    pub fn operands(self) -> [u16; 2] {
        match self {
            Given::Pairs(place) => place.operands(),
            Given::Gap(place) | Given::Stall(place) => place.operands().map(|operand| !operand),
        }
    }
}

/// A clock cycle of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunCycle {
    /// The inputs of the circuit.
    pub given: Given,
    /// The required value of `out_valid`.
    pub out_valid: bool,
    /// The pairs whose results appear for the last time; a stall delays that.
    pub leaving: Option<Place>,
}

/// Returns the cycles that run every block of some rows once, through a pipeline that is empty before and after.
pub fn walk(rows: Range<u32>, latency: usize) -> impl Iterator<Item = RunCycle> {
    // The items in the pipeline, the youngest first.
    let mut pipeline: VecDeque<Option<Place>> = vec![None; latency].into();
    inputs(rows, latency).map(move |given| {
        if let Given::Stall(_) = given {
            return RunCycle {
                given,
                out_valid: pipeline.back().is_some_and(Option::is_some),
                leaving: None,
            };
        }
        pipeline.push_front(given.taken());
        let leaving = pipeline.pop_back().flatten();
        RunCycle {
            given,
            out_valid: leaving.is_some(),
            leaving,
        }
    })
}

/// Returns the inputs that run every block of some rows once. In each pass, every row has one block. A pipeline is
/// stalled after one of the blocks of a pass and has a gap after the last. The end of the walk empties the pipeline.
fn inputs(rows: Range<u32>, latency: usize) -> impl Iterator<Item = Given> {
    let (first, count) = (rows.start, rows.len() as u32);
    let place = move |pass: u32, number: u32| Place {
        row: (first + number) as u16,
        block: ((pass + number) % BLOCKS) as u16,
    };
    let of_pass = move |pass: u32| {
        let pairs = (0..count).flat_map(move |number| {
            let place = place(pass, number);
            // Over the passes, the stall meets the gap at every stage.
            let stalls = latency > 0 && number == pass % count;
            once(Given::Pairs(place)).chain(stalls.then_some(Given::Stall(place)))
        });
        pairs.chain((latency > 0).then_some(Given::Gap(place(pass, count - 1))))
    };
    let last = Given::Gap(place(BLOCKS - 1, count - 1));
    (0..BLOCKS).flat_map(of_pass).chain(repeat_n(last, latency))
}

#[cfg(test)]
#[path = "../../tests/unit/exhaustive/walk.rs"]
mod tests;
