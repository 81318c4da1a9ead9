//! RISC-V's bulk-normalised dot product: products are rounded to odd at an anchor and added, the sum is rounded to odd,
//! and c is added to it, rounded to odd again.

use super::term::{sign_and_magnitude, signed, DotTerm};
use crate::exact::Exact;
use crate::format::{Format, Unpacked};
use crate::logic::Logic;
use crate::round::{round_to_odd, shifted};
use crate::special::Special;
use crate::words::Arithmetic;

/// A dot product of so many products, to which c is added last.
#[derive(Clone, Copy, Debug)]
pub struct BulkDot {
    elements: [Format; 2],
    result: Format,
    products: usize,
}

/// The number of digits of a sum of two numbers below the last one of its larger exponent. A difference of numbers that are
/// two places or more apart loses at most one place. So one digit decides the last one of the result, and the last digit
/// says that more follow.
const PLACES_OF_SUM: usize = 2;

/// A sum of two numbers before it is rounded.
#[derive(Clone, Debug)]
pub struct AlignedSum<B> {
    /// The sign; 0 if the sum is zero.
    pub sign: B,
    /// The magnitude. Its lowest digit is 1 if digits are lost.
    pub magnitude: Vec<B>,
    /// The larger of both exponent fields, 1 for subnormals.
    pub exponent: Vec<B>,
}

impl BulkDot {
    /// Returns the dot product in these formats: those of a and b, and that of c. Its NaN is RISC-V's.
    pub fn new(elements: [Format; 2], result: Format, products: usize) -> BulkDot {
        BulkDot {
            elements,
            result,
            products,
        }
    }

    /// Returns the number of binary places of a product below the anchor: the fraction bits of the result and the guard
    /// bits.
    pub fn places(self) -> usize {
        self.result.fraction_bits + self.products.next_power_of_two().ilog2() as usize
    }

    /// Returns the least and the greatest exponent of a product.
    pub fn exponents(self) -> [i64; 2] {
        let range = |format: Format| [1 - format.bias(), format.largest_exponent() - format.bias()];
        let [a, b] = self.elements.map(range);
        [a[0] + b[0], a[1] + b[1]]
    }

    /// Returns the width of exponents in bits. It has room for the difference of any two.
    pub fn exponent_bits(self) -> usize {
        let [a, b] = self.elements.map(|element| element.exponent_bits);
        a.max(b).max(self.result.exponent_bits) + 3
    }

    /// Returns the width of an aligned product's magnitude in bits: two above the point.
    pub fn aligned_bits(self) -> usize {
        self.places() + 2
    }

    /// Returns the width of the sum in bits, with its sign.
    pub fn sum_bits(self) -> usize {
        self.aligned_bits() + self.products.next_power_of_two().ilog2() as usize + 1
    }

    /// Returns the product of two encodings.
    pub fn product<L: Logic>(self, logic: &mut L, factors: &[Vec<L::Bit>; 2]) -> DotTerm<L::Bit> {
        let [a, b] = factors;
        DotTerm::product(logic, self.elements, self.exponent_bits(), [a, b])
    }

    /// Returns the anchor: the largest exponent among the products other than zero, in two's complement. Without one, it
    /// is the least exponent.
    pub fn anchor<L: Logic>(self, logic: &mut L, products: &[DotTerm<L::Bit>]) -> Vec<L::Bit> {
        let width = self.exponent_bits();
        let mut anchor = logic.number(self.exponents()[0].into(), width);
        for product in products {
            let (difference, _) = logic.subtract(&anchor, &product.exponent);
            let is_larger = logic.and(difference[width - 1], product.nonzero);
            anchor = logic.choose(is_larger, &product.exponent, &anchor);
        }
        anchor
    }

    /// Returns the magnitude of a product in units of 2^(anchor - places), rounded to odd. The exponent of a product other
    /// than zero is at most the anchor's.
    pub fn aligned<L: Logic>(self, logic: &mut L, product: &DotTerm<L::Bit>, anchor: &[L::Bit]) -> Vec<L::Bit> {
        let digits = logic.raised(&product.digits, self.places() - product.fraction_bits);
        let (distance, _) = logic.subtract(anchor, &product.exponent);
        // Below the sign. A product that is zero may have any exponent, and stays zero.
        let distance = &distance[..distance.len() - 1];
        let (mut aligned, lost) = shifted(logic, &digits, distance, self.aligned_bits());
        aligned[0] = logic.or(aligned[0], lost);
        aligned
    }

    /// Returns an aligned product with its sign, in two's complement, as wide as the sum.
    pub fn signed<L: Logic>(self, logic: &mut L, sign: L::Bit, aligned: &[L::Bit]) -> Vec<L::Bit> {
        signed(logic, sign, aligned, self.sum_bits())
    }

    /// Returns the sum of signed products, which come from [`BulkDot::signed`]. No addition wraps.
    pub fn sum<L: Logic>(self, logic: &mut L, signed: &[Vec<L::Bit>]) -> Vec<L::Bit> {
        let (first, rest) = signed.split_first().expect("a sum has terms");
        rest.iter().fold(first.clone(), |sum, term| logic.sum(&sum, term))
    }

    /// Returns the encoding of a sum of units of 2^(anchor - places), rounded to odd. It is infinite if it is too large,
    /// and a zero is positive.
    pub fn rounded<L: Logic>(self, logic: &mut L, sum: &[L::Bit], anchor: &[L::Bit]) -> Vec<L::Bit> {
        let (sign, magnitude) = sign_and_magnitude(logic, sum);
        let offset = -(self.places() as i128) - i128::from(self.result.unit());
        let offset = logic.number(offset, anchor.len());
        let exact = Exact {
            sign,
            magnitude,
            place: logic.sum(anchor, &offset),
        };
        encode_to_odd(logic, self.result, &exact)
    }

    /// Returns the encoding of the sum of the products for all operands.
    pub fn sum_of_products<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]]) -> Vec<L::Bit> {
        let products: Vec<DotTerm<L::Bit>> = factors.iter().map(|factors| self.product(logic, factors)).collect();
        let anchor = self.anchor(logic, &products);
        let signed = products.iter().map(|product| {
            let aligned = self.aligned(logic, product, &anchor);
            self.signed(logic, product.sign, &aligned)
        });
        let signed: Vec<Vec<L::Bit>> = signed.collect();
        let sum = self.sum(logic, &signed);
        let finite = self.rounded(logic, &sum, &anchor);
        let (is_special, special) = self.special(logic, factors);
        logic.choose(is_special, &special, &finite)
    }

    /// Returns 1 if an element is an infinity or a NaN, and the sum of the products then: the canonical NaN if there is a
    /// NaN, an infinity times zero or two opposite infinities, otherwise an infinity.
    pub fn special<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]]) -> (L::Bit, Vec<L::Bit>) {
        let mut found = Vec::new();
        let mut sum: Option<Special<L::Bit>> = None;
        for factors in factors {
            let [a, b] =
                [0, 1].map(|factor: usize| Unpacked::new(logic, self.elements[factor], &factors[factor], false));
            let product = Special::from_product(logic, &a, &b);
            sum = Some(match sum {
                None => product,
                Some(sum) => sum.plus(logic, &product),
            });
            found.extend([a.special(logic), b.special(logic)]);
        }
        let sum = sum.expect("a sum has products");
        (logic.any(&found), sum.encoded(logic, self.result))
    }

    /// Returns 1 if an element or c is an infinity or a NaN.
    pub fn is_special<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]], c: &[L::Bit]) -> L::Bit {
        let (of_elements, _) = self.special(logic, factors);
        let of_addend = Unpacked::new(logic, self.result, c, false).special(logic);
        logic.or(of_elements, of_addend)
    }

    /// Returns the sum of two encodings, rounded to odd. A zero is positive.
    pub fn added<L: Logic>(self, logic: &mut L, operands: [&[L::Bit]; 2]) -> Vec<L::Bit> {
        let [first, second] = operands.map(|operand| Unpacked::new(logic, self.result, operand, false));
        let found = [first.special(logic), second.special(logic)];
        let is_special = logic.any(&found);
        let special = Special::new(logic, &first).plus(logic, &Special::new(logic, &second));
        let special = special.encoded(logic, self.result);
        let sum = self.aligned_sum(logic, operands);
        let finite = self.encoded_sum(logic, &sum);
        logic.choose(is_special, &special, &finite)
    }

    /// Returns the sum of two encodings of numbers before it is rounded. The one of the smaller exponent is aligned to the
    /// other one and rounded to odd.
    pub fn aligned_sum<L: Logic>(self, logic: &mut L, operands: [&[L::Bit]; 2]) -> AlignedSum<L::Bit> {
        let [first, second] = operands.map(|operand| Unpacked::new(logic, self.result, operand, false));
        let is_less = logic.less(&first.exponent, &second.exponent);
        let mut sorted = |then: &Unpacked<L::Bit>, otherwise: &Unpacked<L::Bit>| {
            (
                logic.select(is_less, then.sign, otherwise.sign),
                logic.choose(is_less, &then.significand, &otherwise.significand),
                logic.choose(is_less, &then.exponent, &otherwise.exponent),
            )
        };
        let (upper, lower) = (sorted(&second, &first), sorted(&first, &second));
        let (distance, _) = logic.subtract(&upper.2, &lower.2);
        let digits = self.result.fraction_bits + 1 + PLACES_OF_SUM;
        let raised = [&upper.1, &lower.1].map(|significand| logic.raised(significand, PLACES_OF_SUM));
        let (mut aligned, lost) = shifted(logic, &raised[1], &distance, digits);
        aligned[0] = logic.or(aligned[0], lost);
        // One bit for the carry, one for the sign.
        let terms = [(upper.0, &raised[0]), (lower.0, &aligned)];
        let terms = terms.map(|(sign, magnitude)| signed(logic, sign, magnitude, digits + 2));
        let sum = logic.sum(&terms[0], &terms[1]);
        let (sign, mut magnitude) = sign_and_magnitude(logic, &sum);
        magnitude.truncate(digits + 1);
        AlignedSum {
            sign,
            magnitude,
            exponent: upper.2,
        }
    }

    /// Returns the encoding of a sum, rounded to odd.
    pub fn encoded_sum<L: Logic>(self, logic: &mut L, sum: &AlignedSum<L::Bit>) -> Vec<L::Bit> {
        let width = self.exponent_bits();
        let exponent = logic.resized(&sum.exponent, width);
        let offset = logic.number(-1 - PLACES_OF_SUM as i128, width);
        let exact = Exact {
            sign: sum.sign,
            magnitude: sum.magnitude.clone(),
            place: logic.sum(&exponent, &offset),
        };
        encode_to_odd(logic, self.result, &exact)
    }

    /// Returns the result for all operands.
    pub fn result<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]], c: &[L::Bit]) -> Vec<L::Bit> {
        let sum = self.sum_of_products(logic, factors);
        self.added(logic, [&sum, c])
    }
}

/// Returns the encoding of an exact number rounded to odd. A zero is positive.
fn encode_to_odd<L: Logic>(logic: &mut L, format: Format, exact: &Exact<L::Bit>) -> Vec<L::Bit> {
    let mut result = round_to_odd(logic, format, exact);
    let place_of_sign = result.len() - 1;
    let nonzero = logic.any(&result[..place_of_sign]);
    result[place_of_sign] = logic.and(exact.sign, nonzero);
    result
}
