//! Round: one rounding for every datapath.

use halfpipe_isa::Rounding;

use crate::format::Format;
use crate::net::Net;
use crate::stage::Normalised;

/// An exact result, cut to the format's precision, with what lies below.
#[derive(Clone, Copy)]
pub struct Unrounded<'n> {
    /// Sign of the result.
    pub sign: Net<'n>,
    /// One less than the biased exponent; 0 for subnormals. At least as wide as the format's exponent field.
    pub exponent_minus_one: Net<'n>,
    /// The upper bits, `fraction_bits` + 1 of them; the top one is 0 only for subnormals and zeros.
    pub significand: Net<'n>,
    /// The first bit below: half a unit in the last place.
    pub guard: Net<'n>,
    /// Whether anything lies below the guard bit.
    pub sticky: Net<'n>,
}

impl<'n> Unrounded<'n> {
    /// Cuts a normalised value to the format's precision: its top bits, the bit below, and whether any more follow.
    pub fn cut(format: Format, sign: Net<'n>, normalised: Normalised<'n>) -> Unrounded<'n> {
        let _stage = sign.builder().stage("round");
        let value = normalised.value;
        let kept = format.significand_bits();
        let below = value.width() - kept;
        Unrounded {
            sign,
            exponent_minus_one: normalised.exponent_minus_one,
            significand: value.high(kept).named("significand"),
            guard: value.bit(below - 1).named("guard"),
            sticky: value.low(below - 1).any().named("sticky"),
        }
    }
}

/// A rounded magnitude.
#[derive(Clone, Copy)]
pub struct Rounded<'n> {
    /// Sign of the result.
    pub sign: Net<'n>,
    /// Exponent and fraction fields, as wide as the format's magnitude.
    pub magnitude: Net<'n>,
    /// The exponent does not fit the format.
    pub overflow: Net<'n>,
    /// The exact result is not zero and smaller than the smallest normal, whatever it was rounded to.
    pub tiny: Net<'n>,
}

/// Rounds to the format's precision.
///
/// The fields are made by one addition. The significand's top bit lands on the exponent, which is one too small for a
/// normal and right for a subnormal; a carry out of the fraction lands there too, and so a result that rounds up to the
/// next power of two, or from the largest subnormal to the smallest normal, needs no case of its own.
pub fn round<'n>(format: Format, mode: Rounding, exact: Unrounded<'n>) -> Rounded<'n> {
    let builder = exact.sign.builder();
    let _stage = builder.stage("round");
    let odd = exact.significand.bit(0);
    let inexact = exact.guard | exact.sticky;
    let up = match mode {
        // Up above the half, and at the half where that makes the result even.
        Rounding::NearestEven => exact.guard & (exact.sticky | odd),
        Rounding::TowardZero => builder.zero(),
        Rounding::TowardNegative => inexact & exact.sign,
        Rounding::TowardPositive => inexact & !exact.sign,
    }
    .named("up");
    let exponent_bits = exact.exponent_minus_one.width();
    // One bit more than the exponent has, for the carry.
    let width = exponent_bits + 1 + format.fraction_bits;
    let base = exact.exponent_minus_one.append_zeros(format.fraction_bits).zero_extend(width);
    let fields = base + exact.significand.zero_extend(width) + up.zero_extend(width);
    let exponent = fields.high(exponent_bits + 1);
    let too_big = exponent.high(exponent_bits + 1 - format.exponent_bits).any();
    let overflow = too_big | exponent.low(format.exponent_bits).all();
    let subnormal = !exact.significand.top_bit();
    Rounded {
        sign: exact.sign,
        magnitude: fields.low(format.magnitude_bits()).named("magnitude"),
        overflow: overflow.named("overflow"),
        tiny: (subnormal & (exact.significand.any() | inexact)).named("tiny"),
    }
}
