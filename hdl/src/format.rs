//! Floating-point formats. Every width in the hardware derives from these two numbers.

use halfpipe_isa::Element;

use crate::net::{encoded, Label};

/// An IEEE 754 interchange format: a sign, a biased exponent and a fraction, from the top down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    /// Width of the exponent field in bits.
    pub exponent_bits: u32,
    /// Width of the fraction field in bits.
    pub fraction_bits: u32,
}

impl Format {
    /// IEEE binary16, PTX `.f16`.
    pub const F16: Format = Format::new(5, 10);
    /// PTX `.bf16`: the upper half of a binary32.
    pub const BF16: Format = Format::new(8, 7);
    /// IEEE binary32, PTX `.f32`.
    pub const F32: Format = Format::new(8, 23);
    /// Eight bits in all: small enough that tests try every triple of operands.
    pub const SMALL: Format = Format::new(4, 3);

    /// The format with these field widths.
    pub const fn new(exponent_bits: u32, fraction_bits: u32) -> Format {
        Format {
            exponent_bits,
            fraction_bits,
        }
    }

    /// The format of an instruction's element type.
    pub fn of(element: Element) -> Format {
        match element {
            Element::F16 => Format::F16,
            Element::Bf16 => Format::BF16,
            Element::F32 => Format::F32,
        }
    }

    /// The element type of this format, if there is one.
    pub fn element(self) -> Option<Element> {
        let elements = [Element::F16, Element::Bf16, Element::F32];
        elements.into_iter().find(|element| Format::of(*element) == self)
    }

    /// The label of a value in this format: it is shown as a number where the format is an element type's, under whose
    /// name whoever shows it knows the code.
    pub fn number(self, name: &str) -> Label {
        match self.element() {
            Some(element) => encoded(name, element.name()),
            None => Label::from(name),
        }
    }

    /// Width of a value: sign, exponent and fraction.
    pub const fn width(self) -> u32 {
        1 + self.exponent_bits + self.fraction_bits
    }

    /// Width of a value without its sign.
    pub const fn magnitude_bits(self) -> u32 {
        self.exponent_bits + self.fraction_bits
    }

    /// Width of a significand: the fraction and the bit above it, which is not stored.
    pub const fn significand_bits(self) -> u32 {
        self.fraction_bits + 1
    }

    /// What is added to an exponent to store it: 2^(exponent_bits - 1) - 1.
    pub const fn bias(self) -> u64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The exponent field of infinities and NaNs: all ones.
    pub const fn special_exponent(self) -> u64 {
        (1 << self.exponent_bits) - 1
    }

    /// The magnitude of infinity: exponent all ones, fraction 0.
    pub const fn infinity(self) -> u64 {
        self.special_exponent() << self.fraction_bits
    }

    /// The magnitude of 1: exponent field equal to the bias, fraction 0.
    pub const fn one(self) -> u64 {
        self.bias() << self.fraction_bits
    }

    /// The magnitude of the canonical NaN: all ones.
    pub const fn canonical_nan(self) -> u64 {
        (1 << self.magnitude_bits()) - 1
    }

    /// The magnitude of the OOB NaN, which `.oob` looks for.
    ///
    /// In f16 and bf16 this is the instruction set's constant: the canonical NaN with fraction bit 3 clear. A format
    /// whose fraction has no bit 3 below its top clears the top bit instead.
    pub const fn oob_nan(self) -> u64 {
        let cleared = if self.fraction_bits > 3 {
            3
        } else {
            self.fraction_bits - 1
        };
        self.canonical_nan() & !(1 << cleared)
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
}
