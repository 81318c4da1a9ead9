//! Subnormal operands under `.ftz`.

use crate::datapath::LaneConfig;
use crate::net::{Net, Scope};
use crate::stage::flush_subnormal;

/// Flushes the operand of an arithmetic operation under `.ftz`.
pub fn flushed<'n>(n: Scope<'n>, config: &LaneConfig, name: &str, value: Net<'n>) -> Net<'n> {
    if config.flush {
        flush_subnormal(n, name, config.formats.operand, value)
    } else {
        value
    }
}
