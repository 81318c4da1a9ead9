//! fma: a * b + c with one rounding.
//!
//! The product stays where it is; the addend moves. A window holds every position that matters:
//!
//! ```text
//!   | addend at the top (p) | 2 | product (2p) | 2 | sticky |
//! ```
//!
//! An addend above the window's top leaves the product below its guard bit, so the addend then stays at the top. One
//! below the product can still cancel with it in two more places; further down, only whether it is zero matters.

use halfpipe_isa::Rounding;

use crate::datapath::finish::finish;
use crate::datapath::mul::{multiply, special_product, Product};
use crate::datapath::{flushed, Behaviour};
use crate::net::{Builder, Net};
use crate::stage::{
    count_leading_zeros, force_out_of_bounds, is_out_of_bounds, normalise, shift_right_sticky, stop_at, unpack,
    Normalised, Special, Top, Unpacked, Unrounded,
};

/// Zeros between the addend at the top of the window and the product: a difference can lose one place, and the product
/// must then still lie below half a unit in the last place.
const GAP: u32 = 2;

/// Places below the product that an addend can still reach and matter in, and the sticky bit.
const BELOW: u32 = 3;

/// a * b + c.
pub fn fma<'n>(n: &'n Builder, behaviour: &Behaviour, a: Net<'n>, b: Net<'n>, c: Net<'n>) -> Net<'n> {
    let format = behaviour.formats.operand;
    let out_of_bounds = behaviour.out_of_bounds.then(|| is_out_of_bounds(format, a, b));
    let a = unpack("a", format, flushed(behaviour, "a", a));
    let b = unpack("b", format, flushed(behaviour, "b", b));
    let c = unpack("c", format, flushed(behaviour, "c", c));
    let special = special_sum(n, special_product(n, a, b), c);
    n.cut("unpack");
    let factors = multiply(n, a, b);
    let alignment = place_addend(n, behaviour, a, b, c);
    n.cut("rows");
    let product = factors.product();
    let addend = align_addend(n, behaviour, alignment, c);
    n.cut("multiply");
    let total = add(n, behaviour, product, c, addend);
    let limit = alignment.exponent_minus_one;
    let stop = stop_at(limit, total.value.width());
    n.cut("add");
    let zeros = count_leading_zeros("leading_zeros", sign_changes(n, total) | stop);
    n.cut("count");
    let normalised = normalise(total.value, zeros, limit, format.significand_bits() + 1);
    n.cut("normalise");
    let exact = complement(n, behaviour.rounding, total, normalised);
    let result = finish(behaviour, exact, special);
    match out_of_bounds {
        Some(found) => force_out_of_bounds(found, result),
        None => result,
    }
}

/// Where the addend goes.
#[derive(Clone, Copy)]
struct Alignment<'n> {
    /// How far below the window's top.
    distance: Net<'n>,
    /// Biased exponent of the window's top bit, less one.
    exponent_minus_one: Net<'n>,
}

/// Finds the addend's distance from the top of the window, which is `GAP` and a significand above the product's top.
fn place_addend<'n>(
    n: &'n Builder,
    behaviour: &Behaviour,
    a: Unpacked<'n>,
    b: Unpacked<'n>,
    c: Unpacked<'n>,
) -> Alignment<'n> {
    let _stage = n.stage("align");
    let format = behaviour.formats.operand;
    // One bit more than the sum of two exponents, for the sign of a difference.
    let width = format.exponent_bits + 2;
    let constant = |value: i64| n.constant(value.rem_euclid(1 << width) as u64, width);
    let product_exponent = a.exponent.add_with_carry(b.exponent).zero_extend(width);
    let addend_exponent = c.exponent.zero_extend(width);
    // The biased exponent of the product's top bit, less one, is the exponent sum less the bias. The window's top is
    // higher by the gap and a significand.
    let offset = i64::from(format.significand_bits() + GAP) - format.bias() as i64;
    // Less the addend's exponent, less one again. What is known without the product is computed beside it.
    let distance = (product_exponent + (constant(offset + 1) - addend_exponent)).named("signed_distance");
    // A zero product can have any exponent: it must not push the addend down.
    let above = (distance.top_bit() | a.zero | b.zero).named("addend_above");
    let exponent_minus_one = above.select(addend_exponent - constant(1), product_exponent + constant(offset));
    Alignment {
        distance: distance.low(width - 1).only_if(!above).named("distance"),
        exponent_minus_one: exponent_minus_one.low(width - 1).named("exponent"),
    }
}

fn window_bits(behaviour: &Behaviour) -> u32 {
    3 * behaviour.formats.operand.significand_bits() + GAP + BELOW
}

/// Moves the addend down the window; the lowest bit collects what falls out.
fn align_addend<'n>(n: &'n Builder, behaviour: &Behaviour, alignment: Alignment<'n>, c: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage("align");
    let at_the_top = c
        .significand
        .append_zeros(window_bits(behaviour) - c.significand.width());
    shift_right_sticky(at_the_top, alignment.distance).named("addend")
}

/// The sum of product and addend, in two's complement.
#[derive(Clone, Copy)]
struct Total<'n> {
    /// Sign of the product.
    product_sign: Net<'n>,
    /// The signs differ: the addend was subtracted.
    subtracted: Net<'n>,
    /// The addend was the larger: the value is negative.
    negative: Net<'n>,
    /// The window, without the sign.
    value: Net<'n>,
}

fn add<'n>(n: &'n Builder, behaviour: &Behaviour, product: Product<'n>, c: Unpacked<'n>, addend: Net<'n>) -> Total<'n> {
    let _stage = n.stage("add");
    let subtracted = (product.sign ^ c.sign).named("subtracted");
    // One bit more for the sign. There is no carry: above the product the window has only the addend.
    let width = window_bits(behaviour) + 1;
    let product_in_place = product.significand.append_zeros(BELOW).zero_extend(width);
    let addend = addend.zero_extend(width) ^ subtracted.repeat(width);
    let sum = (product_in_place + addend + subtracted.zero_extend(width)).named("sum");
    Total {
        product_sign: product.sign,
        subtracted,
        negative: sum.top_bit().named("negative"),
        value: sum.low(width - 1),
    }
}

/// The sum with a one wherever a bit differs from the one above it: the leading one of that is where the sum's
/// magnitude has its own, or one place below for the negative of a power of two.
fn sign_changes<'n>(n: &'n Builder, total: Total<'n>) -> Net<'n> {
    let _stage = n.stage("leading_zeros");
    let above = total.negative.join(total.value.high(total.value.width() - 1));
    (total.value ^ above).named("sign_changes")
}

/// The magnitude of the sum, now that only its top is left.
///
/// The negative of a number is its complement and one. Where anything below the guard bit is 1, adding one does not
/// carry so far, and complementing is enough; where nothing is, the guard bit keeps its value, and where that is 0 too,
/// the one is owed to the significand. A significand of ones that is owed one becomes the power of two above it.
fn complement<'n>(n: &'n Builder, rounding: Rounding, total: Total<'n>, normalised: Normalised<'n>) -> Unrounded<'n> {
    let _stage = n.stage("complement");
    let Top { kept, sticky } = normalised.top;
    let significand = kept.high(kept.width() - 1);
    let guard = kept.bit(0);
    let negative = total.negative;
    let zero = !(kept.any() | sticky | negative);
    // The product's sign, or the addend's where that was the larger. An exact cancellation gives +0, but -0 when
    // rounding down.
    let of_cancelled = n.constant(u64::from(rounding == Rounding::TowardNegative), 1);
    let sign = (zero & total.subtracted).select(of_cancelled, total.product_sign ^ negative);
    Unrounded {
        sign: sign.named("sign"),
        zero: zero.named("zero"),
        exponent_minus_one: normalised.exponent_minus_one,
        significand: (significand ^ negative.repeat(significand.width())).named("significand"),
        guard: (guard ^ (negative & sticky)).named("guard"),
        sticky,
        owed: (negative & !sticky & !guard).named("owed"),
    }
}

/// NaNs and infinities: a NaN and inf - inf give the canonical NaN, else an infinite product or addend stays.
pub fn special_sum<'n>(n: &'n Builder, product: Special<'n>, c: Unpacked<'n>) -> Special<'n> {
    let _stage = n.stage("special");
    let opposite = product.infinite & c.infinite & (product.infinite_sign ^ c.sign);
    Special {
        nan: (product.nan | c.nan | opposite).named("nan"),
        infinite: (product.infinite | c.infinite).named("infinite"),
        infinite_sign: product.infinite.select(product.infinite_sign, c.sign).named("sign"),
    }
}
