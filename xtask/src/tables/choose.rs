//! Choice among the solutions that minimises the logic of the table.
//!
//! Each bit of the coefficients is a function of the address. On an FPGA with four-input lookup tables its cost has two
//! parts: the number of different functions of the low four address bits, and the multiplexers above them. A walk over
//! the segments tries other solutions and keeps those that cost no more. It draws them from a generator with a fixed
//! seed: the same solutions give the same choice.

use crate::tables::fit::Solution;
use crate::tables::polynomial::{PolynomialWidths, Row};
use crate::tables::segment::{FittedSegment, Open};

/// The number of walks over all segments, if they are few.
const PASSES: usize = 240;
/// The most segments of so many walks; of more, there are fewer walks.
const FEW_SEGMENTS: usize = 80;
/// The number of solutions tried for a segment in each walk.
const TRIALS: usize = 48;
/// The cost of a function of the low address bits.
const LEAF_COST: usize = 1;
/// The cost of a multiplexer.
const MULTIPLEXER_COST: usize = 1;
/// The cost of a bit in which the parts of a halved segment differ.
const DIFFERENCE_COST: usize = 2;

/// Chooses one segment for each open one. The low `shared_bits` bits of the address only matter in halved segments.
pub(crate) fn choose(polynomial: &PolynomialWidths, shared_bits: u32, open: &[Open]) -> Vec<FittedSegment> {
    let layout = Layout::new(polynomial, shared_bits, open);
    let mut words: Vec<u64> = open
        .iter()
        .map(|segment| layout.pack(segment.solutions[segment.solutions.len() / 2].middle()))
        .collect();
    let mut rows: Vec<Row> = open
        .iter()
        .map(|segment| segment.solutions[segment.solutions.len() / 2].middle())
        .collect();
    let mut costs: Vec<usize> = (0..layout.columns).map(|column| layout.cost(&words, column)).collect();
    let mut random = Random(1);
    for _ in 0..PASSES * FEW_SEGMENTS / open.len().max(FEW_SEGMENTS) {
        for (index, segment) in open.iter().enumerate() {
            for _ in 0..TRIALS {
                let row = random.row(&segment.solutions);
                let word = layout.pack(row);
                let before = std::mem::replace(&mut words[index], word);
                let changed = before ^ word;
                let changed: Vec<u32> = (0..layout.columns)
                    .filter(|column| changed >> column & 1 == 1)
                    .collect();
                let new: Vec<usize> = changed.iter().map(|&column| layout.cost(&words, column)).collect();
                let old: usize = changed.iter().map(|&column| costs[column as usize]).sum();
                if new.iter().sum::<usize>() <= old {
                    rows[index] = row;
                    for (&column, &cost) in changed.iter().zip(&new) {
                        costs[column as usize] = cost;
                    }
                } else {
                    words[index] = before;
                }
            }
        }
    }
    open.iter()
        .zip(rows)
        .map(|(segment, row)| FittedSegment {
            first: segment.first,
            last: segment.last,
            row,
        })
        .collect()
}

/// The places of a row's bits, and the segments that make up each entry of the table.
struct Layout {
    polynomial: PolynomialWidths,
    base_bits: u32,
    slope_bits: u32,
    curvature_bits: u32,
    direction_bits: u32,
    columns: u32,
    /// The range of segments for each value of the address without its shared bits.
    entries: Vec<std::ops::Range<usize>>,
}

impl Layout {
    fn new(polynomial: &PolynomialWidths, shared_bits: u32, open: &[Open]) -> Self {
        let count = open.last().map_or(0, |segment| (segment.last >> shared_bits) + 1);
        let entries = (0..count.next_multiple_of(16))
            .map(|entry| {
                let start = open.partition_point(|segment| segment.first >> shared_bits < entry);
                let end = open.partition_point(|segment| segment.first >> shared_bits <= entry);
                start..end
            })
            .collect();
        let base_bits = polynomial.base_bits();
        let slope_bits = polynomial.slope_bits;
        let curvature_bits = polynomial.curvature.map_or(0, |curvature| curvature.bits);
        let direction_bits = match (polynomial.directed, polynomial.curvature) {
            (false, _) => 0,
            (true, None) => 1,
            (true, Some(_)) => 2,
        };
        Self {
            polynomial: *polynomial,
            base_bits,
            slope_bits,
            curvature_bits,
            direction_bits,
            columns: base_bits + slope_bits + curvature_bits + direction_bits + polynomial.exponent_bits,
            entries,
        }
    }

    /// Packs the coefficients side by side.
    fn pack(&self, row: Row) -> u64 {
        let base = row.base as u64 & ((1 << self.base_bits) - 1);
        let slope = row.slope as u64 & ((1 << self.slope_bits) - 1);
        let directions = self.polynomial.direction_bits(row.directions);
        let exponent = row.exponent as u64 & ((1 << self.polynomial.exponent_bits) - 1);
        let upper = row.curvature as u64 | (directions | exponent << self.direction_bits) << self.curvature_bits;
        base | (slope | upper << self.slope_bits) << self.base_bits
    }

    /// Estimates the logic of one column.
    fn cost(&self, words: &[u64], column: u32) -> usize {
        let mut cost = 0;
        let mut leaves: Vec<Partial> = Vec::with_capacity(self.entries.len() / 16 + 1);
        for sixteen in self.entries.chunks(16) {
            let mut leaf = Partial::default();
            for (position, range) in sixteen.iter().enumerate() {
                let words = &words[range.clone()];
                let ones = words.iter().filter(|&word| word >> column & 1 == 1).count();
                if ones != 0 && ones != words.len() {
                    cost += DIFFERENCE_COST;
                } else if let Some(word) = words.first() {
                    leaf.known |= 1 << position;
                    leaf.value |= ((word >> column & 1) as u16) << position;
                }
            }
            leaves.push(leaf);
        }
        let mut distinct: Vec<Partial> = Vec::with_capacity(leaves.len());
        cost + tree_cost(&leaves, &mut distinct)
    }
}

/// A function of four bits, known for some inputs.
#[derive(Clone, Copy, Default)]
struct Partial {
    known: u16,
    value: u16,
}

impl Partial {
    fn join(self, other: Self) -> Option<Self> {
        let both = self.known & other.known;
        ((self.value ^ other.value) & both == 0).then_some(Self {
            known: self.known | other.known,
            value: self.value | other.value,
        })
    }

    fn complement(self) -> Self {
        Self {
            known: self.known,
            value: self.known & !self.value,
        }
    }

    /// True if a constant or an address bit suffices.
    fn is_free(self) -> bool {
        [0x0000, 0xAAAA, 0xCCCC, 0xF0F0, 0xFF00].iter().any(|&bit| {
            let difference = (self.value ^ bit) & self.known;
            difference == 0 || difference == self.known
        })
    }
}

fn tree_cost(leaves: &[Partial], distinct: &mut Vec<Partial>) -> usize {
    if let [leaf] = leaves {
        if leaf.is_free() {
            return 0;
        }
        for known in distinct.iter_mut() {
            if let Some(joined) = known.join(*leaf).or_else(|| known.join(leaf.complement())) {
                *known = joined;
                return 0;
            }
        }
        distinct.push(*leaf);
        return LEAF_COST;
    }
    let (low, high) = leaves.split_at(leaves.len().next_power_of_two() / 2);
    let joined: Option<Vec<_>> = low.iter().zip(high).map(|(a, b)| a.join(*b)).collect();
    if let Some(mut joined) = joined {
        joined.extend_from_slice(&low[high.len()..]);
        return tree_cost(&joined, distinct);
    }
    MULTIPLEXER_COST + tree_cost(low, distinct) + tree_cost(high, distinct)
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn row(&mut self, solutions: &[Solution]) -> Row {
        let solution = solutions[self.below(solutions.len() as u64) as usize];
        let bases = (solution.greatest_base - solution.least_base + 1) as u64;
        Row {
            base: solution.least_base + self.below(bases) as i64,
            slope: solution.slope,
            curvature: solution.curvature,
            directions: solution.directions,
            exponent: solution.exponent,
        }
    }
}
