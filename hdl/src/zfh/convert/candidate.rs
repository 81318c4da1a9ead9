//! Results of the conversions, of which the selected one is not 0.

use super::formats::ConversionFormats;
use crate::datapath::outcome::Outcome;
use crate::net::{hidden, Net, Scope};
use crate::stage::step;

/// A result that is 0 unless its conversion is selected.
#[derive(Clone, Copy)]
pub struct Candidate<'n> {
    pub value: Net<'n>,
    pub flags: Net<'n>,
}

/// Returns a number as a candidate, with ones above it, or in an integer register with its sign.
pub fn offered<'n>(n: Scope<'n>, formats: &ConversionFormats, asked: Net<'n>, outcome: Outcome<'n>) -> Candidate<'n> {
    let _stage = n.stage(step::CHOOSE_RESULT);
    let asked = asked.named(hidden("asked"));
    let flags = outcome.flags.expect("an instruction of RISC-V has flags");
    let fill = if formats.boxes {
        n.constant(1, 1)
    } else {
        outcome.value.top_bit()
    };
    Candidate {
        value: extended(outcome.value, fill, formats.width)
            .only_if(asked)
            .named(hidden("offered")),
        flags: flags.only_if(asked),
    }
}

/// Returns a value with copies of a bit above it.
pub fn extended<'n>(value: Net<'n>, fill: Net<'n>, width: u32) -> Net<'n> {
    match width - value.width() {
        0 => value,
        above => fill.repeat(above).join(value),
    }
}
