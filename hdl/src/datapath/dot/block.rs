//! A block of a dot product: products and c added in fixed point at their largest exponent, the anchor.
//!
//! All terms have signs relative to that of c, so that the term of c is never negative.

use crate::datapath::dot::shape::Shape;
use crate::datapath::mul::special_product;
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{
    is_nonzero, normalise, pack, product, round, shift_right_cut, step, unpack, Carry, Limits, Multiplier, Normalised,
    Special, Top, UnnormalisedSum, Unpacked, Unrounded,
};
use halfpipe_isa::Rounding;

/// Computes a block: the sum of the products of pairs and c.
pub fn block<'n>(n: Scope<'n>, shape: Shape, multiplier: Multiplier, pairs: &[[Net<'n>; 2]], c: Net<'n>) -> Net<'n> {
    let c = unpack(n, "c", shape.formats.result, c);
    let factors: Vec<[Unpacked; 2]> = pairs
        .iter()
        .enumerate()
        .map(|(number, [a, b])| {
            let n = n.scope(&format!("pair{number}"));
            [
                unpack(n, "a", shape.formats.operand, *a),
                unpack(n, "b", shape.formats.operand, *b),
            ]
        })
        .collect();
    let special = special_block(n, &factors, c);
    let products: Vec<Product> = factors
        .iter()
        .enumerate()
        .map(|(number, [a, b])| Product::new(n.scope(&format!("pair{number}")), multiplier, [*a, *b], c.sign))
        .collect();
    let anchor = anchor(n, shape, &products, c);
    let terms = align(n, shape, anchor, &products, c);
    let total = add(n, shape, terms);
    let exact = unrounded(n, shape, total, anchor, c.sign);
    finish(n, shape, exact, special)
}

/// A product that is not normalised, less than 4.
#[derive(Clone, Copy)]
struct Product<'n> {
    /// 1 if its sign differs from that of c.
    subtracted: Net<'n>,
    /// The sum of the factors' biased exponents; 0 for a zero product.
    exponent: Net<'n>,
    /// The product of the significands, with two bits above the point.
    significand: Net<'n>,
}

impl<'n> Product<'n> {
    fn new(n: Scope<'n>, multiplier: Multiplier, [a, b]: [Unpacked<'n>; 2], sign: Net<'n>) -> Product<'n> {
        let significand = product(n, multiplier, a.significand, b.significand);
        let _stage = n.stage(step::MULTIPLY);
        let sum = a.exponent.add_with_carry(b.exponent);
        Product {
            subtracted: (a.sign ^ b.sign ^ sign).named("subtracted"),
            exponent: sum.only_if(!(a.zero | b.zero)).named(unsigned("exponent")),
            significand,
        }
    }
}

/// Finds the anchor: the largest biased exponent of a product that is not zero, and of c.
fn anchor<'n>(n: Scope<'n>, shape: Shape, products: &[Product<'n>], c: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage(step::ANCHOR);
    let width = shape.anchor_bits();
    let constant = |value: i64| n.constant(value.rem_euclid(1 << width) as u64, width);
    let mut largest: Vec<Net> = products.iter().map(|product| product.exponent).collect();
    while largest.len() > 1 {
        let pair = |pair: &[Net<'n>]| pair[0].at_least(pair[1]).select(pair[0], pair[1]);
        largest = largest.chunks(2).map(pair).collect();
    }
    let largest = largest[0].named(unsigned("largest_product"));
    let in_result = (largest.zero_extend(width) + constant(shape.offset())).named(hidden("product"));
    let of_c = c.exponent.zero_extend(width);
    let anchor = match shape.has_floor() {
        true => {
            let of_c = c.zero.select(constant(shape.least_anchor()), of_c);
            let below = (in_result.sign_extend(width + 1) - of_c.sign_extend(width + 1)).top_bit();
            (below | !largest.any()).select(of_c, in_result)
        }
        false => (!largest.any() | of_c.at_least(in_result)).select(of_c, in_result),
    };
    match shape.has_floor() {
        true => anchor.named(signed("anchor")),
        false => anchor.named(unsigned("anchor")),
    }
}

/// An aligned term: its magnitude, or the complement of that if it is subtracted.
#[derive(Clone, Copy)]
struct Term<'n> {
    /// The digits: two's complement but for the pending increment.
    digits: Net<'n>,
    /// The increment that is still to be added; None if there is none.
    pending_increment: Option<Net<'n>>,
}

/// Shifts each term to the anchor, and cuts it below the last place.
fn align<'n>(n: Scope<'n>, shape: Shape, anchor: Net<'n>, products: &[Product<'n>], c: Unpacked<'n>) -> Vec<Term<'n>> {
    let width = shape.anchor_bits();
    let term = |number: usize, product: &Product<'n>| {
        let n = n.scope(&format!("pair{number}"));
        let _stage = n.stage(step::ALIGN_TERM);
        let constant = n.constant(shape.offset().rem_euclid(1 << width) as u64, width);
        let distance = anchor - constant - product.exponent.zero_extend(width);
        let distance = distance.named(unsigned("distance"));
        let whole = product
            .significand
            .append_zeros(shape.term_bits() - product.significand.width());
        let magnitude = shift_right_cut(whole, distance).named("term");
        let digits = (magnitude ^ product.subtracted.repeat(magnitude.width())).named(hidden("digits"));
        Term {
            digits: product.subtracted.join(digits),
            pending_increment: Some(product.subtracted),
        }
    };
    let mut terms: Vec<Term> = products
        .iter()
        .enumerate()
        .map(|(number, product)| term(number, product))
        .collect();
    let _stage = n.stage(step::ALIGN_ADDEND_OF_DOT);
    let distance = (anchor - c.exponent.zero_extend(width)).named(unsigned("distance"));
    let significand = c.significand;
    let below = shape.fraction_bits.min(significand.width() - 1);
    let whole = significand.high(1 + below).append_zeros(shape.fraction_bits - below);
    let digits = shift_right_cut(whole, distance).named("term");
    terms.insert(
        0,
        Term {
            digits: digits.zero_extend(shape.term_bits()),
            pending_increment: None,
        },
    );
    terms
}

/// The sum of neighbouring terms.
struct Partial<'n> {
    /// The sum, in two's complement, without the pending increments.
    sum: Net<'n>,
    /// The increments that are still to be added.
    pending: Vec<Net<'n>>,
}

/// Adds the terms by a tree of carry chains. Each chain takes one pending increment as its carry.
fn add<'n>(n: Scope<'n>, shape: Shape, terms: Vec<Term<'n>>) -> Net<'n> {
    let _stage = n.stage(step::ADD_TERMS);
    let mut sums: Vec<Partial> = terms
        .into_iter()
        .map(|term| Partial {
            sum: term.digits,
            pending: term.pending_increment.into_iter().collect(),
        })
        .collect();
    let mut number = 0;
    let mut add = |[low, high]: [&Partial<'n>; 2]| {
        let width = (low.sum.width().max(high.sum.width()) + 1).min(shape.sum_bits());
        let mut pending = [&low.pending[..], &high.pending[..]].concat();
        let carry = pending.pop().expect("there are as many increments as additions");
        let sum = low.sum.sign_extend(width) + high.sum.sign_extend(width) + carry.zero_extend(width);
        number += 1;
        Partial {
            sum: sum.named(signed(format!("sum_{number}"))),
            pending,
        }
    };
    while sums.len() > 1 {
        let pair = |pair: &[Partial<'n>]| match pair {
            [low, high] => add([low, high]),
            [last] => Partial {
                sum: last.sum,
                pending: last.pending.clone(),
            },
            _ => unreachable!("chunks of two"),
        };
        sums = sums.chunks(2).map(pair).collect();
    }
    sums[0].sum.sign_extend(shape.sum_bits()).named(signed("sum"))
}

/// Normalises the sum and makes it a magnitude, cut to the precision of the result.
fn unrounded<'n>(n: Scope<'n>, shape: Shape, total: Net<'n>, anchor: Net<'n>, sign: Net<'n>) -> Unrounded<'n> {
    let (value, above) = match shape.has_floor() {
        // With the sign above it, the top of the window is never below the least exponent.
        true => (total, shape.integer_bits - 1),
        false => (total.low(total.width() - 1), shape.integer_bits - 2),
    };
    let exponent = {
        let _stage = n.stage(step::ANCHOR);
        let width = anchor.width() + 1;
        let wide = match shape.has_floor() {
            true => anchor.sign_extend(width),
            false => anchor.zero_extend(width),
        };
        (wide + n.constant(u64::from(above), width)).named(unsigned("exponent_minus_one"))
    };
    let negative = total.top_bit();
    let sum = UnnormalisedSum {
        value,
        negative,
        exponent_minus_one: exponent,
        moves: None,
    };
    let nonzero = is_nonzero(n, sum);
    let format = shape.rounded_format();
    let Normalised {
        exponent_minus_one,
        top,
    } = normalise(n, sum, nonzero, format.significand_bits() + 1);
    let _stage = n.stage(step::COMPLEMENT);
    let Top { kept, sticky } = top;
    let guard = kept.bit(0);
    let significand = kept.high(format.significand_bits());
    Unrounded {
        sign: (nonzero & (sign ^ negative)).named("sign"),
        exponent: exponent_minus_one,
        significand: (significand ^ negative.repeat(significand.width())).named("significand"),
        guard: (guard ^ (negative & sticky)).named("guard"),
        sticky,
        pending_increment: (negative & !sticky & !guard).named("owed"),
        next: None,
        too_large: None,
    }
}

/// Rounds the sum as tensor cores do and encodes it: toward zero in single precision, to nearest even in half precision.
/// Either overflows to infinity, and a zero has no sign.
fn finish<'n>(n: Scope<'n>, shape: Shape, exact: Unrounded<'n>, special: Special<'n>) -> Net<'n> {
    let result = shape.formats.result;
    let format = shape.rounded_format();
    let up = match result.register_bits() {
        16 => exact.rounds_up(n, Rounding::NearestEven),
        _ => Carry::from_net(n.zero()),
    };
    let rounded = round(n, format, up, exact);
    let limits = Limits {
        to_infinity: n.constant(1, 1),
        saturate: n.zero(),
        flush: n.zero(),
    };
    let value = pack(n, format, limits, rounded, special);
    let _stage = n.stage(step::PACK);
    let magnitude = value.low(value.width() - 1);
    let sign = match shape.has_floor() {
        true => value.top_bit() & magnitude.any(),
        false => value.top_bit(),
    };
    let magnitude = match result.fraction_bits - format.fraction_bits {
        0 => magnitude,
        cut => magnitude.join(special.nan.repeat(cut)),
    };
    sign.join(magnitude).named("dot")
}

/// Detects NaNs and infinities: a NaN operand, a zero times an infinity and opposite infinities give NaN.
fn special_block<'n>(n: Scope<'n>, factors: &[[Unpacked<'n>; 2]], c: Unpacked<'n>) -> Special<'n> {
    let products = factors.iter().enumerate().map(|(number, [a, b])| {
        let n = n.scope(&format!("pair{number}"));
        special_product(n, *a, *b)
    });
    let products: Vec<Special> = products.collect();
    let _stage = n.stage(step::SPECIAL);
    let any = |terms: Vec<Net<'n>>| {
        terms
            .into_iter()
            .reduce(|low, high| high.join(low))
            .expect("there is c")
            .any()
    };
    let infinite = |wanted: bool| {
        let of = |infinite: Net<'n>, sign: Net<'n>| infinite & if wanted { sign } else { !sign };
        let terms = products.iter().map(|one| of(one.infinite, one.infinite_sign));
        any(terms.chain([of(c.infinite, c.sign)]).collect())
    };
    let positive = infinite(false).named("positive_infinity");
    let negative = infinite(true).named("negative_infinity");
    let nan = any(products.iter().map(|one| one.nan).chain([c.nan]).collect());
    Special {
        nan: (nan | (positive & negative)).named("nan"),
        infinite: (positive | negative).named("infinite"),
        infinite_sign: negative,
        zero: n.zero(),
    }
}
