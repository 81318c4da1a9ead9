//! min and max: one carry chain selects an operand, which is the result unchanged.
//!
//! Magnitudes are compared as integers, because encodings are in the order of their values (IEEE 754).

use halfpipe_isa::{FloatFormat, Modifier, Operation};

use crate::datapath::flush::flushed;
use crate::datapath::outcome::{flags_of_signalling, Outcome};
use crate::datapath::LaneConfig;
use crate::format::HardwareFormat;
use crate::net::{hidden, Label, Net, Scope};
use crate::stage::{compare_pairs, step, unpack, Unpacked};

/// Returns the smaller or the larger operand. -0 is smaller than +0.
pub fn min_max<'n>(n: Scope<'n>, config: &LaneConfig, a: Net<'n>, b: Net<'n>) -> Outcome<'n> {
    let format = config.formats.operand;
    let a = unpack(n, "a", format, flushed(n, config, "a", a));
    let b = unpack(n, "b", format, flushed(n, config, "b", b));
    let bit = |value: bool| n.constant(u64::from(value), 1);
    let choice = Choice {
        larger: bit(matches!(config.operation, Operation::Max | Operation::Fmaxm)),
        propagate_nan: bit(config.has(Modifier::Nan) || matches!(config.operation, Operation::Fminm | Operation::Fmaxm)),
        xor_sign: bit(config.has(Modifier::XorsignAbs)),
    };
    let take_a = compare(n, choice, a, b);
    Outcome {
        value: choose(n, format, choice, take_a, [a, b], format.number("result")),
        flags: config.flags.then(|| flags_of_signalling(n, &[a, b])),
    }
}

/// Controls of a comparison. They are constants in the module of one instruction.
#[derive(Clone, Copy)]
pub struct Choice<'n> {
    /// 1 for max, 0 for min.
    pub larger: Net<'n>,
    /// `.NaN`
    pub propagate_nan: Net<'n>,
    /// `.xorsign.abs`
    pub xor_sign: Net<'n>,
}

/// Returns 1 if a is the requested operand. Of equal operands, either is. A NaN loses against a number, unless .NaN
/// makes the result NaN.
///
/// The bits of a magnitude compare as an integer. Of operands with different signs the negative one is the smaller. Of
/// two negative operands, the one of larger magnitude is the smaller. Under `.abs` only magnitudes count.
///
/// The carry out of the comparison is 1 if a's magnitude is not below b's. The next place passes it on, or, if the
/// signs differ and count, replaces it by their answer. The last place inverts it if the smaller magnitude is
/// requested. A NaN is handled after the chain.
pub fn compare<'n>(n: Scope<'n>, choice: Choice<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage(step::COMPARE);
    let negative = (a.sign & !choice.xor_sign).named(hidden("negative"));
    let signs_differ = (a.sign ^ b.sign).named(hidden("signs_differ"));
    let by_sign = (signs_differ & !choice.xor_sign).named(hidden("by_sign"));
    let asks_smaller = (!(choice.larger ^ negative)).named(hidden("asks_smaller"));
    // Two equal bits generate the carry; two different bits propagate it.
    let carried = (choice.larger ^ a.sign ^ asks_smaller).named(hidden("carried"));
    let [one, other] = [carried | !by_sign, carried & by_sign];
    let (above, at_least) = compare_pairs(a.magnitude, b.magnitude);
    let left = asks_smaller.join(one.named(hidden("one"))).join(above);
    let right = n.zero().join(other.named(hidden("other"))).join(at_least);
    let [left, right] =
        [(left, "above_and_signs"), (right, "at_least_and_signs")].map(|(part, name)| part.named(hidden(name)));
    let chain = left + right + n.constant(1, 1).zero_extend(left.width());
    let a_wins = chain.named(hidden("chain")).top_bit().named("a_wins");
    // With .NaN, any NaN makes the result NaN, whichever operand wins.
    let take_a = choice.propagate_nan.select(a_wins, b.nan | (a_wins & !a.nan));
    take_a.named("take_a")
}

/// Returns the requested operand as `result`, or NaN. Without `.NaN` only two NaNs give a NaN.
pub fn choose<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    choice: Choice<'n>,
    take_a: Net<'n>,
    [a, b]: [Unpacked<'n>; 2],
    result: Label,
) -> Net<'n> {
    let _stage = n.stage(step::CHOOSE_OPERAND);
    let nan = ((a.nan & b.nan) | (choice.propagate_nan & (a.nan | b.nan))).named("nan");
    let sign = choice.xor_sign.select(a.sign ^ b.sign, take_a.select(a.sign, b.sign));
    let magnitude = take_a.select(a.magnitude, b.magnitude).named(hidden("magnitude"));
    let width = magnitude.width();
    let magnitude = nan.select(n.constant(format.canonical_nan().into(), width), magnitude);
    (sign & !nan).named(hidden("sign")).join(magnitude).named(result)
}
