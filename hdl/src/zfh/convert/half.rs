//! The conversions of a half-precision format: operands to the shifter, and its result to the roundings.

use halfpipe_isa::{FloatFormat, Operation};

use super::selection::{offered, Selection};
use crate::datapath::conversion::{HalfShifter, PlacedNumber, ShiftInput};
use crate::datapath::finish::{finish, OperationFlags};
use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{count_leading_zeros, step, unpack, RoundingMode, Special, Top, Unrounded};
use crate::zfh::boxes::OperandBox;
use crate::zfh::half::{instruction, HALF_BITS};
use crate::zfh::spec::ZfhSpec;

/// The conversions of a half-precision format that share a shifter.
pub struct HalfConversions<'s> {
    pub shifter: HalfShifter,
    pub spec: &'s ZfhSpec,
}

impl<'s> HalfConversions<'s> {
    pub fn new(format: FloatFormat, spec: &'s ZfhSpec) -> HalfConversions<'s> {
        let integer_bits = if spec.has_arithmetic(format) { spec.xlen } else { 0 };
        let shifter = HalfShifter {
            format,
            to_integer_bits: integer_bits,
            from_integer_bits: integer_bits,
            narrows: spec.has_single(),
            below_guard: 1,
        };
        HalfConversions { shifter, spec }
    }

    /// Returns the results of the conversions.
    pub fn candidates<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        of_a: OperandBox<'n>,
        a: Net<'n>,
    ) -> Vec<Outcome<'n>> {
        let has_integers = self.shifter.to_integer_bits > 0;
        let to_half = selection.has_target(self.shifter.format);
        let from_half = || selection.to_integer & selection.has_source(self.shifter.format);
        let from_single = || selection.between_formats & selection.has_source(FloatFormat::RISCV_S);
        let from_integer = has_integers.then(|| {
            let asked = (selection.from_integer & to_half).named(hidden("from_integer"));
            self.place_integer(n, selection, asked, a)
        });
        let to_integer = has_integers.then(|| {
            let asked = from_half().named(hidden("to_integer"));
            let half = unpack(n, "half", self.shifter.format, a.low(HALF_BITS));
            self.shifter.place_half(n, asked, of_a.classify(n, half))
        });
        let narrowing = self
            .shifter
            .narrows
            .then(|| self.place_single(n, (from_single() & to_half).named(hidden("narrowing")), a));
        let placed = [
            from_integer.map(|number| number.placed),
            to_integer.map(|half| half.placed),
            narrowing.map(|number| number.placed),
        ];
        let top = self.shifter.shift(n, placed);
        let integer =
            to_integer.map(|half| self.round_to_integer(n.scope("integer"), selection, from_half(), half, top));
        let narrows = if self.shifter.narrows { from_single() } else { n.zero() };
        let asked = to_half & (selection.from_integer | narrows);
        let number = self.round_to_number(n, selection, asked, [from_integer, narrowing], top);
        integer.into_iter().chain([number]).collect()
    }

    fn place_integer<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        asked: Net<'n>,
        a: Net<'n>,
    ) -> PlacedNumber<'n> {
        let stage = n.stage(step::MAGNITUDE);
        let width = self.spec.xlen;
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
        let places = self.shifter.magnitude_bits();
        // Digits above those of the largest half only tell that it is exceeded. So does a carry from the digits below.
        let carried = flipped.low(places).zero_extend(places + 1) + sign.zero_extend(places + 1);
        let carried = carried.named(unsigned("magnitude"));
        let digits = carried.low(places);
        let above = match width - places {
            0 => n.zero(),
            above => (flipped.high(above).any() | carried.top_bit()).named("above") & asked,
        };
        drop(stage);
        let zeros = count_leading_zeros(n, step::RAW_ZEROS, digits);
        let _stage = n.stage(step::PLACE_INTEGER);
        // The exponent of a zero is 0, like that of a subnormal number.
        let nonzero = digits.any();
        let exponent = self.shifter.exponent_of_integer(n, zeros);
        PlacedNumber {
            sign: sign & asked,
            exponent: exponent.only_if(nonzero & asked).named(unsigned("exponent")),
            above,
            nan: n.zero(),
            signalling: n.zero(),
            infinite: n.zero(),
            placed: ShiftInput {
                word: self.shifter.word(digits.only_if(asked), 0),
                amount: zeros.only_if(asked),
            },
        }
    }

    fn place_single<'n>(&self, n: Scope<'n>, asked: Net<'n>, a: Net<'n>) -> PlacedNumber<'n> {
        let format = FloatFormat::RISCV_S;
        let bits = format.width();
        let value = if self.spec.boxes() && self.spec.register_bits() > bits {
            let _stage = n.stage(step::UNBOX);
            let is_boxed = a.slice(bits, self.spec.register_bits() - bits).all().named("is_boxed");
            is_boxed.select(a.low(bits), n.constant(format.canonical_nan().into(), bits))
        } else {
            a.low(bits)
        };
        let single = unpack(n, "single", format, value);
        let signalling = single.signals(n);
        let _stage = n.stage(step::PLACE_SINGLE);
        let placed = self.shifter.place_single(n, asked, single);
        PlacedNumber {
            sign: single.sign & asked,
            exponent: placed.exponent.only_if(asked).named(unsigned("exponent")),
            above: n.zero(),
            nan: single.nan & asked,
            signalling: signalling & asked,
            infinite: single.infinite & asked,
            placed: ShiftInput {
                word: self.shifter.word(placed.digits, self.shifter.below_top()),
                amount: placed.amount.only_if(asked),
            },
        }
    }

    /// Returns the rounded half.
    fn round_to_number<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        asked: Net<'n>,
        numbers: [Option<PlacedNumber<'n>>; 2],
        top: Top<'n>,
    ) -> Outcome<'n> {
        let format = self.shifter.format;
        let stage = n.stage(step::ROUND);
        let number = PlacedNumber::either(numbers).expect("a format has conversions");
        let sign = number.sign.named("sign");
        let exponent = number.exponent.named(unsigned("exponent_minus_one"));
        let exact = self
            .shifter
            .unrounded(n, format.significand_bits(), top, sign, exponent);
        let exact = Unrounded {
            too_large: Some((exact.overflows(format) | number.above).named("too_large")),
            ..exact
        };
        let special = Special {
            nan: number.nan,
            infinite: number.infinite,
            infinite_sign: sign,
            zero: n.zero(),
        };
        let raised = OperationFlags::from_invalid(n, number.signalling);
        drop(stage);
        let config = LaneConfig::from_instruction(instruction(Operation::Add, format, format));
        let rounding = RoundingMode::Selected(selection.rounding);
        let outcome = finish(n, &config, rounding, exact, special, Some(raised));
        offered(n, self.spec, asked, outcome)
    }
}
