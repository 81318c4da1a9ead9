//! Groups of products of e2m1 that are added exactly, then scaled: mxf4 and mxf4nvf4 of PTX.
//!
//! A group takes the place of a product in a block. All signs are relative to that of c.

use halfpipe_isa::{DotFormats, DotScales, FloatFormat};

use crate::datapath::dot::block::{add_products, Product};
use crate::datapath::dot::factors::{special_sum_of_products, Factors};
use crate::datapath::dot::shape::Shape;
use crate::datapath::dot::terms::{add_terms, Term};
use crate::net::{unsigned, Net, Scope};
use crate::stage::{small_product, step, unpack, Multiplier, Special, Unpacked};

/// The number of products in a group.
const GROUP: u32 = DotScales::GROUP;

/// Width of the sum of a group in bits: the sign, 10 bits above the point and two below it.
const SUM_BITS: u32 = 13;

/// Computes the sum of scaled groups of products, and c. `registers` have the scales of a and of b.
pub fn groups<'n>(
    n: Scope<'n>,
    formats: DotFormats,
    scales: DotScales,
    multiplier: Multiplier,
    pairs: &[[Net<'n>; 2]],
    c: Net<'n>,
    registers: [Net<'n>; 2],
) -> Net<'n> {
    let shape = Shape::from_groups(pairs.len() as u32 / GROUP, scales.format, formats.result);
    let c = unpack(n, "c", formats.result, c);
    let [a, b] = registers;
    let both: Vec<[Scale; 2]> = (0..scales.count)
        .map(|number| {
            let n = n.scope(&format!("scale{number}"));
            [("scale_a", a), ("scale_b", b)]
                .map(|(name, register)| Scale::new(n, name, scales.format, register, number))
        })
        .collect();
    let nan = both.iter().flatten().map(|scale| scale.nan);
    let special = {
        let own = special_sum_of_products(n, &[], c);
        let _stage = n.stage(step::SPECIAL);
        Special {
            nan: nan.fold(own.nan, |any, nan| any | nan).named("any_nan"),
            ..own
        }
    };
    let groups = pairs.chunks(GROUP as usize).enumerate();
    let products: Vec<Product> = groups
        .map(|(number, pairs)| {
            let sum = sum_of_group(
                n.scope(&format!("group{number}")),
                formats.elements,
                multiplier,
                pairs,
                c,
            );
            let own = both[number * GROUP as usize / scales.sharing as usize];
            scaled(n, number, multiplier, sum, own)
        })
        .collect();
    add_products(n, shape, &products, c, None, special)
}

/// A decoded scale.
#[derive(Clone, Copy)]
struct Scale<'n> {
    /// The biased exponent.
    exponent: Net<'n>,
    /// The significand; none if all scales are powers of two.
    significand: Option<Net<'n>>,
    /// 1 if it is zero; none if no scale is.
    zero: Option<Net<'n>>,
    /// 1 if it is NaN.
    nan: Net<'n>,
}

impl<'n> Scale<'n> {
    /// Takes a scale out of its register.
    fn new(n: Scope<'n>, name: &str, format: FloatFormat, register: Net<'n>, number: u32) -> Scale<'n> {
        let scale = register.slice(number * format.register_bits(), format.width());
        if format.fraction_bits == 0 {
            let _stage = n.stage(step::unpack(name));
            return Scale {
                exponent: scale,
                significand: None,
                zero: None,
                nan: scale.all().named("nan"),
            };
        }
        let unpacked = unpack(n, name, format, scale);
        Scale {
            exponent: unpacked.exponent,
            significand: Some(unpacked.significand),
            zero: Some(unpacked.zero),
            nan: unpacked.nan,
        }
    }
}

/// Returns the exact sum of products of four-bit elements in units of 1/4, with its sign relative to that of c.
fn sum_of_group<'n>(
    n: Scope<'n>,
    elements: [FloatFormat; 2],
    multiplier: Multiplier,
    pairs: &[[Net<'n>; 2]],
    c: Unpacked<'n>,
) -> Net<'n> {
    let factors = Factors::unpack(n, elements, pairs);
    let term = |(number, factors): (usize, &Factors<'n>)| {
        let n = n.scope(&format!("pair{number}"));
        let Factors { a, b } = *factors;
        let product = small_product(n, multiplier, a.significand, b.significand);
        let _stage = n.stage(step::PLACE_GROUPED);
        let subtracted = (a.sign ^ b.sign ^ c.sign).named("subtracted");
        // An exponent is 1 to 3: its bit 1 shifts by one place, and both bits by two.
        let placed = [a, b].iter().fold(product, |product, factor| {
            let [low, high] = [factor.exponent.bit(0), factor.exponent.bit(1)];
            let width = product.width() + 2;
            let by_one = (high & !low).select(product.append_zeros(1).zero_extend(width), product.zero_extend(width));
            (high & low).select(product.append_zeros(2), by_one)
        });
        Term::signed(subtracted, placed.named(unsigned("term")))
    };
    let terms: Vec<Term> = factors.iter().enumerate().map(term).collect();
    let _stage = n.stage(step::ADD_GROUP);
    add_terms(terms, SUM_BITS)
}

/// Returns the sum of a group times its scales, as a term of the block.
fn scaled<'n>(
    n: Scope<'n>,
    number: usize,
    multiplier: Multiplier,
    sum: Net<'n>,
    [a, b]: [Scale<'n>; 2],
) -> Product<'n> {
    let group = n.scope(&format!("group{number}"));
    let n = n.scope(&format!("pair{number}"));
    let negative = sum.top_bit();
    let magnitude = {
        let _stage = group.stage(step::MAGNITUDE_OF_SUM);
        let width = sum.width() - 1;
        let number = sum.low(width);
        let less_one = number + group.constant((1 << width) - 1, width);
        negative.select(!less_one, number)
    };
    let significand = match [a, b].map(|scale| scale.significand) {
        [Some(a), Some(b)] => {
            let magnitude = {
                let _stage = group.stage(step::MAGNITUDE_OF_SUM);
                magnitude.named(unsigned("magnitude"))
            };
            let of_a = small_product(group, multiplier, magnitude, a);
            small_product(n, multiplier, of_a, b)
        }
        _ => {
            let _stage = n.stage(step::MULTIPLY);
            magnitude.named(unsigned("product"))
        }
    };
    let _stage = n.stage(step::MULTIPLY);
    let exponent = a.exponent.add_with_carry(b.exponent);
    let exponent = exponent + n.constant(1, exponent.width());
    let exponent = match [a, b].map(|scale| scale.zero) {
        [Some(a), Some(b)] => exponent.only_if(!(a | b)),
        _ => exponent,
    };
    Product {
        subtracted: negative.named("subtracted"),
        exponent: exponent.named(unsigned("exponent")),
        significand,
    }
}
