//! neg and abs: a new sign on the magnitude.

use halfpipe_isa::Operation;

use crate::datapath::{flushed, Behaviour};
use crate::net::{Builder, Net};
use crate::stage::unpack;

/// -a, or |a|. A NaN becomes the canonical one.
pub fn sign<'n>(n: &'n Builder, behaviour: &Behaviour, a: Net<'n>) -> Net<'n> {
    let format = behaviour.formats.operand;
    let value = flushed(behaviour, "a", a);
    let nan = unpack("a", format, value).nan;
    n.cut("classify");
    let _stage = n.stage("sign");
    let sign = match behaviour.operation {
        Operation::Neg => !value.top_bit() & !nan,
        _ => n.zero(),
    };
    // The canonical NaN's magnitude is all ones.
    let magnitude = value.low(format.magnitude_bits()) | nan.repeat(format.magnitude_bits());
    sign.join(magnitude).named("result")
}
