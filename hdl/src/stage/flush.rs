//! Flush: subnormal operands under `.ftz`.

use crate::format::Format;
use crate::net::Net;

/// The operand with its fraction cleared where its exponent field is 0: a subnormal becomes a zero of its sign.
pub fn flush_subnormal<'n>(operand: &str, format: Format, value: Net<'n>) -> Net<'n> {
    let _stage = value.builder().stage(&format!("flush_{operand}"));
    let normal = value.slice(format.fraction_bits, format.exponent_bits).any();
    let fraction = value.low(format.fraction_bits).only_if(normal).called("fraction");
    value.high(1 + format.exponent_bits).join(fraction).named("value")
}
