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

use halfpipe_isa::FloatFormat;

use super::boxes::OperandBox;
use super::encoding::{F2F, F2I, I2F};
use super::half::{format_code, instruction, HALF_BITS};
use crate::datapath::finish::{finish_unrounded, OperationFlags};
use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::format::HardwareFormat;
use crate::net::{hidden, signed, unsigned, Builder, Net, Scope};
use crate::stage::{
    count_leading_zeros, shift_left_to_top, step, unpack, Flags, RoundingMode, SelectedRounding, Special, Top,
    Unrounded,
};

/// The formats and widths of a core's conversions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConversionFormats {
    /// Half-precision formats that are converted from and to integers.
    pub with_integers: Vec<FloatFormat>,
    /// Half-precision formats that are converted from and to single precision.
    pub with_single: Vec<FloatFormat>,
    /// True if halves are converted from one format to the other.
    pub between_halves: bool,
    /// The width of an integer register, 32 or 64 bits.
    pub integer_bits: u32,
    /// The width of the operand and of the result, in bits.
    pub width: u32,
    /// True if a 16-bit operand has ones above it; otherwise it counts as a NaN.
    pub boxes: bool,
    /// The width of a floating-point register in bits, which holds the box.
    pub register_bits: u32,
}

impl ConversionFormats {
    /// Returns the half-precision formats, each once.
    fn halves(&self) -> Vec<FloatFormat> {
        let mut all = [self.with_integers.clone(), self.with_single.clone()].concat();
        all.sort();
        all.dedup();
        all
    }
}

/// Inputs that select a conversion.
#[derive(Clone, Copy)]
struct Selection<'n> {
    to_integer: Net<'n>,
    from_integer: Net<'n>,
    between_formats: Net<'n>,
    unsigned: Net<'n>,
    /// 1 for an integer of 64 bits.
    long: Net<'n>,
    source: Net<'n>,
    target: Net<'n>,
    rounding: SelectedRounding<'n>,
}

impl<'n> Selection<'n> {
    fn has_source(self, format: FloatFormat) -> Net<'n> {
        self.source.equals_constant(format_code(format))
    }

    fn has_target(self, format: FloatFormat) -> Net<'n> {
        self.target.equals_constant(format_code(format))
    }
}

/// A result that is 0 unless its conversion is selected.
#[derive(Clone, Copy)]
struct Candidate<'n> {
    value: Net<'n>,
    flags: Net<'n>,
}

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
            let widened = alone(n, rounding, "s", format, unboxed(n, format, of_a, half));
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
            let converted = alone(n, rounding, &to.to_string(), from, unboxed(n, from, of_a, half));
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
fn alone<'n>(n: Scope<'n>, rounding: SelectedRounding<'n>, to: &str, from: FloatFormat, value: Net<'n>) -> Outcome<'n> {
    let config = LaneConfig::from_instruction(instruction(&format!("fcvt.{to}"), from));
    let conversion = config.conversion.expect("fcvt is a conversion");
    conversion.outcome(n, &config, RoundingMode::Selected(rounding), &[value])
}

/// Returns a number as a candidate, with ones above it, or in an integer register with its sign.
fn offered<'n>(n: Scope<'n>, formats: &ConversionFormats, asked: Net<'n>, outcome: Outcome<'n>) -> Candidate<'n> {
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
fn extended<'n>(value: Net<'n>, fill: Net<'n>, width: u32) -> Net<'n> {
    match width - value.width() {
        0 => value,
        above => fill.repeat(above).join(value),
    }
}

/// Digits for the shifter, and their shift. Both are 0 unless the operation has such an operand.
#[derive(Clone, Copy)]
struct ShiftInput<'n> {
    word: Net<'n>,
    amount: Net<'n>,
}

/// A number on its way to the rounder.
#[derive(Clone, Copy)]
struct NumberInput<'n> {
    sign: Net<'n>,
    /// The exponent field, less one, of a half with a leading one at the top; 0 for a subnormal half.
    exponent: Net<'n>,
    /// 1 if the number is above every half, whatever its lower bits.
    above: Net<'n>,
    nan: Net<'n>,
    signalling: Net<'n>,
    infinite: Net<'n>,
}

/// A half to be converted to an integer.
#[derive(Clone, Copy)]
struct HalfInput<'n> {
    negative: Net<'n>,
    nan: Net<'n>,
    /// 1 if the integer has more bits than are kept above the point.
    too_large: Net<'n>,
}

/// The conversions of a half-precision format that share a shifter.
struct HalfConversions<'f> {
    format: FloatFormat,
    formats: &'f ConversionFormats,
}

impl HalfConversions<'_> {
    fn has_integers(&self) -> bool {
        self.formats.with_integers.contains(&self.format)
    }

    fn has_single(&self) -> bool {
        self.formats.with_single.contains(&self.format)
    }

    /// Returns the number of bits above the point of the largest integer that is a half and fits a register.
    fn places(&self) -> u32 {
        if self.has_integers() {
            self.formats.integer_bits.min(self.format.max_exponent() as u32 + 1)
        } else {
            0
        }
    }

    /// True if a half can be an integer that does not fit a register.
    fn can_exceed(&self) -> bool {
        self.formats.integer_bits <= self.format.max_exponent() as u32
    }

    /// Returns the distance of single precision below the top, in places. With these zeros above it, and one for the guard
    /// bit, a number is reduced to the sticky bit.
    fn below_top(&self) -> u32 {
        match first_normal(self.format) {
            1 => 0,
            _ => self.format.significand_bits() + 1,
        }
    }

    /// Returns the number of bits of the shifted word that have a weight: those of an integer or a significand, and two
    /// below.
    fn keep(&self) -> u32 {
        (self.places() + 1).max(self.format.significand_bits() + 2)
    }

    /// Returns the width of the shifter's word.
    fn width(&self) -> u32 {
        let significand = self.format.significand_bits();
        let of_half = self.places() + significand + 1;
        let of_single = self.below_top() + significand + 3;
        let of_single = if self.has_single() { of_single } else { 0 };
        let of_half = if self.has_integers() { of_half } else { 0 };
        of_half.max(of_single).max(self.keep())
    }

    /// Returns the shifter's word with the digits `below_top` places below its top.
    fn word<'n>(&self, digits: Net<'n>, below_top: u32) -> Net<'n> {
        let width = self.width();
        digits
            .append_zeros(width - below_top - digits.width())
            .zero_extend(width)
    }

    fn candidates<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        of_a: OperandBox<'n>,
        a: Net<'n>,
    ) -> Vec<Candidate<'n>> {
        let to_half = selection.has_target(self.format);
        let from_integer = self.has_integers().then(|| {
            self.place_integer(
                n,
                selection,
                (selection.from_integer & to_half).named(hidden("from_integer")),
                a,
            )
        });
        let to_integer = self.has_integers().then(|| {
            let asked = (selection.to_integer & selection.has_source(self.format)).named(hidden("to_integer"));
            self.place_half(n, asked, of_a, a.low(HALF_BITS))
        });
        let narrowing = self.has_single().then(|| {
            let from_single = selection.between_formats & selection.has_source(FloatFormat::RISCV_S);
            self.place_single(n, (from_single & to_half).named(hidden("narrowing")), a)
        });
        let stage = n.stage(step::MOVE);
        let placed = [
            from_integer.map(|(placed, _)| placed),
            to_integer.map(|(placed, _)| placed),
            narrowing.map(|(placed, _)| placed),
        ];
        let either = |field: fn(&ShiftInput<'n>) -> Net<'n>| {
            let nets = placed.iter().flatten().map(field);
            let width = nets.clone().map(Net::width).max().expect("a format has conversions");
            let all = nets.map(|net| net.zero_extend(width));
            all.reduce(|one, other| one | other).expect("a format has conversions")
        };
        let word = either(|placed| placed.word).named("digits");
        let amount = either(|placed| placed.amount).named(unsigned("amount"));
        let top = shift_left_to_top(word, amount, self.keep());
        drop(stage);
        let mut candidates = Vec::new();
        if let Some((_, half)) = to_integer {
            let asked = selection.to_integer & selection.has_source(self.format);
            candidates.push(self.as_integer(n.scope("integer"), selection, asked, half, top));
        }
        let numbers: Vec<NumberInput> = [
            from_integer.map(|(_, number)| number),
            narrowing.map(|(_, number)| number),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !numbers.is_empty() {
            let from_single = selection.between_formats & selection.has_source(FloatFormat::RISCV_S);
            let asked = if self.has_single() {
                to_half & (selection.from_integer | from_single)
            } else {
                to_half & selection.from_integer
            };
            candidates.push(self.as_number(n, selection, asked, &numbers, top));
        }
        candidates
    }

    fn place_integer<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        asked: Net<'n>,
        a: Net<'n>,
    ) -> (ShiftInput<'n>, NumberInput<'n>) {
        let stage = n.stage(step::MAGNITUDE);
        let width = self.formats.integer_bits;
        let is_signed = !selection.unsigned;
        let integer = match width {
            64 => {
                let fill = a.bit(31) & is_signed;
                let upper = selection.long.select(a.slice(32, 32), fill.repeat(32));
                upper.join(a.low(32)).named(hidden("integer"))
            }
            _ => a.low(width),
        };
        let sign = (integer.top_bit() & is_signed).named("sign");
        let flipped = (integer ^ sign.repeat(width)).named(hidden("flipped"));
        let places = self.places();
        // Digits above those of the largest half only tell that it is exceeded. So does a carry from the digits below.
        let carried = flipped.low(places).zero_extend(places + 1) + sign.zero_extend(places + 1);
        let carried = carried.named(unsigned("magnitude"));
        let magnitude = carried.low(places);
        let above = match width - places {
            0 => n.zero(),
            above => (flipped.high(above).any() | carried.top_bit()).named("above") & asked,
        };
        drop(stage);
        let zeros = count_leading_zeros(n, step::RAW_ZEROS, magnitude);
        let _stage = n.stage(step::PLACE_INTEGER);
        // The exponent is the number of places less one, which is all ones, less the leading zeros. The exponent of a zero
        // is 0, like that of a subnormal number.
        let bits = self.format.exponent_bits;
        let nonzero = magnitude.any();
        let places_less_one = (!zeros.low(places.ilog2())).zero_extend(bits);
        let exponent = places_less_one + n.constant(self.format.bias_field() - 1, bits);
        let number = NumberInput {
            sign: sign & asked,
            exponent: exponent.only_if(nonzero & asked).named(unsigned("exponent")),
            above,
            nan: n.zero(),
            signalling: n.zero(),
            infinite: n.zero(),
        };
        let placed = ShiftInput {
            word: self.word(magnitude.only_if(asked), 0),
            amount: zeros.low(places.ilog2()).only_if(asked),
        };
        (placed, number)
    }

    fn place_half<'n>(
        &self,
        n: Scope<'n>,
        asked: Net<'n>,
        of_a: OperandBox<'n>,
        half: Net<'n>,
    ) -> (ShiftInput<'n>, HalfInput<'n>) {
        let format = self.format;
        let half = of_a.classify(n, unpack(n, "half", format, half));
        let _stage = n.stage(step::PLACE_HALF);
        // A number from a half to one has its top bit just below the point, and does not move.
        let just_below = n.constant(format.bias_field() - 1, format.exponent_bits);
        let far = half.exponent.less_than(just_below).named("far_below");
        let near = (asked & !far).named("near");
        let sticky = far & !half.zero & asked;
        let digits = half.significand.only_if(near).join(sticky).named(hidden("digits"));
        let bits = u32::BITS - self.places().leading_zeros();
        let distance = (half.exponent - just_below).named(hidden("distance"));
        let too_large = if self.can_exceed() {
            let highest = format.bias_field() + u64::from(self.places()) - 1;
            n.constant(highest, format.exponent_bits).less_than(half.exponent)
        } else {
            half.infinite
        };
        let input = HalfInput {
            negative: (half.sign & !half.nan).named("negative"),
            nan: half.nan,
            too_large: (too_large | half.nan).named("too_large"),
        };
        let placed = ShiftInput {
            word: self.word(digits, self.places()),
            amount: distance.low(bits).only_if(near),
        };
        (placed, input)
    }

    fn place_single<'n>(&self, n: Scope<'n>, asked: Net<'n>, a: Net<'n>) -> (ShiftInput<'n>, NumberInput<'n>) {
        let format = self.format;
        let single_format = FloatFormat::RISCV_S;
        let bits = single_format.width();
        let value = if self.formats.boxes && self.formats.register_bits > bits {
            let _stage = n.stage(step::UNBOX);
            let is_boxed = a.slice(bits, self.formats.register_bits - bits).all().named("is_boxed");
            is_boxed.select(a.low(bits), n.constant(single_format.canonical_nan().into(), bits))
        } else {
            a.low(bits)
        };
        let single = unpack(n, "single", single_format, value);
        let signalling = single.signals(n);
        let _stage = n.stage(step::PLACE_SINGLE);
        // Two bits more than a half has, and one for all bits below.
        let high = format.significand_bits() + 2;
        let below = single.significand.width() - high;
        let lost = single.significand.low(below).any().named(hidden("lost"));
        let digits = single.significand.high(high).join(lost).only_if(asked);
        let first = first_normal(format);
        let width = single.exponent.width() + 1;
        let constant = |value: u64| n.constant(value, width);
        let exponent = single.exponent.zero_extend(width);
        let less_one = (exponent - constant(first)).named(hidden("signed_exponent"));
        let (exponent, amount) = match self.below_top() {
            0 => (less_one.low(width - 1), n.constant(0, 1)),
            farthest => {
                let below = less_one.top_bit().named("below_normal");
                let bits = u32::BITS - farthest.leading_zeros();
                let lowest = first - u64::from(farthest);
                let far = exponent.less_than(constant(lowest)).named("far_below");
                let left = (exponent.low(bits) - n.constant(lowest % (1 << bits), bits)).only_if(!far);
                let amount = below.select(left, n.constant(farthest.into(), bits));
                (less_one.low(width - 1).only_if(!below), amount)
            }
        };
        let number = NumberInput {
            sign: single.sign & asked,
            exponent: exponent.only_if(asked).named(unsigned("exponent")),
            above: n.zero(),
            nan: single.nan & asked,
            signalling: signalling & asked,
            infinite: single.infinite & asked,
        };
        let placed = ShiftInput {
            word: self.word(digits, self.below_top()),
            amount: amount.only_if(asked),
        };
        (placed, number)
    }

    /// Returns the rounded integer, clamped to the range of the result.
    fn as_integer<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        asked: Net<'n>,
        half: HalfInput<'n>,
        top: Top<'n>,
    ) -> Candidate<'n> {
        let stage = n.stage(step::ROUND_INTEGER);
        let places = self.places();
        let below = self.keep() - places;
        let integer = top.kept.high(places);
        let guard = top.kept.bit(below - 1);
        let lower = match below - 1 {
            0 => n.zero(),
            bits => top.kept.low(bits).any(),
        };
        let sticky = (lower | top.sticky).named("sticky");
        let negative = half.negative;
        let up = selection
            .rounding
            .rounds_up(negative, integer.bit(0), guard, sticky)
            .up();
        let up = up.named("up");
        // A negative result is the complement plus one. The one is left out if rounding up needs it.
        let bits = places + 1 + u32::from(self.can_exceed());
        let flipped = (integer.zero_extend(bits) ^ negative.repeat(bits)).named(hidden("flipped"));
        let rounded = (flipped + (up ^ negative).zero_extend(bits)).named(signed("integer"));
        drop(stage);
        let _stage = n.stage(step::CLAMP);
        let below_zero = rounded.top_bit() & negative;
        let unfit = |width: u32| {
            // The bits above a signed integer repeat its sign, and those above an unsigned one are 0.
            let from = (width - 1).min(bits - 1);
            let differing = (rounded.high(bits - from) ^ rounded.top_bit().repeat(bits - from)).any();
            let above = if bits > width {
                rounded.high(bits - width).any()
            } else {
                n.zero()
            };
            selection
                .unsigned
                .select(above | below_zero, differing)
                .named(hidden(format!("exceeds_{width}_bits")))
        };
        let unfit = match self.formats.integer_bits {
            64 => selection.long.select(unfit(64), unfit(32)),
            width => unfit(width),
        };
        let out_of_range = (half.too_large | unfit).named("out_of_range");
        let width = self.formats.integer_bits;
        let value = if width > bits {
            rounded.sign_extend(width)
        } else {
            rounded.low(width)
        };
        // The largest or the smallest integer. An unsigned one of 32 bits is sign-extended too.
        let limit_fill = !negative;
        let limit_top = selection.unsigned.select(!negative, negative);
        let limit = match width {
            64 => {
                let upper = selection
                    .long
                    .select(limit_top.join(limit_fill.repeat(31)), limit_top.repeat(32));
                let middle = selection.long.select(limit_fill, limit_top);
                upper.join(middle).join(limit_fill.repeat(31))
            }
            _ => limit_top.join(limit_fill.repeat(31)),
        };
        let result = out_of_range.select(limit.named(hidden("limit")), value);
        let result = match width {
            64 => {
                let upper = selection.long.select(result.high(32), result.bit(31).repeat(32));
                upper.join(result.low(32))
            }
            _ => result,
        };
        let result = extended(result, result.top_bit(), self.formats.width).named("result");
        let invalid = (out_of_range | half.nan) & asked;
        let inexact = (guard | sticky) & !out_of_range & asked;
        let flags = Flags {
            inexact: inexact.named(hidden("inexact")),
            ..Flags::of_invalid(n, invalid.named(hidden("invalid")))
        };
        Candidate {
            value: result.only_if(asked),
            flags: flags.word(n),
        }
    }

    /// Returns the rounded half.
    fn as_number<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        asked: Net<'n>,
        numbers: &[NumberInput<'n>],
        top: Top<'n>,
    ) -> Candidate<'n> {
        let format = self.format;
        let stage = n.stage(step::ROUND);
        let either = |field: fn(&NumberInput<'n>) -> Net<'n>| {
            let nets = numbers.iter().map(field);
            let width = nets.clone().map(Net::width).max().expect("there is a number");
            let all = nets.map(|net| net.zero_extend(width));
            all.reduce(|one, other| one | other).expect("there is a number")
        };
        let sign = either(|number| number.sign).named("sign");
        let exponent = either(|number| number.exponent).named(unsigned("exponent_minus_one"));
        let bits = format.significand_bits();
        let below = self.keep() - bits - 1;
        let sticky = (top.kept.low(below).any() | top.sticky).named("sticky");
        let exact = Unrounded {
            sign,
            exponent,
            significand: top.kept.high(bits),
            guard: top.kept.bit(below),
            sticky,
            pending_increment: n.zero(),
            next: self.has_single().then(|| top.kept.bit(below - 1)),
            too_large: None,
        };
        let above = either(|number| number.above);
        let exact = Unrounded {
            too_large: Some((exact.overflows(format) | above).named("too_large")),
            ..exact
        };
        let special = Special {
            nan: either(|number| number.nan),
            infinite: either(|number| number.infinite),
            infinite_sign: sign,
            zero: n.zero(),
        };
        let raised = OperationFlags {
            invalid: either(|number| number.signalling),
            divide_by_zero: n.zero(),
        };
        drop(stage);
        let config = LaneConfig::from_instruction(instruction("fadd", format));
        let rounding = RoundingMode::Selected(selection.rounding);
        let outcome = finish_unrounded(n, &config, rounding, exact, special, Some(raised));
        offered(n, self.formats, asked, outcome)
    }
}

/// Returns the exponent field, in single precision, of a format's smallest normal number.
fn first_normal(format: FloatFormat) -> u64 {
    FloatFormat::RISCV_S.bias_field() + 1 - format.bias_field()
}
