//! Formats, as far as exceptions depend on them.

use halfpipe_isa::{Element, Small};

use crate::flags::exact::Exact;

/// A binary format: the widths of its fields, and the meaning of its highest encodings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Width of the exponent field, in bits.
    pub exponent_bits: u32,
    /// Width of the fraction field, in bits.
    pub fraction_bits: u32,
    /// The encodings that are no numbers.
    top: Top,
}

/// Non-numeric encodings at the top of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Top {
    /// Infinities and NaNs in the highest exponent field.
    Ieee,
    /// One NaN of each sign, with all other bits 1.
    OneNan,
    /// None.
    Numbers,
}

impl Shape {
    /// Returns a format with the infinities and NaNs of IEEE 754.
    pub const fn new(exponent_bits: u32, fraction_bits: u32) -> Shape {
        Shape {
            exponent_bits,
            fraction_bits,
            top: Top::Ieee,
        }
    }

    const fn with(self, top: Top) -> Shape {
        Shape { top, ..self }
    }

    /// Returns the format of a type of eight bits or fewer; None for ue8m0, which has powers of two only.
    pub fn of_small(small: Small) -> Option<Shape> {
        match small {
            Small::E5m2 => Some(Element::E5m2.into()),
            Small::E4m3 => Some(Element::E4m3.into()),
            Small::E3m2 => Some(Shape::new(3, 2).with(Top::Numbers)),
            Small::E2m3 => Some(Shape::new(2, 3).with(Top::Numbers)),
            Small::E2m1 => Some(Shape::new(2, 1).with(Top::Numbers)),
            Small::Ue8m0 => None,
        }
    }

    /// Returns the width of an encoding in bits.
    pub const fn width(self) -> u32 {
        1 + self.exponent_bits + self.fraction_bits
    }

    /// Returns the exponent bias.
    pub const fn bias(self) -> i64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// Returns the number of digits of a normal number.
    pub const fn precision(self) -> i64 {
        self.fraction_bits as i64 + 1
    }

    /// Returns the exponent of the smallest normal number.
    pub const fn least_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// Returns the encoding of the largest number without its sign.
    pub const fn largest_encoding(self) -> u64 {
        let all = (1 << (self.exponent_bits + self.fraction_bits)) - 1;
        match self.top {
            Top::Ieee => all - (1 << self.fraction_bits),
            Top::OneNan => all - 1,
            Top::Numbers => all,
        }
    }

    /// True if the format has infinities.
    pub fn has_infinity(self) -> bool {
        self.top == Top::Ieee
    }

    /// True if the format has NaNs.
    pub fn has_nan(self) -> bool {
        self.top != Top::Numbers
    }

    /// Returns the number that a magnitude encodes, up to the largest.
    pub fn number(self, magnitude: u64) -> Exact {
        let (field, fraction) = (
            magnitude >> self.fraction_bits,
            magnitude & ((1 << self.fraction_bits) - 1),
        );
        let hidden = u64::from(field > 0) << self.fraction_bits;
        let exponent = field.max(1) as i64 - self.bias() - i64::from(self.fraction_bits);
        Exact::new(hidden | fraction, exponent)
    }
}

impl From<Element> for Shape {
    fn from(element: Element) -> Shape {
        match element {
            Element::F16 => Shape::new(5, 10),
            Element::Bf16 => Shape::new(8, 7),
            Element::F32 => Shape::new(8, 23),
            Element::E5m2 => Shape::new(5, 2),
            Element::E4m3 => Shape::new(4, 3).with(Top::OneNan),
        }
    }
}
