//! Exhaustive runs compared with the exact model: instructions with one operand, predicates, roundings from a port,
//! flags, results of other widths, and operands of fewer than 16 bits.

use std::ops::Range;

use halfpipe_aig::plane::LANES;
use halfpipe_isa::{ElementType, Instruction};
use halfpipe_simulation::stimulus::InputSpace;
use halfpipe_simulation::Vector;

use super::digest::ResultDigest;
use super::row::{UPPER_A, UPPER_B};

/// The number of vectors of a piece of work, some hundredths of a second's.
const PIECE: u64 = 1 << 15;

/// The width of a part of a result in the digest.
const PART: u32 = 16;

/// Every input of an instruction with one or two operands. An input has a number: that of its row and that in the row.
#[derive(Clone, Debug)]
pub struct ExactRows {
    space: InputSpace,
    /// The width of the first operand and that of the second one, which is 0 if there is none.
    widths: [u32; 2],
}

impl ExactRows {
    /// Returns the inputs of an instruction that [is exhaustible](super::is_exhaustible).
    pub fn new(instruction: Instruction) -> ExactRows {
        let space = InputSpace::new(instruction.signature());
        let widths: Vec<u32> = space.lane_widths().chain([0, 0]).take(2).collect();
        ExactRows {
            space,
            widths: [widths[0], widths[1]],
        }
    }

    /// Returns the number of inputs with the same first operand.
    pub fn per_row(&self) -> u64 {
        self.space.selections() << self.widths[1]
    }

    /// Returns the input numbers of rows, cut into pieces of work.
    pub fn pieces(&self, rows: Range<u32>) -> Vec<Range<u64>> {
        let [start, end] = [rows.start, rows.end].map(|row| u64::from(row) * self.per_row());
        let pieces = (start..end).step_by(PIECE as usize);
        pieces.map(|first| first..end.min(first + PIECE)).collect()
    }

    /// Returns the operands of a lane. In each lane all of them occur, and at the same time no lane has those of
    /// another one.
    fn operands(&self, number: u64, lane: u32) -> [u64; 2] {
        let row = number / self.per_row();
        let second = (number % self.per_row()) & ones(self.widths[1]);
        let differing =
            |value: u64, upper: u16, width: u32| (value ^ u64::from(upper.rotate_left(lane - 1))) & ones(width);
        match lane {
            0 => [row, second],
            _ => [
                differing(row, UPPER_A, self.widths[0]),
                differing(second, UPPER_B, self.widths[1]),
            ],
        }
    }

    /// Returns the combination of predicates and roundings of an input.
    fn selection(&self, number: u64) -> u64 {
        (number % self.per_row()) >> self.widths[1]
    }

    /// Returns the vector of an input.
    pub fn vector(&self, number: u64) -> Vector {
        self.space
            .vector(|lane| self.side_by_side(number, lane), self.selection(number))
    }

    /// Returns the opposite of an input: each bit of each operand differs.
    fn opposite(&self, number: u64) -> Vector {
        let last = self.space.selections() - 1;
        let lane = |lane| !self.side_by_side(number, lane);
        self.space.vector(lane, last - self.selection(number))
    }

    fn side_by_side(&self, number: u64, lane: u32) -> u64 {
        let [a, b] = self.operands(number, lane);
        a | b << self.widths[0]
    }

    /// Returns the vectors of some inputs, with the opposites of those of a clock cycle in the cycle before them and
    /// in the one after. So a bit that is a cycle early or late makes a difference. [`place`] finds a vector.
    pub fn with_opposites(&self, numbers: Range<u64>) -> Vec<Vector> {
        let mut vectors = Vec::new();
        let mut first = numbers.start;
        while first < numbers.end {
            let last = numbers.end.min(first + LANES as u64) - 1;
            let cycle = first..first + LANES as u64;
            vectors.extend(cycle.clone().map(|number| self.opposite(number.min(last))));
            vectors.extend(cycle.map(|number| self.vector(number.min(last))));
            first = last + 1;
        }
        vectors.extend((0..LANES).map(|_| self.opposite(numbers.end - 1)));
        vectors
    }

    /// Adds the results of an input to a digest.
    pub fn add_to_digest(&self, digest: &mut ResultDigest, instruction: Instruction, number: u64, results: &Vector) {
        let selection = self.selection(number);
        let lanes = self.space.lanes();
        for lane in 0..lanes {
            let [a, b] = self.operands(number, lane).map(|operand| operand as u16);
            let mut part = (selection as u16) << 8;
            let mut predicates = 0..;
            for (result, word) in instruction.signature().results().iter().zip(results.iter()) {
                let (value, width) = match result.element_type {
                    // All lanes share the flags.
                    ElementType::Flags if lane == 0 => (*word, result.width()),
                    _ if result.lanes == lanes => (result.lane(*word, lane), result.element_type.bits()),
                    ElementType::Predicate if predicates.next() == Some(lane) => (*word, 1),
                    _ => continue,
                };
                for shift in (0..width).step_by(PART as usize) {
                    digest.add_part(a, b, part, (value >> shift) as u16);
                    part += 1;
                }
            }
        }
    }
}

/// Returns the place, among the vectors of [`ExactRows::with_opposites`], of the input of this position.
pub fn place(position: usize) -> usize {
    let cycle = position / LANES;
    (2 * cycle + 1) * LANES + position % LANES
}

/// Returns a number of this many ones.
fn ones(width: u32) -> u64 {
    (1 << width) - 1
}

#[cfg(test)]
#[path = "../../tests/unit/exhaustive/exact.rs"]
mod tests;
