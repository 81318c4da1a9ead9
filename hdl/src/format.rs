//! Floating-point formats. Every width and every special encoding in the hardware derives from these few numbers.

use halfpipe_isa::{Element, Small};

use crate::net::{encoded, Label};

/// A binary floating-point format: a sign, a biased exponent and a fraction, from the top down, and the meaning of the
/// highest encodings. The lowest exponent field holds zeros and subnormals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    /// Width of the exponent field in bits.
    pub exponent_bits: u32,
    /// Width of the fraction field in bits.
    pub fraction_bits: u32,
    /// The encodings that are no numbers.
    pub special_values: SpecialValues,
}

/// Encodings of a format that are no numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SpecialValues {
    /// As in IEEE 754: the highest exponent field holds infinities, where the fraction is 0, and NaNs.
    Ieee,
    /// One NaN of each sign, exponent and fraction all ones. The rest of the highest exponent field holds numbers, and
    /// there is no infinity (OCP 8-bit Floating Point Specification 1.0, E4M3).
    NanOnly,
    /// None: every encoding is a number (OCP Microscaling Formats Specification 1.0, FP6 and FP4).
    None,
}

impl Format {
    /// IEEE binary16, PTX `.f16`.
    pub const F16: Format = Format::new(5, 10);
    /// PTX `.bf16`: the upper half of a binary32.
    pub const BF16: Format = Format::new(8, 7);
    /// IEEE binary32, PTX `.f32`.
    pub const F32: Format = Format::new(8, 23);
    /// PTX `.e5m2`: eight bits, the upper half of a binary16.
    pub const E5M2: Format = Format::new(5, 2);
    /// PTX `.e4m3`: eight bits up to 448.
    pub const E4M3: Format = Format::new(4, 3).with(SpecialValues::NanOnly);
    /// PTX `.e3m2`: six bits up to 28.
    pub const E3M2: Format = Format::new(3, 2).with(SpecialValues::None);
    /// PTX `.e2m3`: six bits up to 7.5.
    pub const E2M3: Format = Format::new(2, 3).with(SpecialValues::None);
    /// PTX `.e2m1`: four bits up to 6.
    pub const E2M1: Format = Format::new(2, 1).with(SpecialValues::None);
    /// A format of eight bits in all, small enough for tests to try every triple of operands.
    pub const SMALL: Format = Format::new(4, 3);

    /// Returns the format with these field widths and the special values of IEEE 754.
    pub const fn new(exponent_bits: u32, fraction_bits: u32) -> Format {
        Format {
            exponent_bits,
            fraction_bits,
            special_values: SpecialValues::Ieee,
        }
    }

    /// Returns the format with the same fields and other special values.
    pub const fn with(self, special_values: SpecialValues) -> Format {
        Format { special_values, ..self }
    }

    /// Returns the format of an instruction's element type.
    pub fn from_element(element: Element) -> Format {
        match element {
            Element::F16 => Format::F16,
            Element::Bf16 => Format::BF16,
            Element::F32 => Format::F32,
            Element::E4m3 => Format::E4M3,
            Element::E5m2 => Format::E5M2,
        }
    }

    /// Returns the format of a type of eight bits or fewer, and None for ue8m0, which has neither a sign nor a zero.
    pub fn of_small(small: Small) -> Option<Format> {
        match small {
            Small::E4m3 => Some(Format::E4M3),
            Small::E5m2 => Some(Format::E5M2),
            Small::E2m3 => Some(Format::E2M3),
            Small::E3m2 => Some(Format::E3M2),
            Small::E2m1 => Some(Format::E2M1),
            Small::Ue8m0 => None,
        }
    }

    /// Returns the format with `bits` more fraction bits: the same range with a higher precision.
    pub const fn finer(self, bits: u32) -> Format {
        Format {
            fraction_bits: self.fraction_bits + bits,
            ..self
        }
    }

    /// Returns the element type of this format, if there is one.
    pub fn element(self) -> Option<Element> {
        let mut elements = Element::ALL.into_iter();
        elements.find(|element| Format::from_element(*element) == self)
    }

    /// Returns the label of a value in this format. A value in the format of an element type is displayed as a number,
    /// decoded by the name of the type.
    pub fn number(self, name: &str) -> Label {
        match self.element() {
            Some(element) => encoded(name, element.name()),
            None => Label::from(name),
        }
    }

    /// Returns the width of a value in bits: sign, exponent and fraction.
    pub const fn width(self) -> u32 {
        1 + self.exponent_bits + self.fraction_bits
    }

    /// Returns the width of a value without its sign, in bits.
    pub const fn magnitude_bits(self) -> u32 {
        self.exponent_bits + self.fraction_bits
    }

    /// Returns the width of a significand in bits: the fraction and the hidden bit above it.
    pub const fn significand_bits(self) -> u32 {
        self.fraction_bits + 1
    }

    /// Returns the exponent bias: 2^(exponent_bits - 1) - 1.
    pub const fn bias(self) -> u64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// Returns the exponent of the smallest normal numbers and of all subnormal ones, which belongs to the exponent
    /// field 1.
    pub const fn least_exponent(self) -> i64 {
        1 - self.bias() as i64
    }

    /// Returns the exponent of the largest finite number.
    pub const fn greatest_exponent(self) -> i64 {
        (self.largest_finite() >> self.fraction_bits) as i64 - self.bias() as i64
    }

    /// Returns the exponent field of infinities and NaNs, if the format has them: all ones.
    pub const fn special_exponent(self) -> u64 {
        (1 << self.exponent_bits) - 1
    }

    /// True if the format has infinities.
    pub const fn has_infinity(self) -> bool {
        matches!(self.special_values, SpecialValues::Ieee)
    }

    /// True if the format has NaNs.
    pub const fn has_nan(self) -> bool {
        !matches!(self.special_values, SpecialValues::None)
    }

    /// Returns the magnitude of infinity: exponent all ones, fraction 0.
    ///
    /// Panics if the format has none.
    pub const fn infinity(self) -> u64 {
        assert!(self.has_infinity(), "a format with infinities");
        self.special_exponent() << self.fraction_bits
    }

    /// Returns the magnitude of 1: exponent field equal to the bias, fraction 0.
    pub const fn one(self) -> u64 {
        self.bias() << self.fraction_bits
    }

    /// Returns the magnitude of the canonical NaN: all ones.
    ///
    /// Panics if the format has none.
    pub const fn canonical_nan(self) -> u64 {
        assert!(self.has_nan(), "a format with NaNs");
        self.all_ones()
    }

    /// Returns the magnitude of the largest finite number: just below infinity, or below the only NaN, or the highest
    /// encoding.
    pub const fn largest_finite(self) -> u64 {
        match self.special_values {
            SpecialValues::Ieee => self.infinity() - 1,
            SpecialValues::NanOnly => self.canonical_nan() - 1,
            SpecialValues::None => self.all_ones(),
        }
    }

    /// Returns the magnitude for the infinity of an operand or of an overflow. A format without infinities uses its
    /// NaN, as OCP's conversions do unless they saturate, or without a NaN its largest number.
    pub const fn infinity_or_next_best(self) -> u64 {
        match self.special_values {
            SpecialValues::Ieee => self.infinity(),
            SpecialValues::NanOnly => self.canonical_nan(),
            SpecialValues::None => self.largest_finite(),
        }
    }

    /// Returns the magnitude for a NaN: the canonical NaN, or without any the largest finite number, as PTX specifies.
    pub const fn nan_or_next_best(self) -> u64 {
        match self.special_values {
            SpecialValues::Ieee | SpecialValues::NanOnly => self.canonical_nan(),
            SpecialValues::None => self.largest_finite(),
        }
    }

    /// Returns the magnitude of the OOB NaN, which `.oob` detects.
    ///
    /// In f16 and bf16 this is the instruction set's constant: the canonical NaN with fraction bit 3 clear. If the
    /// fraction of a format has no bit 3 below its top, its top bit is clear instead.
    pub const fn oob_nan(self) -> u64 {
        let cleared = if self.fraction_bits > 3 {
            3
        } else {
            self.fraction_bits - 1
        };
        self.canonical_nan() & !(1 << cleared)
    }

    /// Returns the highest magnitude, whatever it encodes.
    const fn all_ones(self) -> u64 {
        (1 << self.magnitude_bits()) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oob_nan_is_the_one_of_the_instruction_set() {
        let constant = u64::from(halfpipe_isa::OOB_NAN_MAGNITUDE);
        assert_eq!(Format::F16.oob_nan(), constant);
        assert_eq!(Format::BF16.oob_nan(), constant);
        assert_eq!(Format::SMALL.oob_nan(), 0x7B);
    }

    /// Returns the value of a positive finite encoding.
    fn value(format: Format, magnitude: u64) -> f64 {
        let (field, fraction) = (
            magnitude >> format.fraction_bits,
            magnitude % (1 << format.fraction_bits),
        );
        let hidden = u64::from(field != 0) << format.fraction_bits;
        let exponent = field.max(1) as i32 - format.bias() as i32 - format.fraction_bits as i32;
        (hidden + fraction) as f64 * f64::from(exponent).exp2()
    }

    #[test]
    fn the_largest_and_the_smallest_numbers_are_those_of_the_specifications() {
        let limits =
            |format: Format| [1, 1 << format.fraction_bits, format.largest_finite()].map(|at| value(format, at));
        assert_eq!(
            limits(Format::E5M2),
            [0.000_015_258_789_062_5, 0.000_061_035_156_25, 57_344.0]
        );
        assert_eq!(limits(Format::E4M3), [0.001_953_125, 0.015_625, 448.0]);
        assert_eq!(limits(Format::E3M2), [0.0625, 0.25, 28.0]);
        assert_eq!(limits(Format::E2M3), [0.125, 1.0, 7.5]);
        assert_eq!(limits(Format::E2M1), [0.5, 1.0, 6.0]);
        assert_eq!(value(Format::F16, Format::F16.largest_finite()), 65_504.0);
        assert_eq!(value(Format::F32, Format::F32.largest_finite()), f64::from(f32::MAX));
    }

    #[test]
    fn exponents_belong_to_the_smallest_normal_and_the_largest_number() {
        let exponents = |format: Format| (format.least_exponent(), format.greatest_exponent());
        assert_eq!(exponents(Format::F16), (-14, 15));
        assert_eq!(exponents(Format::BF16), (-126, 127));
        assert_eq!(exponents(Format::E5M2), (-14, 15));
        assert_eq!(exponents(Format::E4M3), (-6, 8));
        assert_eq!(exponents(Format::E3M2), (-2, 4));
        assert_eq!(exponents(Format::E2M3), (0, 2));
        assert_eq!(exponents(Format::E2M1), (0, 2));
    }

    #[test]
    fn a_format_without_a_special_value_has_a_substitute() {
        let substitutes = |format: Format| (format.infinity_or_next_best(), format.nan_or_next_best());
        assert_eq!(substitutes(Format::E5M2), (0x7C, 0x7F));
        assert_eq!(substitutes(Format::E4M3), (0x7F, 0x7F));
        assert_eq!(substitutes(Format::E3M2), (0x1F, 0x1F));
        assert_eq!(substitutes(Format::E2M3), (0x1F, 0x1F));
        assert_eq!(substitutes(Format::E2M1), (0x7, 0x7));
    }
}
