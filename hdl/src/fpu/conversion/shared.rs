//! Conversions of a half-precision format around one shifter and one rounder.
//!
//! All of them shift digits up to a place and round them there. The word of the shifter has its point below the bits of
//! the largest integer.
//!
//! - From an integer: the magnitude is above the point and moves up until its leading one is at the top.
//! - To an integer: the half is just below the point and moves up by its exponent.
//! - From single precision: a number is as far below the top as a subnormal half can be. A normal one moves to the top.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Modifier, Rounding};

use crate::format::HardwareFormat;
use crate::fpu::control::Controls;
use crate::fpu::conversion_kind::{self, integer, Kind};
use crate::fpu::WIDTH;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{
    count_leading_zeros, overflows_to_infinity, pack, relu, round, saturate, shift_left_to_top, step, unpack, Carry,
    Limits, Rounded, Special, Top, Unrounded,
};

/// Returns the result, in 32 bits, of the selected one of these conversions, which have the half on one side.
pub fn shared<'n>(
    n: Scope<'n>,
    element: FloatFormat,
    instructions: &[Instruction],
    controls: Controls<'n>,
    a: Net<'n>,
) -> Net<'n> {
    let group = Group::new(element, instructions);
    let from_integer = group.has(Kind::FromInteger).then(|| group.of_integer(n, controls, a));
    let to_integer = group.has(Kind::ToInteger).then(|| group.of_half(n, controls, a));
    let narrowing = group.has(Kind::Narrowing).then(|| group.of_single(n, controls, a));

    let stage = n.stage(step::MOVE);
    let placed = [
        from_integer.as_ref().map(|operand| operand.placed),
        to_integer.as_ref().map(|operand| operand.placed),
        narrowing.as_ref().map(|operand| operand.placed),
    ];
    let either = |field: fn(&ShiftInput<'n>) -> Net<'n>| {
        let nets = placed.iter().flatten().map(field);
        let width = nets.clone().map(Net::width).max().expect("the group has a conversion");
        let all = nets.map(|net| net.zero_extend(width));
        all.reduce(|one, other| one | other)
            .expect("the group has a conversion")
    };
    let word = either(|placed| placed.word).named("digits");
    let amount = either(|placed| placed.amount).named(unsigned("amount"));
    let top = shift_left_to_top(word, amount, group.keep());
    drop(stage);

    let integer = to_integer.map(|operand| group.as_integer(n.scope("integer"), controls, operand, top));
    let number = match (from_integer, narrowing) {
        (None, None) => None,
        (from_integer, narrowing) => Some(group.as_number(n, controls, from_integer, narrowing, top)),
    };
    let _stage = n.stage(step::CHOOSE_RESULT);
    match (integer, number) {
        (Some(integer), Some(number)) => controls.to_integer.select(integer, number),
        (integer, number) => integer.or(number).expect("the group has a conversion"),
    }
}

/// Digits for the shifter, and their shift. Both are 0 unless the operation has such an operand.
#[derive(Clone, Copy)]
struct ShiftInput<'n> {
    word: Net<'n>,
    amount: Net<'n>,
}

/// An integer to be converted to a half.
struct OfInteger<'n> {
    placed: ShiftInput<'n>,
    sign: Net<'n>,
    /// The exponent field, less one, of a half with a leading one at the top.
    exponent: Net<'n>,
    /// 1 if the integer is above every half, whatever its lower bits.
    above: Net<'n>,
}

/// A half to be converted to an integer.
struct OfHalf<'n> {
    placed: ShiftInput<'n>,
    sign: Net<'n>,
    nan: Net<'n>,
    /// 1 if the integer has more bits than are kept above the point.
    too_large: Net<'n>,
}

/// A number in single precision to be converted to a half.
struct OfSingle<'n> {
    placed: ShiftInput<'n>,
    sign: Net<'n>,
    /// The exponent field of the half, less one; 0 for a subnormal half.
    exponent: Net<'n>,
    nan: Net<'n>,
    infinite: Net<'n>,
}

/// Conversions that share a datapath, and its widths in bits.
struct Group<'i> {
    format: FloatFormat,
    instructions: &'i [Instruction],
    /// The bits above the point of the integers that result from halves.
    places: u32,
    /// The bits of the integers that are converted to halves, up to the largest half.
    magnitude_bits: u32,
    /// The distance of single precision below the top, in places.
    below_top: u32,
    /// The width of the shifter's word.
    width: u32,
}

impl<'i> Group<'i> {
    fn new(element: FloatFormat, instructions: &'i [Instruction]) -> Group<'i> {
        let format = element;
        let of_largest = format.max_exponent() as u32 + 1;
        let bits = |kind: Kind| {
            let widths = of_kind(instructions, kind).filter_map(integer).map(ElementType::bits);
            widths.max().unwrap_or(0).min(of_largest)
        };
        let (places, magnitude_bits) = (bits(Kind::ToInteger), bits(Kind::FromInteger));
        // With these zeros above it, and one for the guard bit, a number is reduced to the sticky bit.
        let below_top = match first_normal(format) {
            1 => 0,
            _ => format.significand_bits() + 1,
        };
        let of_half = places + format.significand_bits() + 1;
        let of_single = below_top + format.significand_bits() + 2;
        let has = |kind: Kind| u32::from(of_kind(instructions, kind).next().is_some());
        let widths = [
            of_half * has(Kind::ToInteger),
            of_single * has(Kind::Narrowing),
            magnitude_bits,
        ];
        Group {
            format,
            instructions,
            places,
            magnitude_bits,
            below_top,
            width: widths.into_iter().max().expect("there are three"),
        }
    }

    fn has(&self, kind: Kind) -> bool {
        of_kind(self.instructions, kind).next().is_some()
    }

    fn has_modifier(&self, modifier: Modifier) -> bool {
        self.instructions.iter().any(|instruction| instruction.has(modifier))
    }

    /// True if a conversion of a kind has an integer like this.
    fn has_integer(&self, kind: Kind, is_like: impl Fn(ElementType) -> bool) -> bool {
        of_kind(self.instructions, kind).filter_map(integer).any(is_like)
    }

    /// Returns 1 if the integer of a conversion of this kind has a sign. It is a constant if all or none have one.
    fn signed<'n>(&self, n: Scope<'n>, controls: Controls<'n>, kind: Kind) -> Net<'n> {
        let is_signed = |element_type: ElementType| matches!(element_type, ElementType::Signed(_));
        match (
            self.has_integer(kind, is_signed),
            self.has_integer(kind, |element_type| !is_signed(element_type)),
        ) {
            (true, true) => controls.integer_signed,
            (has, _) => n.constant(has.into(), 1),
        }
    }

    /// Returns the widths of the integers of this kind, the widest first, each with 1 if it is selected.
    fn widths<'n>(&self, n: Scope<'n>, controls: Controls<'n>, kind: Kind) -> Vec<(u32, Net<'n>)> {
        let wide = !(controls.integer_8 | controls.integer_16);
        let all = [(32, wide), (16, controls.integer_16), (8, controls.integer_8)];
        let has = |width: u32| self.has_integer(kind, |element_type| element_type.bits() == width);
        let found: Vec<(u32, Net)> = all.into_iter().filter(|(width, _)| has(*width)).collect();
        match found[..] {
            [(width, _)] => vec![(width, n.constant(1, 1))],
            _ => found,
        }
    }

    /// Returns the roundings of conversions of these kinds, rounding to nearest first.
    fn roundings(&self, kinds: &[Kind]) -> Vec<Rounding> {
        let of_kinds = || kinds.iter().flat_map(|kind| of_kind(self.instructions, *kind));
        let has = |rounding: &Rounding| {
            of_kinds().any(|instruction| instruction.has_rounding_port() || instruction.rounding() == *rounding)
        };
        Rounding::ALL.into_iter().filter(has).collect()
    }

    /// Returns the number of bits of the shifted word that have a weight: those of an integer or a significand, and the
    /// guard bit.
    fn keep(&self) -> u32 {
        self.places.max(self.format.significand_bits()) + 1
    }

    /// Returns the shifter's word with the digits `below_top` places below its top.
    fn word<'n>(&self, digits: Net<'n>, below_top: u32) -> Net<'n> {
        let below = self.width - below_top - digits.width();
        digits.append_zeros(below).zero_extend(self.width)
    }

    fn of_integer<'n>(&self, n: Scope<'n>, controls: Controls<'n>, a: Net<'n>) -> OfInteger<'n> {
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
        let flipped = (integer ^ sign.repeat(width)).named(hidden("flipped"));
        let magnitude = (flipped + sign.zero_extend(width)).named(unsigned("magnitude"));
        drop(stage);
        let places = self.magnitude_bits;
        let zeros = count_leading_zeros(n, step::RAW_ZEROS, magnitude.low(places));
        let _stage = n.stage(step::PLACE_INTEGER);
        let asked = controls.from_integer;
        let above = match width - places {
            0 => n.zero(),
            above => magnitude.high(above).any().named("above") & asked,
        };
        // The exponent is the width less one, which is all ones, less the leading zeros.
        let bits = self.format.exponent_bits;
        let exponent = (!zeros).zero_extend(bits) + n.constant(self.format.bias_field() - 1, bits);
        OfInteger {
            placed: ShiftInput {
                word: self.word(magnitude.low(places).only_if(asked), 0),
                amount: zeros.only_if(asked),
            },
            sign: sign & asked,
            exponent: exponent.named(unsigned("exponent")),
            above,
        }
    }

    fn of_half<'n>(&self, n: Scope<'n>, controls: Controls<'n>, a: Net<'n>) -> OfHalf<'n> {
        let format = self.format;
        let half = unpack(n, "half", format, a.low(format.width()));
        let _stage = n.stage(step::PLACE_HALF);
        let asked = controls.to_integer;
        // A number from a half to one has its top bit just below the point, and does not move.
        let just_below = n.constant(format.bias_field() - 1, format.exponent_bits);
        let far = half.exponent.less_than(just_below).named("far_below");
        let near = (asked & !far).named("near");
        let sticky = far & !half.zero & asked;
        let digits = half.significand.only_if(near).join(sticky).named(hidden("digits"));
        let bits = u32::BITS - self.places.leading_zeros();
        let distance = (half.exponent - just_below).named(hidden("distance"));
        let too_large = if self.places == format.max_exponent() as u32 + 1 {
            half.infinite
        } else {
            let highest = format.bias_field() + u64::from(self.places) - 1;
            n.constant(highest, format.exponent_bits).less_than(half.exponent)
        };
        OfHalf {
            placed: ShiftInput {
                word: self.word(digits, self.places),
                amount: distance.low(bits).only_if(near),
            },
            sign: half.sign,
            nan: half.nan,
            too_large: too_large.named("too_large"),
        }
    }

    fn of_single<'n>(&self, n: Scope<'n>, controls: Controls<'n>, a: Net<'n>) -> OfSingle<'n> {
        let format = self.format;
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
        // One bit more than a half has, and one for all bits below.
        let high = format.significand_bits() + 1;
        let lost = significand.low(significand.width() - high).any().named(hidden("lost"));
        let digits = significand.high(high).join(lost).only_if(asked);
        let first = first_normal(format);
        let width = single.exponent.width() + 1;
        let constant = |value: u64| n.constant(value, width);
        let exponent = single.exponent.zero_extend(width);
        let less_one = (exponent - constant(first)).named(hidden("signed_exponent"));
        let (exponent, amount) = match self.below_top {
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
        OfSingle {
            placed: ShiftInput {
                word: self.word(digits, self.below_top),
                amount: amount.only_if(asked),
            },
            sign: single.sign & asked,
            exponent: exponent.only_if(asked).named(unsigned("exponent")),
            nan: single.nan & asked,
            infinite: single.infinite & asked,
        }
    }

    /// Returns the top bits of the shifted word in the form that a rounder takes.
    fn unrounded<'n>(&self, n: Scope<'n>, bits: u32, top: Top<'n>, sign: Net<'n>, exponent: Net<'n>) -> Unrounded<'n> {
        let below = self.keep() - bits - 1;
        let lower = match below {
            0 => n.zero(),
            below => top.kept.low(below).any(),
        };
        Unrounded {
            sign,
            exponent,
            significand: top.kept.high(bits),
            guard: top.kept.bit(below),
            sticky: (lower | top.sticky).named("sticky"),
            pending_increment: n.zero(),
            next: None,
            too_large: None,
        }
    }

    /// Returns the rounded integer, clamped to the range of the result.
    fn as_integer<'n>(&self, n: Scope<'n>, controls: Controls<'n>, half: OfHalf<'n>, top: Top<'n>) -> Net<'n> {
        let kind = Kind::ToInteger;
        let signed = self.signed(n, controls, kind);
        let stage = n.stage(step::ROUND_INTEGER);
        let exact = self.unrounded(n, self.places, top, half.sign, n.zero());
        let up = rounds_up(n, controls, &self.roundings(&[kind]), &exact);
        let up = up.up().named("up");
        // A carry, and a sign if some results have one. A negative result is the complement plus one. The one is left
        // out if rounding up needs it. If results have no sign, a negative operand sets them to 0 below.
        let bits = self.places + 1 + u32::from(signed.constant_value() != Some(0));
        let negated = half.sign & signed;
        let flipped = (exact.significand.zero_extend(bits) ^ negated.repeat(bits)).named(hidden("flipped"));
        let integer = (flipped + (up ^ negated).zero_extend(bits)).named("integer");
        drop(stage);
        let _stage = n.stage(step::CLAMP);
        let widths = self.widths(n, controls, kind);
        let exceeds = widths.iter().fold(half.too_large, |exceeds, (width, asked)| {
            let beyond = match integer.width().checked_sub(*width) {
                None => return exceeds,
                Some(beyond) => beyond,
            };
            let above = match beyond {
                0 => n.zero(),
                beyond => integer.high(beyond).any(),
            };
            let highest = integer.high(beyond + 1);
            let differ = highest.any() & !highest.all();
            let unfit = signed.select(differ, above) & *asked;
            (exceeds | unfit).named(hidden(format!("exceeds_up_to_{width}")))
        });
        let exceeds = exceeds.named("exceeds");
        let (widest, _) = widths[0];
        let extended = match integer.width() {
            bits if bits < widest => {
                let sign = integer.top_bit() & signed;
                sign.repeat(widest - bits).join(integer)
            }
            _ => integer.low(widest),
        };
        // The greatest number, or with a sign the least one.
        let below = (!negated).repeat(widest);
        let limit = widths.iter().fold(below, |limit, (width, asked)| {
            let sign = !signed | half.sign;
            let place = width - 1;
            let bit = asked.select(sign, limit.bit(place));
            let with_low = bit.join(limit.low(place));
            match widest - width {
                0 => with_low,
                above => limit.high(above).join(with_low),
            }
        });
        let limit = limit.named(hidden("limit"));
        let zero = half.nan | half.sign & !signed;
        let clamped = exceeds.select(limit, extended).only_if(!zero);
        let narrower = widths.iter().skip(1);
        let cut = narrower.fold(clamped, |wider, (width, asked)| {
            let high = wider.high(widest - width).only_if(!*asked);
            high.join(wider.low(*width))
        });
        cut.zero_extend(WIDTH).named("result")
    }

    /// Returns the number as a half, packed and with the requested modifiers.
    fn as_number<'n>(
        &self,
        n: Scope<'n>,
        controls: Controls<'n>,
        integer: Option<OfInteger<'n>>,
        single: Option<OfSingle<'n>>,
        top: Top<'n>,
    ) -> Net<'n> {
        let format = self.format;
        let stage = n.stage(step::ROUND);
        let nonzero = top.kept.top_bit() & controls.from_integer;
        let of_integer = integer
            .as_ref()
            .map(|integer| (integer.sign, integer.exponent.only_if(nonzero)));
        let of_single = single.as_ref().map(|single| (single.sign, single.exponent));
        let (sign, exponent) = match (of_integer, of_single) {
            (Some((sign, exponent)), Some((or_sign, or_exponent))) => {
                let width = exponent.width().max(or_exponent.width());
                (
                    sign | or_sign,
                    exponent.zero_extend(width) | or_exponent.zero_extend(width),
                )
            }
            (one, other) => one.or(other).expect("there is an operand"),
        };
        let exponent = exponent.named(unsigned("exponent_minus_one"));
        let exact = self.unrounded(n, format.significand_bits(), top, sign.named("sign"), exponent);
        let roundings = self.roundings(&[Kind::FromInteger, Kind::Narrowing]);
        let up = rounds_up(n, controls, &roundings, &exact);
        let to_infinity = chosen(
            controls,
            &roundings,
            |rounding| overflows_to_infinity(rounding, sign),
            |asked, one, other| asked.select(one, other).named(hidden("to_infinity_by_mode")),
        );
        drop(stage);
        let rounded = round(n, format, up, exact);
        let stage = n.stage(step::PACK);
        let above = integer.map_or(n.zero(), |integer| integer.above);
        let rounded = Rounded {
            overflow: rounded.overflow | above,
            exceeds: rounded.exceeds | above,
            ..rounded
        };
        drop(stage);
        let limits = Limits {
            to_infinity,
            saturate: controls.saturate_finite,
            flush: n.zero(),
        };
        let special = Special {
            nan: single.as_ref().map_or(n.zero(), |single| single.nan),
            infinite: single.as_ref().map_or(n.zero(), |single| single.infinite),
            infinite_sign: sign,
            zero: n.zero(),
        };
        let result = pack(n, format, limits, rounded, special);
        let saturated = if self.has_modifier(Modifier::Sat) {
            controls.saturate.select(saturate(n, format, result), result)
        } else {
            result
        };
        let result = if self.has_modifier(Modifier::Relu) {
            controls.relu.select(relu(n, saturated), saturated)
        } else {
            saturated
        };
        result.zero_extend(WIDTH)
    }
}

/// Returns the conversions of a kind.
fn of_kind(instructions: &[Instruction], kind: Kind) -> impl Iterator<Item = Instruction> + Clone + '_ {
    let is_it =
        move |instruction: &Instruction| conversion_kind::shared(*instruction).is_some_and(|(_, of)| of == kind);
    instructions.iter().copied().filter(is_it)
}

/// Returns the exponent field, in single precision, of a format's smallest normal number.
fn first_normal(format: FloatFormat) -> u64 {
    FloatFormat::F32.bias_field() + 1 - format.bias_field()
}

/// Returns the carry that rounds the magnitude up in the selected one of these roundings.
fn rounds_up<'n>(n: Scope<'n>, controls: Controls<'n>, roundings: &[Rounding], exact: &Unrounded<'n>) -> Carry<'n> {
    let _stage = n.stage(step::ROUND);
    chosen(
        controls,
        roundings,
        |rounding| exact.rounds_up(n, rounding),
        |asked, one, other| Carry::select("by_mode", asked, one, other),
    )
}

/// Selects the value for the requested rounding. The first of these is the default.
fn chosen<'n, T>(
    controls: Controls<'n>,
    roundings: &[Rounding],
    of: impl Fn(Rounding) -> T,
    select: impl Fn(Net<'n>, T, T) -> T,
) -> T {
    let (first, others) = roundings.split_first().expect("each conversion rounds");
    others.iter().fold(of(*first), |otherwise, rounding| {
        select(controls.asks_for(*rounding), of(*rounding), otherwise)
    })
}
