//! ue8m0: powers of two without a sign, encoded as the exponent field of single precision and of bf16.

use halfpipe_isa::{FloatFormat, Rounding};

use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::format::HardwareFormat;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{step, unpack, Flags, Unpacked};

/// Width of an encoding in bits.
pub const BITS: u32 = 8;

/// Rounds the magnitude of a number to a power of two: its exponent field, or one more.
///
/// The field 0 holds numbers below the smallest normal number and stands for half of it. A field of ones is a NaN. An
/// infinity, and rounding up to a field of ones, overflows; the result is one less if `saturates`. The operand comes
/// with its name.
pub fn to_power_of_two<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    format: FloatFormat,
    saturates: bool,
    (name, value): (&str, Net<'n>),
) -> Outcome<'n> {
    assert_eq!(
        format.exponent_bits, BITS,
        "powers of two have the exponents of the operand"
    );
    let a = unpack(n, name, format, value);
    let _stage = n.stage(step::POWER_OF_TWO);
    let field = value.slice(format.fraction_bits, BITS);
    let up = match config.rounding {
        Rounding::TowardPositive => {
            let fraction = value.low(format.fraction_bits);
            let below_half = fraction.low(format.fraction_bits - 1).any();
            // The magnitude is above half of the smallest normal number, or above the power of two of a normal number.
            let normal = a.significand.top_bit();
            let up = below_half & (normal | fraction.top_bit()) | normal & fraction.top_bit();
            up & !a.nan
        }
        _ => n.zero(),
    };
    let power = (field + up.zero_extend(BITS)).named(unsigned("power"));
    let result = if saturates {
        let overflows = (power.all() & !a.nan).named("overflows");
        power.high(BITS - 1).join(power.bit(0) & !overflows)
    } else {
        power
    };
    Outcome {
        value: result.named("result"),
        flags: config.flags.then(|| flags(n, config.rounding, format, a, power)),
    }
}

/// Returns the flags of a magnitude that becomes a power of two. Neither zero nor an infinity is a power of two, so
/// both results are inexact. They raise no other flag.
fn flags<'n>(n: Scope<'n>, rounding: Rounding, format: FloatFormat, a: Unpacked<'n>, power: Net<'n>) -> Net<'n> {
    let invalid = a.signals(n);
    let _stage = n.stage(step::FLAGS);
    let fraction = a.significand.low(format.fraction_bits);
    let (normal, half) = (a.significand.top_bit(), fraction.top_bit());
    let below_half = fraction.low(format.fraction_bits - 1);
    let is_power = normal
        .select(!fraction.any(), half & !below_half.any())
        .named(hidden("is_power"));
    let reaches_half = match rounding {
        // A magnitude above half of the smallest power is rounded up to it.
        Rounding::TowardPositive => half | (below_half.top_bit() & below_half.low(below_half.width() - 1).any()),
        _ => half,
    };
    let finite = (!(a.nan | a.infinite)).named("finite");
    let inexact = ((a.infinite | !is_power) & !a.nan).named(hidden("inexact"));
    let flags = Flags {
        overflow: (power.all() & finite).named(hidden("overflow")),
        underflow: (!(normal | reaches_half) & !a.zero).named(hidden("underflow")),
        inexact,
        ..Flags::from_invalid(n, invalid)
    };
    flags.word(n)
}

/// Returns the power of two as a number. Its encoding is the exponent field, but for the two ends.
pub fn from_power_of_two<'n>(n: Scope<'n>, format: FloatFormat, value: Net<'n>) -> Net<'n> {
    assert_eq!(
        format.exponent_bits, BITS,
        "powers of two have the exponents of the result"
    );
    let _stage = n.stage(step::POWER_OF_TWO);
    let nan = value.all().named("nan");
    // The lowest power of two is half of the smallest normal number.
    let half = value.is_zero().named(hidden("half"));
    let fraction = (half | nan).join(nan.repeat(format.fraction_bits - 1));
    n.zero().join(value).join(fraction).named(format.number("result"))
}
