//! A number as an integer: moved to its place around the point, rounded there, and clamped.

use halfpipe_isa::Rounding;

use crate::format::Format;
use crate::net::{hidden, Net, Scope};
use crate::stage::{shift_right_sticky, step, unpack, Unpacked};

/// A signed integer of so many bits, in two's complement.
pub fn signed<'n>(n: Scope<'n>, format: Format, rounding: Rounding, width: u32, value: Net<'n>) -> Net<'n> {
    let a = unpack(n, "a", format, value);
    let placed = Placed::of(n, format, rounding, width - 1, a);
    let _stage = n.stage(step::ROUND_INTEGER);
    let up = placed.rounds_up(n, rounding);
    // One bit more, for the sign or for a carry. What is to be negated is inverted and has a one added, unless that one is needed
    // to round up.
    let bits = placed.integer.width() + 1;
    let flipped = (placed.integer.zero_extend(bits) ^ a.sign.repeat(bits)).named(hidden("flipped"));
    let integer = (flipped + (up ^ a.sign).zero_extend(bits)).named("integer");
    let _stage = n.stage(step::CLAMP);
    let carried = match bits == width {
        true => (!a.sign & integer.top_bit()).named(hidden("carried")),
        false => n.zero(),
    };
    let exceeds = (placed.too_large | carried).named("exceeds");
    let limit = a.sign.join((!a.sign).repeat(width - 1)).named(hidden("limit"));
    let clamped = exceeds.select(limit, integer.sign_extend(width));
    with_nan(a.nan, clamped.only_if(!a.nan)).named("result")
}

/// An unsigned integer of so many bits: of a negative number 0.
pub fn unsigned<'n>(n: Scope<'n>, format: Format, rounding: Rounding, width: u32, value: Net<'n>) -> Net<'n> {
    let a = unpack(n, "a", format, value);
    let placed = Placed::of(n, format, rounding, width, a);
    let _stage = n.stage(step::ROUND_INTEGER);
    let bits = placed.integer.width() + 1;
    let up = placed.rounds_up(n, rounding).zero_extend(bits);
    let integer = (placed.integer.zero_extend(bits) + up).named("integer");
    let _stage = n.stage(step::CLAMP);
    let (carried, integer) = match bits > width {
        true => (integer.top_bit(), integer.low(width)),
        false => (n.zero(), integer.zero_extend(width)),
    };
    let exceeds = (placed.too_large | carried).named("exceeds");
    let clamped = integer | exceeds.repeat(width);
    with_nan(a.nan, clamped.only_if(!(a.nan | a.sign))).named("result")
}

/// What a NaN becomes: 0, and 2^63 in 64 bits. The integer is 0 there.
fn with_nan<'n>(nan: Net<'n>, integer: Net<'n>) -> Net<'n> {
    match integer.width() {
        64 => (integer.top_bit() | nan).join(integer.low(63)),
        _ => integer,
    }
}

/// A magnitude around the point.
struct Placed<'n> {
    sign: Net<'n>,
    /// The bits above the point.
    integer: Net<'n>,
    /// The bit below it, and whether there is anything below that; neither is there where nothing is rounded up.
    guard: Net<'n>,
    sticky: Net<'n>,
    /// The number is infinite, or has more bits above the point. A NaN may seem so too.
    too_large: Net<'n>,
}

impl<'n> Placed<'n> {
    /// An operand with so many places above the point, or as many as the largest number has.
    ///
    /// Its top bit is put into the highest place, and moved down by as much as its exponent is smaller than that place's.
    fn of(n: Scope<'n>, format: Format, rounding: Rounding, places: u32, a: Unpacked<'n>) -> Placed<'n> {
        let _stage = n.stage(step::PLACE);
        let of_largest = format.greatest_exponent() as u32 + 1;
        let can_exceed = places < of_largest;
        let places = places.min(of_largest);
        let highest = n.constant(format.bias() + u64::from(places) - 1, format.exponent_bits);
        let too_large = match can_exceed {
            true => highest.less_than(a.exponent),
            false => a.infinite,
        };
        let distance = (highest - a.exponent).named(hidden("distance"));
        let (integer, guard, sticky) = if rounding == Rounding::TowardZero {
            let placed = resized(a.significand, places).shift_right(distance);
            (placed, n.zero(), n.zero())
        } else {
            let bits = a.significand.width();
            let lost = match bits > places + 1 {
                true => a.significand.low(bits - places - 1).any(),
                false => n.zero(),
            };
            let placed = shift_right_sticky(resized(a.significand, places + 1).join(lost), distance);
            (placed.high(places), placed.bit(1), placed.bit(0))
        };
        Placed {
            sign: a.sign,
            integer: integer.named("integer"),
            guard: guard.named("guard"),
            sticky: sticky.named("sticky"),
            too_large: too_large.named("too_large"),
        }
    }

    /// Whether the magnitude is rounded up.
    fn rounds_up(&self, n: Scope<'n>, rounding: Rounding) -> Net<'n> {
        let inexact = (self.guard | self.sticky).named(hidden("inexact"));
        let up = match rounding {
            Rounding::NearestEven => self.guard & (self.sticky | self.integer.bit(0)),
            Rounding::TowardZero => n.zero(),
            Rounding::TowardNegative => inexact & self.sign,
            Rounding::TowardPositive => inexact & !self.sign,
        };
        up.named("up")
    }
}

/// The upper bits of a significand, or all of it with zeros below.
fn resized(significand: Net<'_>, width: u32) -> Net<'_> {
    match significand.width() {
        bits if bits > width => significand.high(width),
        bits => significand.append_zeros(width - bits),
    }
}
