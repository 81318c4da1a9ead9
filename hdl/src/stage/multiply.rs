//! Multiply: partial products added on carry chains.

use crate::net::Net;

/// The most rows that are added one after the other. Longer multipliers are split: two halves side by side take half as
/// long, for one more addition.
const MOST_ROWS: u32 = 6;

/// The product of two unsigned numbers, as wide as both together.
///
/// Each row adds the multiplicand, where its bit of the multiplier is 1, to the rows above; its lowest bit is done then.
/// On FPGAs without multipliers a row is one carry chain, which is smaller than a tree of carry-save adders.
pub fn multiply<'n>(multiplicand: Net<'n>, multiplier: Net<'n>) -> Net<'n> {
    let rows = multiplier.width();
    if rows <= MOST_ROWS {
        return add_rows(multiplicand, multiplier);
    }
    let low_rows = rows / 2;
    let low = multiply(multiplicand, multiplier.low(low_rows));
    let high = multiply(multiplicand, multiplier.high(rows - low_rows));
    let carried = low.high(multiplicand.width()).zero_extend(high.width());
    (high + carried).join(low.low(low_rows))
}

fn add_rows<'n>(multiplicand: Net<'n>, multiplier: Net<'n>) -> Net<'n> {
    let row = |index: u32| multiplicand.only_if(multiplier.bit(index));
    let width = multiplicand.width();
    let mut done: Option<Net<'n>> = None;
    let mut sum = row(0).zero_extend(width + 1);
    for index in 1..multiplier.width() {
        let lowest = sum.bit(0);
        done = Some(done.map_or(lowest, |below| lowest.join(below)));
        sum = sum.high(width).add_with_carry(row(index)).named(&format!("row_{index}"));
    }
    done.map_or(sum, |below| sum.join(below))
}
