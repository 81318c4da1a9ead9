//! Align: the smaller addend moved to the larger one's exponent.

use crate::net::{Net, Scope};
use crate::stage::{shift_right_sticky, step, Ordered};

/// Two significands that can be added.
#[derive(Clone, Copy)]
pub struct Aligned<'n> {
    /// The larger significand as it was.
    pub larger: Net<'n>,
    /// The smaller significand at the larger one's exponent; its lowest bit is sticky.
    pub smaller: Net<'n>,
}

/// Bits that a sum needs below the result's: after a subtraction moves the result up one place, one of them is a result
/// bit, the next one decides the rounding, and the last, the sticky bit, stands for everything below.
pub const EXTRA_BITS: u32 = 3;

/// Shifts the smaller significand right by the difference of the exponents. The significands come with [`EXTRA_BITS`]
/// below them.
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
