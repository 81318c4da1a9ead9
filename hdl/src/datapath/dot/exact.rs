//! A dot product that is exact until one rounding.
//!
//! A product of halves or of eight bits fits in fixed point, and so does the sum of all products (Kulisch, "Computer
//! Arithmetic and Validity", de Gruyter, 2nd edition 2013). A half c is one more such term. A c in single precision is
//! added in floating point to the finished sum. With bfloat16, all terms are in a fixed point of several nets.

use halfpipe_isa::{FloatFormat, LaneFormats};

use crate::datapath::dot::factors::{special_sum_of_products, Factors};
use crate::datapath::dot::terms::{add_terms, Term};
use crate::datapath::dot::wide::{Word, BLOCK_BITS, WORD_BITS};
use crate::datapath::finish::finish_raw;
use crate::datapath::LaneConfig;
use crate::net::{hidden, signed, unsigned, Net, Scope, MAX_WIDTH};
use crate::stage::{
    shift_right_sticky, shift_to_leading_one, small_product, step, unpack, Exponent, Multiplier, Raw, RoundingMode,
    Special, Unpacked,
};

/// Computes the sum of the products of pairs and c, rounded once.
pub fn exact<'n>(n: Scope<'n>, config: &LaneConfig, pairs: &[[Net<'n>; 2]], c: Net<'n>) -> Net<'n> {
    let formats = config.formats;
    let rounding = RoundingMode::Fixed(config.rounding);
    let c = unpack(n, "c", formats.result, c);
    let factors = Factors::unpack(n, formats.operand, pairs);
    let special = special_sum_of_products(n, &factors, c);
    let products: Vec<Product> = factors
        .iter()
        .enumerate()
        .map(|(number, factors)| Product::new(n.scope(&format!("pair{number}")), config.multiplier, *factors))
        .collect();
    let total = match FixedPoint::new(formats, pairs.len() as u32) {
        Some(point) => {
            let sum = sum(n, point, formats, &products, c);
            let total = magnitude(n, point, sum);
            match point.has_addend {
                true => total,
                false => add(n, point, formats, total, c),
            }
        }
        None => wide_sum(n, formats, &products, c),
    };
    let zero_sign = sign_of_zero(n, rounding, &products, c);
    let raw = raw(n, total, zero_sign, special);
    finish_raw(n, formats.result, rounding, n.zero(), raw, None).value
}

/// The fixed point of a sum of products.
#[derive(Clone, Copy)]
struct FixedPoint {
    /// The exponent of the lowest place.
    lowest: i64,
    /// The width of a product's magnitude in fixed point.
    product_bits: u32,
    /// The number of zeros below the lowest place of a product.
    zeros_below_product: u32,
    /// The width of the sum with its sign.
    sum_bits: u32,
    /// True if c is a term in fixed point.
    has_addend: bool,
}

/// Returns the exponent of the lowest place of a format: that of its smallest number.
fn lowest_place(format: FloatFormat) -> i64 {
    format.min_exponent() - i64::from(format.fraction_bits)
}

/// Returns the largest exponent field of a number.
fn largest_field(format: FloatFormat) -> u32 {
    match format.has_infinity() {
        true => format.special_exponent() - 1,
        false => format.special_exponent(),
    }
}

impl FixedPoint {
    /// Returns the fixed point of a sum. None if it has more bits than a net.
    fn new(LaneFormats { operand, result }: LaneFormats, products: u32) -> Option<FixedPoint> {
        let has_addend = result.register_bits() == 16;
        let lowest_of_product = 2 * lowest_place(operand);
        let lowest = match has_addend {
            true => lowest_of_product.min(lowest_place(result)),
            false => lowest_of_product,
        };
        let zeros_below_product = (lowest_of_product - lowest) as u32;
        let farthest = 2 * (largest_field(operand) - 1);
        let product_bits = 2 * operand.significand_bits() + farthest + zeros_below_product;
        // c is not larger than a product can be.
        let sum_bits = product_bits + 1 + (products + u32::from(has_addend)).next_power_of_two().ilog2();
        let point = FixedPoint {
            lowest,
            product_bits,
            zeros_below_product,
            sum_bits,
            has_addend,
        };
        // A sum in floating point is wider than the fixed point by zeros below, a carry and a sign.
        (sum_bits + EXTRA_BITS + 2 <= MAX_WIDTH).then_some(point)
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
    fn new(n: Scope<'n>, multiplier: Multiplier, Factors { a, b }: Factors<'n>) -> Product<'n> {
        let significand = small_product(n, multiplier, a.significand, b.significand);
        let _stage = n.stage(step::MULTIPLY);
        let sum = a.exponent.add_with_carry(b.exponent);
        Product {
            sign: (a.sign ^ b.sign).named("sign"),
            zero: (a.zero | b.zero).named("zero"),
            exponent: (sum - n.constant(2, sum.width())).named(unsigned("exponent")),
            significand,
        }
    }
}

/// Adds all terms in fixed point.
fn sum<'n>(
    n: Scope<'n>,
    point: FixedPoint,
    formats: LaneFormats,
    products: &[Product<'n>],
    c: Unpacked<'n>,
) -> Net<'n> {
    let place = |value: Net<'n>, zeros: u32, exponent: Net<'n>| {
        let value = if zeros > 0 { value.append_zeros(zeros) } else { value };
        value
            .zero_extend(point.product_bits)
            .shift_left(exponent)
            .named("placed")
    };
    let product = |(number, product): (usize, &Product<'n>)| {
        let n = n.scope(&format!("pair{number}"));
        let _stage = n.stage(step::PLACE_PRODUCT);
        let placed = place(product.significand, point.zeros_below_product, product.exponent);
        Term::signed(product.sign, placed)
    };
    let mut terms: Vec<Term> = products.iter().enumerate().map(product).collect();
    if point.has_addend {
        let _stage = n.stage(step::PLACE_ADDEND);
        let zeros = (lowest_place(formats.result) - point.lowest) as u32;
        let exponent = c.exponent - n.constant(1, c.exponent.width());
        terms.insert(0, Term::signed(c.sign, place(c.significand, zeros, exponent)));
    }
    let _stage = n.stage(step::ADD_TERMS);
    add_terms(terms, point.sum_bits)
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

/// Shifts the leading one of a number in two's complement to the top. `exponent` is that of the top bit below the sign.
fn normalised<'n>(n: Scope<'n>, name: &str, number: Net<'n>, exponent: Exponent<'n>) -> Total<'n> {
    let (sign, magnitude) = {
        let _stage = n.stage(step::MAGNITUDE_OF_SUM);
        let sign = number.top_bit();
        let width = number.width() - 1;
        let negated = (number.low(width) ^ sign.repeat(width)) + sign.zero_extend(width);
        (sign, negated.named(unsigned("magnitude")))
    };
    let zero = (!magnitude.any()).named("zero");
    let leading = shift_to_leading_one(n, name, magnitude, None);
    let _stage = n.stage(step::NORMALISE);
    Total {
        sign,
        zero,
        exponent: exponent.less(leading.count, magnitude.width() - 1),
        significand: leading.significand,
        sticky: n.zero(),
    }
}

/// Returns the sum in fixed point as a magnitude and an exponent.
fn magnitude<'n>(n: Scope<'n>, point: FixedPoint, sum: Net<'n>) -> Total<'n> {
    let top = point.lowest + i64::from(point.sum_bits) - 2;
    let bits = u64::BITS - top.unsigned_abs().leading_zeros() + 1;
    let exponent = Exponent::new(n.constant(top.rem_euclid(1 << bits) as u64, bits), 0, top..=top);
    normalised(n, "sum", sum, exponent)
}

/// Zeros below the significands of the sum and c. If the exponents differ by one, the smaller one loses one place; if
/// they differ by more, the difference of the two loses one place, and the next place decides the rounding.
const EXTRA_BITS: u32 = 3;

/// Adds c in single precision to the sum of products.
fn add<'n>(n: Scope<'n>, point: FixedPoint, formats: LaneFormats, sum: Total<'n>, c: Unpacked<'n>) -> Total<'n> {
    let format = formats.result;
    let width = point.sum_bits - 1 + EXTRA_BITS;
    let order = {
        let _stage = n.stage(step::ORDER_BY_EXPONENT);
        // A sum that is not zero has a normal exponent, and one that is zero is below any c.
        let exponent = sum.exponent.with_bias(format.bias());
        let bits = format.exponent_bits + 1;
        let exponent = exponent
            .low(bits.min(exponent.width()))
            .zero_extend(bits)
            .only_if(!sum.zero);
        let of_sum = exponent.named(unsigned("exponent_of_sum"));
        let of_c = c.exponent.zero_extend(bits);
        let difference = (of_sum - of_c).named(signed("difference"));
        let is_c_larger = difference.top_bit().named("is_c_larger");
        let reverse = (of_c - of_sum).named(hidden(signed("reverse")));
        let distance = is_c_larger.select(reverse, difference).low(format.exponent_bits);
        let significand = sum.significand.only_if(!sum.zero).append_zeros(EXTRA_BITS);
        let addend = c.significand.append_zeros(width - c.significand.width());
        (
            is_c_larger
                .select(of_c, of_sum)
                .low(format.exponent_bits)
                .named(unsigned("exponent")),
            is_c_larger.select(addend, significand).named("larger"),
            is_c_larger.select(significand, addend).named("smaller"),
            distance.named(unsigned("distance")),
            is_c_larger.select(c.sign, sum.sign).named("sign"),
        )
    };
    let (exponent, larger, smaller, distance, sign) = order;
    let smaller = {
        let _stage = n.stage(step::ALIGN_SMALLER);
        shift_right_sticky(smaller, distance).named("smaller")
    };
    let _stage = n.stage(step::ADD);
    let subtracted = (sum.sign ^ c.sign).named("subtracted");
    // A carry and a sign above the larger one.
    let above = width + 2;
    let smaller = smaller.zero_extend(above) ^ subtracted.repeat(above);
    let total = larger.zero_extend(above) + smaller + subtracted.zero_extend(above);
    let total = total.named(signed("total"));
    let biased = n.zero().join(exponent);
    let top = Exponent::new(biased, format.bias(), format.min_exponent()..=format.max_exponent());
    // The top bit below the sign has the weight of the carry.
    let top = top.with_other_bias(format.bias() - 1, format.min_exponent() + 1..=format.max_exponent() + 1);
    let total = normalised(n, "total", total, top);
    Total {
        sign: total.sign ^ sign,
        ..total
    }
}

/// Adds all terms in fixed point of several nets, c included.
fn wide_sum<'n>(n: Scope<'n>, formats: LaneFormats, products: &[Product<'n>], c: Unpacked<'n>) -> Total<'n> {
    let lowest = 2 * lowest_place(formats.operand);
    let product = |(number, product): (usize, &Product<'n>)| {
        let n = n.scope(&format!("pair{number}"));
        let _stage = n.stage(step::PLACE_PRODUCT);
        let placed = Word::shifted(product.significand, 0, product.exponent);
        (placed.complemented(product.sign), product.sign)
    };
    let terms: Vec<(Word, Net)> = products.iter().enumerate().map(product).collect();
    let of_c = {
        let _stage = n.stage(step::PLACE_ADDEND);
        let above = (lowest_place(formats.result) - lowest) as u32;
        let significand = c.significand.append_zeros(above % BLOCK_BITS);
        let places = c.exponent - n.constant(1, c.exponent.width());
        Word::shifted(significand, (above / BLOCK_BITS) as usize, places).complemented(c.sign)
    };
    let sum = {
        let _stage = n.stage(step::ADD_TERMS);
        let mut terms = terms.into_iter().enumerate();
        let (_, (first, owed)) = terms.next().expect("a dot product has a product");
        // One increment stays pending after the last addition, that of c.
        let sum = first.plus(&of_c, owed, "sum_0");
        terms.fold(sum, |sum, (number, (term, sign))| {
            sum.plus(&term, sign, &format!("sum_{number}"))
        })
    };
    let sum = {
        let _stage = n.stage(step::MAGNITUDE_OF_SUM);
        sum.incremented(n, c.sign)
    };
    let (sign, highest) = {
        let _stage = n.stage(step::MAGNITUDE_OF_SUM);
        (sum.sign().named("sign"), sum.magnitude(n).highest(n))
    };
    let leading = shift_to_leading_one(n, "block", highest.digits, Some(BLOCK_BITS - 1));
    let _stage = n.stage(step::NORMALISE);
    let top = n
        .zero()
        .join(highest.number)
        .join(n.constant(u64::from(BLOCK_BITS) - 1, BLOCK_BITS.ilog2()));
    let bounds = lowest + i64::from(BLOCK_BITS) - 1..=lowest + i64::from(WORD_BITS) - 1;
    let exponent = Exponent::new(top, -lowest, bounds).less(leading.count, BLOCK_BITS - 1);
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
