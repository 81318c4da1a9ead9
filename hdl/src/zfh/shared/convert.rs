//! The conversions of all formats around one shifter.
//!
//! An operand becomes a number in single precision whose significand may have leading zeros, or it is an integer. The shifter
//! moves it up, and the top is rounded to a format or to an integer.
//!
//! - An integer, and a number that becomes one of a wider or equal range, are at the top of the shifter's word. A leading digit
//!   below the top moves up. A negative integer stays in two's complement until it is rounded.
//! - A number that becomes an integer, or one of a narrower range, is below the places of the largest integer. It moves up by
//!   its exponent.

use halfpipe_isa::{FloatFormat, Operation};

use super::formats::SharedFormats;
use super::place::NormalisedNumber;
use super::result::extend_number;
use crate::datapath::conversion::{integral, HalfShifter, PlacedHalf, ShiftInput};
use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::net::{hidden, signed, unsigned, Builder, Net, Scope};
use crate::stage::{count_leading_zeros, step, RoundingMode, Special, Top, Unpacked};
use crate::zfh::convert::{HalfConversions, Selection};
use crate::zfh::encoding::FROUND;
use crate::zfh::half::instruction;
use crate::zfh::spec::ZfhSpec;

/// The format in whose widths all conversions are.
const WIDE: FloatFormat = FloatFormat::RISCV_S;

/// Builds the datapath. The result is 0 for an `op` of another group.
pub fn convert(builder: &Builder, spec: &ZfhSpec) {
    let n = builder.scope();
    let (selection, op, a) = Selection::from_ports(builder, spec);
    let formats = spec.converted();
    let unit = SharedConversions {
        n,
        spec,
        selection,
        from: SharedFormats::select(n.scope("source"), WIDE, &formats, selection.source),
        to: SharedFormats::select(n.scope("target"), WIDE, &formats, selection.target),
    };
    let (operand, signals) = unit.unpack(a);
    let (integer, number) = unit.outcomes(operand, signals, a);
    let mut outcome = integer.or(number);
    if spec.has_zfa() {
        let is_rounded = op.equals_constant(FROUND).named("rounds_to_integer");
        for format in spec.arithmetic() {
            outcome = outcome.or(unit.rounded(format, is_rounded, selection.unsigned, a));
        }
    }
    builder.output("result", outcome.value.named("result"));
    let flags = outcome.flags.expect("an instruction of RISC-V has flags");
    builder.output("flags", flags.named("flags"));
}

/// The conversions of a core.
struct SharedConversions<'s, 'n> {
    n: Scope<'n>,
    spec: &'s ZfhSpec,
    selection: Selection<'n>,
    /// The formats of operands.
    from: SharedFormats<'n>,
    /// The formats of results.
    to: SharedFormats<'n>,
}

impl<'n> SharedConversions<'_, 'n> {
    /// Returns the operand as a number in single precision, and 1 if it is a signalling NaN.
    fn unpack(&self, a: Net<'n>) -> (Unpacked<'n>, Net<'n>) {
        let own_box = self.from.find_box(self.n.scope("a"), self.spec, a);
        let stage = self.n.stage(step::unpack("a"));
        let from = &self.from;
        let field = |format: FloatFormat| a.slice(format.fraction_bits, format.exponent_bits);
        let sign = from.choose(|format| a.bit(format.width() - 1)).named("sign");
        let normal = from.choose(|format| field(format).any()).named("normal");
        let special = from.choose(|format| field(format).all()).named(hidden("exponent_ones"));
        // The bias of single precision in place of that of fewer exponent bits: copies of the complement of the top bit follow it.
        let rebiased = |format: FloatFormat| {
            let field = field(format);
            match WIDE.exponent_bits - format.exponent_bits {
                0 => field,
                above => {
                    let top = field.top_bit();
                    top.join((!top).repeat(above)).join(field.low(format.exponent_bits - 1))
                }
            }
        };
        let rebiased = from.choose(rebiased);
        let exponent = rebiased.high(WIDE.exponent_bits - 1).join(rebiased.bit(0) | !normal);
        let fraction = |format: FloatFormat| {
            a.low(format.fraction_bits)
                .append_zeros(WIDE.fraction_bits - format.fraction_bits)
        };
        let fraction = from.choose(fraction).named("fraction");
        let has_fraction = fraction.any().named(hidden("fraction_nonzero"));
        let nan = (special & has_fraction).named("nan");
        let unpacked = Unpacked {
            sign,
            exponent: exponent.named(unsigned("exponent")),
            significand: normal.join(fraction).named("significand"),
            magnitude: rebiased.join(fraction),
            zero: (!normal & !has_fraction).named("zero"),
            infinite: (special & !has_fraction).named("infinite"),
            nan,
        };
        drop(stage);
        let signals = own_box.only_in(nan & !fraction.top_bit()).named("signalling");
        (own_box.classify(self.n, unpacked), signals)
    }

    /// Returns the integer and the number; each is 0 if it is not selected.
    fn outcomes(&self, operand: Unpacked<'n>, signals: Net<'n>, a: Net<'n>) -> (Outcome<'n>, Outcome<'n>) {
        let (n, selection) = (self.n, self.selection);
        let xlen = self.spec.xlen;
        let shared = HalfConversions {
            shifter: HalfShifter {
                format: WIDE,
                to_integer_bits: xlen,
                from_integer_bits: xlen,
                narrows: true,
                below_guard: 1,
            },
            spec: self.spec,
        };
        let shifter = &shared.shifter;
        let (is_negative, integer) = self.integer(a);
        let narrows = self.narrows();
        let low = self.place_low(operand, narrows, xlen);
        let is_low = ((selection.to_integer | narrows) & !low.reaches_top).named("is_low");
        let high = self.place_high(operand, integer, is_negative, is_low);

        let stage = n.stage(step::MOVE);
        let digits = low.digits.only_if(is_low).named(hidden("low_digits"));
        let word = shifter.word(high.digits, 0) | shifter.word(digits, xlen);
        let placed = ShiftInput {
            word: word.named("word"),
            amount: is_low.select(low.amount, high.amount.zero_extend(low.amount.width())),
        };
        drop(stage);
        let top = shifter.shift(n, [Some(placed), None, None]);
        let half = PlacedHalf {
            half: Unpacked {
                sign: (operand.sign & !operand.nan).named("negative"),
                ..operand
            },
            too_large: (low.is_beyond | operand.infinite | operand.nan).named("too_large"),
            placed,
        };
        let integer = shared.round_to_integer(n.scope("integer"), selection, selection.to_integer, half, top);
        let exponent = narrows.select(low.exponent, high.exponent);
        (integer, self.number(operand, signals, is_negative, exponent, top))
    }

    /// Places an integer in two's complement, or a significand, at the top of the word. Its leading digit moves up.
    fn place_high(
        &self,
        operand: Unpacked<'n>,
        integer: Net<'n>,
        is_negative: Net<'n>,
        is_low: Net<'n>,
    ) -> HighPlace<'n> {
        let (n, from_integer) = (self.n, self.selection.from_integer);
        let xlen = self.spec.xlen;
        let stage = n.stage(step::PLACE_INTEGER);
        let significand = operand.significand.append_zeros(xlen - operand.significand.width());
        let flipped = (integer ^ is_negative.repeat(xlen)).named(hidden("flipped"));
        let unlike_sign = from_integer.select(flipped, significand).named("unlike_sign");
        let digits = from_integer.select(integer, significand).only_if(!is_low);
        drop(stage);
        let zeros = count_leading_zeros(n, step::RAW_ZEROS, unlike_sign);
        let _stage = n.stage(step::PLACE_SINGLE);
        // A subnormal number of a format with fewer exponents has a leading one below the top.
        let is_normalised = self.from.any_of(n, |format| format.exponent_bits < WIDE.exponent_bits);
        let up = zeros.only_if(from_integer | is_normalised).named("zeros_above");
        let place = self.to_place(xlen);
        let base = from_integer.select(place, operand.exponent.zero_extend(EXPONENT_BITS));
        let exponent = (base + !up.zero_extend(EXPONENT_BITS)).named(hidden("high_exponent"));
        let is_nonzero = from_integer.select(unlike_sign.any() | is_negative, !operand.zero);
        HighPlace {
            digits: digits.named("high_digits"),
            amount: up,
            exponent: exponent.only_if(is_nonzero),
        }
    }

    /// Returns the number that the top of the word rounds to, in the result port; 0 if it is not selected.
    fn number(
        &self,
        operand: Unpacked<'n>,
        signals: Net<'n>,
        is_negative: Net<'n>,
        exponent: Net<'n>,
        top: Top<'n>,
    ) -> Outcome<'n> {
        let (n, selection) = (self.n, self.selection);
        let from_integer = selection.from_integer;
        let stage = n.stage(step::ROUND);
        let below = top.kept.width() - WIDE.significand_bits() - 2;
        let number = NormalisedNumber {
            sign: from_integer.select(is_negative, operand.sign).named("sign"),
            exponent: exponent.named(unsigned("exponent_minus_one")),
            kept: top.kept.high(WIDE.significand_bits() + 2),
            sticky: top.sticky | top.kept.low(below).any(),
            negative: (from_integer & is_negative).named(hidden("is_complement")),
        };
        let is_number = !from_integer;
        let special = Special {
            nan: operand.nan & is_number,
            infinite: operand.infinite & is_number,
            infinite_sign: operand.sign,
            zero: n.zero(),
        };
        drop(stage);
        let invalid = signals & is_number;
        let number = self.to.finish(n, selection.rounding, number, special, invalid);
        let asked = (from_integer | selection.between_formats).named(hidden("makes_number"));
        self.offer(&self.to, asked, number)
    }

    /// Returns a number in the result port if it is asked for, else 0.
    fn offer(&self, formats: &SharedFormats<'n>, asked: Net<'n>, number: Outcome<'n>) -> Outcome<'n> {
        let word = extend_number(self.n, self.spec, formats, number.value);
        let _stage = self.n.stage(step::CHOOSE_RESULT);
        Outcome {
            value: word.only_if(asked).named(hidden("offered")),
            flags: number.flags.map(|flags| flags.only_if(asked)),
        }
    }

    /// Returns 1 if a number becomes one of a format with a narrower range.
    fn narrows(&self) -> Net<'n> {
        let _stage = self.n.stage(step::DECODE);
        let is_short = |format: FloatFormat| format.exponent_bits < WIDE.exponent_bits;
        let [of_source, of_target] = [&self.from, &self.to].map(|formats| formats.any_of(self.n, is_short));
        (self.selection.between_formats & of_target & !of_source).named("narrows")
    }

    /// Returns the sign of an integer, and its digits in two's complement.
    fn integer(&self, a: Net<'n>) -> (Net<'n>, Net<'n>) {
        let _stage = self.n.stage(step::MAGNITUDE);
        let width = self.spec.xlen;
        let is_signed = !self.selection.unsigned;
        let integer = match width {
            64 => {
                let fill = a.bit(31) & is_signed;
                let upper = self.selection.long.select(a.slice(32, 32), fill.repeat(32));
                upper.join(a.low(32)).named(hidden("integer"))
            }
            _ => a.low(width),
        };
        ((integer.top_bit() & is_signed).named("is_negative"), integer)
    }

    /// Returns the biased exponent of the highest place of an integer in the format of the result.
    fn to_place(&self, width: u32) -> Net<'n> {
        self.to
            .constant(self.n, EXPONENT_BITS, |format| format.bias() + i64::from(width) - 1)
    }

    /// Places a number that moves up by its exponent.
    ///
    /// One that becomes an integer has the place of 1 just above its digits. One that becomes a number of fewer exponents moves
    /// to the top, unless it is subnormal there.
    fn place_low(&self, operand: Unpacked<'n>, narrows: Net<'n>, places: u32) -> LowPlace<'n> {
        let n = self.n;
        let _stage = n.stage(step::PLACE_HALF);
        let width = EXPONENT_BITS;
        let first = i64::from(places);
        // The exponent field of the number that does not move.
        let unmoved = |format: FloatFormat| WIDE.bias() + 1 - format.bias() - first;
        let of_integer = n.constant((1 - WIDE.bias()).rem_euclid(1 << width) as u64, width);
        let of_narrow = self.to.constant(n, width, |format| -unmoved(format));
        let less = narrows.select(of_narrow, of_integer);
        let distance = (operand.exponent.zero_extend(width) + less).named(signed("distance"));
        let is_far = distance.top_bit().named("far_below");
        let bits = places.ilog2();
        let reaches_top = (distance.slice(bits, width - 1 - bits).any() & !is_far).named("reaches_top");
        let amount = distance.low(bits).only_if(!is_far);
        let sticky = is_far & !operand.zero;
        let above_top = n.constant((-first).rem_euclid(1 << width) as u64, width);
        let exponent = (distance + above_top).only_if(reaches_top);
        // A number of more places than the largest integer has.
        let is_exact = distance.low(bits).is_zero() & distance.slice(bits, width - 1 - bits).equals_constant(1);
        LowPlace {
            digits: operand.significand.only_if(!is_far).join(sticky),
            amount: amount.named(unsigned("amount")),
            exponent: exponent.named(hidden("low_exponent")),
            is_beyond: (reaches_top & !is_exact).named("is_beyond"),
            reaches_top,
        }
    }

    /// Returns a number of a format, rounded to an integer in the same.
    fn rounded(&self, format: FloatFormat, asked: Net<'n>, raises_inexact: Net<'n>, a: Net<'n>) -> Outcome<'n> {
        let n = self.n.scope(&format!("round_{format}"));
        let own = SharedFormats {
            wide: format,
            narrow: Vec::new(),
        };
        let own_box = own.find_box(n, self.spec, a);
        let value = own_box.unboxed(n, format, a.low(format.width()), "unboxed");
        let config = LaneConfig::from_instruction(instruction(Operation::Froundnx, format, format));
        let rounding = RoundingMode::Selected(self.selection.rounding);
        let outcome = integral(n, &config, rounding, format, value);
        let is_own = self.from.constant(n, 1, |other| i64::from(other == format));
        let outcome = Outcome {
            flags: outcome
                .flags
                .map(|flags| flags.high(4).join(flags.bit(0) & raises_inexact)),
            ..outcome
        };
        self.offer(&own, (asked & is_own).named(hidden("asked")), outcome)
    }
}

/// The width of an exponent with a sign, and with room for the places of an integer.
const EXPONENT_BITS: u32 = WIDE.exponent_bits + 2;

/// A number below the places of the largest integer.
struct LowPlace<'n> {
    /// The significand, and a bit that is 1 if a number too far below is not zero.
    digits: Net<'n>,
    /// The places by which it moves up.
    amount: Net<'n>,
    /// The exponent field of the result less one; 0 for a subnormal one.
    exponent: Net<'n>,
    /// 1 if it has as many places as the largest integer or more, so that it belongs at the top.
    reaches_top: Net<'n>,
    /// 1 if it has more places than the largest integer.
    is_beyond: Net<'n>,
}

/// Digits at the top of the word.
struct HighPlace<'n> {
    /// The integer or the significand; 0 for a number below the top.
    digits: Net<'n>,
    /// The places by which it moves up.
    amount: Net<'n>,
    /// The exponent field of the result less one; 0 for a zero.
    exponent: Net<'n>,
}

impl ZfhSpec {
    /// Returns the formats that conversions have, the widest one included.
    fn converted(&self) -> Vec<FloatFormat> {
        let mut formats = self.convertible();
        formats.push(WIDE);
        formats
    }
}
