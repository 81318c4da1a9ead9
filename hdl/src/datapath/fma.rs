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

use halfpipe_isa::{FloatFormat, LaneFormats};

use crate::datapath::finish::finish;
use crate::datapath::flush::flushed;
use crate::datapath::mul::{is_undefined, multiply, special_product, two_subnormals_matter, Product};
use crate::datapath::outcome::{any_signals, Outcome};
use crate::datapath::LaneConfig;
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{
    force_out_of_bounds, is_nonzero, is_out_of_bounds, normalise, shift_right_sticky_widest_first, step, unpack,
    Normalised, RoundingMode, Special, Top, UnnormalisedSum, Unpacked, Unrounded,
};

/// Zeros between the addend at the top of the window and the product. A difference can lose one place. The product must
/// then still lie below half a unit in the last place.
const GAP: u32 = 2;

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
    let out_of_bounds = config.out_of_bounds.then(|| is_out_of_bounds(n, operand, a, b));
    let a = unpack(n, "a", operand, flushed(n, config, "a", a));
    let b = unpack(n, "b", operand, flushed(n, config, "b", b));
    let c = unpack(n, "c", result, flushed(n, config, "c", c));
    let signals = |n| any_signals(n, &[a, b, c]);
    let terms = FmaTerms {
        operands: [a, b, c],
        classified: [a, b, c],
        lacks_addend: None,
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
    /// Given if there may be no addend: it is 1 where the significand of c is 0, whatever its exponent.
    pub lacks_addend: Option<Net<'n>>,
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
    let alignment = place_addend(n, exponents, terms.lacks_addend);
    let addend = align_addend(n, window, alignment, c);
    let total = add(n, config.formats, product, c, addend);
    let sum = UnnormalisedSum {
        value: total.value,
        negative: total.negative,
        exponent_minus_one: alignment.exponent_minus_one,
        // If no sum is subnormal, only an addend without a product can be. It lies at the top.
        moves: sums_are_normal(config.formats).then(|| !product.zero),
    };
    let nonzero = is_nonzero(n, sum);
    let underflows = config.flags && can_underflow(config.formats);
    // When rounding to nearest, the bit below the guard bit decides which results are tiny.
    let needs_next = underflows && rounding.can_be_nearest();
    let keep = result.significand_bits() + 1 + u32::from(needs_next);
    let normalised = normalise(n, sum, nonzero, keep);
    let exact = complement(n, config, rounding, total, nonzero, normalised);
    let exact = Unrounded {
        next: exact.next.or(underflows.then(|| n.zero())),
        ..exact
    };
    finish(n, config, rounding, exact, special, invalid)
}

/// Places of the window, as widths in bits.
#[derive(Clone, Copy)]
struct Window {
    /// The width of the addend at the top.
    addend: u32,
    /// The width of the product.
    product: u32,
    /// The places below the product, the sticky bit included.
    below: u32,
}

impl Window {
    fn from_formats(formats: LaneFormats) -> Window {
        let precision = formats.result.significand_bits();
        let product = 2 * formats.operand.significand_bits();
        // The product of two significands with their leading ones at the top can itself have one leading zero.
        let zeros = 1 + most_zeros(formats);
        // A difference loses one place. Below it come the places of the result, the guard bit and the sticky bit.
        Window {
            addend: precision,
            product,
            below: zeros + 1 + precision + 2 - product,
        }
    }

    fn bits(self) -> u32 {
        self.addend + GAP + self.product + self.below
    }
}

/// Returns the most leading zeros that two significands have in total, if the digits of their product matter.
fn most_zeros(formats: LaneFormats) -> u32 {
    let operand = formats.operand;
    if two_subnormals_matter(formats) {
        let shift = half_shift(operand.significand_bits());
        2 * (shift - 1).max(operand.fraction_bits - shift)
    } else {
        operand.fraction_bits
    }
}

/// Returns the offset from the sum of the factors' exponents to the biased exponent of the top of the window, less one.
///
/// The biased exponent of the product's top bit, less one, is the sum of the factors' exponents. The bias of the result
/// replaces the biases of the factors. The top of the window is higher by the gap and a significand.
fn exponent_of_top(LaneFormats { operand, result }: LaneFormats) -> i64 {
    i64::from(result.significand_bits() + GAP) + result.bias() - 2 * operand.bias()
}

/// True if every count of leading zeros leaves a normal exponent whenever the product is not zero.
fn sums_are_normal(formats: LaneFormats) -> bool {
    let smallest = if two_subnormals_matter(formats) {
        1 - i64::from(half_shift(formats.operand.significand_bits()))
    } else {
        1
    };
    let largest_count = Window::from_formats(formats).bits().next_power_of_two() - 1;
    2 * smallest + exponent_of_top(formats) >= i64::from(largest_count)
}

/// True if a sum can be both tiny and inexact: a product has places below those of the result's smallest number.
fn can_underflow(LaneFormats { operand, result }: LaneFormats) -> bool {
    let lowest = |format: FloatFormat| format.min_exponent() - i64::from(format.fraction_bits);
    2 * lowest(operand) < lowest(result)
}

/// A factor with its exponent in two's complement.
#[derive(Clone, Copy)]
struct Factor<'n> {
    unpacked: Unpacked<'n>,
    exponent: Net<'n>,
}

/// Returns the left shift of a factor that has at least that many leading zeros.
fn half_shift(significand_bits: u32) -> u32 {
    significand_bits / 2
}

impl<'n> Factor<'n> {
    /// Unpacks a factor. If the digits of a product of two subnormals matter, one shifter step moves up a subnormal
    /// factor whose upper half is zero. The window has room for the leading zeros that remain.
    fn new(n: Scope<'n>, formats: LaneFormats, name: &str, operand: Unpacked<'n>) -> Factor<'n> {
        let exponent = n.zero().join(operand.exponent);
        if !two_subnormals_matter(formats) {
            return Factor {
                unpacked: operand,
                exponent,
            };
        }
        let _stage = n.stage(step::prenormalise(name));
        let significand = operand.significand;
        let shift = half_shift(significand.width());
        let high = significand.high(shift).any().named(hidden("high"));
        let low = (!high).named("low");
        let moved = significand.low(significand.width() - shift).append_zeros(shift);
        // The factor is subnormal, with an exponent of 1.
        let exponent_of_moved = (1 - i64::from(shift)).rem_euclid(1 << exponent.width()) as u64;
        Factor {
            unpacked: Unpacked {
                significand: low.select(moved, significand).named("significand"),
                ..operand
            },
            exponent: low
                .select(n.constant(exponent_of_moved, exponent.width()), exponent)
                .named(unsigned("exponent")),
        }
    }
}

/// Terms of the exponents, available before the product is compared with the addend.
///
/// The top of the window has the biased exponent `product + offset + 1`, with the constant of [`exponent_of_top`]. The
/// distance of the addend is that exponent less the addend's own. The terms are grouped so that each of the two takes
/// one more addition:
///
/// ```text
///   top less one = product + offset
///   distance     = product + offset_from_addend
/// ```
#[derive(Clone, Copy)]
struct Exponents<'n> {
    /// 1 if a factor is zero.
    zero_product: Net<'n>,
    /// The sum of the factors' exponents, in two's complement.
    product: Net<'n>,
    /// The biased exponent of the addend, less one.
    addend_minus_one: Net<'n>,
    /// The constant of [`exponent_of_top`].
    offset: Net<'n>,
    /// The offset plus one, less the biased exponent of the addend.
    offset_from_addend: Net<'n>,
}

impl<'n> Exponents<'n> {
    fn new(n: Scope<'n>, formats: LaneFormats, a: Factor<'n>, b: Factor<'n>, c: Unpacked<'n>) -> Exponents<'n> {
        let _stage = n.stage(step::EXPONENTS);
        // One bit more than the sum of two exponents takes, for the sign of a difference.
        let width = formats.result.exponent_bits + 2;
        let constant = |value: i64| n.constant(value.rem_euclid(1 << width) as u64, width);
        let addend = c.exponent.zero_extend(width).named(hidden("addend"));
        let offset = exponent_of_top(formats);
        Exponents {
            zero_product: a.unpacked.zero | b.unpacked.zero,
            product: (a.exponent.sign_extend(width) + b.exponent.sign_extend(width)).named(hidden("product")),
            addend_minus_one: (addend - constant(1)).named(hidden("addend_minus_one")),
            offset: constant(offset),
            offset_from_addend: (constant(offset + 1) - addend).named(hidden("offset_from_addend")),
        }
    }
}

/// The place of the addend.
#[derive(Clone, Copy)]
struct Alignment<'n> {
    /// The distance from the top of the window, in places downwards.
    distance: Net<'n>,
    /// The biased exponent of the window's top bit, less one.
    exponent_minus_one: Net<'n>,
}

/// Finds the distance of the addend from the top of the window, which is `GAP` and a significand above the top of the
/// product.
fn place_addend<'n>(n: Scope<'n>, exponents: Exponents<'n>, lacks_addend: Option<Net<'n>>) -> Alignment<'n> {
    let _stage = n.stage(step::ALIGN_ADDEND);
    let distance = (exponents.product + exponents.offset_from_addend).named(signed("signed_distance"));
    // The exponent of a zero product is arbitrary, so it must not shift the addend down.
    let above = distance.top_bit() | exponents.zero_product;
    let above = lacks_addend.map_or(above, |lacks| above & !lacks).named("addend_above");
    let exponent_minus_one = above
        .select(exponents.addend_minus_one, exponents.product + exponents.offset)
        .named(hidden(signed("signed_exponent")));
    let width = distance.width() - 1;
    Alignment {
        distance: distance.low(width).only_if(!above).named(unsigned("distance")),
        exponent_minus_one: exponent_minus_one.low(width).named(unsigned("exponent")),
    }
}

/// The number of low bits of the distance, which are ready first. The shifter steps that use only these bits lose
/// nothing.
const FIRST_STEPS: u32 = 2;

/// Shifts the addend down the window. The lowest bit is sticky.
fn align_addend<'n>(n: Scope<'n>, window: Window, alignment: Alignment<'n>, c: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage(step::ALIGN_ADDEND);
    let room = (1 << FIRST_STEPS) - 1;
    let first = alignment.distance.low(FIRST_STEPS);
    let begun = c.significand.append_zeros(room).shift_right(first).named("begun");
    let at_the_top = begun
        .append_zeros(window.bits() - begun.width())
        .named(hidden("at_the_top"));
    let distance = alignment.distance;
    let rest = distance.high(distance.width() - FIRST_STEPS).append_zeros(FIRST_STEPS);
    shift_right_sticky_widest_first(at_the_top, rest).named("addend")
}

/// The sum of product and addend, in two's complement.
#[derive(Clone, Copy)]
struct WindowSum<'n> {
    /// The sign of the product.
    product_sign: Net<'n>,
    /// 1 if the signs differ, so that the addend was subtracted.
    subtracted: Net<'n>,
    /// 1 if the addend was the larger, so that the value is negative.
    negative: Net<'n>,
    /// The window, without the sign.
    value: Net<'n>,
}

fn add<'n>(
    n: Scope<'n>,
    formats: LaneFormats,
    product: Product<'n>,
    c: Unpacked<'n>,
    addend: Net<'n>,
) -> WindowSum<'n> {
    let _stage = n.stage(step::ADD);
    let window = Window::from_formats(formats);
    let subtracted = (product.sign ^ c.sign).named("subtracted");
    // The sum has no carry out, because the window has only the addend above the product.
    let addend = (addend ^ subtracted.repeat(addend.width())).named(hidden("addend"));
    let in_place = product.significand.append_zeros(window.below);
    let (negative, value) = if formats.operand == formats.result {
        let width = addend.width() + 1;
        let sum = in_place.zero_extend(width)
            + subtracted.join(addend).named(hidden(signed("signed_addend")))
            + subtracted.zero_extend(width);
        let sum = sum.named("chain");
        (sum.top_bit(), sum.low(window.bits()))
    } else {
        // A mixed-precision window has over 60 bits, too many for one carry chain.
        add_below(in_place, addend, subtracted)
    };
    WindowSum {
        product_sign: product.sign,
        subtracted,
        negative: negative.named("negative"),
        value: value.named("sum"),
    }
}

/// Adds the product to the lower end of the addend, whose sign is also the carry in. The part of the addend above the
/// product is computed for both carries and selected by the carry (Bedrij, "Carry-select adder", IRE Trans. Electronic
/// Computers EC-11, 1962). Returns the sign of the sum and the sum.
fn add_below<'n>(product: Net<'n>, addend: Net<'n>, sign: Net<'n>) -> (Net<'n>, Net<'n>) {
    let reached = product.width();
    let lower = product.add_with_carry(addend.low(reached)) + sign.zero_extend(reached + 1);
    let lower = lower.named("chain");
    let upper = sign
        .join(addend.high(addend.width() - reached))
        .named(hidden("upper_addend"));
    let one = sign.builder().constant(1, upper.width());
    let upper = lower.top_bit().select(upper + one, upper).named("upper");
    (upper.top_bit(), upper.low(upper.width() - 1).join(lower.low(reached)))
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
    nonzero: Net<'n>,
    normalised: Normalised<'n>,
) -> Unrounded<'n> {
    let _stage = n.stage(step::COMPLEMENT);
    let Top { kept, sticky } = normalised.top;
    let significand_bits = config.formats.result.significand_bits();
    let significand = kept.high(significand_bits);
    let below = kept.width() - significand_bits;
    let guard = kept.bit(below - 1);
    let negative = total.negative;
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
    let sign = cancelled.select(of_cancelled, total.product_sign ^ negative);
    Unrounded {
        sign: sign.named("sign"),
        exponent: normalised.exponent_minus_one,
        significand: (significand ^ negative.repeat(significand.width())).named("significand"),
        guard: (guard ^ (negative & sticky)).named("guard"),
        sticky,
        pending_increment: (negative & !sticky & !guard).named("owed"),
        next,
        too_large: None,
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
