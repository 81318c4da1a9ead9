//! A dot product that is exact until one rounding.
//!
//! All terms are added in one fixed point, which has a place for each bit that a product or c can have (Kulisch, "Computer
//! Arithmetic and Validity", de Gruyter, 2nd edition 2013). The sum is then rounded like any other value.

use halfpipe_isa::{DotFormats, FloatFormat};

use crate::datapath::dot::factors::{special_sum_of_products, Factors};
use crate::datapath::dot::wide::{Word, BLOCK_BITS};
use crate::datapath::finish::finish_raw;
use crate::datapath::LaneConfig;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{
    shift_to_leading_one, small_product, step, unpack, Exponent, Multiplier, Raw, RoundingMode, Special, Unpacked,
};

/// Computes the sum of the products of pairs and c, rounded once.
pub fn exact<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    formats: DotFormats,
    pairs: &[[Net<'n>; 2]],
    c: Net<'n>,
) -> Net<'n> {
    let rounding = RoundingMode::Fixed(config.rounding);
    let c = unpack(n, "c", formats.result, c);
    let factors = Factors::unpack(n, formats.elements, pairs);
    let special = special_sum_of_products(n, &factors, c);
    let products: Vec<Product> = factors
        .iter()
        .enumerate()
        .map(|(number, factors)| Product::new(n.scope(&format!("pair{number}")), config.multiplier, *factors))
        .collect();
    let point = FixedPoint::new(formats, pairs.len() as u32);
    let sum = sum(n, point, &products, c);
    let total = normalised(n, point, &sum);
    let sign_of_zero = sign_of_zero(n, rounding, &products, c);
    let raw = raw(n, total, sign_of_zero, special);
    finish_raw(n, formats.result, rounding, n.zero(), raw, None).value
}

/// The fixed point of all terms.
#[derive(Clone, Copy)]
struct FixedPoint {
    /// The exponent of the lowest place.
    lowest: i64,
    /// The lowest place of a product: that of a product of the smallest numbers.
    place_of_product: u32,
    /// The lowest place of c: that of its smallest number.
    place_of_addend: u32,
    /// The number of blocks, with room for the sum and its sign.
    blocks: usize,
}

/// Returns the exponent of the lowest place of a format: that of its smallest number.
fn lowest_place(format: FloatFormat) -> i64 {
    format.min_exponent() - i64::from(format.fraction_bits)
}

impl FixedPoint {
    fn new(DotFormats { elements, result }: DotFormats, products: u32) -> FixedPoint {
        let [a, b] = elements;
        let of_product = lowest_place(a) + lowest_place(b);
        let of_addend = lowest_place(result);
        let lowest = of_product.min(of_addend);
        // A number is below 2 to the power of its format's largest exponent and one.
        let above_product = a.max_exponent() + 1 + b.max_exponent() + 1;
        let above_addend = result.max_exponent() + 1;
        // All terms together, and the sign.
        let carries = i64::from((products + 1).next_power_of_two().ilog2());
        let bits = above_product.max(above_addend) - lowest + carries + 1;
        FixedPoint {
            lowest,
            place_of_product: (of_product - lowest) as u32,
            place_of_addend: (of_addend - lowest) as u32,
            // A block has a number, so there are two at least.
            blocks: ((bits as u64).div_ceil(u64::from(BLOCK_BITS)) as usize).max(2),
        }
    }

    /// Returns a term: a significand at a place, shifted up by its biased exponent less the least one.
    fn term<'n>(self, significand: Net<'n>, place: u32, exponent: Net<'n>, sign: Net<'n>) -> Word<'n> {
        let value = match place % BLOCK_BITS {
            0 => significand,
            zeros => significand.append_zeros(zeros),
        };
        Word::shifted(self.blocks, value, (place / BLOCK_BITS) as usize, exponent).complemented(sign)
    }
}

/// An exact product.
#[derive(Clone, Copy)]
struct Product<'n> {
    /// The sign.
    sign: Net<'n>,
    /// 1 if it is zero.
    zero: Net<'n>,
    /// The sum of the factors' biased exponents, less two.
    exponent: Net<'n>,
    /// The product of the significands.
    significand: Net<'n>,
}

impl<'n> Product<'n> {
    fn new(n: Scope<'n>, multiplier: Multiplier, factors: Factors<'n>) -> Product<'n> {
        let Factors { a, b } = factors;
        let significand = small_product(n, multiplier, a.significand, b.significand);
        let _stage = n.stage(step::MULTIPLY);
        let sum = factors.add_exponents();
        Product {
            sign: (a.sign ^ b.sign).named("sign"),
            zero: (a.zero | b.zero).named("zero"),
            exponent: (sum - n.constant(2, sum.width())).named(unsigned("exponent")),
            significand,
        }
    }
}

/// Adds all terms. A negative term is its complement, and the carry of an addition is the increment that it lacks.
fn sum<'n>(n: Scope<'n>, point: FixedPoint, products: &[Product<'n>], c: Unpacked<'n>) -> Word<'n> {
    let of_c = {
        let _stage = n.stage(step::PLACE_ADDEND);
        let exponent = c.exponent - n.constant(1, c.exponent.width());
        point.term(c.significand, point.place_of_addend, exponent, c.sign)
    };
    let term = |(number, product): (usize, &Product<'n>)| {
        let n = n.scope(&format!("pair{number}"));
        let _stage = n.stage(step::PLACE_PRODUCT);
        let &Product {
            significand,
            exponent,
            sign,
            ..
        } = product;
        point.term(significand, point.place_of_product, exponent, sign)
    };
    let terms: Vec<Word> = products.iter().enumerate().map(term).collect();
    let _stage = n.stage(step::ADD_TERMS);
    let sum = terms
        .iter()
        .zip(products)
        .enumerate()
        .fold(of_c, |sum, (number, (term, product))| {
            sum.plus(term, product.sign, &format!("sum_{number}"))
        });
    sum.incremented(c.sign)
}

/// A sum with its leading one at the top, unless it is zero.
#[derive(Clone, Copy)]
struct Total<'n> {
    sign: Net<'n>,
    zero: Net<'n>,
    exponent: Exponent<'n>,
    significand: Net<'n>,
    /// 1 if a bit below the significand is 1.
    sticky: Net<'n>,
}

/// Shifts the leading one of the sum to the top: first the highest block that is not zero, then its bits.
fn normalised<'n>(n: Scope<'n>, point: FixedPoint, sum: &Word<'n>) -> Total<'n> {
    let (sign, highest) = {
        let _stage = n.stage(step::MAGNITUDE_OF_SUM);
        (sum.sign().named("sign"), sum.magnitude().highest(n))
    };
    let leading = shift_to_leading_one(n, "block", highest.digits, Some(BLOCK_BITS - 1));
    let _stage = n.stage(step::NORMALISE);
    let top_of_block = n.constant(u64::from(BLOCK_BITS) - 1, BLOCK_BITS.ilog2());
    let top = n.zero().join(highest.number).join(top_of_block);
    let bits = i64::from(BLOCK_BITS) * point.blocks as i64;
    let bounds = point.lowest + i64::from(BLOCK_BITS) - 1..=point.lowest + bits - 1;
    let exponent = Exponent::new(top, -point.lowest, bounds).less(leading.count, BLOCK_BITS - 1);
    Total {
        sign,
        zero: !highest.any,
        exponent,
        significand: leading.significand,
        sticky: highest.sticky,
    }
}

/// Returns the sign of a zero result: that of all terms if they are zeros of one sign; otherwise it depends on the
/// rounding.
fn sign_of_zero<'n>(n: Scope<'n>, rounding: RoundingMode<'n>, products: &[Product<'n>], c: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage(step::SPECIAL);
    let zeros = products.iter().map(|product| (product.sign, product.zero));
    let all = |is_wanted: &dyn Fn(Net<'n>) -> Net<'n>| {
        let terms = zeros.clone().chain([(c.sign, c.zero)]);
        let terms = terms.map(|(sign, zero)| zero & is_wanted(sign));
        terms.reduce(|low, high| high.join(low)).expect("there is c").all()
    };
    let negative = all(&|sign| sign);
    let positive = all(&|sign| !sign);
    (negative | (rounding.is_toward_negative(n) & !positive)).named("sign_of_zero")
}

/// Returns the result as a value for the rounder.
fn raw<'n>(n: Scope<'n>, total: Total<'n>, sign_of_zero: Net<'n>, special: Special<'n>) -> Raw<'n> {
    let _stage = n.stage(step::SPECIAL);
    let sign = total.zero.select(sign_of_zero, total.sign);
    Raw {
        nan: special.nan,
        infinite: special.infinite,
        zero: total.zero,
        sign: special
            .infinite
            .select(special.infinite_sign, sign)
            .named(hidden("sign")),
        exponent: total.exponent,
        significand: total.significand,
        sticky: total.sticky,
    }
}
