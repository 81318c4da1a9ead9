//! Results of a shared datapath in the core's result port.

use super::formats::SharedFormats;
use crate::datapath::outcome::Outcome;
use crate::net::{hidden, Builder, Net, Scope};
use crate::stage::step;
use crate::zfh::spec::ZfhSpec;

/// Returns a number in the width of the result port: with ones above it, or in an integer register with copies of its sign. The
/// bits above it in the widest format's word are 0.
pub fn extend_number<'n>(n: Scope<'n>, spec: &ZfhSpec, formats: &SharedFormats<'n>, value: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::CHOOSE_RESULT);
    let width = spec.width();
    let one = n.constant(1, 1);
    let fill = if spec.boxes() {
        one
    } else {
        let sign = formats.choose(|format| value.bit(format.width() - 1));
        sign.named(hidden("fill"))
    };
    let above = |place: u32| {
        if place >= formats.wide.width() {
            one
        } else {
            formats.any_of(n, |format| place >= format.width())
        }
    };
    let bits = (0..width).map(|place| {
        let own = if place < value.width() {
            value.bit(place)
        } else {
            n.zero()
        };
        own | (fill & above(place))
    });
    let word = bits.reduce(|low, high| high.join(low)).expect("a result has bits");
    word.named(hidden("extended"))
}

/// Makes a number the output of a part.
pub fn output_number<'n>(builder: &'n Builder, spec: &ZfhSpec, formats: &SharedFormats<'n>, outcome: Outcome<'n>) {
    let n = builder.scope();
    builder.output("result", extend_number(n, spec, formats, outcome.value).named("result"));
    builder.output("flags", outcome.flags.expect("an instruction of RISC-V has flags"));
}
