//! The sum of product and addend for operands in one of several formats, of which the widest gives the window.
//!
//! A narrower significand of p bits has the lowest places of the widest one's, of w bits. Its product has 2 (w - p) more zeros above
//! it, and its addend w - p. The window needs no more room for them:
//!
//! - An addend at the top of the window keeps p bits and the guard bit, as w + 2 places with w - p zeros above hold p + 2 bits.
//! - A product with one subnormal factor has its leading one at place p - 1 or above. It reaches the last place of the result three
//!   places below its own last one, whatever p is. The digits of two subnormal factors only matter as the sticky bit.

use halfpipe_isa::{FloatFormat, LaneFormats};

use crate::datapath::fma::addend::{align_addend, place_addend};
use crate::datapath::fma::differ;
use crate::datapath::fma::exponents::{exponent_width, Exponents, Factor};
use crate::datapath::fma::sum::add;
use crate::datapath::fma::window::{Window, GAP};
use crate::datapath::mul::multiply;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{is_nonzero, normalise, step, Multiplier, RoundingMode, Top, UnnormalisedSum, Unpacked};

/// Offsets of the exponents in a format. Its significands have the lowest places of the widest format's.
#[derive(Clone, Copy)]
pub struct SharedOffsets {
    /// From the sum of the factors' exponents to the biased exponent of the top of the window, less one.
    top: i64,
    /// From the addend's exponent to that of the top place of its significand in the widest format.
    addend: i64,
}

impl SharedOffsets {
    /// Returns the offsets of a format in a datapath with the widths of `wide`.
    pub fn new(wide: FloatFormat, format: FloatFormat) -> SharedOffsets {
        let addend = i64::from(wide.fraction_bits - format.fraction_bits);
        SharedOffsets {
            top: i64::from(wide.significand_bits() + GAP) - format.bias() + 2 * addend,
            addend,
        }
    }
}

/// The normalised sum: its digits in two's complement, without its sign.
#[derive(Clone, Copy)]
pub struct SharedSum<'n> {
    /// The sign of the result.
    pub sign: Net<'n>,
    /// The biased exponent of the top digit, less one; 0 for zeros and subnormals.
    pub exponent_minus_one: Net<'n>,
    /// The top digits, and whether any below is 1.
    pub top: Top<'n>,
    /// 1 if the digits are those of a negative number.
    pub negative: Net<'n>,
}

/// Adds c to the product of a and b, and normalises the sum as far as its exponent allows. `choose` selects one of the
/// numbers that the formats have, as a constant of that width.
pub fn add_shared<'n>(
    n: Scope<'n>,
    wide: FloatFormat,
    multiplier: Multiplier,
    rounding: RoundingMode<'n>,
    [a, b, c]: [Unpacked<'n>; 3],
    choose: impl Fn(u32, &dyn Fn(SharedOffsets) -> i64) -> Net<'n>,
) -> SharedSum<'n> {
    let formats = LaneFormats {
        operand: wide,
        result: wide,
    };
    let window = Window::from_formats(formats);
    let width = exponent_width(formats);
    let factors = [("a", a), ("b", b)].map(|(name, factor)| Factor::new(n, formats, name, factor));
    let stage = n.stage(step::EXPONENTS);
    let addend = c.exponent.zero_extend(width).named(hidden("addend"));
    let addend_minus_one = (addend + choose(width, &|offsets| offsets.addend - 1)).named(hidden("addend_minus_one"));
    let from_addend = || choose(width, &|offsets| offsets.top + 2 - offsets.addend);
    let exponents = Exponents::with_offset(factors, addend, from_addend);
    drop(stage);
    let product = multiply(n, multiplier, a, b);
    let alignment = place_addend(n, window, exponents, c);
    let placed = align_addend(n, window, false, alignment, c);
    let subtracted = differ(n, product.sign, c.sign);
    let total = add(n, formats, false, product, subtracted, placed, alignment.keeps_all);
    let stage = n.stage(step::ALIGN_ADDEND);
    let exponent = alignment.above.select(
        addend_minus_one,
        exponents.top_exponent(choose(width, &|offsets| offsets.top)),
    );
    let exponent = exponent.low(width - 1).named(unsigned("exponent"));
    drop(stage);
    let sum = UnnormalisedSum {
        value: total.value,
        negative: total.negative,
        exponent_minus_one: exponent,
        moves: None,
    };
    let nonzero = is_nonzero(n, sum);
    let normalised = normalise(n, sum, nonzero, wide.significand_bits() + 2);
    let _stage = n.stage(step::COMPLEMENT);
    // An exact cancellation gives +0, but -0 when rounding down.
    let cancelled = (total.subtracted & !nonzero).named("cancelled");
    let sign = cancelled.select(rounding.is_toward_negative(n), total.product_sign ^ total.negative);
    SharedSum {
        sign: sign.named("sign"),
        exponent_minus_one: normalised.exponent_minus_one,
        top: normalised.top,
        negative: total.negative,
    }
}
