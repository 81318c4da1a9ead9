//! Unpack: an operand's fields and class.

use crate::format::{Format, SpecialValues};
use crate::net::Net;

/// A floating-point operand taken apart. A subnormal is not normalised: its significand's top bit is 0, and its exponent
/// is 1, the exponent of the smallest normals, as IEEE 754 defines its value.
#[derive(Clone, Copy)]
pub struct Unpacked<'n> {
    /// The sign bit.
    pub sign: Net<'n>,
    /// The biased exponent, 1 for zeros and subnormals. As wide as the format's exponent field.
    pub exponent: Net<'n>,
    /// The significand with its top bit, which is 0 for zeros and subnormals: `fraction_bits` + 1 bits.
    pub significand: Net<'n>,
    /// Bits that order finite operands by magnitude, as an integer.
    pub magnitude: Net<'n>,
    /// The operand is a zero.
    pub zero: Net<'n>,
    /// The operand is an infinity, if its format has any; the exponent and significand then mean nothing.
    pub infinite: Net<'n>,
    /// The operand is a NaN, if its format has any; the exponent and significand then mean nothing.
    pub nan: Net<'n>,
}

impl<'n> Unpacked<'n> {
    /// One of two operands of the same widths: `then` where the condition is 1.
    pub fn select(condition: Net<'n>, then: Unpacked<'n>, otherwise: Unpacked<'n>) -> Unpacked<'n> {
        Unpacked {
            sign: condition.select(then.sign, otherwise.sign),
            exponent: condition.select(then.exponent, otherwise.exponent),
            significand: condition.select(then.significand, otherwise.significand),
            magnitude: condition.select(then.magnitude, otherwise.magnitude),
            zero: condition.select(then.zero, otherwise.zero),
            infinite: condition.select(then.infinite, otherwise.infinite),
            nan: condition.select(then.nan, otherwise.nan),
        }
    }

    /// Whether the operand is a signalling NaN: one whose highest fraction bit is 0.
    pub fn signals(self) -> Net<'n> {
        let _stage = self.sign.builder().stage("flags");
        let quiet = self.significand.bit(self.significand.width() - 2);
        (self.nan & !quiet).named("signalling")
    }

    /// Says what its nets are called: the fields' names behind a prefix.
    pub fn called(self, prefix: &str) -> Unpacked<'n> {
        for (name, net) in [
            ("sign", self.sign),
            ("exponent", self.exponent),
            ("significand", self.significand),
            ("magnitude", self.magnitude),
            ("zero", self.zero),
            ("infinite", self.infinite),
            ("nan", self.nan),
        ] {
            net.called(&format!("{prefix}{name}"));
        }
        self
    }
}

/// Takes an operand apart. `operand` names it in the Verilog.
pub fn unpack<'n>(operand: &str, format: Format, value: Net<'n>) -> Unpacked<'n> {
    let builder = value.builder();
    let _stage = builder.stage(&format!("unpack_{operand}"));
    let sign = value.top_bit().named("sign");
    let field = value.slice(format.fraction_bits, format.exponent_bits).named("field");
    let fraction = value.low(format.fraction_bits);
    let normal = field.any().named("normal");
    // Only the lowest bit differs between the fields 0 and 1.
    let lowest = field.bit(0) | !normal;
    let exponent = field.high(format.exponent_bits - 1).join(lowest).named("exponent");
    let special = field.all().called("exponent_ones");
    let has_fraction = fraction.any().called("fraction_nonzero");
    let magnitude = value.low(format.magnitude_bits());
    let significand = normal.join(fraction).named("significand");
    let zero = (!normal & !has_fraction).named("zero");
    let (infinite, nan) = match format.special_values {
        SpecialValues::Ieee => (
            (special & !has_fraction).named("infinite"),
            (special & has_fraction).named("nan"),
        ),
        SpecialValues::NanOnly => (builder.zero(), (special & fraction.all()).named("nan")),
        SpecialValues::None => (builder.zero(), builder.zero()),
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
