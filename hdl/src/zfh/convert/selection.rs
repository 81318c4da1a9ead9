//! The choice of a conversion.

use halfpipe_isa::FloatFormat;

use crate::datapath::outcome::Outcome;
use crate::net::{hidden, Net, Scope};
use crate::stage::{step, SelectedRounding};
use crate::zfh::half::format_code;
use crate::zfh::spec::ZfhSpec;

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

/// Returns a number if its conversion is selected, else 0. Above it are ones, or in an integer register its sign.
pub fn offered<'n>(n: Scope<'n>, spec: &ZfhSpec, asked: Net<'n>, outcome: Outcome<'n>) -> Outcome<'n> {
    let _stage = n.stage(step::CHOOSE_RESULT);
    let asked = asked.named(hidden("asked"));
    let extended = match spec.width() - outcome.value.width() {
        above @ 1.. if spec.boxes() => n.constant(1, 1).repeat(above).join(outcome.value),
        _ => outcome.value.sign_extend(spec.width()),
    };
    Outcome {
        value: extended.only_if(asked).named(hidden("offered")),
        flags: outcome.flags.map(|flags| flags.only_if(asked)),
    }
}
