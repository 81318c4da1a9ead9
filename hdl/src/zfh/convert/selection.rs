//! The choice of a conversion.

use halfpipe_isa::FloatFormat;

use crate::net::Net;
use crate::stage::SelectedRounding;
use crate::zfh::half::format_code;

/// Inputs that select a conversion.
#[derive(Clone, Copy)]
pub struct Selection<'n> {
    pub to_integer: Net<'n>,
    pub from_integer: Net<'n>,
    pub between_formats: Net<'n>,
    pub unsigned: Net<'n>,
    /// 1 for an integer of 64 bits.
    pub long: Net<'n>,
    pub source: Net<'n>,
    pub target: Net<'n>,
    pub rounding: SelectedRounding<'n>,
}

impl<'n> Selection<'n> {
    pub fn has_source(self, format: FloatFormat) -> Net<'n> {
        self.source.equals_constant(format_code(format))
    }

    pub fn has_target(self, format: FloatFormat) -> Net<'n> {
        self.target.equals_constant(format_code(format))
    }
}
