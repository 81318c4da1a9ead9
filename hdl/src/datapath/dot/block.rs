//! A block of a dot product: products and c added in fixed point at their largest exponent, the anchor.
//!
//! All terms have signs relative to that of c, so that the term of c is never negative.

use crate::datapath::dot::factors::{special_sum_of_products, Factors};
use crate::datapath::dot::rounded::rounded;
use crate::datapath::dot::shape::Shape;
use crate::datapath::dot::terms::{add_terms, Term};
use crate::datapath::dot::truncated::{truncated, Total};
use crate::net::{signed, unsigned, Net, Scope};
use crate::stage::{shift_right_cut, small_product, step, unpack, Multiplier, Special, Unpacked};

/// Computes a block: the sum of the products of pairs, each with both scales if there are some, and c.
pub fn block<'n>(
    n: Scope<'n>,
    shape: Shape,
    multiplier: Multiplier,
    pairs: &[[Net<'n>; 2]],
    c: Net<'n>,
    scales: Option<[Net<'n>; 2]>,
) -> Net<'n> {
    let c = unpack(n, "c", shape.formats.result, c);
    let factors = Factors::unpack(n, shape.formats.elements, pairs);
    let special = special_sum_of_products(n, &factors, c);
    let scale = scales.map(|scales| PowerOfTwo::new(n, shape, scales));
    let special = match scale {
        Some(scale) => Special {
            nan: special.nan | scale.nan,
            ..special
        },
        None => special,
    };
    let products: Vec<Product> = factors
        .iter()
        .enumerate()
        .map(|(number, factors)| Product::new(n.scope(&format!("pair{number}")), multiplier, *factors, c.sign))
        .collect();
    add_products(n, shape, &products, c, scale, special)
}

/// Adds products and c, each cut at the anchor, and rounds the sum.
pub fn add_products<'n>(
    n: Scope<'n>,
    shape: Shape,
    products: &[Product<'n>],
    c: Unpacked<'n>,
    scale: Option<PowerOfTwo<'n>>,
    special: Special<'n>,
) -> Net<'n> {
    let anchor = Anchor::new(n, shape, products, c, scale);
    let terms = align(n, shape, anchor, products, c);
    let sum = {
        let _stage = n.stage(step::ADD_TERMS);
        add_terms(terms, shape.sum_bits())
    };
    if shape.is_truncated_normal() {
        truncated(
            n,
            shape,
            Total {
                sum,
                not_anchor: anchor.complement,
                sign: c.sign,
                lone_subnormal: anchor.lone_subnormal,
                is_zero: !c.significand.high(1 + shape.result_fraction_bits).any(),
            },
            special,
        )
    } else {
        rounded(n, shape, sum, anchor.complement, c.sign, special)
    }
}

/// A product that is not normalised, less than 4, or a scaled group of products.
#[derive(Clone, Copy)]
pub struct Product<'n> {
    /// 1 if its sign differs from that of c.
    pub subtracted: Net<'n>,
    /// The sum of the factors' biased exponents, plus one; 0 for a zero product.
    pub exponent: Net<'n>,
    /// The product of the significands, with [`Shape::product_integer_bits`] above the point.
    pub significand: Net<'n>,
}

impl<'n> Product<'n> {
    fn new(n: Scope<'n>, multiplier: Multiplier, factors: Factors<'n>, sign: Net<'n>) -> Product<'n> {
        let Factors { a, b } = factors;
        let significand = small_product(n, multiplier, a.significand, b.significand);
        let _stage = n.stage(step::MULTIPLY);
        let sum = factors.add_exponents();
        let sum = sum + n.constant(1, sum.width());
        Product {
            subtracted: (a.sign ^ b.sign ^ sign).named("subtracted"),
            exponent: sum.only_if(!(a.zero | b.zero)).named(unsigned("exponent")),
            significand,
        }
    }
}

/// The product of two scales that are powers of two.
#[derive(Clone, Copy)]
pub struct PowerOfTwo<'n> {
    /// The sum of the scales' exponent fields, with the constant that makes it and a product's exponent the biased exponent in
    /// the result's format.
    exponent: Net<'n>,
    /// 1 if a scale is NaN.
    nan: Net<'n>,
}

impl<'n> PowerOfTwo<'n> {
    fn new(n: Scope<'n>, shape: Shape, scales: [Net<'n>; 2]) -> PowerOfTwo<'n> {
        let _stage = n.stage(step::ADD_SCALES);
        let width = shape.anchor_bits();
        let [a, b] = scales.map(|scale| scale.zero_extend(width));
        // The exponent of a product has one more than the sum of the fields.
        let constant = (shape.offset() - 1).rem_euclid(1 << width) as u64;
        PowerOfTwo {
            exponent: (a + b + n.constant(constant, width)).named(signed("exponent")),
            nan: (scales[0].all() | scales[1].all()).named("nan"),
        }
    }
}

/// The largest exponent of the terms.
#[derive(Clone, Copy)]
struct Anchor<'n> {
    /// The complement of the biased exponent of the anchor, so that a distance to it takes no inverters.
    complement: Net<'n>,
    /// The sum of the complement and the exponent of the scales, if there are some. The exponent of a product is added to it
    /// for the complement of the product's distance.
    scaled_complement: Option<Net<'n>>,
    /// 1 if no product is other than zero, and c is subnormal or zero.
    lone_subnormal: Net<'n>,
}

impl<'n> Anchor<'n> {
    /// Finds the largest biased exponent of a product that is not zero, and of c.
    fn new(
        n: Scope<'n>,
        shape: Shape,
        products: &[Product<'n>],
        c: Unpacked<'n>,
        scale: Option<PowerOfTwo<'n>>,
    ) -> Anchor<'n> {
        let _stage = n.stage(step::ANCHOR);
        let width = shape.anchor_bits();
        let mut largest: Vec<Net> = products.iter().map(|product| product.exponent).collect();
        while largest.len() > 1 {
            let pair = |pair: &[Net<'n>]| pair[0].at_least(pair[1]).select(pair[0], pair[1]);
            largest = largest.chunks(2).map(pair).collect();
        }
        let largest = largest[0].named(unsigned("largest_product"));
        let any = largest.any().named("any_product");
        let of_products = match scale {
            Some(scale) => largest.zero_extend(width) + scale.exponent,
            None => result_exponent(shape, largest),
        };
        let of_c = c.exponent.zero_extend(width);
        let (is_of_c, of_c) = if shape.has_floor() {
            // A zero product is below the floor.
            let floor = n.constant(shape.least_anchor().rem_euclid(1 << width) as u64, width);
            let of_c = c.zero.select(floor, of_c);
            let [ours, theirs] = [of_products, of_c].map(|exponent| exponent.sign_extend(width + 1));
            let is_below = (ours - theirs).top_bit();
            // With a large scale, a zero product is not below the floor.
            let is_of_c = if scale.is_some() { !any | is_below } else { is_below };
            (is_of_c, of_c)
        } else {
            (!any | of_c.at_least(of_products), of_c)
        };
        let is_of_c = is_of_c.named("is_of_c");
        let label = if shape.has_floor() {
            signed("not_anchor")
        } else {
            unsigned("not_anchor")
        };
        let complement = is_of_c.select(!of_c, !of_products).named(label);
        Anchor {
            complement,
            scaled_complement: scale.map(|scale| (complement + scale.exponent).named("scaled")),
            lone_subnormal: (!any & !c.significand.top_bit()).named("lone_subnormal"),
        }
    }
}

/// Returns the biased exponent of a product in the result's format. The constant that is added has zeros in its low
/// bits: see [`Shape::offset`].
fn result_exponent<'n>(shape: Shape, exponent: Net<'n>) -> Net<'n> {
    let width = shape.anchor_bits();
    let constant = shape.offset() - 1;
    let kept = constant.trailing_zeros().min(exponent.width());
    let Some(above) = exponent.width().checked_sub(kept).filter(|above| *above > 0) else {
        return exponent.zero_extend(width);
    };
    let upper = exponent.high(above);
    let value = |upper: u64| ((upper as i64 + (constant >> kept)).rem_euclid(1 << (width - kept))) as u64;
    let n = upper.builder();
    let sums: Vec<Net> = (0..1 << above)
        .map(|upper| n.constant(value(upper), width - kept))
        .collect();
    let sum = (0..above).fold(sums, |sums, place| {
        sums.chunks(2)
            .map(|pair| upper.bit(place).select(pair[1], pair[0]))
            .collect()
    });
    sum[0].join(exponent.low(kept))
}

/// Shifts each term to the anchor, and cuts it below the last place.
fn align<'n>(
    n: Scope<'n>,
    shape: Shape,
    anchor: Anchor<'n>,
    products: &[Product<'n>],
    c: Unpacked<'n>,
) -> Vec<Term<'n>> {
    let width = shape.anchor_bits();
    let term = |number: usize, product: &Product<'n>| {
        let n = n.scope(&format!("pair{number}"));
        let _stage = n.stage(step::ALIGN_TERM);
        let not_distance = match anchor.scaled_complement {
            Some(complement) => product.exponent.zero_extend(width) + complement,
            None => result_exponent(shape, product.exponent) + anchor.complement,
        };
        let distance = (!not_distance).named(unsigned("distance"));
        let whole = product
            .significand
            .append_zeros(shape.term_bits() - product.significand.width());
        let magnitude = shift_right_cut(whole, distance).named(unsigned("term"));
        Term::signed(product.subtracted, magnitude)
    };
    let of_products = products
        .iter()
        .enumerate()
        .map(|(number, product)| term(number, product));
    let of_products: Vec<Term> = of_products.collect();
    let _stage = n.stage(step::ALIGN_ADDEND_OF_DOT);
    let not_distance = c.exponent.zero_extend(width) + anchor.complement;
    let distance = (!not_distance).named(unsigned("distance"));
    let below = shape.fraction_bits.min(c.significand.width() - 1);
    let significand = if shape.is_truncated_normal() {
        // A lone subnormal gets a hidden one, so that its sum is normal. The end of the block takes it away: it sets the
        // exponent field to 0.
        (c.significand.top_bit() | anchor.lone_subnormal).join(c.significand.low(c.significand.width() - 1))
    } else {
        c.significand
    };
    let whole = significand.high(1 + below);
    let whole = match shape.fraction_bits - below {
        0 => whole,
        zeros => whole.append_zeros(zeros),
    };
    let digits = shift_right_cut(whole, distance).named(unsigned("term"));
    [Term::positive(digits)].into_iter().chain(of_products).collect()
}
