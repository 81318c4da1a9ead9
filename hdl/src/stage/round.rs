//! Round: one rounding for every datapath, by compare and increment.
//!
//! Guard, sticky and last bits decide the direction. The increment is the carry of the one addition that also puts the
//! exponent above the fraction, so a carry out of the fraction moves into the exponent. Nothing is injected before the
//! sum (Even and Seidel, "A Comparison of Three Rounding Algorithms for IEEE Floating-Point Multiplication", IEEE Trans.
//! Computers 49(7), 2000).

use halfpipe_isa::{FloatFormat, Rounding, SpecialValues};

use crate::net::{hidden, Net, Scope};
use crate::stage::step;

/// An exact result, cut to the format's precision, with its guard and sticky bits.
///
/// This is the fast input of the rounder: its exponent is clamped, so a subnormal result is already in place. An
/// addition and a multiplication know the limit of their left shift before they normalise. They avoid the right shift
/// of [`denormalise()`](super::denormalise()), which accepts a value of any exponent.
#[derive(Clone, Copy)]
pub struct Unrounded<'n> {
    /// The sign of the result.
    pub sign: Net<'n>,
    /// The biased exponent, less the significand's top bit, which is added to it. It is 0 for zeros and subnormals. If
    /// no value is subnormal, a zero from [`denormalise()`](super::denormalise()) has an arbitrary exponent. At least
    /// as wide as the format's exponent field.
    pub exponent: Net<'n>,
    /// The upper bits, `fraction_bits` + 1 of them. The top bit is 0 for zeros and subnormals. Otherwise it is the
    /// leading one, unless the exponent already includes it.
    pub significand: Net<'n>,
    /// The first bit below: half a unit in the last place.
    pub guard: Net<'n>,
    /// 1 if any bit below the guard bit is set.
    pub sticky: Net<'n>,
    /// The pending increment of a complement: 1 if the significand is still one too small. Guard and sticky bits are
    /// then 0.
    pub pending_increment: Net<'n>,
    /// The bit below the guard bit, which is part of `sticky` too. It is present if a result may be tiny and inexact
    /// and has flags.
    pub next: Option<Net<'n>>,
    /// 1 if the exponent does not fit the format. Present if the datapath knows this from another source than the
    /// exponent.
    pub too_large: Option<Net<'n>>,
}

/// Two bits that are both 1 if a magnitude is rounded up. Placed below the last place of the rounding carry chain, they
/// generate its carry in.
#[derive(Clone, Copy)]
pub struct Carry<'n> {
    /// The first bit.
    pub first: Net<'n>,
    /// The second bit.
    pub second: Net<'n>,
}

impl<'n> Carry<'n> {
    /// Returns a carry that is 1 if `up` is 1.
    pub fn from_net(up: Net<'n>) -> Carry<'n> {
        Carry { first: up, second: up }
    }

    /// Selects one of two carries. The nets get the name after `first_` and `second_`.
    pub fn select(name: &str, condition: Net<'n>, then: Carry<'n>, otherwise: Carry<'n>) -> Carry<'n> {
        let first = condition.select(then.first, otherwise.first);
        let second = condition.select(then.second, otherwise.second);
        Carry {
            first: first.named(hidden(format!("first_{name}"))),
            second: second.named(hidden(format!("second_{name}"))),
        }
    }

    /// Returns 1 if there is a carry.
    pub fn up(self) -> Net<'n> {
        self.first & self.second
    }
}

impl<'n> Unrounded<'n> {
    /// Returns the carry that rounds the magnitude up.
    pub fn rounds_up(&self, n: Scope<'n>, mode: Rounding) -> Carry<'n> {
        let _stage = n.stage(step::ROUND);
        let inexact = (self.guard | self.sticky).named(hidden("inexact"));
        let [first, second] = match mode {
            // Rounds up above the half, and at the half if that makes the result even.
            Rounding::NearestEven => [self.guard, self.sticky | self.significand.bit(0)],
            Rounding::TowardZero => [n.zero(); 2],
            Rounding::TowardNegative => [inexact, self.sign],
            Rounding::TowardPositive => [inexact, !self.sign],
            Rounding::NearestAway => [self.guard; 2],
        };
        Carry { first, second }
    }

    /// Returns the same result, cut to the precision of a format with a shorter significand.
    ///
    /// Panics if an increment may be pending, because that is one in the last place of the longer significand.
    pub fn shortened(&self, n: Scope<'n>, format: FloatFormat) -> Unrounded<'n> {
        let below = self.significand.width() - format.significand_bits();
        if below == 0 {
            return *self;
        }
        assert_eq!(
            self.pending_increment.constant_value(),
            Some(0),
            "a shortened result owes nothing"
        );
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

    /// Returns the bit below the guard bit of the result, cut to a format with a shorter significand.
    pub fn below_guard(&self, format: FloatFormat) -> Net<'n> {
        match self.significand.width() - format.significand_bits() {
            0 => panic!("nothing is known of what lies below the guard bit"),
            1 => self.guard,
            below => self.significand.bit(below - 2),
        }
    }

    /// Returns 1 if the exponent does not fit the format. With infinities, the exponent without the leading one is then
    /// at least 2^exponent_bits - 2, the special exponent less one. Without infinities, it has bits above the field. An
    /// exponent of all ones before the leading one is added shows as a carry.
    pub fn overflows(&self, format: FloatFormat) -> Net<'n> {
        self.too_large.unwrap_or_else(|| {
            let within = if format.has_infinity() {
                self.exponent.slice(1, format.exponent_bits - 1).all()
            } else {
                self.exponent.builder().zero()
            };
            within | self.above_field(format)
        })
    }

    /// Returns 1 if the exponent has a bit above the format's field.
    pub fn above_field(&self, format: FloatFormat) -> Net<'n> {
        match self.exponent.width() - format.exponent_bits {
            0 => self.exponent.builder().zero(),
            above => self.exponent.high(above).any(),
        }
    }
}

/// A rounded magnitude.
#[derive(Clone, Copy)]
pub struct Rounded<'n> {
    /// The sign of the result.
    pub sign: Net<'n>,
    /// The exponent and fraction fields, as wide as the format's magnitude.
    pub magnitude: Net<'n>,
    /// 1 if the result is above the largest finite number and the magnitude has no meaning. An infinity reached by
    /// rounding up does not count, because the magnitude is already that of infinity.
    pub overflow: Net<'n>,
    /// 1 if the result is above the largest finite number.
    pub exceeds: Net<'n>,
    /// 1 if the exact result is smaller than the smallest normal, whatever it was rounded to.
    pub tiny: Net<'n>,
}

/// Rounds to the format's precision.
///
/// One addition makes both fields. The significand's top bit is added to the exponent, which is one too small for a
/// normal and right for a subnormal. A carry out of the fraction is added there too. Three kinds of results therefore
/// need no case of their own: those that round up to the next power of two, to the smallest normal, or to infinity. An
/// overflow is known from the exponent before rounding. If a format has numbers in place of infinity, the sum is
/// compared with the largest of them instead.
///
/// The chain begins one place lower, where it generates the carry of rounding up. No logic is needed before it. The
/// place is left out if nothing is ever rounded up.
///
/// `up` is the carry that rounds the magnitude up: [`Unrounded::rounds_up`].
pub fn round<'n>(n: Scope<'n>, format: FloatFormat, up: Carry<'n>, exact: Unrounded<'n>) -> Rounded<'n> {
    round_unless(n, format, n.zero(), up, exact)
}

/// Rounds as [`round()`] does, unless `replaced` is 1. The magnitude then has no meaning.
///
/// A lookup table of a carry chain has both operands and the carry as inputs. The fraction has no second operand, so
/// `replaced` takes its place, and the table has room for two conditions under which a bit is set or cleared.
pub fn round_unless<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    replaced: Net<'n>,
    up: Carry<'n>,
    exact: Unrounded<'n>,
) -> Rounded<'n> {
    let _stage = n.stage(step::ROUND);
    let up_first = (up.first | exact.pending_increment).named("up_first");
    let up_second = (up.second | exact.pending_increment).named("up_second");
    // In a format with infinities, an exponent that fits leaves room above, so there is no carry out.
    let width = if format.has_infinity() {
        format.magnitude_bits()
    } else {
        format.magnitude_bits() + 1
    };
    let exponent = exact.exponent.low(format.exponent_bits);
    let base = match replaced.constant_value() {
        Some(0) => exponent.append_zeros(format.fraction_bits),
        _ => exponent.join(replaced.repeat(format.fraction_bits)),
    };
    let base = base.zero_extend(width);
    let significand = exact.significand.zero_extend(width);
    let never = [up_first, up_second].iter().any(|bit| bit.constant_value() == Some(0));
    let fields = if never {
        base + significand
    } else {
        let chain = base.join(up_first) + significand.join(up_second);
        chain.named("chain").high(width)
    };
    let fields = fields.named(hidden("fields"));
    let magnitude = fields.low(format.magnitude_bits()).named("magnitude");
    let too_large = exact.overflows(format);
    let past_largest = match format.special_values {
        // The core of RISC-V needs its flags as early as its result: the operands of the carry chain tell that it carries
        // out of the fraction of the largest exponent. The significand has its top bit there, except in a unit that knows
        // `too_large`: the product of mul has the largest exponent with and without it.
        SpecialValues::Riscv if exact.too_large.is_none() => {
            let largest = u64::from(format.special_exponent()) - 2;
            let is_largest = exponent.equals_constant(largest) & exact.significand.top_bit();
            let ones = exact
                .significand
                .low(format.fraction_bits)
                .all()
                .named(hidden("fraction_ones"));
            (ones & up_first & up_second & is_largest).named("past_largest")
        }
        SpecialValues::Ieee | SpecialValues::Riscv => magnitude.high(format.exponent_bits).all(),
        SpecialValues::NanOnly => fields.top_bit() | magnitude.all(),
        SpecialValues::None => fields.top_bit(),
    };
    let exceeds = (too_large | past_largest).named(hidden("exceeds"));
    let overflow = if format.has_infinity() { too_large } else { exceeds };
    // A significand of ones below the top bit becomes the smallest normal by a pending increment.
    let owed_to_normal = exact.pending_increment & exact.significand.low(format.fraction_bits).all();
    let tiny = !(exact.significand.top_bit() | exact.exponent.any() | owed_to_normal);
    Rounded {
        sign: exact.sign,
        magnitude,
        overflow: overflow.named("overflow"),
        exceeds,
        tiny: tiny.named("tiny"),
    }
}
