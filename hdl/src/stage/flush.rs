//! Flush: subnormal operands under `.ftz`.

use halfpipe_isa::FloatFormat;

use crate::format::HardwareFormat;
use crate::net::{hidden, Net, Scope};
use crate::stage::step;

/// Clears the operand's fraction if its exponent field is 0. A subnormal becomes a zero of its sign.
pub fn flush_subnormal<'n>(n: Scope<'n>, operand: &str, format: FloatFormat, value: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::flush(operand));
    let normal = value.slice(format.fraction_bits, format.exponent_bits).any();
    let fraction = value
        .low(format.fraction_bits)
        .only_if(normal)
        .named(hidden("fraction"));
    value
        .high(1 + format.exponent_bits)
        .join(fraction)
        .named(format.number("value"))
}
