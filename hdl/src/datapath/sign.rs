//! neg and abs: the magnitude with a new sign.

use halfpipe_isa::Operation;

use crate::datapath::flush::flushed;
use crate::datapath::LaneConfig;
use crate::format::HardwareFormat;
use crate::net::{Label, Net, Scope};
use crate::stage::{step, unpack, Unpacked};

/// Computes -a or |a|.
pub fn sign<'n>(n: Scope<'n>, config: &LaneConfig, a: Net<'n>) -> Net<'n> {
    let format = config.formats.operand;
    let a = unpack(n, "a", format, flushed(n, config, "a", a));
    let negate = n.constant(u64::from(config.operation == Operation::Neg), 1);
    with_sign(n, negate, a, format.number("result"))
}

/// Returns the operand as `result`, with its sign inverted or cleared. A NaN becomes the canonical one, whose magnitude
/// is all ones.
pub fn with_sign<'n>(n: Scope<'n>, negate: Net<'n>, a: Unpacked<'n>, result: Label) -> Net<'n> {
    let _stage = n.stage(step::SIGN);
    let sign = negate & !a.sign & !a.nan;
    sign.join(a.magnitude | a.nan.repeat(a.magnitude.width())).named(result)
}
