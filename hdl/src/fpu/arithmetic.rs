//! Shared arithmetic of a lane: a * b + c in every format of the core.
//!
//! The product is exact in the wide adder, whatever its format: a product of f16 significands has 22 bits. One adder
//! and one normaliser therefore serve all formats. Each format has its own rounding and packing at the end.

use halfpipe_isa::{FloatFormat, Instruction, LaneFormats, Rounding};

use crate::datapath::add::exact_sum;
use crate::datapath::fma::{are_opposite, special_sum};
use crate::datapath::mul::{
    exponent_offset, is_undefined, multiply, operand_zeros, scale, special_product, zeros_above, Offset,
};
use crate::datapath::outcome::{any_signals, Outcome};
use crate::fpu::control::Controls;
use crate::fpu::operand::{one, zero_like, EXPONENT_BITS, SIGNIFICAND_BITS};
use crate::fpu::wide::wide_operands;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{
    force_out_of_bounds, order, overflows_to_infinity, pack, relu, round, saturate, step, unpack, Carry, Flags, Limits,
    Multiplier, Special, Unpacked, Unrounded, EXTRA_BITS,
};

/// Products of f16 with a result of single precision.
const MIXED_F16: LaneFormats = LaneFormats {
    operand: FloatFormat::F16,
    result: FloatFormat::F32,
};

/// Result formats of a lane's arithmetic, each with its roundings other than to nearest even.
#[derive(Clone)]
pub struct Results {
    /// The roundings of f16, if it is a result format.
    pub f16: Option<Vec<Rounding>>,
    /// The roundings of bf16, if it is a result format.
    pub bf16: Option<Vec<Rounding>>,
    /// The roundings of f32, from mixed precision, if it is a result format.
    pub f32: Option<Vec<Rounding>>,
}

impl Results {
    /// Returns the result formats that the arithmetic of these instructions needs.
    pub fn from_instructions(instructions: &[Instruction]) -> Results {
        let arithmetic = |instruction: &&Instruction| instruction.operation().is_sum_or_product();
        let roundings = |element: FloatFormat| {
            let of_format = instructions.iter().filter(arithmetic);
            let of_format = of_format.filter(|instruction| instruction.ty().result_format() == element);
            of_format.clone().next()?;
            let others = Rounding::ALL.into_iter().skip(1);
            let has = |rounding: &Rounding| {
                let mut of_format = of_format.clone();
                of_format.any(|one| one.has_rounding_port() || one.rounding() == *rounding)
            };
            Some(others.filter(|rounding| has(rounding)).collect())
        };
        Results {
            f16: roundings(FloatFormat::F16),
            bf16: roundings(FloatFormat::BF16),
            f32: roundings(FloatFormat::F32),
        }
    }

    /// Returns the significand bits of the adder: as many as the widest addend has, and at least as many as an exact
    /// product.
    fn significand_bits(&self) -> u32 {
        if self.f32.is_some() {
            FloatFormat::F32.significand_bits()
        } else {
            2 * SIGNIFICAND_BITS
        }
    }

    /// Returns the formats whose product reaches furthest.
    fn widest_formats(&self) -> LaneFormats {
        if self.f32.is_some() {
            MIXED_F16
        } else {
            LaneFormats::same(FloatFormat::F16)
        }
    }

    /// True if there is any format.
    pub fn any(&self) -> bool {
        [&self.f16, &self.bf16, &self.f32].into_iter().any(Option::is_some)
    }
}

/// The operands of a lane.
#[derive(Clone, Copy)]
pub struct Operands<'n> {
    /// The unpacked first factor.
    pub a: Unpacked<'n>,
    /// The unpacked second factor, if there is one.
    pub b: Unpacked<'n>,
    /// The unpacked addend in half precision.
    pub c: Unpacked<'n>,
    /// The addend of mixed precision, if the lane has one.
    pub c_wide: Option<Net<'n>>,
    /// 1 if `.oob` found an out-of-bounds operand.
    pub out_of_bounds: Net<'n>,
}

/// Returns the lane's result, as wide as its widest format, and the flags if they are requested.
pub fn arithmetic<'n>(
    n: Scope<'n>,
    results: &Results,
    controls: Controls<'n>,
    multiplier: Multiplier,
    operands: Operands<'n>,
    with_flags: bool,
) -> Outcome<'n> {
    let a = operands.a;
    let stage = n.stage(step::FACTOR_B);
    let one = one(n, controls.bf16).named("one_");
    let b = Unpacked::select("", controls.add, one, operands.b);
    drop(stage);
    let significand_bits = results.significand_bits();
    let c = addend(n, controls, operands, significand_bits, a.sign ^ b.sign);
    let of_product = special_product(n, a, b);
    let special = special_sum(n, of_product, c);
    let invalid = with_flags.then(|| {
        let of_operands = any_signals(n, &[a, b, c]) | is_undefined(n, a, b);
        of_operands | are_opposite(n, of_product, a, b, c)
    });

    let keep = significand_bits + EXTRA_BITS - 1;
    let product = multiply(n, multiplier, a, b);
    let zeros = operand_zeros(n, results.widest_formats(), a, b);
    let above = zeros_above(keep, zeros);
    let offset = chosen_offset(n, controls);
    let scale = scale(n, zeros, Offset::Chosen(offset), a, b, product.zero, above);
    let (product, c) = wide_operands(n, product, scale, c, keep);
    let ordered = order(n, product, c);
    // The significand, the guard bit and, for flags only, the bit below it.
    let kept = significand_bits + 1 + u32::from(with_flags);
    let exact = exact_sum(n, ordered, kept).unrounded(n, controls.toward_negative);

    let in_format = |roundings: &Option<Vec<Rounding>>, format: FloatFormat, name: &str| {
        let roundings = roundings.as_deref()?;
        let n = n.scope(name);
        let next = with_flags.then(|| exact.below_guard(format));
        let exact = Unrounded {
            next,
            ..exact.shortened(n, format)
        };
        Some(finish(n, (format, roundings), controls, exact, special, invalid))
    };
    let f16 = in_format(&results.f16, FloatFormat::F16, "f16");
    let bf16 = in_format(&results.bf16, FloatFormat::BF16, "bf16");
    let f32 = in_format(&results.f32, FloatFormat::F32, "f32");
    choose_format(n, controls, operands.out_of_bounds, [f16, bf16, f32])
}

/// Returns what the exponents of a product add up to beside its own, in the selected formats.
fn chosen_offset<'n>(n: Scope<'n>, controls: Controls<'n>) -> Net<'n> {
    let width = EXPONENT_BITS + 2;
    let offset = |formats: LaneFormats| n.constant(exponent_offset(formats).rem_euclid(1 << width) as u64, width);
    let _stage = n.stage(step::SCALE);
    let offset_f16 = controls
        .wide
        .select(offset(MIXED_F16), offset(LaneFormats::same(FloatFormat::F16)));
    let offset_bf16 = offset(LaneFormats::same(FloatFormat::BF16));
    controls.bf16.select(offset_bf16, offset_f16).named(hidden("offset"))
}

/// Selects the result of the requested format among f16, bf16 and f32.
fn choose_format<'n>(
    n: Scope<'n>,
    controls: Controls<'n>,
    out_of_bounds: Net<'n>,
    outcomes: [Option<Outcome<'n>>; 3],
) -> Outcome<'n> {
    let stage = n.stage(step::CHOOSE_FORMAT);
    let [f16, bf16, f32] = outcomes.map(|outcome| outcome.map(|outcome| outcome.value));
    let half = match (f16, bf16) {
        (Some(f16), Some(bf16)) => controls.bf16.select(bf16, f16),
        (f16, bf16) => f16.or(bf16).unwrap_or_else(|| n.constant(0, 16)),
    };
    let half = half.named(hidden("half"));
    let flags = chosen_flags(controls, outcomes);
    drop(stage);
    let half = force_out_of_bounds(n, out_of_bounds, half);
    let _stage = n.stage(step::CHOOSE_RESULT);
    let value = match f32 {
        Some(f32) => controls
            .wide
            .select(f32, half.zero_extend(32))
            .named(hidden("of_arithmetic")),
        None => half,
    };
    Outcome { value, flags }
}

/// Selects the flags of the requested format among f16, bf16 and f32.
fn chosen_flags<'n>(controls: Controls<'n>, outcomes: [Option<Outcome<'n>>; 3]) -> Option<Net<'n>> {
    let [f16, bf16, f32] = outcomes.map(|outcome| outcome.and_then(|outcome| outcome.flags));
    let one_of = |condition: Net<'n>, then: Option<Net<'n>>, otherwise: Option<Net<'n>>| match (then, otherwise) {
        (Some(then), Some(otherwise)) => Some(condition.select(then, otherwise)),
        (then, otherwise) => then.or(otherwise),
    };
    one_of(controls.wide, f32, one_of(controls.bf16, bf16, f16))
}

/// Returns the addend: `c` in its format, the second operand of add and sub, or for mul a zero that does not change the
/// product.
fn addend<'n>(
    n: Scope<'n>,
    controls: Controls<'n>,
    operands: Operands<'n>,
    significand_bits: u32,
    product_sign: Net<'n>,
) -> Unpacked<'n> {
    let _stage = n.stage(step::ADDEND);
    let half = Unpacked::select("half_", controls.addend_is_b, operands.b, operands.c);
    let zeros_below = significand_bits - SIGNIFICAND_BITS;
    let half = Unpacked {
        significand: half
            .significand
            .append_zeros(zeros_below)
            .named(hidden("half_extended")),
        // A placeholder: `wide_operands` makes the magnitude, from the fields in the adder's own width.
        magnitude: half.exponent,
        ..half
    };
    let wide = operands.c_wide.map(|value| {
        let wide = unpack(n, "c_f32", FloatFormat::F32, value);
        Unpacked {
            magnitude: wide.exponent,
            ..wide
        }
    });
    let chosen = wide.map_or(half, |wide| Unpacked::select("chosen_", controls.wide, wide, half));
    let chosen = Unpacked {
        sign: (chosen.sign ^ controls.subtract).named(hidden("sign_of_sum")),
        ..chosen
    };
    let zero = zero_like(n, product_sign, chosen);
    let addend = Unpacked::select("", controls.multiply, zero, chosen);
    Unpacked {
        exponent: addend.exponent.named(unsigned("exponent")),
        significand: addend.significand.named("significand"),
        ..addend
    }
}

/// Rounds and packs in one format and applies the modifiers. The format comes with its roundings other than to nearest
/// even.
fn finish<'n>(
    n: Scope<'n>,
    (format, roundings): (FloatFormat, &[Rounding]),
    controls: Controls<'n>,
    exact: Unrounded<'n>,
    special: Special<'n>,
    invalid: Option<Net<'n>>,
) -> Outcome<'n> {
    let stage = n.stage(step::ROUND);
    let nearest = exact.rounds_up(n, Rounding::NearestEven);
    let up = roundings.iter().fold(nearest, |otherwise, rounding| {
        let up = exact.rounds_up(n, *rounding);
        Carry::select("by_mode", controls.asks_for(*rounding), up, otherwise)
    });
    let nearest = overflows_to_infinity(Rounding::NearestEven, exact.sign);
    let to_infinity = roundings.iter().fold(nearest, |otherwise, rounding| {
        let asked = controls.asks_for(*rounding);
        let to_infinity = asked.select(overflows_to_infinity(*rounding, exact.sign), otherwise);
        to_infinity.named(hidden("to_infinity_by_mode"))
    });
    drop(stage);
    let rounded = round(n, format, up, exact);
    let flush = if format == FloatFormat::F16 {
        controls.flush
    } else {
        n.zero()
    };
    let limits = Limits {
        to_infinity,
        saturate: n.zero(),
        flush,
    };
    let result = pack(n, format, limits, rounded, special);
    let flags = invalid.map(|invalid| {
        let is_directed =
            |rounding: &&Rounding| matches!(rounding, Rounding::TowardNegative | Rounding::TowardPositive);
        let directed = roundings.iter().filter(is_directed);
        let directed = directed.fold(n.zero(), |any, rounding| any | controls.asks_for(*rounding));
        Flags::from_rounded(n, format, directed, exact, rounded, special, invalid).word(n)
    });
    // bf16 has no `.sat`, and mixed precision no `.relu`.
    let result = if format == FloatFormat::BF16 {
        result
    } else {
        let saturated = saturate(n, format, result);
        let _stage = n.stage(step::SATURATE);
        controls.saturate.select(saturated, result).named(hidden("if_asked"))
    };
    let value = if format == FloatFormat::F32 {
        result
    } else {
        controls.relu.select(relu(n, result), result)
    };
    Outcome { value, flags }
}
