//! Flags: the exceptions of IEEE 754 that a rounding raises.

use crate::format::Format;
use crate::net::{hidden, Net, Scope};
use crate::stage::round_to::within_bounds;
use crate::stage::{denormalise, round, step, Carry, Raw, Rounded, Unrounded};

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
/// The significand is rounded with one bit more beside: below the smallest normal number that is the precision that an
/// unbounded exponent would leave, and so it tells what is tiny after rounding.
pub fn round_to_with_flags<'n>(
    n: Scope<'n>,
    format: Format,
    raw: Raw<'n>,
    invalid: Net<'n>,
    up: impl Fn(&Unrounded<'n>) -> Carry<'n>,
) -> (Rounded<'n>, Flags<'n>) {
    let finer = denormalise(n, format.finer(1), raw);
    let exact = finer.shortened(n, format);
    let rounded = within_bounds(n, format, raw, round(n, format, up(&exact), exact));

    let up = up(&finer).up();
    let _stage = n.stage(step::FLAGS);
    let becomes_normal = (finer.significand.low(format.significand_bits()).all() & up).named("becomes_normal");
    let tiny = (!(finer.significand.top_bit() | becomes_normal)).named("tiny");
    let finite = (!(raw.nan | raw.infinite)).named("finite");
    let lost = ((exact.guard | exact.sticky) & finite).named(hidden("lost"));
    let overflow = (rounded.exceeds & finite).named(hidden("overflow"));
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
