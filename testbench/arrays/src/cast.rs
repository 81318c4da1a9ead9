//! Conversions between any two formats.

use halfpipe_isa::{FloatFormat, Rounding};

use crate::conversion::{CastSource, Conversion};
use crate::format::Format;
use crate::number::{Class, Number};
use crate::round::round_exactly;

/// A conversion of numbers from one format to another.
///
/// NaN stays NaN, and becomes the largest number in a format without one. A number beyond the largest one becomes an
/// infinity, or a NaN in a format without infinities; with saturation the largest number, as do infinities.
#[derive(Clone, Copy, Debug)]
pub struct Cast {
    conversion: Conversion,
    rounding: Rounding,
}

impl Cast {
    /// Returns the conversion between two formats.
    pub fn new(from: CastSource, to: FloatFormat, rounding: Rounding, saturates: bool) -> Cast {
        Cast {
            conversion: Conversion::between(from, to, saturates),
            rounding,
        }
    }

    /// Converts encodings, as many as there are results. Bits above the width of the operands' format are ignored.
    pub fn convert(&self, operands: &[u64], results: &mut [u64]) {
        for (operand, result) in operands.iter().zip(results) {
            (*result, _) = self.conversion.convert::<false>(*operand, 0, self.rounding);
        }
    }
}

/// Returns the encoding of a number in a format; None if the format lacks the number.
pub fn encode_exactly(format: FloatFormat, number: f64) -> Option<u32> {
    let constants = Format::new(format);
    let value = Number::from_double(number.to_bits());
    let has_sign = format.has_sign || !value.is_negative;
    match value.class {
        Class::Nan => format.has_nan().then_some(constants.nan),
        _ if !has_sign => None,
        Class::Infinity => format
            .has_infinity()
            .then(|| constants.signed(value.is_negative, constants.overflow)),
        Class::Zero => constants.has_zero.then(|| constants.signed(value.is_negative, 0)),
        Class::Finite if constants.has_zero => {
            let magnitude = round_exactly(&constants, value)?;
            Some(constants.signed(value.is_negative, magnitude))
        }
        Class::Finite => {
            let field = value.exponent + constants.bias;
            let is_power = value.significand.is_power_of_two();
            (is_power && field >= 0 && field as u32 <= constants.largest).then_some(field as u32)
        }
    }
}
