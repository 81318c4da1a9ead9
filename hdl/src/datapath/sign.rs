//! neg and abs: a new sign on the magnitude.

use halfpipe_isa::Operation;

use crate::datapath::{flushed, Behaviour};
use crate::net::{Builder, Net};
use crate::stage::{unpack, Unpacked};

/// -a, or |a|.
pub fn sign<'n>(n: &'n Builder, behaviour: &Behaviour, a: Net<'n>) -> Net<'n> {
    let a = unpack("a", behaviour.formats.operand, flushed(behaviour, "a", a));
    n.cut("classify");
    with_sign(n, n.constant(u64::from(behaviour.operation == Operation::Neg), 1), a)
}

/// The operand with its sign inverted, or cleared. A NaN becomes the canonical one, whose magnitude is all ones.
pub fn with_sign<'n>(n: &'n Builder, negate: Net<'n>, a: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage("sign");
    let sign = negate & !a.sign & !a.nan;
    sign.join(a.magnitude | a.nan.repeat(a.magnitude.width()))
        .named("result")
}
