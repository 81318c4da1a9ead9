//! Operands of the shared datapath, placed for the shifter.

use halfpipe_isa::{FloatFormat, Modifier};

use super::group::ConversionGroup;
use crate::datapath::conversion::{magnitude, PlacedHalf, PlacedNumber, ShiftInput};
use crate::fpu::control::Controls;
use crate::fpu::conversion_kind::Kind;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{count_leading_zeros, step, unpack, Unpacked};

impl ConversionGroup<'_> {
    pub fn place_integer<'n>(&self, n: Scope<'n>, controls: Controls<'n>, a: Net<'n>) -> PlacedNumber<'n> {
        let stage = n.stage(step::MAGNITUDE);
        let signed = self.signed(n, controls, Kind::FromInteger);
        let widths = self.widths(n, controls, Kind::FromInteger);
        let (width, _) = widths[0];
        let integer = widths.iter().skip(1).fold(a.low(width), |wider, (bits, asked)| {
            let sign = a.bit(bits - 1) & signed;
            let extended = sign.repeat(width - bits).join(a.low(*bits));
            asked
                .select(extended, wider)
                .named(hidden(format!("or_of_{bits}_bits")))
        });
        let sign = (integer.top_bit() & signed).named("sign");
        drop(stage);
        let magnitude = magnitude(n, sign, integer);
        let places = self.shifter.magnitude_bits();
        let digits = magnitude.low(places);
        let zeros = count_leading_zeros(n, step::RAW_ZEROS, digits);
        let _stage = n.stage(step::PLACE_INTEGER);
        let asked = controls.from_integer;
        let above = match width - places {
            0 => n.zero(),
            above => magnitude.high(above).any().named("above") & asked,
        };
        let exponent = self.shifter.exponent_of_integer(n, zeros);
        PlacedNumber {
            placed: ShiftInput {
                word: self.shifter.word(digits.only_if(asked), 0),
                amount: zeros.only_if(asked),
            },
            sign: sign & asked,
            exponent: exponent.named(unsigned("exponent")),
            above,
            nan: n.zero(),
            signalling: n.zero(),
            infinite: n.zero(),
        }
    }

    pub fn place_half<'n>(&self, n: Scope<'n>, controls: Controls<'n>, a: Net<'n>) -> PlacedHalf<'n> {
        let format = self.shifter.format;
        let half = unpack(n, "half", format, a.low(format.width()));
        self.shifter.place_half(n, controls.to_integer, half)
    }

    pub fn place_single<'n>(&self, n: Scope<'n>, controls: Controls<'n>, a: Net<'n>) -> PlacedNumber<'n> {
        let single = unpack(n, "single", FloatFormat::F32, a);
        let _stage = n.stage(step::PLACE_SINGLE);
        let asked = controls.narrow;
        let significand = if self.has_modifier(Modifier::Ftz) {
            single
                .significand
                .only_if(single.significand.top_bit() | !controls.flush)
        } else {
            single.significand
        };
        let flushed = Unpacked { significand, ..single };
        let placed = self.shifter.place_single(n, asked, flushed);
        PlacedNumber {
            placed: ShiftInput {
                word: self.shifter.word(placed.digits, self.shifter.below_top()),
                amount: placed.amount.only_if(asked),
            },
            sign: single.sign & asked,
            exponent: placed.exponent.only_if(asked).named(unsigned("exponent")),
            above: n.zero(),
            nan: single.nan & asked,
            signalling: n.zero(),
            infinite: single.infinite & asked,
        }
    }
}
