//! Stochastic rounding: the magnitude is rounded up with a probability equal to the part that is cut off.
//!
//! Random bits are added below the last place, and the rest is cut off (Gupta et al., "Deep Learning with Limited
//! Numerical Precision", ICML 2015).

use halfpipe_isa::FloatFormat;

use crate::net::{hidden, Net, Scope};
use crate::stage::round_to::within_bounds;
use crate::stage::{denormalise, round, step, Carry, Raw, Rounded, Unrounded};

/// Rounds a value to a format. Random bits are added to as many bits below the last place, and all bits below that
/// place are then dropped. Returns the dropped part too.
pub fn round_at_random<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    raw: Raw<'n>,
    random: Net<'n>,
) -> (Rounded<'n>, Lost<'n>) {
    let bits = random.width();
    let finer = denormalise(n, format.with_extra_fraction_bits(bits), raw);
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
    let rounded = within_bounds(n, format, raw, round(n, format, Carry::from_net(up), exact));
    (
        rounded,
        Lost {
            digits,
            guard: finer.guard,
            sticky: finer.sticky,
        },
    )
}

/// The part that rounding at random drops.
#[derive(Clone, Copy)]
pub struct Lost<'n> {
    /// The bits to which random ones were added.
    digits: Net<'n>,
    guard: Net<'n>,
    sticky: Net<'n>,
}

impl<'n> Lost<'n> {
    /// Returns 1 if the dropped part is not zero.
    pub fn any(self) -> Net<'n> {
        self.digits.join(self.guard).join(self.sticky).any()
    }
}
