//! Conversions of a core.
//!
//! Each half-precision format has one shifter for its conversions with an integer, and from single precision. All of them
//! shift digits up to a place and round them there. The word of the shifter has its point below the bits of the largest
//! integer.
//!
//! - From an integer: the magnitude is above the point and moves up until its leading one is at the top.
//! - To an integer: the half is just below the point and moves up by its exponent.
//! - From single precision: a number is as far below the top as a subnormal half can be. A normal one moves to the top.
//!
//! Conversions to single precision, and between halves, have datapaths of their own.

mod candidate;
mod formats;
mod integer;
mod number;
mod placement;
mod selection;
mod shape;
mod shifter;

use halfpipe_isa::{FloatFormat, Operation};

use super::boxes::OperandBox;
use super::encoding::{F2F, F2I, I2F};
use super::half::{instruction, HALF_BITS};
use crate::datapath::conversion::Conversion;
use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::net::{Builder, Net, Scope};
use crate::stage::{step, RoundingMode, SelectedRounding};
use candidate::{offered, Candidate};
use selection::Selection;
use shape::HalfConversions;

pub use formats::ConversionFormats;

/// Builds the datapath. The result is 0 for an `op` of another group.
pub fn convert(builder: &Builder, formats: &ConversionFormats) {
    let n = builder.scope();
    let op = builder.input("op", 4);
    let op_mod = builder.input("op_mod", 1);
    let rm = builder.input("rm", 3);
    let source = builder.input("src_fmt", 3);
    let target = builder.input("dst_fmt", 3);
    let int_fmt = builder.input("int_fmt", 2);
    let a = builder.input("a", formats.width);
    let rounding = SelectedRounding::from_port(n, rm);
    let stage = n.stage(step::DECODE);
    let selection = Selection {
        to_integer: op.equals_constant(F2I).named("to_integer"),
        from_integer: op.equals_constant(I2F).named("from_integer"),
        between_formats: op.equals_constant(F2F).named("between_formats"),
        unsigned: op_mod,
        long: match formats.integer_bits {
            64 => int_fmt.bit(0),
            _ => n.zero(),
        },
        source,
        target,
        rounding,
    };
    drop(stage);
    let of_a = operand_box(n, formats, a);
    let half = a.low(HALF_BITS);
    let mut candidates = Vec::new();
    for format in formats.halves() {
        let n = n.scope(&format!("of_{format}"));
        let group = HalfConversions { format, formats };
        candidates.extend(group.candidates(n, selection, of_a, a));
        if formats.with_single.contains(&format) {
            let asked = selection.between_formats & selection.has_source(format);
            let asked = asked & selection.has_target(FloatFormat::RISCV_S);
            let widened = alone(
                n,
                rounding,
                FloatFormat::RISCV_S,
                format,
                unboxed(n, format, of_a, half),
            );
            candidates.push(offered(n, formats, asked, widened));
        }
    }
    if formats.between_halves {
        for (to, from) in [
            (FloatFormat::RISCV_H, FloatFormat::RISCV_BF16),
            (FloatFormat::RISCV_BF16, FloatFormat::RISCV_H),
        ] {
            let n = n.scope(&format!("{from}_to_{to}"));
            let asked = selection.between_formats & selection.has_source(from) & selection.has_target(to);
            let converted = alone(n, rounding, to, from, unboxed(n, from, of_a, half));
            candidates.push(offered(n, formats, asked, converted));
        }
    }
    let _stage = n.stage(step::CHOOSE_RESULT);
    let all = candidates.into_iter().reduce(|one, other| Candidate {
        value: one.value | other.value,
        flags: one.flags | other.flags,
    });
    let Candidate { value, flags } = all.expect("the core has conversions");
    builder.output("result", value.named("result"));
    builder.output("flags", flags.named("flags"));
}

/// Returns the box of a half in the operand.
fn operand_box<'n>(n: Scope<'n>, formats: &ConversionFormats, a: Net<'n>) -> OperandBox<'n> {
    let _stage = n.stage(step::UNBOX);
    let above = formats.register_bits - HALF_BITS;
    let has_box = formats.boxes && above > 0;
    OperandBox {
        is_there: has_box.then(|| a.slice(HALF_BITS, above).all().named("is_boxed")),
    }
}

/// Returns the operand as a half, or the canonical NaN if its box is missing.
fn unboxed<'n>(n: Scope<'n>, format: FloatFormat, of_a: OperandBox<'n>, half: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::UNBOX);
    match of_a.is_there {
        Some(is_there) => is_there
            .select(half, n.constant(format.canonical_nan().into(), HALF_BITS))
            .named("half"),
        None => half,
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
