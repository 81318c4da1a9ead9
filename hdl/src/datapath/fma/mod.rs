//! fma: a * b + c with one rounding, in one format or with a product that is exact in a wider one.
//!
//! The structure is that of the first fused multiply-add unit (Montoye, Hokenek and Runyon, "Design of the IBM RISC
//! System/6000 floating-point execution unit", IBM J. Res. Dev. 34(1), 1990). The product stays in place, and the
//! addend is aligned in parallel with the multiplier. Two parts differ, for the carry chains of FPGAs. The product is a
//! plain number instead of a carry-save pair. The leading one is found in the finished sum instead of anticipated.
//!
//! A window holds every position that matters:
//!
//! ```text
//!   | addend at the top (p) | 2 | product | below | sticky |
//! ```
//!
//! An addend above the top of the window leaves the product below its guard bit. Such an addend therefore stays at the
//! top. Below the product there is room for the addend, as far as the precision of the result reaches below the leading
//! one of the product.

mod addend;
mod exponents;
mod in_words;
mod near_far;
mod shared;
mod sum;
mod window;

use halfpipe_isa::{LaneFormats, Modifier};

use crate::datapath::finish::{finish, OperationFlags};
use crate::datapath::flush::flushed;
use crate::datapath::fma::addend::{align_addend, place_addend, Alignment};
use crate::datapath::fma::exponents::{offset_of_window, Exponents, Factor};
use crate::datapath::fma::near_far::Parts;
use crate::datapath::fma::sum::{add, NormalisedSum, WindowSum};
use crate::datapath::fma::window::{can_underflow, sums_are_normal, Window};
use crate::datapath::mul::{is_undefined, multiply, special_product};
use crate::datapath::outcome::{any_signals, Outcome};
use crate::datapath::{LaneConfig, Optimisation};
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{
    force_out_of_bounds, is_nonzero, is_out_of_bounds, normalise, step, unpack, RoundingMode, Special, Top,
    UnnormalisedSum, Unpacked, Unrounded,
};

pub use shared::{add_shared, SharedOffsets};

/// Computes a * b + c.
pub fn fma<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    a: Net<'n>,
    b: Net<'n>,
    c: Net<'n>,
) -> Outcome<'n> {
    let LaneFormats { operand, result } = config.formats;
    let out_of_bounds = config.has(Modifier::Oob).then(|| is_out_of_bounds(n, operand, a, b));
    let a = unpack(n, "a", operand, flushed(n, config, "a", a));
    let b = unpack(n, "b", operand, flushed(n, config, "b", b));
    let c = unpack(n, "c", result, flushed(n, config, "c", c));
    let signals = |n| any_signals(n, &[a, b, c]);
    let terms = FmaTerms {
        operands: [a, b, c],
        classified: [a, b, c],
    };
    let outcome = fma_unpacked(n, config, rounding, terms, signals);
    match out_of_bounds {
        Some(found) => outcome.map(|value| force_out_of_bounds(n, found, value)),
        None => outcome,
    }
}

/// Operands of a fused multiply-add.
#[derive(Clone, Copy)]
pub struct FmaTerms<'n> {
    /// The operands a, b and c.
    pub operands: [Unpacked<'n>; 3],
    /// The same with the classes that decide special results, which can be ready later.
    pub classified: [Unpacked<'n>; 3],
}

/// Computes a * b + c from unpacked operands. `signals` is called if flags are requested; it returns 1 if an operand is a
/// signalling NaN.
pub fn fma_unpacked<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    terms: FmaTerms<'n>,
    signals: impl FnOnce(Scope<'n>) -> Net<'n>,
) -> Outcome<'n> {
    let LaneFormats { result, .. } = config.formats;
    let window = Window::from_formats(config.formats);
    let [a, b, c] = terms.operands;
    let [class_of_a, class_of_b, class_of_c] = terms.classified;
    let of_product = special_product(n, class_of_a, class_of_b);
    let invalid = config.flags.then(|| {
        let of_operands = signals(n) | is_undefined(n, class_of_a, class_of_b);
        of_operands | are_opposite(n, of_product, class_of_a, class_of_b, class_of_c)
    });
    let [a, b] = [("a", a), ("b", b)].map(|(name, factor)| Factor::new(n, config.formats, name, factor));
    let exponents = Exponents::new(n, config.formats, a, b, c);
    let special = special_sum(n, of_product, class_of_c);
    let product = multiply(n, config.multiplier, a.unpacked, b.unpacked);
    let is_fast = config.optimisation == Optimisation::Speed;
    let (alignment, addend) = match config.optimisation {
        Optimisation::Area | Optimisation::Speed => {
            let alignment = place_addend(n, window, exponents, c);
            (alignment, align_addend(n, window, is_fast, alignment, c))
        }
        Optimisation::Simulation => in_words::align(n, window, exponents, c),
    };
    let subtracted = differ(n, product.sign, c.sign);
    let total = add(
        n,
        config.formats,
        is_fast,
        product,
        subtracted,
        addend,
        alignment.keeps_all,
    );
    let underflows = config.flags && can_underflow(config.formats);
    // When rounding to nearest, the bit below the guard bit decides which results are tiny.
    let needs_next = underflows && rounding.can_be_nearest();
    let keep = result.significand_bits() + 1 + u32::from(needs_next);
    let sum = |exponent_minus_one| UnnormalisedSum {
        value: total.value,
        negative: total.negative,
        exponent_minus_one,
        // If no sum is subnormal, only an addend without a product can be. It lies at the top.
        moves: sums_are_normal(config.formats).then(|| !product.zero),
    };
    let normalised = match config.optimisation {
        Optimisation::Area => {
            let sum = sum(exponent_of_window(n, config.formats, exponents, alignment));
            let nonzero = is_nonzero(n, sum);
            NormalisedSum {
                normalised: normalise(n, sum, nonzero, keep),
                negative: total.negative,
                nonzero,
                too_large: None,
            }
        }
        Optimisation::Speed => {
            let parts = Parts::new(n, config.formats, exponents, alignment, c, subtracted);
            parts.normalise(n, result, total.value, total.negative, addend, keep)
        }
        Optimisation::Simulation => in_words::normalise(
            n,
            sum(exponent_of_window(n, config.formats, exponents, alignment)),
            keep,
        ),
    };
    let exact = complement(n, config, rounding, total, normalised);
    let exact = Unrounded {
        next: exact.next.or(underflows.then(|| n.zero())),
        ..exact
    };
    let raised = invalid.map(|invalid| OperationFlags::from_invalid(n, invalid));
    finish(n, config, rounding, exact, special, raised)
}

/// Returns 1 if the signs of product and addend differ, so that the addend is subtracted.
fn differ<'n>(n: Scope<'n>, product: Net<'n>, addend: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::ADD);
    (product ^ addend).named("subtracted")
}

/// Returns the biased exponent of the window's top bit, less one. It is that of an addend above the window.
fn exponent_of_window<'n>(
    n: Scope<'n>,
    formats: LaneFormats,
    exponents: Exponents<'n>,
    alignment: Alignment<'n>,
) -> Net<'n> {
    let _stage = n.stage(step::ALIGN_ADDEND);
    let width = exponents.addend.width();
    let of_addend = (exponents.addend - n.constant(1, width)).named(hidden("addend_minus_one"));
    let exponent = alignment
        .above
        .select(of_addend, exponents.top_exponent(offset_of_window(n, formats, 0)));
    let exponent = exponent.named(hidden(signed("signed_exponent")));
    exponent.low(width - 1).named(unsigned("exponent"))
}

/// Returns the magnitude of the sum from its kept top bits.
///
/// The negative of a number is its complement plus one. If any bit below the guard bit is 1, the increment does not
/// carry so far, and the complement suffices. Otherwise the guard bit keeps its value. If the guard bit is 0 too, the
/// increment of the significand is left pending (`owed`). A significand of ones with a pending increment becomes the
/// power of two above it.
fn complement<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    total: WindowSum<'n>,
    NormalisedSum {
        normalised,
        negative,
        nonzero,
        too_large,
    }: NormalisedSum<'n>,
) -> Unrounded<'n> {
    let _stage = n.stage(step::COMPLEMENT);
    let Top { kept, sticky } = normalised.top;
    let significand_bits = config.formats.result.significand_bits();
    let significand = kept.high(significand_bits);
    let below = kept.width() - significand_bits;
    let guard = kept.bit(below - 1);
    // The bit below the guard bit, if there is one, is part of the sticky bit.
    let next = (below > 1).then(|| (kept.bit(0) ^ (negative & sticky)).named(hidden("next")));
    let sticky = match below {
        1 => sticky,
        _ => (sticky | kept.bit(0)).named(hidden("sticky_with_next")),
    };
    // The sign of the product, or of the addend if that was the larger. An exact cancellation gives +0, but -0 when
    // rounding down.
    let of_cancelled = rounding.is_toward_negative(n);
    let cancelled = (total.subtracted & !nonzero).named("cancelled");
    let sign = cancelled.select(of_cancelled, total.product_sign ^ total.negative);
    Unrounded {
        sign: sign.named("sign"),
        exponent: normalised.exponent_minus_one,
        significand: (significand ^ negative.repeat(significand.width())).named("significand"),
        guard: (guard ^ (negative & sticky)).named("guard"),
        sticky,
        pending_increment: (negative & !sticky & !guard).named("owed"),
        next,
        too_large,
    }
}

/// Returns 1 if product and addend are infinities of different signs, for the flags. A product is an infinity only if
/// neither factor is zero or a NaN.
pub fn are_opposite<'n>(
    n: Scope<'n>,
    product: Special<'n>,
    a: Unpacked<'n>,
    b: Unpacked<'n>,
    c: Unpacked<'n>,
) -> Net<'n> {
    let _stage = n.stage(step::FLAGS);
    let infinities = product.infinite & c.infinite & !(a.nan | b.nan);
    (infinities & (product.infinite_sign ^ c.sign)).named(hidden("opposite"))
}

/// Detects NaNs and infinities. A NaN and inf - inf give the canonical NaN; otherwise an infinite product or addend is
/// the result.
pub fn special_sum<'n>(n: Scope<'n>, product: Special<'n>, c: Unpacked<'n>) -> Special<'n> {
    let _stage = n.stage(step::SPECIAL);
    let opposite = product.infinite & c.infinite & (product.infinite_sign ^ c.sign);
    Special {
        nan: (product.nan | c.nan | opposite).named("nan"),
        infinite: (product.infinite | c.infinite).named("infinite"),
        infinite_sign: product.infinite.select(product.infinite_sign, c.sign).named("sign"),
        zero: n.zero(),
    }
}
