//! Binary floating-point formats, each given by two widths.

use halfpipe_isa::Element;
use thiserror::Error;

/// A binary interchange format: one sign bit, an exponent field and a fraction field.
///
/// All else follows from the two widths as in IEEE 754. The bias is half the exponent range. The lowest exponent field
/// holds zeros and subnormals, the highest holds infinities and NaNs. In e4m3 the highest holds numbers too, and one
/// NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    exponent_bits: u32,
    fraction_bits: u32,
    has_infinity: bool,
}

/// The model does not support the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "a format of {exponent_bits} exponent bits and {fraction_bits} fraction bits is not supported: \
     2 to 8 exponent bits, at least 2 fraction bits and at most 32 bits with the sign are allowed"
)]
pub struct FormatError {
    exponent_bits: u32,
    fraction_bits: u32,
}

impl Format {
    /// IEEE half precision, PTX `.f16`.
    pub const F16: Format = Format::of_widths(5, 10);
    /// The upper half of single precision, PTX `.bf16`.
    pub const BF16: Format = Format::of_widths(8, 7);
    /// IEEE single precision, PTX `.f32`.
    pub const F32: Format = Format::of_widths(8, 23);
    /// `.e4m3` of the OCP 8-bit Floating Point Specification: no infinity, and one NaN of each sign, all ones.
    pub const E4M3: Format = Format {
        has_infinity: false,
        ..Format::of_widths(4, 3)
    };
    /// `.e5m2` of the same specification, which is as in IEEE 754.
    pub const E5M2: Format = Format::of_widths(5, 2);
    /// An 8-bit format for tests that try every operand.
    pub const SMALL: Format = Format::of_widths(4, 3);

    /// Returns the format of the given widths.
    ///
    /// # Errors
    ///
    /// Fails outside 2 to 8 exponent bits, below 2 fraction bits, or above 32 bits in all.
    pub fn new(exponent_bits: u32, fraction_bits: u32) -> Result<Format, FormatError> {
        if (2..=8).contains(&exponent_bits) && (2..=31 - exponent_bits).contains(&fraction_bits) {
            Ok(Format::of_widths(exponent_bits, fraction_bits))
        } else {
            Err(FormatError {
                exponent_bits,
                fraction_bits,
            })
        }
    }

    const fn of_widths(exponent_bits: u32, fraction_bits: u32) -> Format {
        Format {
            exponent_bits,
            fraction_bits,
            has_infinity: true,
        }
    }

    /// True if the highest exponent field holds infinities, and no numbers.
    pub const fn has_infinity(self) -> bool {
        self.has_infinity
    }

    /// Returns the width of the exponent field in bits.
    pub const fn exponent_bits(self) -> u32 {
        self.exponent_bits
    }

    /// Returns the width of the fraction field in bits.
    pub const fn fraction_bits(self) -> u32 {
        self.fraction_bits
    }

    /// Returns the width of an encoding in bits: sign, exponent and fraction.
    pub const fn width(self) -> u32 {
        1 + self.exponent_bits + self.fraction_bits
    }

    /// Returns the exponent bias.
    pub const fn bias(self) -> i64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// Returns the exponent of the largest finite numbers.
    pub const fn max_exponent(self) -> i64 {
        match self.has_infinity {
            true => self.bias(),
            false => self.bias() + 1,
        }
    }

    /// Returns the exponent of the smallest normal number.
    pub const fn min_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// Returns the significand of the largest finite number as an integer of all digits: all ones, unless that encodes
    /// the NaN.
    pub const fn largest_significand(self) -> u32 {
        let ones = (1 << (self.fraction_bits + 1)) - 1;
        match self.has_infinity {
            true => ones,
            false => ones - 1,
        }
    }

    /// Returns the bit that holds the sign.
    pub const fn sign_mask(self) -> u32 {
        1 << (self.width() - 1)
    }

    /// Returns the mask of the bits below the sign. With all of them 1, an encoding is the canonical NaN: 0x7FFF in f16
    /// and bf16.
    pub const fn magnitude_mask(self) -> u32 {
        self.sign_mask() - 1
    }

    /// Returns the bits of the fraction field.
    pub const fn fraction_mask(self) -> u32 {
        (1 << self.fraction_bits) - 1
    }

    /// Returns the encoding of +infinity: exponent field all ones, fraction field zero. A format without infinities has
    /// its NaN instead.
    pub const fn infinity(self) -> u32 {
        match self.has_infinity {
            true => self.magnitude_mask() - self.fraction_mask(),
            false => self.canonical_nan(),
        }
    }

    /// Returns the canonical NaN of results: positive, all ones.
    pub const fn canonical_nan(self) -> u32 {
        self.magnitude_mask()
    }

    /// Returns the magnitude of the NaN that marks an element outside a tensor, which `fma.oob` turns into zero.
    ///
    /// It is the canonical NaN without fraction bit 3: 0x7FF7 in f16 and bf16. If the fraction is too narrow for that
    /// bit, its top bit is cleared instead.
    pub const fn out_of_bounds_nan(self) -> u32 {
        let cleared_bit = if self.fraction_bits > 3 {
            3
        } else {
            self.fraction_bits - 1
        };
        self.canonical_nan() - (1 << cleared_bit)
    }

    /// True if `bits` is the out-of-bounds NaN, of either sign.
    pub const fn is_out_of_bounds_nan(self, bits: u32) -> bool {
        bits & self.magnitude_mask() == self.out_of_bounds_nan()
    }
}

impl From<Element> for Format {
    fn from(element: Element) -> Format {
        match element {
            Element::F16 => Format::F16,
            Element::Bf16 => Format::BF16,
            Element::F32 => Format::F32,
            Element::E4m3 => Format::E4M3,
            Element::E5m2 => Format::E5M2,
        }
    }
}
