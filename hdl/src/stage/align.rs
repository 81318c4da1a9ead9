//! Align: the smaller addend shifted to the exponent of the larger one, by a barrel shifter with a sticky bit.

use crate::net::{Net, Scope};
use crate::stage::{shift_right_sticky, step, Ordered};

/// Two aligned significands, ready for addition.
#[derive(Clone, Copy)]
pub struct Aligned<'n> {
    /// The larger significand, unchanged.
    pub larger: Net<'n>,
    /// The smaller significand at the exponent of the larger one. Its lowest bit is sticky.
    pub smaller: Net<'n>,
}

/// Bits that a sum needs below those of the result. If a subtraction moves the result up one place, one of them becomes
/// a result bit. The next one decides the rounding. The last is the sticky bit of everything below.
pub const EXTRA_BITS: u32 = 3;

/// Shifts the smaller significand right by the difference of the exponents. The significands have [`EXTRA_BITS`] below
/// them.
pub fn align<'n>(n: Scope<'n>, operands: Ordered<'n>) -> Aligned<'n> {
    let Ordered {
        larger,
        smaller,
        distance,
    } = operands;
    let _stage = n.stage(step::ALIGN_SMALLER);
    let smaller = shift_right_sticky(smaller.significand, distance).named("smaller");
    Aligned {
        larger: larger.significand,
        smaller,
    }
}
