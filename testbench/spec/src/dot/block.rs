//! A block of a tensor core: products and c are truncated at an anchor, added and rounded.

use halfpipe_isa::Rounding;

use super::term::{sign_and_magnitude, signed, DotSpecial, DotTerm};
use crate::exact::Exact;
use crate::format::Format;
use crate::logic::Logic;
use crate::round::round_apart;
use crate::words::Arithmetic;

/// One pass through a tensor core.
#[derive(Clone, Copy, Debug)]
pub struct DotBlock {
    elements: [Format; 2],
    result: Format,
    products: usize,
    places: usize,
}

/// The exponent to which all terms of a block are aligned.
#[derive(Clone, Debug)]
pub struct Anchor<B> {
    /// The largest exponent among the terms other than zero, or the floor if that is larger; in two's complement.
    pub exponent: Vec<B>,
    /// True if there is a term other than zero.
    pub any: B,
}

impl DotBlock {
    /// Returns a block in these formats: those of a and b, and that of c. Terms keep so many binary places below the
    /// anchor.
    pub fn new(elements: [Format; 2], result: Format, products: usize, places: usize) -> DotBlock {
        DotBlock {
            elements,
            result,
            products,
            places,
        }
    }

    /// Returns the number of products that are added at once.
    pub fn products(self) -> usize {
        self.products
    }

    /// Returns the number of binary places of a term below the anchor.
    pub fn places(self) -> usize {
        self.places
    }

    /// Returns the floor of the anchor: the least exponent of the result's format less three, less the logarithm of
    /// the number of products.
    pub fn floor(self) -> i64 {
        1 - self.result.bias() - 3 - i64::from(self.products.ilog2())
    }

    /// Returns the width of exponents in bits. It has room for the difference of any two.
    pub fn exponent_bits(self) -> usize {
        let [a, b] = self.elements.map(|element| element.exponent_bits);
        a.max(b).max(self.result.exponent_bits) + 3
    }

    /// Returns the width of an aligned term's magnitude in bits: two above the point.
    pub fn aligned_bits(self) -> usize {
        self.places + 2
    }

    /// Returns the width of a sum of so many terms in bits, with its sign.
    pub fn sum_bits(self, terms: usize) -> usize {
        let carries = terms.next_power_of_two().ilog2() as usize;
        self.aligned_bits() + carries + 1
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

    /// Returns the anchor of terms. It depends on their exponents, and on which of them are zero.
    pub fn anchor<L: Logic>(self, logic: &mut L, terms: &[DotTerm<L::Bit>]) -> Anchor<L::Bit> {
        let width = self.exponent_bits();
        let mut exponent = logic.number(self.floor().into(), width);
        for term in terms {
            let (difference, _) = logic.subtract(&exponent, &term.exponent);
            let is_larger = logic.and(difference[width - 1], term.nonzero);
            exponent = logic.choose(is_larger, &term.exponent, &exponent);
        }
        let nonzero: Vec<L::Bit> = terms.iter().map(|term| term.nonzero).collect();
        Anchor {
            exponent,
            any: logic.any(&nonzero),
        }
    }

    /// Returns the magnitude of a term in units of 2^(anchor - places), truncated. The exponent of a term other than
    /// zero is at most the anchor's.
    pub fn aligned<L: Logic>(self, logic: &mut L, term: &DotTerm<L::Bit>, anchor: &[L::Bit]) -> Vec<L::Bit> {
        let digits = match self.places.checked_sub(term.fraction_bits) {
            Some(more) => logic.raised(&term.digits, more),
            None => term.digits[term.fraction_bits - self.places..].to_vec(),
        };
        let mut aligned = logic.resized(&digits, self.aligned_bits());
        let (distance, _) = logic.subtract(anchor, &term.exponent);
        // Below the sign. A term that is zero may have any exponent, and stays zero.
        let distance = &distance[..distance.len() - 1];
        for (step, bit) in distance.iter().enumerate() {
            let places = aligned.len().min(1 << step);
            let lowered = logic.resized(&aligned[places..], aligned.len());
            aligned = logic.choose(*bit, &lowered, &aligned);
        }
        aligned
    }

    /// Returns an aligned term with its sign, in two's complement, as wide as the sum of so many terms.
    pub fn signed<L: Logic>(self, logic: &mut L, sign: L::Bit, aligned: &[L::Bit], terms: usize) -> Vec<L::Bit> {
        signed(logic, sign, aligned, self.sum_bits(terms))
    }

    /// Returns the sum of signed terms, which come from [`DotBlock::signed`]. No addition wraps.
    pub fn sum<L: Logic>(self, logic: &mut L, signed: &[Vec<L::Bit>]) -> Vec<L::Bit> {
        let (first, rest) = signed.split_first().expect("a sum has terms");
        rest.iter().fold(first.clone(), |sum, term| logic.sum(&sum, term))
    }

    /// Returns the encoding of a sum of units of 2^(anchor - places). In single precision it is cut off, and infinite
    /// if it is too large; in half precision it is the nearest, ties to even. A zero is positive.
    pub fn rounded<L: Logic>(self, logic: &mut L, sum: &[L::Bit], anchor: &[L::Bit]) -> Vec<L::Bit> {
        let (sign, magnitude) = sign_and_magnitude(logic, sum);
        let is_single = self.result.fraction_bits == 23;
        // With few places, the last bits of a single-precision result are zero.
        let format = Format {
            fraction_bits: if is_single {
                self.places.min(23)
            } else {
                self.result.fraction_bits
            },
            ..self.result
        };
        let width = anchor.len();
        let offset = logic.number(-(self.places as i128) - i128::from(format.unit()), width);
        let exact = Exact {
            sign,
            magnitude,
            place: logic.sum(anchor, &offset),
        };
        let roundings = if is_single {
            [Rounding::TowardZero, Rounding::NearestEven]
        } else {
            [Rounding::NearestEven; 2]
        };
        let rounded = round_apart(logic, format, roundings, (false, false), &exact);
        let mut result = logic.raised(&rounded, self.result.fraction_bits - format.fraction_bits);
        let place_of_sign = result.len() - 1;
        let nonzero = logic.any(&result[..place_of_sign]);
        result[place_of_sign] = logic.and(sign, nonzero);
        result
    }

    /// Returns the result of operands that are not all finite.
    pub fn special<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]], c: &[L::Bit]) -> DotSpecial<L::Bit> {
        DotSpecial::new(logic, self.elements, self.result, factors, c)
    }

    /// Returns the result of finite operands.
    pub fn finite<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]], c: &[L::Bit]) -> Vec<L::Bit> {
        let mut terms: Vec<DotTerm<L::Bit>> = factors.iter().map(|factors| self.product(logic, factors)).collect();
        terms.push(self.addend(logic, c));
        let anchor = self.anchor(logic, &terms);
        let signed: Vec<Vec<L::Bit>> = terms
            .iter()
            .map(|term| {
                let aligned = self.aligned(logic, term, &anchor.exponent);
                self.signed(logic, term.sign, &aligned, terms.len())
            })
            .collect();
        let sum = self.sum(logic, &signed);
        self.rounded(logic, &sum, &anchor.exponent)
    }

    /// Returns the result of one block. Products that are missing are zero.
    pub fn result<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]], c: &[L::Bit]) -> Vec<L::Bit> {
        assert!(factors.len() <= self.products, "a block has {} products", self.products);
        let special = self.special(logic, factors, c);
        let finite = self.finite(logic, factors, c);
        logic.choose(special.is_special, &special.result, &finite)
    }

    /// Returns the result of as many blocks as the products need, in order. Each result is c of the next block.
    pub fn chain<L: Logic>(self, logic: &mut L, factors: &[[Vec<L::Bit>; 2]], c: &[L::Bit]) -> Vec<L::Bit> {
        let blocks = factors.chunks(self.products);
        blocks.fold(c.to_vec(), |c, factors| self.result(logic, factors, &c))
    }
}
