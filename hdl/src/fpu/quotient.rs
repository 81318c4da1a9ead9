//! Functions of a lane: div, rcp and sqrt, each with one datapath for both formats, and those of one operand.
//!
//! A bf16 significand has zeros below, so the digits of an f16 result are enough for bf16. Each format has its own
//! rounding and packing at the end.

use halfpipe_isa::{FloatFormat, Instruction, Operation};

use crate::datapath::div::{quotient, raised as raised_by_division, Term};
use crate::datapath::finish::{finish_raw, OperationFlags};
use crate::datapath::outcome::{any_signals, Outcome};
use crate::datapath::sqrt::{exponent_offset, raised as raised_by_root, raw_root, square_root};
use crate::fpu::control::Controls;
use crate::fpu::operand::{one, EXPONENT_BITS};
use crate::net::{hidden, Net, Scope};
use crate::stage::{shift_to_leading_one, step, Raw, RoundingMode, SelectedRounding, Unpacked};

/// The result formats of a function in a core.
#[derive(Clone, Copy)]
pub struct FunctionFormats {
    f16: bool,
    bf16: bool,
}

impl FunctionFormats {
    /// Returns the formats of the instructions with one of these operations; None if there are none.
    pub fn from_operations(instructions: &[Instruction], operations: &[Operation]) -> Option<FunctionFormats> {
        let has = |format: FloatFormat| {
            instructions
                .iter()
                .any(|one| operations.contains(&one.operation()) && one.ty().result_format() == format)
        };
        let formats = FunctionFormats {
            f16: has(FloatFormat::F16),
            bf16: has(FloatFormat::BF16),
        };
        (formats.f16 || formats.bf16).then_some(formats)
    }

    /// Returns the format with the most digits.
    fn widest(self) -> FloatFormat {
        if self.f16 {
            FloatFormat::F16
        } else {
            FloatFormat::BF16
        }
    }
}

/// Computes a / b, or 1 / a.
pub fn division<'n>(
    n: Scope<'n>,
    formats: FunctionFormats,
    controls: Controls<'n>,
    [a, b]: [Unpacked<'n>; 2],
    with_flags: bool,
) -> Outcome<'n> {
    let stage = n.stage(step::DIVIDEND);
    let one = one(n, controls.bf16).named("one_");
    let dividend = Unpacked::select("dividend_", controls.reciprocal, one, a);
    let divisor = Unpacked::select("divisor_", controls.reciprocal, a, b);
    drop(stage);
    let raised = with_flags.then(|| {
        let signalling = any_signals(n, &[dividend, divisor]);
        raised_by_division(n, signalling, dividend, divisor)
    });
    // The biases of both exponents cancel.
    let bounds = 1..=(1 << EXPONENT_BITS) - 2;
    let dividend = Term::shifted(n, "dividend", dividend, 0, bounds.clone(), None);
    let divisor = Term::shifted(n, "divisor", divisor, 0, bounds, None);
    let raw = quotient(n, dividend, divisor, formats.widest());
    let of_format = |format: FloatFormat| {
        let least = format.min_exponent() - i64::from(format.fraction_bits);
        let difference = format.max_exponent() - least;
        Raw {
            exponent: raw.exponent.with_bounds(-difference - 1..=difference),
            ..raw
        }
    };
    finish(n, formats, controls, raised, of_format)
}

/// Computes the square root of a.
pub fn root<'n>(
    n: Scope<'n>,
    formats: FunctionFormats,
    controls: Controls<'n>,
    a: Unpacked<'n>,
    with_flags: bool,
) -> Outcome<'n> {
    let raised = with_flags.then(|| raised_by_root(n, a));
    let shifted = shift_to_leading_one(n, "a", a.significand, None);
    let offset =
        |format: FloatFormat| exponent_offset(n.scope(&format.to_string()), format, EXPONENT_BITS + 1, shifted.count);
    let [of_f16, of_bf16] = [FloatFormat::F16, FloatFormat::BF16].map(offset);
    let stage = n.stage(step::RADICAND);
    let offset = controls.bf16.select(of_bf16, of_f16).named(hidden("offset"));
    drop(stage);
    let raw = square_root(n, a, shifted, offset, formats.widest());
    finish(n, formats, controls, raised, |format| raw_root(raw, format))
}

/// Rounds and packs in each format, and selects the requested one.
fn finish<'n>(
    n: Scope<'n>,
    formats: FunctionFormats,
    controls: Controls<'n>,
    raised: Option<OperationFlags<'n>>,
    raw: impl Fn(FloatFormat) -> Raw<'n>,
) -> Outcome<'n> {
    let rounding = RoundingMode::Selected(SelectedRounding::from_asked(n, |rounding| controls.asks_for(rounding)));
    let outcome = |is_present: bool, format: FloatFormat| {
        let n = n.scope(&format.to_string());
        is_present.then(|| finish_raw(n, format, rounding, controls.flush, raw(format), raised))
    };
    let f16 = outcome(formats.f16, FloatFormat::F16);
    let bf16 = outcome(formats.bf16, FloatFormat::BF16);
    let _stage = n.stage(step::CHOOSE_FORMAT);
    let one_of = |select: fn(Outcome<'n>) -> Option<Net<'n>>| match (f16.and_then(select), bf16.and_then(select)) {
        (Some(f16), Some(bf16)) => Some(controls.bf16.select(bf16, f16)),
        (f16, bf16) => f16.or(bf16),
    };
    let value = one_of(|outcome| Some(outcome.value)).expect("a function has a format");
    Outcome {
        value: value.named(hidden("half")),
        flags: one_of(|outcome| outcome.flags),
    }
}

/// Computes a function of one operand, with a datapath for each format.
pub fn function<'n>(
    n: Scope<'n>,
    formats: FunctionFormats,
    controls: Controls<'n>,
    datapath: impl Fn(Scope<'n>, FloatFormat) -> Outcome<'n>,
) -> Outcome<'n> {
    let f16 = formats.f16.then(|| datapath(n.scope("f16"), FloatFormat::F16));
    let bf16 = formats.bf16.then(|| datapath(n.scope("bf16"), FloatFormat::BF16));
    let _stage = n.stage(step::CHOOSE_RESULT);
    match (f16, bf16) {
        (Some(f16), Some(bf16)) => Outcome {
            value: controls.bf16.select(bf16.value, f16.value).named("result"),
            flags: bf16
                .flags
                .zip(f16.flags)
                .map(|(bf16, f16)| controls.bf16.select(bf16, f16).named("flags")),
        },
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => unreachable!("a function has a format"),
    }
}
