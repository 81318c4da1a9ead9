//! The formats and widths of a core's conversions.

use halfpipe_isa::FloatFormat;

/// The formats and widths of a core's conversions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConversionFormats {
    /// Half-precision formats that are converted from and to integers.
    pub with_integers: Vec<FloatFormat>,
    /// Half-precision formats that are converted from and to single precision.
    pub with_single: Vec<FloatFormat>,
    /// True if halves are converted from one format to the other.
    pub between_halves: bool,
    /// The width of an integer register, 32 or 64 bits.
    pub integer_bits: u32,
    /// The width of the operand and of the result, in bits.
    pub width: u32,
    /// True if a 16-bit operand has ones above it; otherwise it counts as a NaN.
    pub boxes: bool,
    /// The width of a floating-point register in bits, which holds the box.
    pub register_bits: u32,
}

impl ConversionFormats {
    /// Returns the half-precision formats, each once.
    pub fn halves(&self) -> Vec<FloatFormat> {
        let mut all = [self.with_integers.clone(), self.with_single.clone()].concat();
        all.sort();
        all.dedup();
        all
    }
}
