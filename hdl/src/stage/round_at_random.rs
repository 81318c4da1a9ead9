//! Round at random: the magnitude goes up as often as the part that is cut off says.

use crate::format::Format;
use crate::net::{hidden, Net, Scope};
use crate::stage::round_to::within_bounds;
use crate::stage::{denormalise, round, step, Carry, Raw, Rounded, Unrounded};

/// Rounds a value to a format: random bits are added to as many bits below the last place, and what then lies below it is dropped. Returns
/// also what was cut off.
pub fn round_at_random<'n>(n: Scope<'n>, format: Format, raw: Raw<'n>, random: Net<'n>) -> (Rounded<'n>, Lost<'n>) {
    let bits = random.width();
    let finer = denormalise(n, format.finer(bits), raw);
    let digits = finer.significand.low(bits);
    let up = {
        let _stage = n.stage(step::ROUND_AT_RANDOM);
        let sum = (digits.zero_extend(bits + 1) + random.zero_extend(bits + 1)).named(hidden("sum"));
        sum.top_bit().named("carry")
    };
    let exact = Unrounded {
        significand: finer.significand.high(format.significand_bits()),
        guard: n.zero(),
        sticky: n.zero(),
        ..finer
    };
    let rounded = within_bounds(n, format, raw, round(n, format, Carry::of(up), exact));
    (
        rounded,
        Lost {
            digits,
            guard: finer.guard,
            sticky: finer.sticky,
        },
    )
}

/// What rounding at random cuts off.
#[derive(Clone, Copy)]
pub struct Lost<'n> {
    /// The bits that random ones were added to.
    digits: Net<'n>,
    guard: Net<'n>,
    sticky: Net<'n>,
}

impl<'n> Lost<'n> {
    /// Whether it is anything but zero.
    pub fn any(self) -> Net<'n> {
        self.digits.join(self.guard).join(self.sticky).any()
    }
}
