//! min and max: one comparison of magnitudes, then one of the operands as it is.

use halfpipe_isa::Operation;

use crate::datapath::{flushed, Behaviour};
use crate::net::{Builder, Net};
use crate::stage::{unpack, Unpacked};

/// The smaller or the larger operand; of zeros, -0 is the smaller.
pub fn min_max<'n>(n: &'n Builder, behaviour: &Behaviour, a: Net<'n>, b: Net<'n>) -> Net<'n> {
    let format = behaviour.formats.operand;
    let a = unpack("a", format, flushed(behaviour, "a", a));
    let b = unpack("b", format, flushed(behaviour, "b", b));
    n.cut("unpack");
    let bit = |value: bool| n.constant(u64::from(value), 1);
    let choice = Choice {
        larger: bit(behaviour.operation == Operation::Max),
        propagate_nan: bit(behaviour.propagate_nan),
        xor_sign: bit(behaviour.xor_sign),
    };
    let less = compare(n, choice, a, b);
    n.cut("compare");
    choose(n, choice, less, a, b)
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
pub fn compare<'n>(n: &'n Builder, choice: Choice<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage("compare");
    let smaller = a.magnitude.less_than(b.magnitude).named("magnitude_less");
    let signs_differ = (a.sign ^ b.sign).called("signs_differ");
    let signed = signs_differ.select(a.sign, smaller ^ a.sign);
    choice.xor_sign.select(smaller, signed).named("less")
}

/// The operand that was asked for. A NaN loses against a number; without `.NaN` only two NaNs make one.
pub fn choose<'n>(n: &'n Builder, choice: Choice<'n>, less: Net<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage("choose");
    let nan = ((a.nan & b.nan) | (choice.propagate_nan & (a.nan | b.nan))).named("nan");
    let a_wins = choice.larger.select(!less, less).called("a_wins");
    // Where a NaN makes the result one, it does not matter who wins.
    let take_a = choice
        .propagate_nan
        .select(a_wins, b.nan | (a_wins & !a.nan))
        .named("take_a");
    let sign = choice.xor_sign.select(a.sign ^ b.sign, take_a.select(a.sign, b.sign));
    let magnitude = take_a.select(a.magnitude, b.magnitude) | nan.repeat(a.magnitude.width());
    (sign & !nan).called("sign").join(magnitude).named("result")
}
