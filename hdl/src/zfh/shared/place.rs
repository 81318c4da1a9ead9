//! Rounding at the place of a format in the significand of the widest one.
//!
//! The leading one is at the top for every format. So a fraction has the highest places, and encodings of infinity, NaN and the
//! largest number have the same bits there: those of the widest format.

use halfpipe_isa::FloatFormat;

use super::formats::SharedFormats;
use crate::datapath::outcome::Outcome;
use crate::net::{hidden, Net, Scope};
use crate::stage::{pack, step, Carry, Flags, Limits, Rounded, RoundingMode, SelectedRounding, Special, Unrounded};

/// A normalised number before its rounding, in two's complement without its sign.
#[derive(Clone, Copy)]
pub struct NormalisedNumber<'n> {
    /// The sign of the result.
    pub sign: Net<'n>,
    /// The exponent field of the result less the significand's top bit.
    pub exponent: Net<'n>,
    /// The digits from the leading one down: a significand of the widest format and two more.
    pub kept: Net<'n>,
    /// 1 if any digit below is 1.
    pub sticky: Net<'n>,
    /// 1 if the digits are those of a negative number.
    pub negative: Net<'n>,
}

impl<'n> SharedFormats<'n> {
    /// Returns the places between the end of a format's significand and that of the widest one's.
    fn places_below(&self, format: FloatFormat) -> u32 {
        self.wide.fraction_bits - format.fraction_bits
    }

    /// Returns a word in which a place of the significand is 1 if it is below the significand of the format.
    fn mask_below(&self, n: Scope<'n>) -> Net<'n> {
        let bits = (0..self.wide.significand_bits()).map(|place| {
            let below = self.any_of(n, |format| place < self.places_below(format));
            below.named(hidden(format!("below_{place}")))
        });
        bits.reduce(|low, high| high.join(low)).expect("a significand has bits")
    }

    /// Cuts a number to the precision of its format. The places below are 0.
    fn cut(&self, n: Scope<'n>, number: NormalisedNumber<'n>, below: Net<'n>) -> Unrounded<'n> {
        let _stage = n.stage(step::COMPLEMENT);
        let NormalisedNumber {
            sign,
            exponent,
            kept,
            sticky,
            negative,
        } = number;
        let guard = self.choose(|format| kept.bit(1 + self.places_below(format)));
        let next = self.choose(|format| kept.bit(self.places_below(format)));
        let lower = self
            .narrow
            .iter()
            .map(|(format, is_it)| kept.low(self.places_below(*format)).any() & *is_it);
        let lower = lower.fold(sticky, |any, own| any | own).named("lower");
        let sticky = (lower | next).named("sticky");
        let digits = kept.high(self.wide.significand_bits()) ^ negative.repeat(self.wide.significand_bits());
        Unrounded {
            sign,
            exponent,
            significand: (digits & !below).named("significand"),
            guard: (guard ^ (negative & sticky)).named("guard"),
            sticky,
            pending_increment: (negative & !sticky & !guard).named("owed"),
            next: Some((next ^ (negative & lower)).named(hidden("next"))),
            too_large: None,
        }
    }

    /// Returns 1 if an exponent less the leading one does not fit its format.
    fn overflows(&self, n: Scope<'n>, exponent: Net<'n>) -> Net<'n> {
        let of_format = |format: FloatFormat| {
            let field = exponent.slice(1, format.exponent_bits - 1).all();
            match exponent.width() - format.exponent_bits {
                0 => field,
                above => field | exponent.high(above).any(),
            }
        };
        let _stage = n.stage(step::ROUND);
        self.choose(of_format).named("too_large")
    }

    /// Rounds a number to its format and encodes it. The result has the format's width at the low end of the widest one's.
    ///
    /// The places below the significand are ones in the other operand of the carry chain, so that a carry passes them.
    pub fn finish(
        &self,
        n: Scope<'n>,
        rounding: SelectedRounding<'n>,
        number: NormalisedNumber<'n>,
        special: Special<'n>,
        invalid: Net<'n>,
    ) -> Outcome<'n> {
        let wide = self.wide;
        let below = self.mask_below(n);
        let exact = self.cut(n, number, below);
        let rounding = RoundingMode::Selected(rounding);
        let last = self.choose(|format| exact.significand.bit(self.places_below(format)));
        let up = rounding.rounds_up(
            n,
            &Unrounded {
                significand: last,
                ..exact
            },
        );
        let rounded = self.round(n, up, exact, below);
        let limits = Limits {
            to_infinity: rounding.overflows_to_infinity(n, rounded.sign),
            saturate: n.zero(),
            flush: n.zero(),
        };
        let packed = pack(n, wide, limits, rounded, special);
        let directed = rounding.is_directed(n);
        let flags = Flags::from_rounded(n, wide, directed, exact, rounded, special, invalid);
        let _stage = n.stage(step::PACK);
        let in_own_place = |format: FloatFormat| {
            let number = packed.low(wide.magnitude_bits());
            let magnitude = number.slice(self.places_below(format), format.magnitude_bits());
            packed.top_bit().join(magnitude).zero_extend(wide.width())
        };
        Outcome {
            value: self.choose(in_own_place).named("number"),
            flags: Some(flags.word(n)),
        }
    }

    fn round(&self, n: Scope<'n>, up: Carry<'n>, exact: Unrounded<'n>, below: Net<'n>) -> Rounded<'n> {
        let too_large = self.overflows(n, exact.exponent);
        let _stage = n.stage(step::ROUND);
        let wide = self.wide;
        let bits = wide.magnitude_bits();
        let first = (up.first | exact.pending_increment).named("up_first");
        let second = (up.second | exact.pending_increment).named("up_second");
        let base = exact
            .exponent
            .low(wide.exponent_bits)
            .join(below.low(wide.fraction_bits));
        let chain = base.join(first) + exact.significand.zero_extend(bits).join(second);
        let magnitude = chain.named("chain").high(bits).named("magnitude");
        // A carry out of the fraction of the largest exponent.
        let is_largest = self.choose(|format| exact.exponent.equals_constant(u64::from(format.special_exponent()) - 2));
        let fraction = exact.significand.low(wide.fraction_bits);
        let ones = (fraction | below.low(wide.fraction_bits))
            .all()
            .named(hidden("fraction_ones"));
        let is_highest = (ones & is_largest & exact.significand.top_bit()).named("is_highest");
        let past_largest = is_highest & first & second;
        // The complement of a power of two.
        let too_large = too_large | (is_highest & exact.pending_increment);
        let exceeds = (too_large | past_largest.named("past_largest")).named(hidden("exceeds"));
        let owed_to_normal = exact.pending_increment & ones;
        let tiny = !(exact.significand.top_bit() | exact.exponent.any() | owed_to_normal);
        Rounded {
            sign: exact.sign,
            magnitude,
            overflow: too_large,
            exceeds,
            tiny: tiny.named("tiny"),
        }
    }
}
