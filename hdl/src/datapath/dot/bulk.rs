//! RISC-V's bulk-normalised dot product: products rounded to odd at an anchor, their sum rounded to odd, then c added and
//! rounded to odd again.
//!
//! All products have signs relative to that of product 0, so that product 0 is never negative. Round-to-odd keeps all lost
//! digits as one, so that a second rounding is as good as one (Boldo and Melquiond, "Emulation of FMA and Correctly Rounded
//! Sums: Proved Algorithms Using Rounding to Odd", IEEE Trans. Computers 57(4), 2008).

use halfpipe_isa::DotFormats;

use crate::datapath::add::exact_sum;
use crate::datapath::dot::factors::Factors;
use crate::datapath::dot::terms::{add_terms, Term};
use crate::datapath::dot::truncated::{magnitude, shift_to_top};
use crate::datapath::mul::special_product;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{
    order, pack, round, shift_right_sticky, small_product, step, unpack, Carry, Limits, Multiplier, Special, Unpacked,
    Unrounded,
};

/// Computes the sum of the products of pairs, and adds c to it.
pub fn bulk<'n>(
    n: Scope<'n>,
    formats: DotFormats,
    multiplier: Multiplier,
    pairs: &[[Net<'n>; 2]],
    c: Net<'n>,
) -> Net<'n> {
    let shape = BulkShape::new(formats, pairs.len() as u32);
    let c = unpack(n, "c", formats.result, c);
    let factors = Factors::unpack(n, formats.elements, pairs);
    let special = special_sum(n, &factors);
    let products = Product::list(n, multiplier, &factors);
    let anchor = find_anchor(n, &products);
    let terms = align(n, shape, anchor, &products);
    let sum = {
        let _stage = n.stage(step::ADD_TERMS);
        add_terms(terms, shape.sum_bits())
    };
    let rounded = round_sum(n, shape, sum, anchor, products[0].sign);
    add_to_odd(n, formats, rounded, special, c)
}

/// Widths and constants of a bulk-normalised dot product.
#[derive(Clone, Copy)]
struct BulkShape {
    formats: DotFormats,
    /// The logarithm of the number of products, rounded up. There are as many guard bits.
    guard_bits: u32,
}

impl BulkShape {
    fn new(formats: DotFormats, products: u32) -> BulkShape {
        BulkShape {
            formats,
            guard_bits: products.next_power_of_two().ilog2(),
        }
    }

    /// Returns the width of an aligned product without its sign: two bits above the point, the fraction bits of the result
    /// and the guard bits.
    const fn term_bits(self) -> u32 {
        2 + self.formats.result.fraction_bits + self.guard_bits
    }

    /// Returns the width of the sum with its sign.
    const fn sum_bits(self) -> u32 {
        1 + self.guard_bits + self.term_bits()
    }

    /// Returns the difference between the result's biased exponent of the magnitude's top bit and the anchor.
    fn top(self) -> i64 {
        let [a, b] = self.formats.elements.map(halfpipe_isa::FloatFormat::bias);
        self.formats.result.bias() - a - b + i64::from(self.guard_bits) + 1
    }

    /// Returns the least and the greatest biased exponent that a sum can have in the result's format.
    fn exponents(self) -> [i64; 2] {
        let greatest =
            |format: halfpipe_isa::FloatFormat| i64::from(format.special_exponent()) - i64::from(format.has_infinity());
        let [a, b] = self.formats.elements.map(greatest);
        let lowest = i64::from(self.sum_bits()) - 2;
        [2 + self.top() - lowest, a + b + self.top()]
    }

    /// True if no sum other than zero is subnormal or too large.
    fn is_normal(self) -> bool {
        let [least, greatest] = self.exponents();
        least > 0 && greatest < i64::from(self.formats.result.special_exponent())
    }
}

/// A product that is not normalised, less than 4.
#[derive(Clone, Copy)]
struct Product<'n> {
    sign: Net<'n>,
    /// 1 if its sign differs from that of product 0.
    subtracted: Net<'n>,
    /// The sum of the factors' biased exponents; 0 for a zero product.
    exponent: Net<'n>,
    /// The product of the significands, with two bits above the point.
    significand: Net<'n>,
}

impl<'n> Product<'n> {
    fn list(n: Scope<'n>, multiplier: Multiplier, factors: &[Factors<'n>]) -> Vec<Product<'n>> {
        let sign = |factors: &Factors<'n>| factors.a.sign ^ factors.b.sign;
        let products = factors.iter().enumerate().map(|(number, factors)| {
            let n = n.scope(&format!("pair{number}"));
            let significand = small_product(n, multiplier, factors.a.significand, factors.b.significand);
            let _stage = n.stage(step::MULTIPLY);
            let zero = factors.a.zero | factors.b.zero;
            let sign = sign(factors).named("sign");
            (sign, factors.add_exponents().only_if(!zero), significand)
        });
        let products: Vec<_> = products.collect();
        let first = products[0].0;
        let products = products.into_iter().enumerate();
        let products = products.map(|(number, (sign, exponent, significand))| {
            let n = n.scope(&format!("pair{number}"));
            let _stage = n.stage(step::MULTIPLY);
            Product {
                sign,
                subtracted: (sign ^ first).named("subtracted"),
                exponent: exponent.named(unsigned("exponent")),
                significand,
            }
        });
        products.collect()
    }
}

/// Returns the sum of the products if it is no number: a NaN, a zero times an infinity and opposite infinities give NaN.
fn special_sum<'n>(n: Scope<'n>, factors: &[Factors<'n>]) -> Special<'n> {
    let products = factors.iter().enumerate().map(|(number, Factors { a, b })| {
        let n = n.scope(&format!("pair{number}"));
        special_product(n, *a, *b)
    });
    let products: Vec<Special> = products.collect();
    let _stage = n.stage(step::SPECIAL);
    let any = |bit: &dyn Fn(&Special<'n>) -> Net<'n>| {
        let bits = products.iter().map(bit).reduce(|low, high| high.join(low));
        bits.expect("there are products").any()
    };
    let positive = any(&|one| one.infinite & !one.infinite_sign).named("positive_infinity");
    let negative = any(&|one| one.infinite & one.infinite_sign).named("negative_infinity");
    Special {
        nan: (any(&|one| one.nan) | (positive & negative)).named("nan"),
        infinite: (positive | negative).named("infinite"),
        infinite_sign: negative,
        zero: n.zero(),
    }
}

/// Returns the largest exponent of a product that is not zero.
fn find_anchor<'n>(n: Scope<'n>, products: &[Product<'n>]) -> Net<'n> {
    let _stage = n.stage(step::ANCHOR_OF_PRODUCTS);
    let mut largest: Vec<Net> = products.iter().map(|product| product.exponent).collect();
    while largest.len() > 1 {
        let pair = |pair: &[Net<'n>]| pair[0].at_least(pair[1]).select(pair[0], pair[1]);
        largest = largest.chunks(2).map(pair).collect();
    }
    largest[0].named(unsigned("anchor"))
}

/// Shifts each product to the anchor, and rounds it to odd.
fn align<'n>(n: Scope<'n>, shape: BulkShape, anchor: Net<'n>, products: &[Product<'n>]) -> Vec<Term<'n>> {
    let term = |(number, product): (usize, &Product<'n>)| {
        let n = n.scope(&format!("pair{number}"));
        let _stage = n.stage(step::ALIGN_TO_ODD);
        let distance = (anchor - product.exponent).named(unsigned("distance"));
        let whole = product
            .significand
            .append_zeros(shape.term_bits() - product.significand.width());
        let magnitude = shift_right_sticky(whole, distance).named(unsigned("term"));
        match number {
            0 => Term::positive(magnitude),
            _ => Term::signed(product.subtracted, magnitude),
        }
    };
    products.iter().enumerate().map(term).collect()
}

/// The rounded sum of the products.
#[derive(Clone, Copy)]
struct RoundedSum<'n> {
    sign: Net<'n>,
    /// The biased exponent, 1 for zeros and subnormals.
    exponent: Net<'n>,
    /// The significand with its top bit, which is 0 for zeros and subnormals.
    significand: Net<'n>,
    /// 1 if the sum is too large.
    overflow: Net<'n>,
}

/// Normalises the sum and rounds it to odd. `sign` is that of product 0, to which that of the sum is relative.
fn round_sum<'n>(n: Scope<'n>, shape: BulkShape, sum: Net<'n>, anchor: Net<'n>, sign: Net<'n>) -> RoundedSum<'n> {
    let normalised = shift_to_top(n, magnitude(n, sum));
    let _stage = n.stage(step::ROUND_SUM_TO_ODD);
    let format = shape.formats.result;
    let digits = normalised.digits;
    let nonzero = digits.top_bit();
    let kept = digits.high(format.significand_bits());
    let lost = digits.low(digits.width() - kept.width()).any().named(hidden("lost"));
    let [least, greatest] = shape.exponents();
    // An exponent that can be negative has a sign.
    let width = if shape.is_normal() {
        format.exponent_bits
    } else {
        1 + u64::BITS - least.unsigned_abs().max(greatest.unsigned_abs()).leading_zeros()
    };
    let less_one = |constant: i64| {
        let constant = n.constant((constant - 1).rem_euclid(1 << width) as u64, width);
        anchor.zero_extend(width) + constant - normalised.zeros.zero_extend(width)
    };
    let (exponent, kept, lost, overflow) = if shape.is_normal() {
        let exponent = less_one(shape.top() + 1).only_if(nonzero);
        (exponent | (!nonzero).zero_extend(width), kept, lost, n.zero())
    } else {
        let exponent = less_one(shape.top()).named(hidden("exponent_minus_one"));
        let below = exponent.top_bit().named("below_normal");
        let zero = n.constant(0, width);
        let distance = (zero - exponent).only_if(below).named(unsigned("distance"));
        let shifted = shift_right_sticky(kept.join(lost), distance);
        let limit = n.constant(u64::from(format.special_exponent()) - 1, width);
        let overflow = nonzero & !below & exponent.at_least(limit);
        let exponent = exponent.low(format.exponent_bits).only_if(nonzero & !below);
        let one = n.constant(1, format.exponent_bits);
        (exponent + one, shifted.high(kept.width()), shifted.bit(0), overflow)
    };
    // A word of bits joined would not be a net of its own, at which the proof cuts.
    let significand = kept | lost.zero_extend(kept.width());
    RoundedSum {
        sign: ((sign ^ sum.top_bit()) & nonzero).named("rounded_sign"),
        exponent: exponent.named(unsigned("rounded_exponent")),
        significand: significand.named("rounded_significand"),
        overflow: overflow.named("overflow"),
    }
}

/// The bits of an addition below the result's: one that a difference can need, and the sticky bit.
const BITS_BELOW: u32 = 2;

/// Adds c to the sum and rounds to odd. `special` is the sum of the products if it is no number.
fn add_to_odd<'n>(
    n: Scope<'n>,
    formats: DotFormats,
    sum: RoundedSum<'n>,
    special: Special<'n>,
    c: Unpacked<'n>,
) -> Net<'n> {
    let format = formats.result;
    let n = n.scope("total");
    let special = {
        let _stage = n.stage(step::SPECIAL_WITH_ADDEND);
        let too_large = sum.overflow & !(special.nan | special.infinite);
        let infinite = (special.infinite | too_large).named(hidden("sum_infinite"));
        let sign = too_large
            .select(sum.sign, special.infinite_sign)
            .named(hidden("sum_sign"));
        let opposite = infinite & c.infinite & (sign ^ c.sign);
        Special {
            nan: (special.nan | c.nan | opposite).named("nan"),
            infinite: (infinite | c.infinite).named("infinite"),
            infinite_sign: infinite.select(sign, c.sign).named("infinite_sign"),
            zero: n.zero(),
        }
    };
    let fraction = sum.significand.low(format.fraction_bits);
    let sum = {
        let _stage = n.stage(step::ORDER);
        let field = sum.exponent.only_if(sum.significand.top_bit());
        Unpacked {
            sign: sum.sign,
            exponent: sum.exponent,
            significand: sum.significand,
            magnitude: field.join(fraction),
            ..c
        }
    };
    let [sum, c] = [sum, c].map(|operand| Unpacked {
        significand: operand.significand.append_zeros(BITS_BELOW),
        ..operand
    });
    let ordered = order(n, sum, c);
    let exact = exact_sum(n, ordered, format.significand_bits());
    // An exact cancellation gives +0.
    let cut = exact.unrounded_to_odd(n);
    let unrounded = Unrounded {
        too_large: Some(exact.overflows(n, ordered)),
        ..cut
    };
    let rounded = round(n, format, Carry::from_net(n.zero()), unrounded);
    let limits = Limits {
        to_infinity: n.constant(1, 1),
        saturate: n.zero(),
        flush: n.zero(),
    };
    pack(n, format, limits, rounded, special)
}
