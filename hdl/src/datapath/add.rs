//! add and sub: a single-path floating-point adder.
//!
//! It sorts, aligns, adds, normalises and rounds, in this order. One shifter on each side of the sum serves all operands.
//! A two-path adder has a near and a far path, and is faster and larger (Farmwald, "On the Design of High Performance
//! Digital Arithmetic Units", PhD thesis, Stanford, 1981).
//!
//! Half precision adds two operands of its own format. Mixed precision widens `a` first. The operands are sorted by
//! magnitude, so their difference is never negative. The smaller operand is aligned to the exponent of the larger one.
//! The sum is normalised if a subtraction cancelled its upper bits, and rounded once.

use halfpipe_isa::{LaneFormats, Operation};

use crate::datapath::finish::{finish, OperationFlags};
use crate::datapath::flush::flushed;
use crate::datapath::outcome::{any_signals, Outcome};
use crate::datapath::LaneConfig;
use crate::net::{hidden, Net, Scope};
use crate::stage::{
    align, is_nonzero, normalise, order, step, unpack, widen, Aligned, Normalised, Ordered, RoundingMode, Special, Top,
    UnnormalisedSum, Unpacked, Unrounded, EXTRA_BITS,
};

/// Computes a + b or a - b. In mixed precision the second operand is `c`.
pub fn add<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    a: Net<'n>,
    (name, b): (&str, Net<'n>),
) -> Outcome<'n> {
    let LaneFormats { operand, result } = config.formats;
    let a = unpack(n, "a", operand, flushed(n, config, "a", a));
    let mut b = unpack(n, name, result, flushed(n, config, name, b));
    if config.operation == Operation::Sub {
        b.sign = !b.sign;
    }
    if config.is_mixed() {
        let special = special_sum(n, a, b);
        let invalid = config.flags.then(|| {
            let _stage = n.stage(step::FLAGS);
            any_signals(n, &[a, b]) | are_opposite(a, b)
        });
        let a = widen(n, config.formats, a);
        return sum(
            n,
            config,
            rounding,
            with_extra_bits(n, a),
            with_extra_bits(n, b),
            Some((special, invalid)),
        );
    }
    // In the sorted order, infinities and NaNs are above all numbers. Without infinities, numbers have the exponent of
    // a NaN too. No NaN of such a format signals, so no sum is invalid.
    let special = (!operand.has_infinity()).then(|| (special_sum(n, a, b), config.flags.then(|| n.zero())));
    sum(
        n,
        config,
        rounding,
        with_extra_bits(n, a),
        with_extra_bits(n, b),
        special,
    )
}

/// Appends to an operand the zeros below its significand that [`align`] needs.
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

/// Returns the rounded sum of two operands, with [`EXTRA_BITS`] below their significands.
///
/// `special` gives NaNs and infinities if the operands come from other formats than the result. It also says whether
/// the sum is invalid, if flags are requested.
pub fn sum<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    a: Unpacked<'n>,
    b: Unpacked<'n>,
    special: Option<(Special<'n>, Option<Net<'n>>)>,
) -> Outcome<'n> {
    let format = config.formats.result;
    let ordered = order(n, a, b);
    let (special, invalid) = special.unwrap_or_else(|| {
        let invalid = config.flags.then(|| invalid_ordered(n, ordered));
        (special_ordered(n, ordered), invalid)
    });
    let exact = exact_sum(n, ordered, format.significand_bits() + 1);
    let of_cancelled = rounding.is_toward_negative(n);
    let unrounded = Unrounded {
        too_large: format.has_infinity().then(|| exact.overflows(n, ordered)),
        ..exact.unrounded(n, of_cancelled)
    };
    let raised = invalid.map(|invalid| OperationFlags::from_invalid(n, invalid));
    finish(n, config, rounding, unrounded, special, raised)
}

/// A normalised sum before rounding.
pub struct ExactSum<'n> {
    /// The sign of the larger operand.
    sign: Net<'n>,
    /// 1 if the operands have different signs, so that their magnitudes were subtracted.
    subtracted: Net<'n>,
    /// The carry out of the sum of the magnitudes.
    carry: Net<'n>,
    /// 1 if the sum is not zero.
    nonzero: Net<'n>,
    /// The magnitude.
    normalised: Normalised<'n>,
}

/// Adds two sorted operands and keeps the top `keep` bits of the sum.
pub fn exact_sum<'n>(n: Scope<'n>, ordered: Ordered<'n>, keep: u32) -> ExactSum<'n> {
    let aligned = align(n, ordered);
    let total = add_aligned(n, ordered, aligned);
    let movable = UnnormalisedSum {
        value: total.value,
        negative: n.zero(),
        // The top bit is one place above that of the larger operand.
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
    /// Returns the sum for rounding to all kept bits but the last. An exact cancellation gives a zero of the sign
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
            pending_increment: n.zero(),
            // Every sum is a multiple of the smallest subnormal number, so a tiny sum is exact.
            next: None,
            too_large: None,
        }
    }

    /// Returns the sum rounded to odd, to all kept bits: the last of them is 1 if a bit below is. An exact cancellation
    /// gives +0.
    pub fn unrounded_to_odd(&self, n: Scope<'n>) -> Unrounded<'n> {
        let _stage = n.stage(step::ROUND_TO_ODD);
        let Top { kept, sticky } = self.normalised.top;
        let cancelled = (self.subtracted & !self.nonzero).named("cancelled");
        let last = kept.bit(0) | sticky;
        Unrounded {
            sign: (self.sign & !cancelled).named("sign"),
            exponent: self.normalised.exponent_minus_one,
            significand: kept.high(kept.width() - 1).join(last).named("significand"),
            guard: n.zero(),
            sticky: n.zero(),
            pending_increment: n.zero(),
            next: None,
            too_large: None,
        }
    }

    /// Returns 1 if the exponent does not fit the format of the operands. Only a carry makes it one more than theirs.
    /// Its value for infinities and NaNs, whose exponents are the largest, does not matter.
    pub fn overflows(&self, n: Scope<'n>, ordered: Ordered<'n>) -> Net<'n> {
        let _stage = n.stage(step::ROUND);
        let exponent = ordered.larger.exponent;
        (self.carry & exponent.high(exponent.width() - 1).all()).named(hidden("carries_over"))
    }
}

/// A sum before normalisation.
struct MagnitudeSum<'n> {
    sign: Net<'n>,
    subtracted: Net<'n>,
    /// The magnitude: the carry, the bits of the larger operand and the extra bits.
    value: Net<'n>,
}

fn add_aligned<'n>(n: Scope<'n>, ordered: Ordered<'n>, aligned: Aligned<'n>) -> MagnitudeSum<'n> {
    let _stage = n.stage(step::ADD);
    let sign = ordered.larger.sign;
    let subtracted = (sign ^ ordered.smaller.sign).named("subtracted");
    // The carry takes one bit more. A difference is the sum with the complement, plus one.
    let width = aligned.larger.width() + 1;
    let [larger, smaller] = [aligned.larger, aligned.smaller].map(|significand| significand.zero_extend(width));
    let value = match larger.bit(0).constant_value() {
        // The last place of the sum is that of the smaller operand. It carries where a difference has nothing to borrow
        // for it.
        Some(0) => {
            let last = smaller.bit(0).named(hidden("last"));
            let higher = (smaller.high(width - 1) ^ subtracted.repeat(width - 1)).named(hidden("addend"));
            let chain = larger.high(width - 1).join(subtracted) + higher.join(!last);
            chain.named(hidden("chain")).high(width - 1).join(last)
        }
        _ => larger + (smaller ^ subtracted.repeat(width)) + subtracted.zero_extend(width),
    };
    MagnitudeSum {
        sign,
        subtracted,
        value: value.named("sum"),
    }
}

/// Detects NaNs and infinities among sorted operands. Either is the larger operand, because its magnitude exceeds that
/// of every number. If the smaller operand is special too and the larger one is an infinity, both are infinities.
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
        zero: n.zero(),
    }
}

/// Returns 1 if the sum of sorted operands is invalid: an operand is a signalling NaN, or both are infinities of
/// different signs.
///
/// NaNs have the larger magnitudes. So a signalling NaN is the larger operand, or both are NaNs and the larger one is
/// quiet. Beside an infinity, a smaller special operand is an infinity too.
fn invalid_ordered<'n>(n: Scope<'n>, ordered: Ordered<'n>) -> Net<'n> {
    let _stage = n.stage(step::FLAGS);
    let Ordered { larger, smaller, .. } = ordered;
    let [large, small] = [larger, smaller].map(|operand| operand.exponent.all());
    // The bits below the top bit of the significand and the top bit of the fraction.
    let rest = |operand: Unpacked<'n>| operand.significand.low(operand.significand.width() - 2).any();
    let quiet = larger.significand.bit(larger.significand.width() - 2);
    let opposite = (small & (larger.sign ^ smaller.sign)).named(hidden("opposite"));
    let beside_quiet = small & !smaller.significand.bit(smaller.significand.width() - 2) & rest(smaller);
    let invalid = quiet.select(beside_quiet.named(hidden("beside_quiet")), rest(larger) | opposite);
    (large & invalid).named(hidden("invalid_sum"))
}

/// Returns 1 if both operands are infinite with different signs.
fn are_opposite<'n>(a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    a.infinite & b.infinite & (a.sign ^ b.sign)
}

/// Detects NaNs and infinities of operands in different formats. A NaN and inf - inf give the canonical NaN; otherwise
/// an infinite operand is the result.
fn special_sum<'n>(n: Scope<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Special<'n> {
    let _stage = n.stage(step::SPECIAL);
    let opposite = are_opposite(a, b);
    Special {
        nan: (a.nan | b.nan | opposite).named("nan"),
        infinite: (a.infinite | b.infinite).named("infinite"),
        infinite_sign: a.infinite.select(a.sign, b.sign).named("sign"),
        zero: n.zero(),
    }
}
