//! Unpack: the fields and class of an operand.

use halfpipe_isa::{FloatFormat, SpecialValues};

use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::step;

/// An unpacked floating-point operand. A subnormal is not normalised. Its significand's top bit is 0 and its exponent
/// is 1, the exponent of the smallest normals, as IEEE 754 defines its value.
#[derive(Clone, Copy)]
pub struct Unpacked<'n> {
    /// The sign bit; 0 in a format without one.
    pub sign: Net<'n>,
    /// The biased exponent, 1 for zeros and subnormals. It is as wide as the format's exponent field.
    pub exponent: Net<'n>,
    /// The significand with its top bit, which is 0 for zeros and subnormals: `fraction_bits` + 1 bits.
    pub significand: Net<'n>,
    /// Bits that order finite operands by magnitude, as an integer.
    pub magnitude: Net<'n>,
    /// 1 if the operand is a zero.
    pub zero: Net<'n>,
    /// 1 if the operand is an infinity, if its format has any. The exponent and significand then have no meaning.
    pub infinite: Net<'n>,
    /// 1 if the operand is a NaN, if its format has any. The exponent and significand then have no meaning.
    pub nan: Net<'n>,
}

impl<'n> Unpacked<'n> {
    /// Selects one of two operands of the same widths: `then` if the condition is 1. Its nets have the fields' names
    /// after the prefix.
    pub fn select(prefix: &str, condition: Net<'n>, then: Unpacked<'n>, otherwise: Unpacked<'n>) -> Unpacked<'n> {
        let one_of = |field: fn(&Unpacked<'n>) -> Net<'n>| condition.select(field(&then), field(&otherwise));
        Unpacked {
            sign: one_of(|operand| operand.sign),
            exponent: one_of(|operand| operand.exponent),
            significand: one_of(|operand| operand.significand),
            magnitude: one_of(|operand| operand.magnitude),
            zero: one_of(|operand| operand.zero),
            infinite: one_of(|operand| operand.infinite),
            nan: one_of(|operand| operand.nan),
        }
        .named(prefix)
    }

    /// Returns 1 if the operand is a signalling NaN, whose highest fraction bit is 0.
    pub fn signals(self, n: Scope<'n>) -> Net<'n> {
        let _stage = n.stage(step::FLAGS);
        let quiet = self.significand.bit(self.significand.width() - 2);
        (self.nan & !quiet).named("signalling")
    }

    /// Names the nets: the fields' names after a prefix.
    pub fn named(self, prefix: &str) -> Unpacked<'n> {
        let name = |field: &str| hidden(format!("{prefix}{field}"));
        Unpacked {
            sign: self.sign.named(name("sign")),
            exponent: self.exponent.named(unsigned(name("exponent"))),
            significand: self.significand.named(name("significand")),
            magnitude: self.magnitude.named(name("magnitude")),
            zero: self.zero.named(name("zero")),
            infinite: self.infinite.named(name("infinite")),
            nan: self.nan.named(name("nan")),
        }
    }
}

/// Unpacks an operand. `operand` names it in the Verilog.
pub fn unpack<'n>(n: Scope<'n>, operand: &str, format: FloatFormat, value: Net<'n>) -> Unpacked<'n> {
    let _stage = n.stage(step::unpack(operand));
    let sign = if format.has_sign { value.top_bit() } else { n.zero() };
    let sign = sign.named("sign");
    let field = value.slice(format.fraction_bits, format.exponent_bits).named("field");
    let fraction = value.low(format.fraction_bits);
    let normal = field.any().named("normal");
    // The fields 0 and 1 differ only in the lowest bit.
    let lowest = (field.bit(0) | !normal).named(hidden("exponent_lowest"));
    let exponent = field
        .high(format.exponent_bits - 1)
        .join(lowest)
        .named(unsigned("exponent"));
    let special = field.all().named(hidden("exponent_ones"));
    let has_fraction = fraction.any().named(hidden("fraction_nonzero"));
    let magnitude = value.low(format.magnitude_bits());
    let significand = normal.join(fraction).named("significand");
    let zero = (!normal & !has_fraction).named("zero");
    let (infinite, nan) = match format.special_values {
        SpecialValues::Ieee | SpecialValues::Riscv => (
            (special & !has_fraction).named("infinite"),
            (special & has_fraction).named("nan"),
        ),
        SpecialValues::NanOnly => (n.zero(), (special & fraction.all()).named("nan")),
        SpecialValues::None => (n.zero(), n.zero()),
    };
    Unpacked {
        sign,
        exponent,
        magnitude,
        significand,
        zero,
        infinite,
        nan,
    }
}
