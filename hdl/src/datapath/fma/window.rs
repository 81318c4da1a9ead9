//! The window: every place of product and addend that can decide the result.

use halfpipe_isa::{FloatFormat, LaneFormats};

use crate::datapath::mul::two_subnormals_matter;

/// Zeros between the addend at the top of the window and the product. A difference can lose one place. The product must
/// then still lie below half a unit in the last place.
pub const GAP: u32 = 2;

/// Places of the window, as widths in bits.
#[derive(Clone, Copy)]
pub struct Window {
    /// The width of the addend at the top.
    pub addend: u32,
    /// The width of the product.
    product: u32,
    /// The places below the product, the sticky bit included.
    pub below: u32,
}

impl Window {
    /// Returns the window of an operation.
    pub fn from_formats(formats: LaneFormats) -> Window {
        let precision = formats.result.significand_bits();
        let product = 2 * formats.operand.significand_bits();
        // The product of two significands with their leading ones at the top can itself have one leading zero.
        let zeros = 1 + most_zeros(formats);
        // A difference loses one place. Below it come the places of the result, the guard bit and the sticky bit.
        Window {
            addend: precision,
            product,
            below: zeros + 1 + precision + 2 - product,
        }
    }

    /// Returns the width, the sticky bit included.
    pub fn bits(self) -> u32 {
        self.addend + GAP + self.product + self.below
    }

    /// Returns the number of places above the sticky bit.
    pub fn places(self) -> u32 {
        self.bits() - 1
    }
}

/// Returns the left shift of a factor that has at least that many leading zeros.
pub fn half_shift(significand_bits: u32) -> u32 {
    significand_bits / 2
}

/// Returns the most leading zeros that two significands have in total, if the digits of their product matter.
fn most_zeros(formats: LaneFormats) -> u32 {
    let operand = formats.operand;
    if two_subnormals_matter(formats) {
        let shift = half_shift(operand.significand_bits());
        2 * (shift - 1).max(operand.fraction_bits - shift)
    } else {
        operand.fraction_bits
    }
}

/// Returns the offset from the sum of the factors' exponents to the biased exponent of the top of the window, less one.
///
/// The biased exponent of the product's top bit, less one, is the sum of the factors' exponents. The bias of the result
/// replaces the biases of the factors. The top of the window is higher by the gap and a significand.
pub fn exponent_of_top(LaneFormats { operand, result }: LaneFormats) -> i64 {
    i64::from(result.significand_bits() + GAP) + result.bias() - 2 * operand.bias()
}

/// True if every count of leading zeros leaves a normal exponent whenever the product is not zero.
pub fn sums_are_normal(formats: LaneFormats) -> bool {
    let smallest = if two_subnormals_matter(formats) {
        1 - i64::from(half_shift(formats.operand.significand_bits()))
    } else {
        1
    };
    let largest_count = Window::from_formats(formats).bits().next_power_of_two() - 1;
    2 * smallest + exponent_of_top(formats) >= i64::from(largest_count)
}

/// True if a sum can be both tiny and inexact: a product has places below those of the result's smallest number.
pub fn can_underflow(LaneFormats { operand, result }: LaneFormats) -> bool {
    let lowest = |format: FloatFormat| format.min_exponent() - i64::from(format.fraction_bits);
    2 * lowest(operand) < lowest(result)
}
