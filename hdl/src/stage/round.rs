//! Round: one rounding for every datapath.

use halfpipe_isa::Rounding;

use crate::format::{Format, SpecialValues};
use crate::net::{hidden, Net, Scope};
use crate::stage::step;

/// An exact result, cut to the format's precision, with what lies below.
///
/// This is the fast entrance to the rounder: its exponent is clamped, so that a subnormal result is in place already. An
/// addition and a multiplication know how far their result may be normalised before they normalise it, which saves them the
/// shift back that [`denormalise()`](super::denormalise()) makes for a value of any exponent.
#[derive(Clone, Copy)]
pub struct Unrounded<'n> {
    /// Sign of the result.
    pub sign: Net<'n>,
    /// The biased exponent, less the significand's top bit, which is added to it: 0 for zeros and subnormals; but any for a zero that
    /// comes from [`denormalise()`](super::denormalise()) where no value is subnormal. At least as wide as the format's exponent field.
    pub exponent: Net<'n>,
    /// The upper bits, `fraction_bits` + 1 of them. The top one is 0 for zeros and subnormals; elsewhere it is the leading one, unless
    /// the exponent counts that already.
    pub significand: Net<'n>,
    /// The first bit below: half a unit in the last place.
    pub guard: Net<'n>,
    /// Whether anything lies below the guard bit.
    pub sticky: Net<'n>,
    /// The significand is still one too small, from a complement; guard and sticky are then 0.
    pub owed: Net<'n>,
    /// The bit below the guard bit, which is in `sticky` too, where the flags of a result that may be tiny and not exact depend on
    /// it.
    pub next: Option<Net<'n>>,
    /// Whether the exponent does not fit the format, where the datapath knows that otherwise than from the exponent.
    pub too_large: Option<Net<'n>>,
}

/// Two bits which are both 1 where a magnitude is rounded up: below the last place of the carry chain that rounds it, they
/// make the carry into it.
#[derive(Clone, Copy)]
pub struct Carry<'n> {
    /// The one.
    pub first: Net<'n>,
    /// The other.
    pub second: Net<'n>,
}

impl<'n> Carry<'n> {
    /// A carry where this is 1.
    pub fn of(up: Net<'n>) -> Carry<'n> {
        Carry { first: up, second: up }
    }

    /// One of two carries. The nets get the name behind `first_` and `second_`.
    pub fn select(name: &str, condition: Net<'n>, then: Carry<'n>, otherwise: Carry<'n>) -> Carry<'n> {
        let first = condition.select(then.first, otherwise.first);
        let second = condition.select(then.second, otherwise.second);
        Carry {
            first: first.named(hidden(format!("first_{name}"))),
            second: second.named(hidden(format!("second_{name}"))),
        }
    }

    /// Whether there is one.
    pub fn up(self) -> Net<'n> {
        self.first & self.second
    }
}

impl<'n> Unrounded<'n> {
    /// Where the magnitude is rounded up.
    pub fn rounds_up(&self, n: Scope<'n>, mode: Rounding) -> Carry<'n> {
        let _stage = n.stage(step::ROUND);
        let inexact = (self.guard | self.sticky).named(hidden("inexact"));
        let [first, second] = match mode {
            // Up above the half, and at the half where that makes the result even.
            Rounding::NearestEven => [self.guard, self.sticky | self.significand.bit(0)],
            Rounding::TowardZero => [n.zero(); 2],
            Rounding::TowardNegative => [inexact, self.sign],
            Rounding::TowardPositive => [inexact, !self.sign],
        };
        Carry { first, second }
    }

    /// The same result cut further, to the precision of a format with a shorter significand.
    ///
    /// Panics where something may be owed: that is one in the last place of the longer significand.
    pub fn shortened(&self, n: Scope<'n>, format: Format) -> Unrounded<'n> {
        let below = self.significand.width() - format.significand_bits();
        if below == 0 {
            return *self;
        }
        assert_eq!(self.owed.constant_value(), Some(0), "a shortened result owes nothing");
        let _stage = n.stage(step::ROUND);
        let lower = (self.guard | self.sticky).named(hidden("inexact"));
        let sticky = if below == 1 {
            lower
        } else {
            (lower | self.significand.low(below - 1).any()).named(hidden("shortened_sticky"))
        };
        Unrounded {
            significand: self.significand.high(format.significand_bits()),
            guard: self.significand.bit(below - 1),
            sticky,
            next: None,
            ..*self
        }
    }

    /// The bit below the guard bit of the result cut to a format with a shorter significand.
    pub fn below_guard(&self, format: Format) -> Net<'n> {
        match self.significand.width() - format.significand_bits() {
            0 => panic!("nothing is known of what lies below the guard bit"),
            1 => self.guard,
            below => self.significand.bit(below - 2),
        }
    }

    /// Whether the exponent does not fit the format. With infinities, less the leading one it is at least 2^exponent_bits - 2, the
    /// special exponent less one. Without, it has bits above the field; one that is all ones without the leading one shows as a carry.
    pub fn overflows(&self, format: Format) -> Net<'n> {
        self.too_large.unwrap_or_else(|| {
            let within = match format.has_infinity() {
                true => self.exponent.slice(1, format.exponent_bits - 1).all(),
                false => self.exponent.builder().zero(),
            };
            within | self.above_field(format)
        })
    }

    /// Whether the exponent has a bit above the format's field.
    pub fn above_field(&self, format: Format) -> Net<'n> {
        match self.exponent.width() - format.exponent_bits {
            0 => self.exponent.builder().zero(),
            above => self.exponent.high(above).any(),
        }
    }
}

/// A rounded magnitude.
#[derive(Clone, Copy)]
pub struct Rounded<'n> {
    /// Sign of the result.
    pub sign: Net<'n>,
    /// Exponent and fraction fields, as wide as the format's magnitude.
    pub magnitude: Net<'n>,
    /// The result is above the largest finite number, and the magnitude means nothing. An infinity that rounding up has
    /// reached does not count: the magnitude is infinity's already.
    pub overflow: Net<'n>,
    /// The result is above the largest finite number.
    pub exceeds: Net<'n>,
    /// The exact result is smaller than the smallest normal, whatever it was rounded to.
    pub tiny: Net<'n>,
}

/// Rounds to the format's precision.
///
/// The fields are made by one addition. The significand's top bit lands on the exponent, which is one too small for a
/// normal and right for a subnormal; a carry out of the fraction lands there too. So a result that rounds up to the next
/// power of two, from the largest subnormal to the smallest normal, or from the largest number to infinity, needs no
/// case of its own, and an overflow is known from the exponent before rounding. Only where a format has numbers in place of
/// infinity, whether the sum is above the largest of them tells of an overflow.
///
/// The chain begins one place lower, where it makes the carry of rounding up: there is no logic for that in front of it. What is
/// never rounded up does without.
///
/// `up` says where the magnitude is rounded up: [`Unrounded::rounds_up`].
pub fn round<'n>(n: Scope<'n>, format: Format, up: Carry<'n>, exact: Unrounded<'n>) -> Rounded<'n> {
    let _stage = n.stage(step::ROUND);
    let up_first = (up.first | exact.owed).named("up_first");
    let up_second = (up.second | exact.owed).named("up_second");
    // An exponent that fits a format with infinities leaves room above: there is no carry out.
    let width = match format.has_infinity() {
        true => format.magnitude_bits(),
        false => format.magnitude_bits() + 1,
    };
    let exponent = exact.exponent.low(format.exponent_bits);
    let base = exponent.append_zeros(format.fraction_bits).zero_extend(width);
    let significand = exact.significand.zero_extend(width);
    let never = [up_first, up_second].iter().any(|bit| bit.constant_value() == Some(0));
    let fields = match never {
        true => base + significand,
        false => {
            let chain = base.join(up_first) + significand.join(up_second);
            chain.named("chain").high(width)
        }
    };
    let fields = fields.named(hidden("fields"));
    let magnitude = fields.low(format.magnitude_bits()).named("magnitude");
    let too_large = exact.overflows(format);
    let past_largest = match format.special_values {
        SpecialValues::Ieee => magnitude.high(format.exponent_bits).all(),
        SpecialValues::NanOnly => fields.top_bit() | magnitude.all(),
        SpecialValues::None => fields.top_bit(),
    };
    let exceeds = (too_large | past_largest).named(hidden("exceeds"));
    let overflow = if format.has_infinity() { too_large } else { exceeds };
    // A significand of ones below the top bit that is owed one is the smallest normal.
    let owed_to_normal = exact.owed & exact.significand.low(format.fraction_bits).all();
    let tiny = !(exact.significand.top_bit() | exact.exponent.any() | owed_to_normal);
    Rounded {
        sign: exact.sign,
        magnitude,
        overflow: overflow.named("overflow"),
        exceeds,
        tiny: tiny.named("tiny"),
    }
}
