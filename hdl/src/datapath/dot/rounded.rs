//! The end of a block whose result can be subnormal, or is rounded to nearest.

use halfpipe_isa::Rounding;

use crate::datapath::dot::shape::Shape;
use crate::net::{unsigned, Net, Scope};
use crate::stage::{
    is_nonzero, normalise, pack, round, step, Carry, Limits, Normalised, Special, Top, UnnormalisedSum, Unrounded,
};

/// Rounds a sum and encodes it. `not_anchor` is the complement of the anchor's biased exponent, and `sign` is the sign of
/// c, to which that of the sum is relative.
pub fn rounded<'n>(
    n: Scope<'n>,
    shape: Shape,
    sum: Net<'n>,
    not_anchor: Net<'n>,
    sign: Net<'n>,
    special: Special<'n>,
) -> Net<'n> {
    let exact = unrounded(n, shape, sum, !not_anchor, sign);
    finish(n, shape, exact, special)
}

/// Normalises the sum and makes it a magnitude, cut to the precision of the result.
fn unrounded<'n>(n: Scope<'n>, shape: Shape, total: Net<'n>, anchor: Net<'n>, sign: Net<'n>) -> Unrounded<'n> {
    let (value, above) = if shape.has_floor() {
        // With the sign above it, the top of the window is never below the least exponent.
        (total, shape.integer_bits - 1)
    } else {
        (total.low(total.width() - 1), shape.integer_bits - 2)
    };
    let exponent = {
        let _stage = n.stage(step::ANCHOR);
        let width = anchor.width() + 1;
        let wide = if shape.has_floor() {
            anchor.sign_extend(width)
        } else {
            anchor.zero_extend(width)
        };
        (wide + n.constant(u64::from(above), width)).named(unsigned("exponent_minus_one"))
    };
    let negative = total.top_bit();
    let sum = UnnormalisedSum {
        value,
        negative,
        exponent_minus_one: exponent,
        moves: None,
    };
    let nonzero = is_nonzero(n, sum);
    let format = shape.rounded_format();
    let Normalised {
        exponent_minus_one,
        top,
    } = normalise(n, sum, nonzero, format.significand_bits() + 1);
    let _stage = n.stage(step::COMPLEMENT);
    let Top { kept, sticky } = top;
    let guard = kept.bit(0);
    let significand = kept.high(format.significand_bits());
    Unrounded {
        sign: (nonzero & (sign ^ negative)).named("sign"),
        exponent: exponent_minus_one,
        significand: (significand ^ negative.repeat(significand.width())).named("significand"),
        guard: (guard ^ (negative & sticky)).named("guard"),
        sticky,
        pending_increment: (negative & !sticky & !guard).named("owed"),
        next: None,
        too_large: None,
    }
}

/// Rounds the sum as tensor cores do and encodes it: toward zero in single precision, to nearest even in half precision.
/// Either overflows to infinity, and a zero has no sign.
fn finish<'n>(n: Scope<'n>, shape: Shape, exact: Unrounded<'n>, special: Special<'n>) -> Net<'n> {
    let result = shape.formats.result;
    let format = shape.rounded_format();
    let up = match result.register_bits() {
        16 => exact.rounds_up(n, Rounding::NearestEven),
        _ => Carry::from_net(n.zero()),
    };
    let rounded = round(n, format, up, exact);
    let limits = Limits {
        to_infinity: n.constant(1, 1),
        saturate: n.zero(),
        flush: n.zero(),
    };
    let value = pack(n, format, limits, rounded, special);
    let _stage = n.stage(step::PACK);
    let magnitude = value.low(value.width() - 1);
    let sign = if shape.has_floor() {
        value.top_bit() & magnitude.any()
    } else {
        value.top_bit()
    };
    let magnitude = match result.fraction_bits - format.fraction_bits {
        0 => magnitude,
        cut => magnitude.join(special.nan.repeat(cut)),
    };
    sign.join(magnitude).named("dot")
}
