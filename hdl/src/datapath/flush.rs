//! Subnormal operands under `.ftz`.

use halfpipe_isa::Modifier;

use crate::datapath::LaneConfig;
use crate::net::{Net, Scope};
use crate::stage::flush_subnormal;

/// Flushes the operand of an arithmetic operation under `.ftz`.
pub fn flushed<'n>(n: Scope<'n>, config: &LaneConfig, name: &str, value: Net<'n>) -> Net<'n> {
    if config.has(Modifier::Ftz) {
        flush_subnormal(n, name, config.formats.operand, value)
    } else {
        value
    }
}
