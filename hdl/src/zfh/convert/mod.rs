//! Conversions of a core.
//!
//! Each half-precision format has one shifter for its conversions with an integer, and from single precision
//! ([`HalfShifter`](crate::datapath::conversion::HalfShifter)).
//!
//! Conversions to single precision, and between halves, have datapaths of their own.

mod half;
mod integer;
mod selection;

use halfpipe_isa::{FloatFormat, Operation};

use super::boxes::OperandBox;
use super::half::{instruction, HALF_BITS};
use super::spec::ZfhSpec;
use crate::datapath::conversion::Conversion;
use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::net::{Builder, Net, Scope};
use crate::stage::{step, RoundingMode, SelectedRounding};
use selection::offered;

pub use half::HalfConversions;
pub use selection::Selection;

/// Builds the datapath. The result is 0 for an `op` of another group.
pub fn convert(builder: &Builder, spec: &ZfhSpec) {
    let n = builder.scope();
    let (selection, _, a) = Selection::from_ports(builder, spec);
    let rounding = selection.rounding;
    let of_a = operand_box(n, spec, a);
    let half = a.low(HALF_BITS);
    let convert_alone = |n, to: FloatFormat, from: FloatFormat| {
        let asked = selection.between_formats & selection.has_source(from) & selection.has_target(to);
        let converted = alone(n, rounding, to, from, of_a.unboxed(n, from, half, "half"));
        offered(n, spec, asked, converted)
    };
    let mut candidates = Vec::new();
    for format in spec.converted_halves() {
        let n = n.scope(&format!("of_{format}"));
        let group = HalfConversions::new(format, spec);
        candidates.extend(group.candidates(n, selection, of_a, a));
        if spec.has_single() {
            candidates.push(convert_alone(n, FloatFormat::RISCV_S, format));
        }
    }
    if spec.converts_between_halves() {
        let [h, bf16] = [FloatFormat::RISCV_H, FloatFormat::RISCV_BF16];
        for (to, from) in [(h, bf16), (bf16, h)] {
            candidates.push(convert_alone(n.scope(&format!("{from}_to_{to}")), to, from));
        }
    }
    let _stage = n.stage(step::CHOOSE_RESULT);
    let all = candidates.into_iter().reduce(Outcome::or);
    let Outcome { value, flags } = all.expect("the core has conversions");
    let flags = flags.expect("an instruction of RISC-V has flags");
    builder.output("result", value.named("result"));
    builder.output("flags", flags.named("flags"));
}

/// Returns the box of a half in the operand.
fn operand_box<'n>(n: Scope<'n>, spec: &ZfhSpec, a: Net<'n>) -> OperandBox<'n> {
    let _stage = n.stage(step::UNBOX);
    let is_there = || {
        a.slice(HALF_BITS, spec.register_bits() - HALF_BITS)
            .all()
            .named("is_boxed")
    };
    OperandBox {
        is_there: spec.has_boxes(FloatFormat::RISCV_H).then(is_there),
    }
}

/// Returns the result of a conversion with a datapath of its own.
fn alone<'n>(
    n: Scope<'n>,
    rounding: SelectedRounding<'n>,
    to: FloatFormat,
    from: FloatFormat,
    value: Net<'n>,
) -> Outcome<'n> {
    let instruction = instruction(Operation::Cvt, to, from);
    let conversion = Conversion::from_instruction(instruction).expect("fcvt is a conversion");
    conversion.outcome(
        n,
        &LaneConfig::from_instruction(instruction),
        RoundingMode::Selected(rounding),
        &[value],
    )
}
