//! The exact sum of products in a fixed point, then c and one rounding.

use std::ops::RangeInclusive;

use halfpipe_isa::Rounding;

use super::term::{sign_and_magnitude, signed, DotSpecial, Term};
use crate::exact::Exact;
use crate::format::{Format, Unpacked};
use crate::lane::{Case, Specified};
use crate::logic::Logic;
use crate::round::round;
use crate::words::Arithmetic;

/// A dot product that is rounded once.
///
/// The sum of products counts units of the product of the two least numbers. f16, e4m3 and e5m2 fit in such a sum.
#[derive(Clone, Copy, Debug)]
pub struct ExactDot {
    operand: Format,
    result: Format,
    products: usize,
    rounding: Rounding,
}

impl ExactDot {
    /// Returns the sum of so many products in these formats.
    pub fn new(operand: Format, result: Format, products: usize, rounding: Rounding) -> ExactDot {
        ExactDot {
            operand,
            result,
            products,
            rounding,
        }
    }

    /// Returns the power of two of the unit of the sum of products.
    pub fn unit(self) -> i64 {
        2 * self.operand.unit()
    }

    /// Returns the width of a product in the fixed point in bits, without its sign.
    pub fn product_bits(self) -> usize {
        2 * (self.operand.largest_exponent() as usize + self.operand.fraction_bits)
    }

    /// Returns the width of the sum of products in bits, with its sign.
    pub fn sum_bits(self) -> usize {
        self.product_bits() + self.products.ilog2() as usize + 1
    }

    fn exponent_bits(self) -> usize {
        self.operand.exponent_bits + 2
    }

    /// Returns the product of two encodings.
    pub fn product<L: Logic>(self, logic: &mut L, factors: &[Vec<L::Bit>; 2]) -> Term<L::Bit> {
        let [a, b] = factors;
        Term::product(logic, self.operand, self.exponent_bits(), [a, b])
    }

    /// Returns the magnitude of a product in the fixed point.
    pub fn fixed_point<L: Logic>(self, logic: &mut L, product: &Term<L::Bit>) -> Vec<L::Bit> {
        // Both factors have the least exponent at 0.
        let offset = logic.number((2 * (self.operand.bias() - 1)).into(), self.exponent_bits());
        let amount = logic.sum(&product.exponent, &offset);
        raised_by(logic, &product.digits, &amount, self.product_bits())
    }

    /// Returns a product in the fixed point with its sign, in two's complement, as wide as the sum.
    pub fn signed<L: Logic>(self, logic: &mut L, sign: L::Bit, fixed_point: &[L::Bit]) -> Vec<L::Bit> {
        signed(logic, sign, fixed_point, self.sum_bits())
    }

    /// Returns the sum of signed products, which come from [`ExactDot::signed`]. No addition wraps.
    pub fn sum<L: Logic>(self, logic: &mut L, signed: &[Vec<L::Bit>]) -> Vec<L::Bit> {
        let (first, rest) = signed.split_first().expect("a sum has terms");
        rest.iter().fold(first.clone(), |sum, term| logic.sum(&sum, term))
    }

    /// Returns the sign of a zero sum of terms with these signs. Zeros of one sign keep it. Any other zero sum is
    /// positive, but negative when rounding down.
    pub fn sign_of_zero<L: Logic>(self, logic: &mut L, signs: &[L::Bit]) -> L::Bit {
        match self.rounding {
            Rounding::TowardNegative => logic.any(signs),
            _ => logic.all(signs),
        }
    }

    /// Returns the cases of finite operands and [`Case::Special`], which together cover all operands. The distance is
    /// that from the last digit of c up to that of the fixed point.
    pub fn cases(self) -> Vec<Case> {
        let fields: RangeInclusive<i64> = 1..=self.result.largest_exponent();
        let finite = fields.map(|field| Case::Distance(self.distance(field)));
        [Case::Special].into_iter().chain(finite).collect()
    }

    /// Returns the distance for an exponent field of c.
    fn distance(self, field: i64) -> i64 {
        self.unit() - (self.result.unit() + field - 1)
    }

    /// Returns the sum of products and c, rounded once, for a finite c. In [`Case::Distance`], c has one exponent; in
    /// any other case it may have any, and the formula is much larger.
    ///
    /// A zero sum of products has the sign `sign_of_zero`.
    pub fn rounded<L: Logic>(
        self,
        logic: &mut L,
        sum: &[L::Bit],
        sign_of_zero: L::Bit,
        c: &[L::Bit],
        case: Case,
    ) -> Specified<L::Bit> {
        let (negative, magnitude) = sign_and_magnitude(logic, sum);
        let nonzero = logic.any(&magnitude);
        let c = Unpacked::new(logic, self.result, c, false);
        // With a place for the sign.
        let width = self.result.exponent_bits + 4;
        let field = logic.resized(&c.exponent, width);
        let one = logic.number(1, width);
        let (place, _) = logic.subtract(&field, &one);
        let products = Exact {
            sign: logic.select(nonzero, negative, sign_of_zero),
            magnitude,
            place: logic.number((self.unit() - self.result.unit()).into(), width),
        };
        let special = c.special(logic);
        let finite = logic.not(special);
        let (distance, addend, is_case) = match case {
            Case::Distance(distance) => {
                let wanted = logic.number((self.unit() - self.result.unit() - distance).into(), width);
                let is_place = logic.equal(&place, &wanted);
                let addend = Exact {
                    sign: c.sign,
                    magnitude: c.significand,
                    place,
                };
                (distance, addend, logic.and(is_place, finite))
            }
            _ => {
                let most = self.result.largest_exponent() as usize + self.result.fraction_bits;
                let addend = Exact {
                    sign: c.sign,
                    magnitude: raised_by(logic, &c.significand, &place[..self.result.exponent_bits], most),
                    place: logic.number(0, width),
                };
                (self.distance(1), addend, finite)
            }
        };
        let exact = products.plus(logic, &addend, distance, self.rounding);
        Specified {
            is_case,
            result: round(logic, self.result, self.rounding, (false, false), &exact),
        }
    }

    /// Returns the result of operands that are not all finite.
    pub fn special<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]], c: &[L::Bit]) -> DotSpecial<L::Bit> {
        DotSpecial::new(logic, [self.operand, self.result], factors, c)
    }

    /// Returns the sum of the products of finite factors, and the sign that it has if it is zero.
    pub fn sum_of_products<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]]) -> (Vec<L::Bit>, L::Bit) {
        let products: Vec<Term<L::Bit>> = factors.iter().map(|factors| self.product(logic, factors)).collect();
        let signed: Vec<Vec<L::Bit>> = products
            .iter()
            .map(|product| {
                let fixed_point = self.fixed_point(logic, product);
                self.signed(logic, product.sign, &fixed_point)
            })
            .collect();
        let signs: Vec<L::Bit> = products.iter().map(|product| product.sign).collect();
        (self.sum(logic, &signed), self.sign_of_zero(logic, &signs))
    }

    /// Returns the result in a case.
    pub fn specify<L: Logic>(
        self,
        logic: &mut L,
        factors: &[[Vec<L::Bit>; 2]],
        c: &[L::Bit],
        case: Case,
    ) -> Specified<L::Bit> {
        let special = self.special(logic, factors, c);
        if case == Case::Special {
            return Specified {
                is_case: special.is_special,
                result: special.result,
            };
        }
        let (sum, sign_of_zero) = self.sum_of_products(logic, factors);
        let rounded = self.rounded(logic, &sum, sign_of_zero, c, case);
        Specified {
            is_case: logic.and(rounded.is_case, logic.not(special.is_special)),
            result: rounded.result,
        }
    }

    /// Returns the result for all operands.
    pub fn result<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]], c: &[L::Bit]) -> Vec<L::Bit> {
        let special = self.special(logic, factors, c);
        let finite = self.specify(logic, factors, c, Case::Finite);
        logic.choose(special.is_special, &special.result, &finite.result)
    }
}

/// Returns a word shifted left by a variable amount, in so many bits.
fn raised_by<L: Logic>(logic: &mut L, word: &[L::Bit], amount: &[L::Bit], width: usize) -> Vec<L::Bit> {
    let mut word = logic.resized(word, width);
    for (step, bit) in amount.iter().enumerate() {
        let places = width.min(1_usize.checked_shl(step as u32).unwrap_or(usize::MAX));
        let raised = logic.raised(&word, places);
        word = logic.choose(*bit, &raised[..width], &word);
    }
    word
}
