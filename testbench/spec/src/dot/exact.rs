//! The exact sum of products and c in one fixed point, rounded once.

use halfpipe_isa::Rounding;

use super::term::{sign_and_magnitude, signed, DotSpecial, DotTerm};
use crate::exact::Exact;
use crate::format::Format;
use crate::logic::Logic;
use crate::round::round;
use crate::words::Arithmetic;

/// A dot product that is rounded once.
///
/// All terms count the same unit: the last place of the smallest product or of the smallest c, whichever is less.
#[derive(Clone, Copy, Debug)]
pub struct ExactDot {
    elements: [Format; 2],
    result: Format,
    products: usize,
    rounding: Rounding,
}

/// A kind of term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermKind {
    /// The product of two elements.
    Product,
    /// c.
    Addend,
}

impl ExactDot {
    /// Returns the sum of so many products in these formats: those of a and b, and that of c.
    pub fn new(elements: [Format; 2], result: Format, products: usize, rounding: Rounding) -> ExactDot {
        ExactDot {
            elements,
            result,
            products,
            rounding,
        }
    }

    /// Returns the power of two of the unit.
    pub fn unit(self) -> i64 {
        [TermKind::Product, TermKind::Addend]
            .map(|kind| self.last_place(kind))
            .into_iter()
            .min()
            .expect("there are two kinds")
    }

    /// Returns the power of two of which each term of a kind is a multiple.
    fn last_place(self, kind: TermKind) -> i64 {
        match kind {
            TermKind::Product => self.elements.iter().map(|element| element.unit()).sum(),
            TermKind::Addend => self.result.unit(),
        }
    }

    /// Returns the largest excess of an exponent over the least one of a kind.
    pub fn largest_excess(self, kind: TermKind) -> i64 {
        match kind {
            TermKind::Product => {
                let excesses = self.elements.iter().map(|element| element.largest_exponent() - 1);
                excesses.sum()
            }
            TermKind::Addend => self.result.largest_exponent() - 1,
        }
    }

    /// Returns the width of a term of a kind in units in bits, without its sign.
    pub fn term_bits(self, kind: TermKind) -> usize {
        let digits = match kind {
            TermKind::Product => self.elements.iter().map(|element| element.fraction_bits + 1).sum(),
            TermKind::Addend => self.result.fraction_bits + 1,
        };
        let places = self.last_place(kind) - self.unit() + self.largest_excess(kind);
        digits + places as usize
    }

    /// Returns the width of the sum in bits, with its sign. There is room for all terms.
    pub fn sum_bits(self) -> usize {
        let widest = self.term_bits(TermKind::Product).max(self.term_bits(TermKind::Addend));
        let terms = self.products + 1;
        widest + terms.next_power_of_two().ilog2() as usize + 1
    }

    /// Returns the width of exponents in bits. It has room for any excess.
    pub fn exponent_bits(self) -> usize {
        let [a, b] = self.elements.map(|element| element.exponent_bits);
        a.max(b).max(self.result.exponent_bits) + 3
    }

    /// Returns the product of two encodings.
    pub fn product<L: Logic>(self, logic: &mut L, factors: &[Vec<L::Bit>; 2]) -> DotTerm<L::Bit> {
        let [a, b] = factors;
        DotTerm::product(logic, self.elements, self.exponent_bits(), [a, b])
    }

    /// Returns c as a term.
    pub fn addend<L: Logic>(self, logic: &mut L, c: &[L::Bit]) -> DotTerm<L::Bit> {
        DotTerm::single(logic, self.result, self.exponent_bits(), c)
    }

    /// Returns the excess of a term's exponent over the least one of its kind.
    pub fn excess<L: Logic>(self, logic: &mut L, kind: TermKind, term: &DotTerm<L::Bit>) -> Vec<L::Bit> {
        let least = match kind {
            TermKind::Product => self.elements.iter().map(|element| 1 - element.bias()).sum(),
            TermKind::Addend => 1 - self.result.bias(),
        };
        let offset = logic.number((-least).into(), self.exponent_bits());
        logic.sum(&term.exponent, &offset)
    }

    /// Returns the magnitude of a term in units: its digits, shifted up by the excess of its exponent.
    pub fn fixed_point<L: Logic>(
        self,
        logic: &mut L,
        kind: TermKind,
        digits: &[L::Bit],
        excess: &[L::Bit],
    ) -> Vec<L::Bit> {
        let least = logic.raised(digits, (self.last_place(kind) - self.unit()) as usize);
        raised_by(logic, &least, excess, self.term_bits(kind))
    }

    /// Returns a term in units with its sign, in two's complement, as wide as the sum.
    pub fn signed<L: Logic>(self, logic: &mut L, sign: L::Bit, fixed_point: &[L::Bit]) -> Vec<L::Bit> {
        signed(logic, sign, fixed_point, self.sum_bits())
    }

    /// Returns the sum of signed terms, which come from [`ExactDot::signed`]. No addition wraps.
    pub fn sum<L: Logic>(self, logic: &mut L, signed: &[Vec<L::Bit>]) -> Vec<L::Bit> {
        let (first, rest) = signed.split_first().expect("a sum has terms");
        rest.iter().fold(first.clone(), |sum, term| logic.sum(&sum, term))
    }

    /// Returns the sign of a zero sum. Zeros of one sign keep it. Any other zero sum is positive, but negative when
    /// rounding down.
    pub fn sign_of_zero<L: Logic>(self, logic: &mut L, terms: &[DotTerm<L::Bit>]) -> L::Bit {
        let all_have = |wanted: bool| {
            let mut others = Vec::new();
            for term in terms {
                let differs = logic.xor(term.sign, logic.constant(wanted));
                others.push(logic.or(term.nonzero, differs));
            }
            let any = logic.any(&others);
            logic.not(any)
        };
        let [positive, negative] = [false, true].map(all_have);
        match self.rounding {
            Rounding::TowardNegative => logic.not(positive),
            _ => negative,
        }
    }

    /// Returns the encoding of a sum of units. It has that sign if it is zero.
    pub fn rounded<L: Logic>(self, logic: &mut L, sum: &[L::Bit], sign_of_zero: L::Bit) -> Vec<L::Bit> {
        let (sign, magnitude) = self.sign_and_magnitude(logic, sum);
        self.encoded(logic, sign, &magnitude, sign_of_zero)
    }

    /// Returns the sign and the magnitude of a sum.
    pub fn sign_and_magnitude<L: Logic>(self, logic: &mut L, sum: &[L::Bit]) -> (L::Bit, Vec<L::Bit>) {
        sign_and_magnitude(logic, sum)
    }

    /// Returns the encoding of a magnitude in units with a sign, and with another sign if it is zero.
    pub fn encoded<L: Logic>(
        self,
        logic: &mut L,
        sign: L::Bit,
        magnitude: &[L::Bit],
        sign_of_zero: L::Bit,
    ) -> Vec<L::Bit> {
        let nonzero = logic.any(magnitude);
        let exact = Exact {
            sign: logic.select(nonzero, sign, sign_of_zero),
            magnitude: magnitude.to_vec(),
            place: logic.number((self.unit() - self.result.unit()).into(), self.exponent_bits()),
        };
        round(logic, self.result, self.rounding, (false, false), &exact)
    }

    /// Returns the result of operands that are not all finite.
    pub fn special<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]], c: &[L::Bit]) -> DotSpecial<L::Bit> {
        DotSpecial::new(logic, self.elements, self.result, factors, c)
    }

    /// Returns the terms of finite operands: the products, then c.
    pub fn terms<L: Logic>(
        self,
        logic: &mut L,
        factors: &[[Vec<L::Bit>; 2]],
        c: &[L::Bit],
    ) -> Vec<(TermKind, DotTerm<L::Bit>)> {
        let products = factors
            .iter()
            .map(|factors| (TermKind::Product, self.product(logic, factors)));
        let mut terms: Vec<_> = products.collect();
        terms.push((TermKind::Addend, self.addend(logic, c)));
        terms
    }

    /// Returns the result of finite operands.
    pub fn finite<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]], c: &[L::Bit]) -> Vec<L::Bit> {
        let terms = self.terms(logic, factors, c);
        let signed: Vec<Vec<L::Bit>> = terms
            .iter()
            .map(|(kind, term)| {
                let excess = self.excess(logic, *kind, term);
                let fixed_point = self.fixed_point(logic, *kind, &term.digits, &excess);
                self.signed(logic, term.sign, &fixed_point)
            })
            .collect();
        let sum = self.sum(logic, &signed);
        let terms: Vec<DotTerm<L::Bit>> = terms.into_iter().map(|(_, term)| term).collect();
        let sign_of_zero = self.sign_of_zero(logic, &terms);
        self.rounded(logic, &sum, sign_of_zero)
    }

    /// Returns the result for all operands.
    pub fn result<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]], c: &[L::Bit]) -> Vec<L::Bit> {
        let special = self.special(logic, factors, c);
        let finite = self.finite(logic, factors, c);
        logic.choose(special.is_special, &special.result, &finite)
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
