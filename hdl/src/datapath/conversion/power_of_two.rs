//! ue8m0: powers of two without a sign, encoded as the exponent field of single precision and of bf16 is.

use halfpipe_isa::Rounding;

use crate::datapath::outcome::Outcome;
use crate::datapath::Behaviour;
use crate::format::Format;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{step, unpack, Flags, Unpacked};

/// The bits of an encoding.
pub const BITS: u32 = 8;

/// The power of two that a number's magnitude is rounded to: its exponent field, or one more.
///
/// The field 0, of what is below the smallest normal number, stands for half of that. A field of ones is a NaN; rounding up to it, and
/// an infinity, is an overflow, which becomes one less where it `saturates`. The operand comes with its name.
pub fn to_power_of_two<'n>(
    n: Scope<'n>,
    behaviour: &Behaviour,
    format: Format,
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
    let up = match behaviour.rounding {
        Rounding::TowardPositive => {
            let fraction = value.low(format.fraction_bits);
            let below_half = fraction.low(format.fraction_bits - 1).any();
            // Above half of the smallest normal number, or above the power of two of a normal one.
            let normal = a.significand.top_bit();
            let up = below_half & (normal | fraction.top_bit()) | normal & fraction.top_bit();
            up & !a.nan
        }
        _ => n.zero(),
    };
    let power = (field + up.zero_extend(BITS)).named(unsigned("power"));
    let result = match saturates {
        true => {
            let overflows = (power.all() & !a.nan).named("overflows");
            power.high(BITS - 1).join(power.bit(0) & !overflows)
        }
        false => power,
    };
    Outcome {
        value: result.named("result"),
        flags: behaviour.flags.then(|| flags(n, behaviour.rounding, format, a, power)),
    }
}

/// The flags of a magnitude that becomes a power of two. Zero is none of them, and an infinity is none: what they become is not exact. No
/// more is raised by them.
fn flags<'n>(n: Scope<'n>, rounding: Rounding, format: Format, a: Unpacked<'n>, power: Net<'n>) -> Net<'n> {
    let invalid = a.signals(n);
    let _stage = n.stage(step::FLAGS);
    let fraction = a.significand.low(format.fraction_bits);
    let (normal, half) = (a.significand.top_bit(), fraction.top_bit());
    let below_half = fraction.low(format.fraction_bits - 1);
    let is_power = normal
        .select(!fraction.any(), half & !below_half.any())
        .named(hidden("is_power"));
    let reaches_half = match rounding {
        // More than half of the smallest power is rounded up to it.
        Rounding::TowardPositive => half | (below_half.top_bit() & below_half.low(below_half.width() - 1).any()),
        _ => half,
    };
    let finite = (!(a.nan | a.infinite)).named("finite");
    let inexact = ((a.infinite | !is_power) & !a.nan).named(hidden("inexact"));
    let flags = Flags {
        overflow: (power.all() & finite).named(hidden("overflow")),
        underflow: (!(normal | reaches_half) & !a.zero).named(hidden("underflow")),
        inexact,
        ..Flags::of_invalid(n, invalid)
    };
    flags.word(n)
}

/// The power of two as a number: its encoding is the exponent field, but for the two ends.
pub fn from_power_of_two<'n>(n: Scope<'n>, format: Format, value: Net<'n>) -> Net<'n> {
    assert_eq!(
        format.exponent_bits, BITS,
        "powers of two have the exponents of the result"
    );
    let _stage = n.stage(step::POWER_OF_TWO);
    let nan = value.all().named("nan");
    // The lowest one is half of the smallest normal number.
    let half = value.is_zero().named(hidden("half"));
    let fraction = (half | nan).join(nan.repeat(format.fraction_bits - 1));
    n.zero().join(value).join(fraction).named(format.number("result"))
}
