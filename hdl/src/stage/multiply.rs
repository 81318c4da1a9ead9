//! Multiply: radix-4 partial products added by a tree of carry chains, or a multiplier block.
//!
//! Recoded digits halve the number of rows (MacSorley, "High-Speed Arithmetic in Binary Computers", Proc. IRE 49, 1961).
//! Rows are added in pairs on carry chains, not by carry-save adders (Wallace, "A Suggestion for a Fast Multiplier", IEEE
//! Trans. Electronic Computers EC-13, 1964), for which an FPGA has no chain.

use crate::net::{hidden, unsigned, MultiplierBlock, Net, Scope};
use crate::stage::step;

/// The implementation of products.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Multiplier {
    /// Rows of partial products on carry chains: for FPGAs without multiplier blocks.
    #[default]
    Rows,
    /// One multiplication, which synthesis maps to a multiplier block (DSP) if the FPGA has some. For registered
    /// multiplications, the file itself instantiates the blocks of the listed devices. Factors too wide for these take four
    /// multiplications.
    Block(&'static [&'static MultiplierBlock]),
}

impl Multiplier {
    /// Returns the name as written on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Multiplier::Rows => "rows",
            Multiplier::Block(_) => "block",
        }
    }

    /// Returns the widest factor of a multiplication, in bits; `None` if there is no limit.
    pub fn widest_factor(self) -> Option<u32> {
        match self {
            Multiplier::Rows => None,
            Multiplier::Block(blocks) => blocks.iter().map(|block| block.widest_factor).max(),
        }
    }
}

/// Returns the product of two unsigned numbers, as wide as both together.
pub fn product<'n>(n: Scope<'n>, kind: Multiplier, multiplicand: Net<'n>, multiplier: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::MULTIPLY);
    let product = match kind {
        Multiplier::Rows => sum_of_rows(multiplicand, multiplier),
        Multiplier::Block(blocks) => {
            multiplicand.builder().name_blocks(blocks);
            match kind.widest_factor() {
                Some(widest) if multiplicand.width().max(multiplier.width()) > widest => {
                    product_of_parts(widest, multiplicand, multiplier)
                }
                _ => multiplicand.multiply(multiplier),
            }
        }
    };
    product.named("product")
}

/// Returns the product as four products of the upper and lower parts of the factors. A lower part is as wide as a block takes.
///
/// Synthesis would divide a wide multiplication in the same way, and leave no place for registers in front of its additions.
///
/// Panics if a factor has not more bits than a part, or more than two parts have.
fn product_of_parts<'n>(widest: u32, multiplicand: Net<'n>, multiplier: Net<'n>) -> Net<'n> {
    let parts = |name: &str, factor: Net<'n>| {
        let upper = factor.width() - widest;
        assert!((1..=widest).contains(&upper), "a factor has two parts");
        [
            factor.low(widest).named(hidden(format!("{name}_lower"))),
            factor.high(upper).named(hidden(format!("{name}_upper"))),
        ]
    };
    let [a_lower, a_upper] = parts("first", multiplicand);
    let [b_lower, b_upper] = parts("second", multiplier);
    let part = |name: &str, a: Net<'n>, b: Net<'n>| a.multiply(b).named(hidden(name));
    let lower = part("lower_product", a_lower, b_lower);
    let upper = part("upper_product", a_upper, b_upper);
    let crossed = [
        part("first_crossed", a_upper, b_lower),
        part("second_crossed", a_lower, b_upper),
    ];
    let width = crossed[0].width().max(crossed[1].width()) + 1;
    let [one, other] = crossed.map(|product| product.zero_extend(width));
    let crossed = (one + other).named(hidden("crossed"));
    let beside = upper.join(lower.high(widest));
    let above = beside + crossed.zero_extend(beside.width());
    above.named(hidden("above_lower")).join(lower.low(widest))
}

/// Returns the product as a sum of rows, one for each two bits of the multiplier.
///
/// Two bits are a digit from 0 to 3, and three times the multiplicand would take an addition. So a one is added to each
/// digit, with carries. Each digit then stands for one less than its value: -1, 0, 1 or 2 (after MacSorley, "High-Speed
/// Arithmetic in Binary Computers", Proc. IRE 49, 1961, with digits from -2 to 2). A bit of a row is one lookup table,
/// of two bits of the multiplicand and the two bits of the digit. There are half as many rows as bits.
///
/// Rows are added in pairs, then their sums: a tree of carry chains.
pub fn sum_of_rows<'n>(multiplicand: Net<'n>, multiplier: Net<'n>) -> Net<'n> {
    let width = multiplicand.width() + multiplier.width();
    let mut sums = rows(multiplicand, multiplier);
    while sums.len() > 1 {
        let sum = |pair: &[Rows<'n>]| match *pair {
            [low, high] => low.join(high, width),
            _ => pair[0],
        };
        sums = sums.chunks(2).map(sum).collect();
    }
    sums[0].sum.low(width)
}

/// Returns the product of two unsigned numbers with the fewest lookup tables: see [`sum_of_single_rows`].
pub fn small_product<'n>(n: Scope<'n>, kind: Multiplier, multiplicand: Net<'n>, multiplier: Net<'n>) -> Net<'n> {
    match kind {
        Multiplier::Rows => {
            let _stage = n.stage(step::MULTIPLY);
            sum_of_single_rows(multiplicand, multiplier).named(unsigned("product"))
        }
        Multiplier::Block(_) => product(n, kind, multiplicand, multiplier),
    }
}

/// Returns the product as a sum of rows, one for each bit of the multiplier, added one after another.
///
/// A lookup table adds a bit of the multiplicand and also selects between the sum and the earlier one. A row of radix 4
/// needs tables of its own for its bits, so single rows take fewer tables, and more time.
pub fn sum_of_single_rows<'n>(multiplicand: Net<'n>, multiplier: Net<'n>) -> Net<'n> {
    let width = multiplicand.width();
    let first = multiplicand.only_if(multiplier.bit(0)).zero_extend(width + 1);
    (1..multiplier.width()).fold(first, |sum, place| {
        // The top of the sum is as wide as the multiplicand and a carry.
        let top = sum.high(width).zero_extend(width + 1);
        let next = multiplier
            .bit(place)
            .select(top + multiplicand.zero_extend(width + 1), top);
        let next = next.named(hidden(format!("rows_to_{place}")));
        next.join(sum.low(sum.width() - width))
    })
}

/// Returns the rows of a product, the lowest first.
fn rows<'n>(multiplicand: Net<'n>, multiplier: Net<'n>) -> Vec<Rows<'n>> {
    let bits = multiplier.width();
    let ones = (0..bits).step_by(2).map(|place| 1 << place).sum();
    let digits = multiplier.zero_extend(bits + 1) + multiplicand.builder().constant(ones, bits + 1);
    let digits = digits.named("digits");
    let signed = |number: u32| Rows::signed(number, multiplicand, digits.slice(2 * number, 2));
    let mut rows: Vec<Rows<'n>> = (0..bits / 2).map(signed).collect();
    // The top digit is the carry alone, or one bit and the carry. It is never negative.
    rows.push(Rows::unsigned(bits / 2, multiplicand, digits.high(1 + bits % 2)));
    rows
}

/// A sum of neighbouring rows.
#[derive(Clone, Copy)]
struct Rows<'n> {
    /// The number of the first row. Its place has the weight 4 to the power of this number.
    first: u32,
    /// The number of the last row.
    last: u32,
    /// The sum, in units of the first row's place.
    sum: Net<'n>,
    /// The largest possible sum.
    most: u128,
    /// The pending increment at the place of the next row, where the carry chain that adds this row begins.
    pending_increment: Net<'n>,
}

impl<'n> Rows<'n> {
    /// Returns a row that may be negative.
    ///
    /// The negative is the complement plus one. The lowest two bits already include that one. The rest of it, if any,
    /// belongs to the place of the next row.
    ///
    /// The sign would count minus one in the place above the row. Instead, one minus the sign stands there, and a one
    /// above it; the first row has both ones for itself. The excess in a product is then a single one above its top.
    fn signed(number: u32, multiplicand: Net<'n>, digit: Net<'n>) -> Rows<'n> {
        let n = multiplicand.builder();
        let width = multiplicand.width() + 1;
        let (once, twice) = once_and_twice(multiplicand);
        let [is_odd, is_positive] = [0, 1].map(|place| digit.bit(place));
        let [low, high] = [0, 1].map(|place| multiplicand.bit(place));
        let negative = !is_positive;
        let complemented = negative.repeat(width - 2).join(negative & low).join(n.zero());
        // An even digit stands for an odd number, 1 or -1. An odd digit stands for 2 or 0.
        let multiple = is_odd.select(twice.only_if(is_positive), once ^ complemented);
        let multiple = multiple.named(hidden(format!("multiple_{number}")));
        let nonnegative = digit.any().named(hidden(format!("nonnegative_{number}")));
        let (above, most_above) = match number {
            0 => (nonnegative.join((!nonnegative).repeat(2)), 0b100),
            _ => (n.constant(1, 1).join(nonnegative), 0b11),
        };
        Rows {
            first: number,
            last: number,
            sum: above.join(multiple),
            most: (most_above << width) + ones(width),
            pending_increment: (!(nonnegative | low | high)).named(hidden(format!("owed_{number}"))),
        }
    }

    /// Returns the last row, of one bit or of a digit that does not stand for -1.
    fn unsigned(number: u32, multiplicand: Net<'n>, digit: Net<'n>) -> Rows<'n> {
        let multiple = match digit.width() {
            1 => multiplicand.only_if(digit),
            _ => {
                let (once, twice) = once_and_twice(multiplicand);
                digit.bit(0).select(twice, once).only_if(digit.bit(1))
            }
        };
        let multiple = multiple.named(hidden(format!("multiple_{number}")));
        Rows {
            first: number,
            last: number,
            sum: multiple,
            most: ones(multiple.width()),
            pending_increment: multiple.builder().zero(),
        }
    }

    /// Adds the rows that follow. No bit is needed beyond the width of the product.
    fn join(self, following: Rows<'n>, product: u32) -> Rows<'n> {
        let below = 2 * (following.first - self.first);
        let most = self.most + (following.most << below);
        let width = (u128::BITS - most.leading_zeros()).min(product - 2 * self.first) - below;
        let carried = self.sum.high(self.sum.width() - below);
        let [carried, following_sum] = [carried, following.sum].map(|sum| {
            if sum.width() > width {
                sum.low(width)
            } else {
                sum.zero_extend(width)
            }
        });
        let above = carried + following_sum + self.pending_increment.zero_extend(width);
        let above = above.named(format!("rows_{}_to_{}", self.first, following.last));
        Rows {
            first: self.first,
            last: following.last,
            sum: above.join(self.sum.low(below)),
            most,
            pending_increment: following.pending_increment,
        }
    }
}

/// Returns a number and its double, both one bit wider than the number.
fn once_and_twice(number: Net<'_>) -> (Net<'_>, Net<'_>) {
    let once = number.zero_extend(number.width() + 1).named(hidden("once"));
    (once, number.append_zeros(1).named(hidden("twice")))
}

/// Returns a number of `bits` ones.
fn ones(bits: u32) -> u128 {
    (1 << bits) - 1
}
