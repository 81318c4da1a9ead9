//! Flags: the exceptions of IEEE 754 that a rounding raises.

use crate::format::Format;
use crate::net::{hidden, Net, Scope};
use crate::stage::round_to::within_bounds;
use crate::stage::{denormalise, round, step, Carry, Lost, Raw, Rounded, Special, Unrounded};

/// Which exceptions an operation raises under IEEE 754's default handling, before any modifier changes the result.
#[derive(Clone, Copy)]
pub struct Flags<'n> {
    /// NV: the operation has no defined result, or an operand is a signalling NaN.
    pub invalid: Net<'n>,
    /// DZ: an exact infinity of finite operands. No operation here has one.
    pub divide_by_zero: Net<'n>,
    /// OF: rounded as if the exponent had no bound, the result is above the largest finite number.
    pub overflow: Net<'n>,
    /// UF: the result is tiny and not exact. Tiny is what is below the smallest normal number after it has been rounded as if
    /// the exponent had no bound.
    pub underflow: Net<'n>,
    /// NX: the result differs from the exact one.
    pub inexact: Net<'n>,
}

impl<'n> Flags<'n> {
    /// Those of an operation that raises none but this one.
    pub fn of_invalid(n: Scope<'n>, invalid: Net<'n>) -> Flags<'n> {
        Flags {
            invalid,
            divide_by_zero: n.zero(),
            overflow: n.zero(),
            underflow: n.zero(),
            inexact: n.zero(),
        }
    }

    /// Those of a result that [`round()`] has made of an exact one, in a format with infinities. `invalid` is the operation's own: what
    /// it made of its operands.
    ///
    /// Without a [`next`](Unrounded::next) bit, what is tiny is known to be exact, and there is no underflow. With it: a subnormal that
    /// was rounded up to the smallest normal number is tiny unless it reaches that with one bit more of precision, too. To nearest, it
    /// does where `next` is 1; in a direction, where the guard bit and anything below it are. That it was rounded up so far shows in
    /// the lowest bit of the exponent field.
    pub fn of_rounded(
        n: Scope<'n>,
        format: Format,
        directed: Net<'n>,
        exact: Unrounded<'n>,
        rounded: Rounded<'n>,
        special: Special<'n>,
        invalid: Net<'n>,
    ) -> Flags<'n> {
        let _stage = n.stage(step::FLAGS);
        let lost = exact.guard | exact.sticky;
        let [lost, overflow] = of_finite(special.nan | special.infinite, lost, rounded.exceeds);
        let underflow = exact.next.map_or(n.zero(), |next| {
            let above = directed.select(exact.guard & exact.sticky, next);
            let carried = rounded.magnitude.bit(format.fraction_bits);
            let subnormal = !(exact.significand.top_bit() | exact.exponent.any());
            let tiny = (subnormal & !(carried & above)).named("tiny");
            (tiny & lost).named(hidden("underflow"))
        });
        Flags {
            invalid: invalid.named(hidden("invalid")),
            divide_by_zero: n.zero(),
            overflow,
            underflow,
            inexact: (lost | overflow).named(hidden("inexact")),
        }
    }

    /// Those of a value that random bits have rounded, in a format with infinities. IEEE 754 has no such rounding; what is tiny is here
    /// decided of the result that it gave.
    pub fn of_random(
        n: Scope<'n>,
        format: Format,
        raw: Raw<'n>,
        rounded: Rounded<'n>,
        lost: Lost<'n>,
        invalid: Net<'n>,
    ) -> Flags<'n> {
        let _stage = n.stage(step::FLAGS);
        let [lost, overflow] = of_finite(raw.nan | raw.infinite, lost.any(), rounded.exceeds);
        Flags {
            invalid,
            divide_by_zero: n.zero(),
            overflow,
            underflow: (lost & !overflow & rounded.magnitude.high(format.exponent_bits).is_zero())
                .named(hidden("underflow")),
            inexact: (lost | overflow).named(hidden("inexact")),
        }
    }

    /// All five as a word: NV, DZ, OF, UF, NX from the top down.
    pub fn word(self, n: Scope<'n>) -> Net<'n> {
        let _stage = n.stage(step::FLAGS);
        let high = self.invalid.join(self.divide_by_zero).join(self.overflow);
        high.join(self.underflow).join(self.inexact).named("word")
    }
}

/// [`round_to()`](super::round_to()), and the flags. `invalid` is the operation's own: what it made of its operands.
///
/// A format without infinities makes something else of one, which is inexact; a NaN that a format cannot hold is invalid,
/// as it is in a conversion to an integer.
///
/// Below the smallest normal number, the precision that an unbounded exponent would leave is one bit more, next to that number, where
/// alone it makes a difference: so rounding up with that bit tells what is tiny. Where the exponent's bounds exclude it, nothing is.
pub fn round_to_with_flags<'n>(
    n: Scope<'n>,
    format: Format,
    raw: Raw<'n>,
    invalid: Net<'n>,
    up: impl Fn(&Unrounded<'n>) -> Carry<'n>,
) -> (Rounded<'n>, Flags<'n>) {
    let exact = denormalise(n, format, raw);
    let rounded = within_bounds(n, format, raw, round(n, format, up(&exact), exact));

    // With the least exponent, the top bit may be 0.
    let can_be_tiny = raw.exponent.least() <= format.least_exponent();
    let finer = can_be_tiny.then(|| finer(n, format, raw, exact));
    let up_if_finer = finer.map(|finer| up(&finer).up());
    let _stage = n.stage(step::FLAGS);
    let tiny = up_if_finer.map_or(n.zero(), |up| {
        // Only a carry makes the field of a subnormal 1. With one bit more the carry starts at the guard bit, which then has to be 1 too.
        let carried = rounded.magnitude.bit(format.fraction_bits) & exact.guard;
        let becomes_normal = (carried & up).named("becomes_normal");
        (!(exact.significand.top_bit() | becomes_normal)).named("tiny")
    });
    let [lost, overflow] = of_finite(raw.nan | raw.infinite, exact.guard | exact.sticky, rounded.exceeds);
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

/// Whether a finite value lost anything when it was rounded, and whether it became too large; not so what was special before.
fn of_finite<'n>(special: Net<'n>, lost: Net<'n>, exceeds: Net<'n>) -> [Net<'n>; 2] {
    let finite = (!special).named("finite");
    [
        (lost & finite).named(hidden("lost")),
        (exceeds & finite).named(hidden("overflow")),
    ]
}

/// A value just below the smallest normal number with one bit more, which is the guard bit; of any other it means nothing.
///
/// The bit below that is where it was in the value, or one place lower: the significand has moved by one place where its exponent is
/// below the least.
///
/// Panics where `sticky` may be 1 and the significand has not two bits more than the format's.
fn finer<'n>(n: Scope<'n>, format: Format, raw: Raw<'n>, exact: Unrounded<'n>) -> Unrounded<'n> {
    let _stage = n.stage(step::FLAGS);
    let width = raw.significand.width();
    let below = format.significand_bits();
    assert!(
        width > below + 1 || raw.sticky.constant_value() == Some(0),
        "a significand of {width} bits with a sticky bit is too short for the flags of rounding to {format:?}"
    );
    let bit = |place: u32| match width.checked_sub(place + 1) {
        Some(position) => raw.significand.bit(position),
        None => n.zero(),
    };
    let next = match raw.exponent.least() < format.least_exponent() {
        true => {
            let exponent = raw.exponent.with_bias(-format.least_exponent());
            exponent.top_bit().select(bit(below), bit(below + 1))
        }
        false => bit(below + 1),
    };
    Unrounded {
        significand: exact.significand.join(exact.guard),
        guard: next.named(hidden("next")),
        ..exact
    }
}
