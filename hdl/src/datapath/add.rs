//! add and sub: one path for near and far operands.
//!
//! Half precision adds two operands of its own format; mixed precision widens `a` first. The operands are sorted by
//! magnitude, so the difference of two is never negative; the smaller one moves to the larger one's exponent; the sum is
//! normalised, where a subtraction cancelled its upper bits, and rounded once.

use halfpipe_isa::{Operation, Rounding};

use crate::datapath::finish::finish;
use crate::datapath::outcome::{any_signals, Outcome};
use crate::datapath::{flushed, Behaviour};
use crate::formats::Formats;
use crate::net::{hidden, Net, Scope};
use crate::stage::{
    align, is_nonzero, normalise, order, step, unpack, widen, Aligned, Movable, Normalised, Ordered, Special, Top,
    Unpacked, Unrounded, EXTRA_BITS,
};

/// a + b, or a - b; in mixed precision the second operand is `c`.
pub fn add<'n>(n: Scope<'n>, behaviour: &Behaviour, a: Net<'n>, (name, b): (&str, Net<'n>)) -> Outcome<'n> {
    let Formats { operand, result } = behaviour.formats;
    let a = unpack(n, "a", operand, flushed(n, behaviour, "a", a));
    let mut b = unpack(n, name, result, flushed(n, behaviour, name, b));
    if behaviour.operation == Operation::Sub {
        b.sign = !b.sign;
    }
    if behaviour.is_mixed() {
        let special = special_sum(n, a, b);
        let invalid = behaviour.flags.then(|| {
            let _stage = n.stage(step::FLAGS);
            any_signals(n, &[a, b]) | are_opposite(a, b)
        });
        let a = widen(n, behaviour.formats, a);
        return sum(
            n,
            behaviour,
            with_extra_bits(n, a),
            with_extra_bits(n, b),
            Some((special, invalid)),
        );
    }
    // In order, infinities and NaNs are above all numbers; without infinities, numbers have the exponent of a NaN too.
    let special = (!operand.has_infinity()).then(|| (special_sum(n, a, b), None));
    sum(n, behaviour, with_extra_bits(n, a), with_extra_bits(n, b), special)
}

/// An operand with the zeros below its significand that [`align`] needs.
pub fn with_extra_bits<'n>(n: Scope<'n>, operand: Unpacked<'n>) -> Unpacked<'n> {
    let _stage = n.stage(step::ORDER);
    Unpacked {
        significand: operand
            .significand
            .append_zeros(EXTRA_BITS)
            .named(hidden("significand")),
        ..operand
    }
}

/// The rounded sum of two operands, with [`EXTRA_BITS`] below their significands.
///
/// `special` tells of NaNs and infinities where the operands come from other formats than the result's, and whether the sum is
/// invalid, where flags are asked for.
pub fn sum<'n>(
    n: Scope<'n>,
    behaviour: &Behaviour,
    a: Unpacked<'n>,
    b: Unpacked<'n>,
    special: Option<(Special<'n>, Option<Net<'n>>)>,
) -> Outcome<'n> {
    let format = behaviour.formats.result;
    let ordered = order(n, a, b);
    let (special, invalid) = special.unwrap_or_else(|| {
        let invalid = behaviour.flags.then(|| invalid_ordered(n, ordered));
        (special_ordered(n, ordered), invalid)
    });
    let exact = exact_sum(n, ordered, format.significand_bits() + 1);
    let of_cancelled = n.constant(u64::from(behaviour.rounding == Rounding::TowardNegative), 1);
    let unrounded = Unrounded {
        too_large: format.has_infinity().then(|| exact.overflows(n, ordered)),
        ..exact.unrounded(n, of_cancelled)
    };
    finish(n, behaviour, unrounded, special, invalid)
}

/// A normalised sum that is not rounded yet.
pub struct ExactSum<'n> {
    /// The sign of the larger operand.
    sign: Net<'n>,
    /// The operands have different signs, so their magnitudes were subtracted.
    subtracted: Net<'n>,
    /// The carry out of the magnitudes' sum.
    carry: Net<'n>,
    /// The sum is not zero.
    nonzero: Net<'n>,
    /// The magnitude.
    normalised: Normalised<'n>,
}

/// Adds two sorted operands and keeps the top `keep` bits of the sum.
pub fn exact_sum<'n>(n: Scope<'n>, ordered: Ordered<'n>, keep: u32) -> ExactSum<'n> {
    let aligned = align(n, ordered);
    let total = add_aligned(n, ordered, aligned);
    let movable = Movable {
        value: total.value,
        negative: n.zero(),
        // The top bit is one place above the larger operand's.
        exponent_minus_one: ordered.larger.exponent,
        moves: None,
    };
    let nonzero = is_nonzero(n, movable);
    ExactSum {
        sign: total.sign,
        subtracted: total.subtracted,
        carry: total.value.top_bit(),
        nonzero,
        normalised: normalise(n, movable, nonzero, keep),
    }
}

impl<'n> ExactSum<'n> {
    /// The sum for rounding to all the kept bits but the last. An exact cancellation gives a zero of the sign
    /// `of_cancelled`: +0, but -0 when rounding down.
    pub fn unrounded(&self, n: Scope<'n>, of_cancelled: Net<'n>) -> Unrounded<'n> {
        let _stage = n.stage(step::ROUND);
        let Top { kept, sticky } = self.normalised.top;
        let cancelled = (self.subtracted & !self.nonzero).named("cancelled");
        let sign = cancelled.select(of_cancelled, self.sign);
        Unrounded {
            sign: sign.named("sign"),
            exponent: self.normalised.exponent_minus_one,
            significand: kept.high(kept.width() - 1).named("significand"),
            guard: kept.bit(0).named("guard"),
            sticky,
            owed: n.zero(),
            // Every sum is a multiple of the smallest number: where it is tiny, it is exact.
            next: None,
            too_large: None,
        }
    }

    /// Whether the exponent does not fit the format of the operands: only a carry makes it one more than theirs. What it is for
    /// infinities and NaNs, whose exponents are the largest, does not matter.
    fn overflows(&self, n: Scope<'n>, ordered: Ordered<'n>) -> Net<'n> {
        let _stage = n.stage(step::ROUND);
        let exponent = ordered.larger.exponent;
        (self.carry & exponent.high(exponent.width() - 1).all()).named(hidden("carries_over"))
    }
}

/// A sum before normalisation.
struct Total<'n> {
    sign: Net<'n>,
    subtracted: Net<'n>,
    /// The magnitude: the carry, the larger operand's bits, and the extra ones.
    value: Net<'n>,
}

fn add_aligned<'n>(n: Scope<'n>, ordered: Ordered<'n>, aligned: Aligned<'n>) -> Total<'n> {
    let _stage = n.stage(step::ADD);
    let sign = ordered.larger.sign;
    let subtracted = (sign ^ ordered.smaller.sign).named("subtracted");
    // One bit more for the carry. A difference is a sum with the complement and one.
    let width = aligned.larger.width() + 1;
    let [larger, smaller] = [aligned.larger, aligned.smaller].map(|significand| significand.zero_extend(width));
    let value = match larger.bit(0).constant_value() {
        // The last place of the sum is the smaller one's. It carries where a difference has nothing to borrow for it.
        Some(0) => {
            let last = smaller.bit(0).named(hidden("last"));
            let higher = (smaller.high(width - 1) ^ subtracted.repeat(width - 1)).named(hidden("addend"));
            let chain = larger.high(width - 1).join(subtracted) + higher.join(!last);
            chain.named(hidden("chain")).high(width - 1).join(last)
        }
        _ => larger + (smaller ^ subtracted.repeat(width)) + subtracted.zero_extend(width),
    };
    Total {
        sign,
        subtracted,
        value: value.named("sum"),
    }
}

/// NaNs and infinities of sorted operands: either is the larger one, for their magnitudes are larger than all numbers'.
/// Where the smaller one is special too, and the larger one is an infinity, both are infinities.
fn special_ordered<'n>(n: Scope<'n>, ordered: Ordered<'n>) -> Special<'n> {
    let _stage = n.stage(step::SPECIAL);
    let Ordered { larger, smaller, .. } = ordered;
    let special = larger.exponent.all();
    let fraction = larger.significand.low(larger.significand.width() - 1);
    let opposite = smaller.exponent.all() & (larger.sign ^ smaller.sign);
    let no_number = (fraction.any() | opposite).named(hidden("no_number"));
    Special {
        nan: (special & no_number).named("nan"),
        infinite: special.named("infinite"),
        infinite_sign: larger.sign,
    }
}

/// Whether the sum of sorted operands is invalid: one of them signals, or both are infinities of different signs.
///
/// A signalling NaN is the larger one, or both are NaNs and the larger one is quiet, as those have the larger magnitudes. Beside an
/// infinity, what is special and smaller is an infinity too.
fn invalid_ordered<'n>(n: Scope<'n>, ordered: Ordered<'n>) -> Net<'n> {
    let _stage = n.stage(step::FLAGS);
    let Ordered { larger, smaller, .. } = ordered;
    let [large, small] = [larger, smaller].map(|operand| operand.exponent.all());
    // Behind the top bits of significand and fraction.
    let rest = |operand: Unpacked<'n>| operand.significand.low(operand.significand.width() - 2).any();
    let quiet = larger.significand.bit(larger.significand.width() - 2);
    let opposite = (small & (larger.sign ^ smaller.sign)).named(hidden("opposite"));
    let beside_quiet = small & !smaller.significand.bit(smaller.significand.width() - 2) & rest(smaller);
    let invalid = quiet.select(beside_quiet.named(hidden("beside_quiet")), rest(larger) | opposite);
    (large & invalid).named(hidden("invalid_sum"))
}

/// Whether both are infinite, with different signs.
fn are_opposite<'n>(a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    a.infinite & b.infinite & (a.sign ^ b.sign)
}

/// NaNs and infinities of operands in different formats: a NaN and inf - inf give the canonical NaN, else an infinite
/// operand stays.
fn special_sum<'n>(n: Scope<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Special<'n> {
    let _stage = n.stage(step::SPECIAL);
    let opposite = are_opposite(a, b);
    Special {
        nan: (a.nan | b.nan | opposite).named("nan"),
        infinite: (a.infinite | b.infinite).named("infinite"),
        infinite_sign: a.infinite.select(a.sign, b.sign).named("sign"),
    }
}
