//! Conversion from a number to an integer: shifted to its place around the point, rounded there, and clamped.

use halfpipe_isa::{FloatFormat, Rounding};

use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::format::HardwareFormat;
use crate::net::{hidden, Net, Scope};
use crate::stage::{shift_right_sticky, step, unpack, Flags, RoundingMode, Unpacked, Unrounded};

/// Converts to a signed integer of `width` bits, in two's complement. A NaN of RISC-V gives the largest integer.
pub fn signed<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    format: FloatFormat,
    width: u32,
    value: Net<'n>,
) -> Outcome<'n> {
    let a = unpack(n, "a", format, value);
    let placed = FixedPoint::new(n, config, rounding, format, width - 1, a);
    let saturated_nan = format.is_riscv().then_some(a.nan);
    let _stage = n.stage(step::ROUND_INTEGER);
    let up = placed.rounds_up(n, rounding);
    // One bit more, for the sign or for a carry. A negative result is the complement plus one. The one is left out if
    // rounding up needs it.
    let bits = placed.exact.significand.width() + 1;
    let flipped = (placed.exact.significand.zero_extend(bits) ^ a.sign.repeat(bits)).named(hidden("flipped"));
    let integer = (flipped + (up ^ a.sign).zero_extend(bits)).named("integer");
    let _stage = n.stage(step::CLAMP);
    let carried = if bits == width {
        (!a.sign & integer.top_bit()).named(hidden("carried"))
    } else {
        n.zero()
    };
    let exceeds = (placed.too_large | carried).named("exceeds");
    let (to_limit, negative) = match saturated_nan {
        Some(nan) => (exceeds | nan, a.sign & !nan),
        None => (exceeds, a.sign),
    };
    let limit = negative.join((!negative).repeat(width - 1)).named(hidden("limit"));
    let clamped = to_limit.select(limit, integer.sign_extend(width));
    let result = match saturated_nan {
        Some(_) => clamped,
        None => with_nan(a.nan, clamped.only_if(!a.nan)),
    };
    Outcome {
        value: result.named("result"),
        flags: config.flags.then(|| {
            let Least { is_it, lost } = Least::new(n, format, rounding, width, a);
            let out_of_range = (placed.too_large & !is_it) | carried;
            flags(n, a, out_of_range, is_it.select(lost, placed.lost))
        }),
    }
}

/// Converts to an unsigned integer of `width` bits. A negative number gives 0, and a NaN of RISC-V the largest integer.
pub fn unsigned<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    format: FloatFormat,
    width: u32,
    value: Net<'n>,
) -> Outcome<'n> {
    let a = unpack(n, "a", format, value);
    let placed = FixedPoint::new(n, config, rounding, format, width, a);
    let _stage = n.stage(step::ROUND_INTEGER);
    let bits = placed.exact.significand.width() + 1;
    let up = placed.rounds_up(n, rounding).zero_extend(bits);
    let integer = (placed.exact.significand.zero_extend(bits) + up).named("integer");
    let _stage = n.stage(step::CLAMP);
    let (carried, integer) = if bits > width {
        (integer.top_bit(), integer.low(width))
    } else {
        (n.zero(), integer.zero_extend(width))
    };
    let exceeds = (placed.too_large | carried).named("exceeds");
    let result = if format.is_riscv() {
        (integer | (exceeds | a.nan).repeat(width)).only_if(a.nan | !a.sign)
    } else {
        let clamped = integer | exceeds.repeat(width);
        with_nan(a.nan, clamped.only_if(!(a.nan | a.sign)))
    };
    Outcome {
        value: result.named("result"),
        flags: config.flags.then(|| {
            let one = n.constant(format.bias_field(), format.exponent_bits);
            let at_least_one = a.exponent.at_least(one);
            // With two exponent bits, subnormal numbers have the exponent of 1.
            let at_least_one = if format.min_exponent() == 0 {
                at_least_one & a.significand.top_bit()
            } else {
                at_least_one
            };
            let below_zero = a.sign & (at_least_one | up.bit(0));
            flags(n, a, exceeds | below_zero, placed.lost)
        }),
    }
}

/// Returns the flags of a conversion to an integer. A NaN or a value out of range is invalid and raises no other flag.
fn flags<'n>(n: Scope<'n>, a: Unpacked<'n>, out_of_range: Net<'n>, lost: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::FLAGS);
    let invalid = (a.nan | out_of_range).named(hidden("invalid"));
    let flags = Flags {
        inexact: (lost & !invalid).named(hidden("inexact")),
        ..Flags::from_invalid(n, invalid)
    };
    flags.word(n)
}

/// Rounding of an operand with one bit too many above the point to the least integer, which has as many bits.
struct Least<'n> {
    is_it: Net<'n>,
    /// 1 if the bits below the point are then not zero.
    lost: Net<'n>,
}

impl<'n> Least<'n> {
    fn new(n: Scope<'n>, format: FloatFormat, rounding: RoundingMode<'n>, width: u32, a: Unpacked<'n>) -> Least<'n> {
        let _stage = n.stage(step::FLAGS);
        let exponent = format.bias_field() + u64::from(width) - 1;
        if exponent >= u64::from(format.special_exponent()) {
            return Least {
                is_it: n.zero(),
                lost: n.zero(),
            };
        }
        let digits = (width - 1).min(format.fraction_bits);
        let fraction = a.significand.low(format.fraction_bits);
        let is_integer_part = a.sign & a.exponent.equals_constant(exponent) & fraction.high(digits).is_zero();
        // The least integer is even, so a half is rounded to it unless ties go away from zero.
        let (lost, up) = match format.fraction_bits - digits {
            0 => (n.zero(), n.zero()),
            below => {
                let lost = fraction.low(below).any();
                let guard = fraction.bit(below - 1);
                let sticky = || match below {
                    1 => n.zero(),
                    _ => fraction.low(below - 1).any(),
                };
                let up = match rounding {
                    RoundingMode::Fixed(Rounding::NearestEven) => guard & sticky(),
                    RoundingMode::Fixed(Rounding::TowardNegative) => lost,
                    RoundingMode::Fixed(Rounding::NearestAway) => guard,
                    RoundingMode::Fixed(Rounding::TowardZero | Rounding::TowardPositive) => n.zero(),
                    RoundingMode::Selected(mode) => mode.rounds_up(n.constant(1, 1), n.zero(), guard, sticky()).up(),
                };
                (lost, up)
            }
        };
        Least {
            is_it: (is_integer_part & !up).named("is_least"),
            lost,
        }
    }
}

/// Returns the integer for a NaN in PTX: 0, and 2^63 in 64 bits. `integer` is 0 for a NaN.
fn with_nan<'n>(nan: Net<'n>, integer: Net<'n>) -> Net<'n> {
    match integer.width() {
        64 => (integer.top_bit() | nan).join(integer.low(63)),
        _ => integer,
    }
}

/// A magnitude around the point.
struct FixedPoint<'n> {
    /// The bits above the point, and those below. Guard and sticky bits do not exist if nothing is rounded up.
    exact: Unrounded<'n>,
    /// 1 if any bit below the point is set. Valid if flags are requested.
    lost: Net<'n>,
    /// 1 if the number is infinite, or has more bits above the point. It may be 1 for a NaN too.
    too_large: Net<'n>,
}

impl<'n> FixedPoint<'n> {
    /// Places an operand, with `places` bits above the point, or as many as the largest number has.
    ///
    /// Its top bit goes to the highest place. It then moves down by the difference between the exponent of that place
    /// and its own.
    fn new(
        n: Scope<'n>,
        config: &LaneConfig,
        rounding: RoundingMode<'n>,
        format: FloatFormat,
        places: u32,
        a: Unpacked<'n>,
    ) -> FixedPoint<'n> {
        let _stage = n.stage(step::PLACE);
        // A largest number with bits below the point can be rounded up to a power of two.
        let can_carry = i64::from(format.fraction_bits) > format.max_exponent();
        let of_largest = format.max_exponent() as u32 + 1 + u32::from(can_carry);
        let can_exceed = places < of_largest;
        let places = places.min(of_largest);
        let highest = format.bias_field() + u64::from(places) - 1;
        // A carry of the largest numbers can have an exponent that has no field.
        let field_bits = format.exponent_bits.max(u64::BITS - highest.leading_zeros());
        let highest = n.constant(highest, field_bits);
        let exponent = a.exponent.zero_extend(field_bits);
        let too_large = if can_exceed {
            highest.less_than(exponent)
        } else {
            a.infinite
        };
        let distance = (highest - exponent).named(hidden("distance"));
        // The places below the point that are kept: those that rounding needs, and for flags the OR of all.
        let below = match (rounding, config.flags) {
            (RoundingMode::Fixed(Rounding::TowardZero), false) => 0,
            (RoundingMode::Fixed(Rounding::TowardZero), true) => 1,
            _ => 2,
        };
        let (integer, guard, sticky) = if below == 0 {
            let placed = resized(a.significand, places).shift_right(distance);
            (placed, n.zero(), n.zero())
        } else {
            let kept = places + below - 1;
            let bits = a.significand.width();
            let lost = if bits > kept {
                a.significand.low(bits - kept).any()
            } else {
                n.zero()
            };
            let placed = shift_right_sticky(resized(a.significand, kept).join(lost), distance);
            let integer = placed.high(places);
            let guard = if below == 2 { placed.bit(1) } else { n.zero() };
            (integer, guard, placed.bit(0))
        };
        let lost = if config.flags {
            (guard | sticky).named(hidden("lost"))
        } else {
            n.zero()
        };
        let exact = Unrounded {
            sign: a.sign,
            exponent: n.zero(),
            significand: integer.named("integer"),
            guard: guard.named("guard"),
            sticky: sticky.named("sticky"),
            pending_increment: n.zero(),
            next: None,
            too_large: None,
        };
        FixedPoint {
            exact,
            lost,
            too_large: too_large.named("too_large"),
        }
    }

    /// Returns 1 if the magnitude is rounded up.
    fn rounds_up(&self, n: Scope<'n>, rounding: RoundingMode<'n>) -> Net<'n> {
        rounding.rounds_up(n, &self.exact).up().named("up")
    }
}

/// Returns the upper bits of a significand, or all of it with zeros below.
fn resized(significand: Net<'_>, width: u32) -> Net<'_> {
    match significand.width() {
        bits if bits > width => significand.high(width),
        bits => significand.append_zeros(width - bits),
    }
}
