//! Rounding of a number to an integer in its own format.

use halfpipe_isa::{FloatFormat, Operation, Rounding};

use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::format::HardwareFormat;
use crate::net::{hidden, Net, Scope};
use crate::stage::{step, unpack, Flags, RoundingMode, Unpacked};

/// Removes the bits of a number below its point.
///
/// From 1 on, the bits below the point are the lowest bits of the encoding. A half, or nearly one, is added there. The
/// sum carries into the exponent if the number becomes the next power of two. Below 1 the result is 0 or 1.
pub fn integral<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    format: FloatFormat,
    value: Net<'n>,
) -> Outcome<'n> {
    let a = unpack(n, "a", format, value);
    let below_point = below_point(n, format, a);
    let _stage = n.stage(step::ROUND_INTEGER);
    let bits = format.magnitude_bits();
    // 1 for rounding away from zero in a direction.
    let away = match rounding {
        RoundingMode::Fixed(Rounding::TowardNegative) => a.sign,
        RoundingMode::Fixed(Rounding::TowardPositive) => !a.sign,
        RoundingMode::Fixed(_) => n.zero(),
        RoundingMode::Selected(mode) => (mode.is_directed() & mode.can_grow(a.sign)).named(hidden("away")),
    };
    let (added, carry) = rounding_increment(n, format, rounding, a, below_point, away);
    let sum = (a.magnitude + added + carry.zero_extend(bits)).named(hidden("sum"));
    let cut = (sum & !below_point).named(hidden("cut"));
    let becomes_one = rounds_to_one(format, rounding, a, away);
    let one = n
        .constant(u64::from(format.one()), bits)
        .only_if(becomes_one.named("becomes_one"));
    let below_one = a
        .exponent
        .less_than(n.constant(format.bias_field(), format.exponent_bits))
        .named("below_one");
    let number = below_one.select(one, cut);
    let nan = u64::from(format.canonical_nan());
    let magnitude = if nan + 1 == 1 << bits {
        number | a.nan.repeat(bits)
    } else {
        a.nan.select(n.constant(nan, bits), number)
    };
    let sign = (a.sign & !a.nan).named(hidden("sign"));
    let flags = config.flags.then(|| {
        let invalid = a.signals(n);
        let _stage = n.stage(step::FLAGS);
        if config.operation == Operation::Fround {
            return Flags::from_invalid(n, invalid).word(n);
        }
        let has_fraction = (a.magnitude & below_point).any();
        // A NaN may count as a number with places below the point.
        let has_fraction = if least_integer(format) > u64::from(format.special_exponent()) {
            has_fraction & !a.nan
        } else {
            has_fraction
        };
        let inexact = below_one.select(!a.zero, has_fraction);
        let flags = Flags {
            inexact: inexact.named(hidden("inexact")),
            ..Flags::from_invalid(n, invalid)
        };
        flags.word(n)
    });
    Outcome {
        value: sign.join(magnitude).named(format.number("result")),
        flags,
    }
}

/// Returns the number and the carry to be added to a magnitude from 1 on.
fn rounding_increment<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    rounding: RoundingMode<'n>,
    a: Unpacked<'n>,
    below_point: Net<'n>,
    away: Net<'n>,
) -> (Net<'n>, Net<'n>) {
    let bits = format.magnitude_bits();
    let odd = || {
        let above = below_point.low(bits - 1).append_zeros(1) & !below_point;
        let odd = (above.low(format.fraction_bits + 1) & a.significand).any();
        odd.named("odd")
    };
    // A half less its last place.
    let lower = || below_point.high(bits - 1).zero_extend(bits);
    match rounding {
        // Adds a half less its last place, and that place too if the bit above the point is 1.
        RoundingMode::Fixed(Rounding::NearestEven) => {
            let odd = odd();
            (lower(), odd)
        }
        // Adds a half: the highest place below the point.
        RoundingMode::Fixed(Rounding::NearestAway) => (below_point & !lower(), n.zero()),
        RoundingMode::Fixed(_) => (below_point.only_if(away), n.zero()),
        RoundingMode::Selected(mode) => {
            // The last place of a half is there if any place is.
            let last = odd() | (mode.is_away() & below_point.bit(0));
            let nearest = mode.is_nearest();
            let added = lower().only_if(nearest) | below_point.only_if(away);
            (added, last & nearest)
        }
    }
}

/// Returns 1 if a magnitude below 1 becomes 1, not 0.
fn rounds_to_one<'n>(format: FloatFormat, rounding: RoundingMode<'n>, a: Unpacked<'n>, away: Net<'n>) -> Net<'n> {
    let at_least_half = || a.exponent.equals_constant(format.bias_field() - 1);
    let has_fraction = || a.significand.low(format.fraction_bits).any();
    match rounding {
        RoundingMode::Fixed(Rounding::NearestEven) => {
            let at_least_half = at_least_half();
            at_least_half & has_fraction()
        }
        RoundingMode::Fixed(Rounding::NearestAway) => at_least_half(),
        RoundingMode::Fixed(_) => away & !a.zero,
        RoundingMode::Selected(mode) => {
            let nearest = mode.is_nearest() & at_least_half() & (has_fraction() | mode.is_away());
            nearest | (away & !a.zero)
        }
    }
}

/// Returns the least exponent field of which all numbers are integers.
fn least_integer(format: FloatFormat) -> u64 {
    format.bias_field() + u64::from(format.fraction_bits)
}

/// Returns a mask of the places of the encoding below the point. It is 0 if there are none. For numbers below 1 the
/// mask has no meaning.
fn below_point<'n>(n: Scope<'n>, format: FloatFormat, a: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage(step::POINT);
    let places = u64::from(format.fraction_bits);
    let least_integer = least_integer(format);
    // If there are few exponents, each number has places below the point.
    let is_integer = if least_integer > u64::from(format.special_exponent()) {
        n.zero()
    } else {
        a.exponent.at_least(n.constant(least_integer, format.exponent_bits))
    };
    let is_integer = is_integer.named("is_integer");
    // As many low bits of the exponent as distinguish the exponents with places below the point.
    let low_bits = (u64::BITS - (places - 1).leading_zeros()).clamp(1, format.exponent_bits);
    let row = |low: u64| {
        let exponent = low.wrapping_sub(format.bias_field()) % (1 << low_bits);
        let below = places.saturating_sub(exponent);
        (1_u128 << below) - 1
    };
    let rows: Vec<u128> = (0..1 << low_bits).map(row).collect();
    let below = a.exponent.low(low_bits).look_up(&rows, format.fraction_bits);
    below
        .only_if(!is_integer)
        .zero_extend(format.magnitude_bits())
        .named("below_point")
}
