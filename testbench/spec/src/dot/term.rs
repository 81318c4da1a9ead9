//! Terms of a sum: products and c.

use crate::format::{Format, Unpacked};
use crate::logic::Logic;
use crate::special::Special;
use crate::words::Arithmetic;

/// The operands of a dot product, element by element.
#[derive(Clone, Debug)]
pub struct DotOperands<B> {
    /// The factors of each product, element 0 first.
    pub factors: Vec<[Vec<B>; 2]>,
    /// The value that is added.
    pub c: Vec<B>,
    /// The scales of a and of b, that of element 0 first; none in a dot product without scales.
    pub scales: Vec<[Vec<B>; 2]>,
}

/// A finite term: digits · 2^(exponent - fraction bits).
#[derive(Clone, Debug)]
pub struct DotTerm<B> {
    /// The sign; 1 if it is negative.
    pub sign: B,
    /// The significand, unsigned. A product has two digits above the point, so it is below 4.
    pub digits: Vec<B>,
    /// The number of digits below the point.
    pub fraction_bits: usize,
    /// The exponent in two's complement: of a product the sum of both exponents. A subnormal number has the least one
    /// of its format.
    pub exponent: Vec<B>,
    /// True if the term has a part in the choice of the anchor. A zero has none; a sum of scaled products has one even if it is
    /// zero.
    pub nonzero: B,
}

impl<B: Copy> DotTerm<B> {
    /// Returns the product of two encodings, each in its format. Its significand is not normalised.
    ///
    /// Exponents have so many bits.
    pub(super) fn product<L: Logic<Bit = B>>(
        logic: &mut L,
        [of_a, of_b]: [Format; 2],
        exponent_bits: usize,
        [a, b]: [&[B]; 2],
    ) -> DotTerm<B> {
        let a = Unpacked::new(logic, of_a, a, false);
        let b = Unpacked::new(logic, of_b, b, false);
        let fields = [&a.exponent, &b.exponent].map(|field| logic.resized(field, exponent_bits));
        let field = logic.sum(&fields[0], &fields[1]);
        let offset = logic.number((-of_a.bias() - of_b.bias()).into(), exponent_bits);
        let either = logic.or(a.zero, b.zero);
        DotTerm {
            sign: logic.xor(a.sign, b.sign),
            digits: logic.multiply(&a.significand, &b.significand),
            fraction_bits: of_a.fraction_bits + of_b.fraction_bits,
            exponent: logic.sum(&field, &offset),
            nonzero: logic.not(either),
        }
    }

    /// Returns the term that is an encoding alone.
    pub(super) fn single<L: Logic<Bit = B>>(
        logic: &mut L,
        format: Format,
        exponent_bits: usize,
        bits: &[B],
    ) -> DotTerm<B> {
        let unpacked = Unpacked::new(logic, format, bits, false);
        let field = logic.resized(&unpacked.exponent, exponent_bits);
        let offset = logic.number((-format.bias()).into(), exponent_bits);
        DotTerm {
            sign: unpacked.sign,
            digits: unpacked.significand,
            fraction_bits: format.fraction_bits,
            exponent: logic.sum(&field, &offset),
            nonzero: logic.not(unpacked.zero),
        }
    }
}

/// The result of operands that are not all finite.
#[derive(Clone, Debug)]
pub struct DotSpecial<B> {
    /// True if an operand is an infinity or a NaN.
    pub is_special: B,
    /// The result if so: the canonical NaN or an infinity.
    pub result: Vec<B>,
}

impl<B: Copy> DotSpecial<B> {
    /// Returns the result of a NaN, an infinity times zero or two opposite infinities: the canonical NaN. Without
    /// them, an infinity wins.
    pub(super) fn new<L: Logic<Bit = B>>(
        logic: &mut L,
        elements: [Format; 2],
        result: Format,
        factors: &[[Vec<B>; 2]],
        c: &[B],
    ) -> DotSpecial<B> {
        let c = Unpacked::new(logic, result, c, false);
        let mut sum = Special::new(logic, &c);
        let mut found = vec![c.special(logic)];
        for factors in factors {
            let [a, b] = [0, 1].map(|factor: usize| Unpacked::new(logic, elements[factor], &factors[factor], false));
            let product = Special::from_product(logic, &a, &b);
            sum = sum.plus(logic, &product);
            found.extend([a.special(logic), b.special(logic)]);
        }
        DotSpecial {
            is_special: logic.any(&found),
            result: sum.encoded(logic, result),
        }
    }

    /// Returns the canonical NaN if a condition holds, otherwise the same result.
    pub(super) fn or_nan<L: Logic<Bit = B>>(self, logic: &mut L, result: Format, is_nan: B) -> DotSpecial<B> {
        let nan = logic.number(result.nan(), result.width());
        DotSpecial {
            is_special: logic.or(self.is_special, is_nan),
            result: logic.choose(is_nan, &nan, &self.result),
        }
    }
}

/// Returns a magnitude as a number in two's complement: less than zero if the sign is 1.
pub(super) fn signed<L: Logic>(logic: &mut L, sign: L::Bit, magnitude: &[L::Bit], width: usize) -> Vec<L::Bit> {
    let magnitude = logic.resized(magnitude, width);
    let flipped: Vec<L::Bit> = magnitude.iter().map(|bit| logic.xor(*bit, sign)).collect();
    let zero = logic.number(0, width);
    logic.add(&flipped, &zero, sign).0
}

/// Returns the sign and the magnitude of a number in two's complement.
pub(super) fn sign_and_magnitude<L: Logic>(logic: &mut L, number: &[L::Bit]) -> (L::Bit, Vec<L::Bit>) {
    let sign = number[number.len() - 1];
    (sign, signed(logic, sign, number, number.len()))
}
