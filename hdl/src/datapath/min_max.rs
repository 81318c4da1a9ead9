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
    let a_is_less = compare(n, behaviour, a, b);
    n.cut("compare");
    let _stage = n.stage("choose");
    // A NaN loses against a number. Without `.NaN` only two NaNs make one.
    let nan = if behaviour.propagate_nan { a.nan | b.nan } else { a.nan & b.nan }.named("nan");
    let a_wins = match behaviour.operation {
        Operation::Min => a_is_less,
        _ => !a_is_less,
    };
    let take_a = if behaviour.propagate_nan { a_wins } else { b.nan | (a_wins & !a.nan) }.named("take_a");
    let sign = if behaviour.xor_sign { a.sign ^ b.sign } else { take_a.select(a.sign, b.sign) };
    let magnitude = take_a.select(a.magnitude, b.magnitude) | nan.repeat(format.magnitude_bits());
    (sign & !nan).join(magnitude).named("result")
}

/// Whether a is the smaller operand; of equal ones, either is.
///
/// The bits of a magnitude compare as an integer. Of operands with different signs the negative one is the smaller, of
/// two negative ones that of larger magnitude. Under `.abs` only magnitudes count.
fn compare<'n>(n: &'n Builder, behaviour: &Behaviour, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage("compare");
    let smaller = a.magnitude.less_than(b.magnitude).named("magnitude_less");
    if behaviour.xor_sign {
        return smaller;
    }
    (a.sign ^ b.sign).select(a.sign, smaller ^ a.sign).named("less")
}
