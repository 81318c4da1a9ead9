//! Multiply: partial products added on carry chains, or a multiplier block.

use crate::net::{hidden, Block, Net, Scope};
use crate::stage::step;

/// What a product is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Multiplier {
    /// Rows of partial products on carry chains: for FPGAs without multiplier blocks.
    #[default]
    Rows,
    /// One multiplication, for which synthesis takes a multiplier block (DSP) where the FPGA has some; with those devices'
    /// blocks that the file names itself.
    Block(&'static [&'static Block]),
}

impl Multiplier {
    /// The name, as it is written on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Multiplier::Rows => "rows",
            Multiplier::Block(_) => "block",
        }
    }
}

/// The most rows that are added one after the other. Groups of rows are added side by side, then their sums in pairs:
/// that takes less time than one long column of rows, for a few more bits of addition.
const ROWS_IN_GROUP: u32 = 3;

/// The product of two unsigned numbers, as wide as both together.
pub fn product<'n>(n: Scope<'n>, kind: Multiplier, multiplicand: Net<'n>, multiplier: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::MULTIPLY);
    let product = match kind {
        Multiplier::Rows => sum_of_rows(multiplicand, multiplier),
        Multiplier::Block(blocks) => {
            multiplicand.builder().name_blocks(blocks);
            multiplicand.multiply(multiplier)
        }
    };
    product.named("product")
}

fn sum_of_rows<'n>(multiplicand: Net<'n>, multiplier: Net<'n>) -> Net<'n> {
    // The groups' sums, the one of the lowest rows first.
    let mut sums = Vec::new();
    let mut first = 0;
    while first < multiplier.width() {
        let rows = ROWS_IN_GROUP.min(multiplier.width() - first);
        sums.push(add_rows(first, multiplicand, multiplier.slice(first, rows)));
        first += rows;
    }
    let mut rows = ROWS_IN_GROUP;
    while sums.len() > 1 {
        let add = |(place, pair)| add_above(&format!("sum_of_{}_rows_{place}", 2 * rows), pair, rows);
        sums = sums.chunks(2).enumerate().map(add).collect();
        rows *= 2;
    }
    sums[0]
}

/// Adds the second of two sums of rows to the first, `rows` places above it.
fn add_above<'n>(name: &str, pair: &[Net<'n>], rows: u32) -> Net<'n> {
    let [low, high] = *pair else {
        return pair[0];
    };
    // A product of factors is as wide as both: there is no carry out of the upper sum.
    let carried = low.high(low.width() - rows);
    let width = high.width().max(carried.width());
    let above = high.zero_extend(width) + carried.zero_extend(width);
    above.named(hidden(name)).join(low.low(rows))
}

/// Adds a row for each bit of the multiplier: the multiplicand where the bit is 1. The lowest bit of the sum is done with
/// each row. On an FPGA a row is one carry chain, which takes less than a tree of carry-save adders.
fn add_rows<'n>(first: u32, multiplicand: Net<'n>, multiplier: Net<'n>) -> Net<'n> {
    let row = |index: u32| {
        multiplicand
            .only_if(multiplier.bit(index))
            .named(hidden(format!("partial_{}", first + index)))
    };
    let width = multiplicand.width();
    let mut done: Option<Net<'n>> = None;
    let mut sum = row(0).zero_extend(width + 1);
    for index in 1..multiplier.width() {
        let lowest = sum.bit(0).named(hidden(format!("bit_{}", first + index - 1)));
        done = Some(done.map_or(lowest, |below| lowest.join(below)));
        sum = sum
            .high(width)
            .add_with_carry(row(index))
            .named(format!("row_{first}_{index}"));
    }
    let rows = format!("rows_{first}_to_{}", first + multiplier.width() - 1);
    done.map_or(sum, |below| sum.join(below)).named(hidden(rows))
}
