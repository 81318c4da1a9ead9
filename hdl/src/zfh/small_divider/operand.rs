//! Operands of the divider, as they are loaded.

use halfpipe_isa::FloatFormat;

use crate::net::{Net, Scope};
use crate::stage::step;
use crate::zfh::boxes::OperandBox;

/// A loaded operand.
#[derive(Clone, Copy)]
pub struct LoadedOperand<'n> {
    /// The sign.
    pub sign: Net<'n>,
    /// 1 for an infinity or a NaN.
    pub special: Net<'n>,
    /// The biased exponent of a significand's top bit, with two bits more than the field.
    pub exponent: Net<'n>,
    /// The significand.
    pub significand: Net<'n>,
}

/// Returns the fields of an operand. One without its box gets the bits that mark a quiet NaN.
pub fn load<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    name: &str,
    value: Net<'n>,
    has_box: OperandBox<'n>,
) -> LoadedOperand<'n> {
    let _stage = n.stage(step::load_unshifted(name));
    let fraction = value.low(format.fraction_bits);
    let field = value.slice(format.fraction_bits, format.exponent_bits);
    let normal = field.any().named("normal");
    let significand = normal.join(fraction);
    let [top, quiet] = [significand.top_bit(), fraction.top_bit()].map(|bit| has_box.or_missing(bit));
    // A subnormal has the exponent of the smallest normal number.
    let lowest = field.bit(0) | !normal;
    LoadedOperand {
        sign: value.top_bit(),
        special: has_box.or_missing(field.all()).named("special"),
        exponent: field
            .high(format.exponent_bits - 1)
            .join(lowest)
            .zero_extend(format.exponent_bits + 2),
        significand: top
            .join(quiet)
            .join(fraction.low(format.fraction_bits - 1))
            .named("significand"),
    }
}
