//! Flags: the exceptions of IEEE 754 that rounding raises.

use halfpipe_isa::FloatFormat;

use crate::net::{hidden, Net, Scope};
use crate::stage::round_to::within_bounds;
use crate::stage::{denormalise, round, step, Carry, Lost, Raw, Rounded, Special, Unrounded};

/// The exceptions of an operation under IEEE 754's default handling, before any modifier changes the result.
#[derive(Clone, Copy)]
pub struct Flags<'n> {
    /// NV: the operation has no defined result, or an operand is a signalling NaN.
    pub invalid: Net<'n>,
    /// DZ: an exact infinity of finite operands.
    pub divide_by_zero: Net<'n>,
    /// OF: rounded as if the exponent had no bound, the result is above the largest finite number.
    pub overflow: Net<'n>,
    /// UF: the result is tiny and inexact. A result is tiny if it is below the smallest normal number after rounding as
    /// if the exponent had no bound.
    pub underflow: Net<'n>,
    /// NX: the result differs from the exact one.
    pub inexact: Net<'n>,
}

impl<'n> Flags<'n> {
    /// Returns the flags of an operation that raises invalid only.
    pub fn from_invalid(n: Scope<'n>, invalid: Net<'n>) -> Flags<'n> {
        Flags {
            invalid,
            divide_by_zero: n.zero(),
            overflow: n.zero(),
            underflow: n.zero(),
            inexact: n.zero(),
        }
    }

    /// Returns the flags of a result that [`round()`] rounded from an exact one, in a format with infinities. `invalid`
    /// comes from the operation itself, before rounding.
    ///
    /// Without a [`next`](Unrounded::next) bit, a tiny result is known to be exact, and there is no underflow. With it,
    /// consider a subnormal that was rounded up to the smallest normal number. It is tiny unless it also reaches that
    /// number with one bit more of precision. When rounding to nearest, it does if `next` is 1. In a directed mode, it
    /// does if the guard bit and any bit below it are 1. The lowest bit of the exponent field shows that the subnormal
    /// was rounded up so far.
    pub fn from_rounded(
        n: Scope<'n>,
        format: FloatFormat,
        directed: Net<'n>,
        exact: Unrounded<'n>,
        rounded: Rounded<'n>,
        special: Special<'n>,
        invalid: Net<'n>,
    ) -> Flags<'n> {
        let _stage = n.stage(step::FLAGS);
        let lost = exact.guard | exact.sticky;
        let [lost, overflow] = finite_flags(special.nan | special.infinite, lost, rounded.exceeds);
        let underflow = exact.next.map_or(n.zero(), |next| {
            let above = directed.select(exact.guard & exact.sticky, next);
            let carried = rounded.magnitude.bit(format.fraction_bits);
            let subnormal = !(exact.significand.top_bit() | exact.exponent.any());
            let tiny = (subnormal & !(carried & above)).named("tiny");
            (tiny & lost).named(hidden("underflow"))
        });
        Flags::from_digits(n, invalid.named(hidden("invalid")), lost, overflow, underflow)
    }

    /// Returns the flags of a quotient or a square root, which are known before rounding. `invalid` comes from the operation
    /// itself.
    ///
    /// A quotient of two significands of p bits is at least 1 or less than 1 - 2^-p, because the divisor is less than 2^p. So
    /// rounding with one bit more makes no quotient the smallest normal number, and rounding takes none past the largest. A
    /// root is far from both.
    pub fn from_quotient_or_root(
        n: Scope<'n>,
        exact: Unrounded<'n>,
        rounded: Rounded<'n>,
        special: Special<'n>,
        invalid: Net<'n>,
    ) -> Flags<'n> {
        let _stage = n.stage(step::FLAGS);
        let lost = exact.guard | exact.sticky;
        let [lost, overflow] = finite_flags(special.nan | special.infinite, lost, rounded.overflow);
        let underflow = (rounded.tiny & lost).named(hidden("underflow"));
        Flags::from_digits(n, invalid, lost, overflow, underflow)
    }

    /// Returns the flags of a rounded result, which is inexact if digits are lost or if it overflows.
    fn from_digits(n: Scope<'n>, invalid: Net<'n>, lost: Net<'n>, overflow: Net<'n>, underflow: Net<'n>) -> Flags<'n> {
        Flags {
            invalid,
            divide_by_zero: n.zero(),
            overflow,
            underflow,
            inexact: (lost | overflow).named(hidden("inexact")),
        }
    }

    /// Returns the flags of a value rounded by random bits, in a format with infinities. IEEE 754 has no such rounding.
    /// Tininess is decided here from the rounded result.
    pub fn from_random(
        n: Scope<'n>,
        format: FloatFormat,
        raw: Raw<'n>,
        rounded: Rounded<'n>,
        lost: Lost<'n>,
        invalid: Net<'n>,
    ) -> Flags<'n> {
        let _stage = n.stage(step::FLAGS);
        let [lost, overflow] = finite_flags(raw.nan | raw.infinite, lost.any(), rounded.exceeds);
        let tiny = rounded.magnitude.high(format.exponent_bits).is_zero();
        let underflow = (lost & !overflow & tiny).named(hidden("underflow"));
        Flags::from_digits(n, invalid, lost, overflow, underflow)
    }

    /// Returns the flags of an operation whose result may be a zero without digits: that raises no flag of rounding.
    pub fn clear_if_zero(self, n: Scope<'n>, zero: Net<'n>, divide_by_zero: Net<'n>) -> Flags<'n> {
        let _stage = n.stage(step::FLAGS);
        let nonzero = (!zero).named(hidden("nonzero"));
        Flags {
            divide_by_zero,
            overflow: (self.overflow & nonzero).named(hidden("overflow_of_number")),
            underflow: (self.underflow & nonzero).named(hidden("underflow_of_number")),
            inexact: (self.inexact & nonzero).named(hidden("inexact_number")),
            ..self
        }
    }

    /// Returns all five flags as a word: NV, DZ, OF, UF, NX from the top down.
    pub fn word(self, n: Scope<'n>) -> Net<'n> {
        let _stage = n.stage(step::FLAGS);
        let high = self.invalid.join(self.divide_by_zero).join(self.overflow);
        high.join(self.underflow).join(self.inexact).named("word")
    }
}

/// Rounds as [`round_to()`](super::round_to()) and returns the flags too. `invalid` comes from the operation itself,
/// before rounding.
///
/// A format without infinities replaces an infinity, which is inexact. A NaN that a format cannot hold is invalid, as
/// in a conversion to an integer.
///
/// With an unbounded exponent, a value next to the smallest normal number would keep one bit more. Only there does that
/// bit make a difference. A value below that number is therefore tiny unless it rounds up to it with this bit. If the
/// bounds of the exponent exclude such values, nothing is tiny.
pub fn round_to_with_flags<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    raw: Raw<'n>,
    invalid: Net<'n>,
    up: impl Fn(&Unrounded<'n>) -> Carry<'n>,
) -> (Rounded<'n>, Flags<'n>) {
    let exact = denormalise(n, format, raw);
    let rounded = within_bounds(n, format, raw, round(n, format, up(&exact), exact));

    // With the least exponent, the top bit may be 0.
    let can_be_tiny = raw.exponent.least() <= format.min_exponent();
    let finer = can_be_tiny.then(|| finer(n, format, raw, exact));
    let up_if_finer = finer.map(|finer| up(&finer).up());
    let _stage = n.stage(step::FLAGS);
    let tiny = up_if_finer.map_or(n.zero(), |up| {
        // Only a carry makes the exponent field of a subnormal 1. With one bit more, the carry starts at the guard bit,
        // which then must be 1 too.
        let carried = rounded.magnitude.bit(format.fraction_bits) & exact.guard;
        let becomes_normal = (carried & up).named("becomes_normal");
        (!(exact.significand.top_bit() | becomes_normal)).named("tiny")
    });
    let [lost, overflow] = finite_flags(raw.nan | raw.infinite, exact.guard | exact.sticky, rounded.exceeds);
    let when = |lacking: bool, net: Net<'n>| if lacking { net } else { n.zero() };
    let flags = Flags {
        invalid: (invalid | when(!format.has_nan(), raw.nan)).named(hidden("invalid")),
        divide_by_zero: n.zero(),
        overflow,
        underflow: (tiny & lost).named(hidden("underflow")),
        inexact: (lost | overflow | when(!format.has_infinity(), raw.infinite & !raw.nan)).named(hidden("inexact")),
    };
    (rounded, flags)
}

/// Returns whether rounding made a finite value inexact, and whether it made it too large. Special values give 0.
fn finite_flags<'n>(special: Net<'n>, lost: Net<'n>, exceeds: Net<'n>) -> [Net<'n>; 2] {
    let finite = (!special).named("finite");
    [
        (lost & finite).named(hidden("lost")),
        (exceeds & finite).named(hidden("overflow")),
    ]
}

/// Returns a value just below the smallest normal number with one bit more, which is the guard bit. For other values
/// the result has no meaning.
///
/// The new guard bit comes from its own place in the value, or from one place lower. The significand has moved by one
/// place if its exponent is below the least.
///
/// Panics if `sticky` may be 1 and the significand has fewer than two bits more than the format's, or than one if its
/// leading one is known.
fn finer<'n>(n: Scope<'n>, format: FloatFormat, raw: Raw<'n>, exact: Unrounded<'n>) -> Unrounded<'n> {
    let _stage = n.stage(step::FLAGS);
    let width = raw.significand.width();
    let below = format.significand_bits();
    // With its leading one at the top, a value of the least exponent is not below the smallest normal number.
    let is_normalised = raw.significand.top_bit().constant_value() == Some(1);
    let needed = below + u32::from(!is_normalised);
    assert!(
        width > needed || raw.sticky.constant_value() == Some(0),
        "a significand of {width} bits with a sticky bit is too short for the flags of rounding to {format:?}"
    );
    let bit = |place: u32| match width.checked_sub(place + 1) {
        Some(position) => raw.significand.bit(position),
        None => n.zero(),
    };
    let next = if raw.exponent.least() >= format.min_exponent() {
        bit(below + 1)
    } else if is_normalised {
        bit(below)
    } else {
        let exponent = raw.exponent.with_bias(-format.min_exponent());
        exponent.top_bit().select(bit(below), bit(below + 1))
    };
    Unrounded {
        significand: exact.significand.join(exact.guard),
        guard: next.named(hidden("next")),
        ..exact
    }
}
