//! min and max: one comparison of magnitudes, then one of the operands as it is.

use halfpipe_isa::Operation;

use crate::datapath::{flushed, Behaviour};
use crate::net::{hidden, Label, Net, Scope};
use crate::stage::{not_below, step, unpack, Unpacked};

/// The smaller or the larger operand; of zeros, -0 is the smaller.
pub fn min_max<'n>(n: Scope<'n>, behaviour: &Behaviour, a: Net<'n>, b: Net<'n>) -> Net<'n> {
    let format = behaviour.formats.operand;
    let a = unpack(n, "a", format, flushed(n, behaviour, "a", a));
    let b = unpack(n, "b", format, flushed(n, behaviour, "b", b));
    let bit = |value: bool| n.constant(u64::from(value), 1);
    let choice = Choice {
        larger: bit(behaviour.operation == Operation::Max),
        propagate_nan: bit(behaviour.propagate_nan),
        xor_sign: bit(behaviour.xor_sign),
    };
    let less = compare(n, choice, a, b);
    choose(n, choice, less, a, b, format.number("result"))
}

/// What is asked of a comparison; constants in the module of one instruction.
#[derive(Clone, Copy)]
pub struct Choice<'n> {
    /// max instead of min.
    pub larger: Net<'n>,
    /// `.NaN`
    pub propagate_nan: Net<'n>,
    /// `.xorsign.abs`
    pub xor_sign: Net<'n>,
}

/// Whether a is the smaller operand; of equal ones, either is.
///
/// The bits of a magnitude compare as an integer. Of operands with different signs the negative one is the smaller, of
/// two negative ones that of larger magnitude. Under `.abs` only magnitudes count.
pub fn compare<'n>(n: Scope<'n>, choice: Choice<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage(step::COMPARE);
    let smaller = (!not_below(n, a.magnitude, b.magnitude)).named("magnitude_less");
    let signs_differ = (a.sign ^ b.sign).named(hidden("signs_differ"));
    let signed = signs_differ.select(a.sign, smaller ^ a.sign);
    choice.xor_sign.select(smaller, signed).named("less")
}

/// The operand that was asked for, as `result`. A NaN loses against a number; without `.NaN` only two NaNs make one.
pub fn choose<'n>(
    n: Scope<'n>,
    choice: Choice<'n>,
    less: Net<'n>,
    a: Unpacked<'n>,
    b: Unpacked<'n>,
    result: Label,
) -> Net<'n> {
    let _stage = n.stage(step::CHOOSE_OPERAND);
    let nan = ((a.nan & b.nan) | (choice.propagate_nan & (a.nan | b.nan))).named("nan");
    let a_wins = choice.larger.select(!less, less).named(hidden("a_wins"));
    // Where a NaN makes the result one, it does not matter who wins.
    let take_a = choice
        .propagate_nan
        .select(a_wins, b.nan | (a_wins & !a.nan))
        .named("take_a");
    let sign = choice.xor_sign.select(a.sign ^ b.sign, take_a.select(a.sign, b.sign));
    let magnitude = take_a.select(a.magnitude, b.magnitude) | nan.repeat(a.magnitude.width());
    (sign & !nan).named(hidden("sign")).join(magnitude).named(result)
}
