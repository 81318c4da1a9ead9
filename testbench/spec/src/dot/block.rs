//! A block of a tensor core: products and c are truncated at an anchor, added and rounded.

use halfpipe_isa::Rounding;

use super::scaling::DotScaling;
use super::term::{sign_and_magnitude, signed, DotOperands, DotSpecial, DotTerm};
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
    scaling: Option<DotScaling>,
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
            scaling: None,
        }
    }

    /// Returns the block whose products have scales.
    pub fn with_scales(self, scaling: DotScaling) -> DotBlock {
        DotBlock {
            scaling: Some(scaling),
            ..self
        }
    }

    /// Returns the scales of the products; None without any.
    pub fn scaling(self) -> Option<DotScaling> {
        self.scaling
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

    /// Returns the least and the greatest exponent of a term other than c.
    pub fn term_exponents(self) -> [i64; 2] {
        let [a, b] = self.elements;
        let of_products = [
            2 - a.bias() - b.bias(),
            a.largest_exponent() - a.bias() + b.largest_exponent() - b.bias(),
        ];
        match self.scaling {
            Some(scaling) => scaling.term_exponents(of_products),
            None => of_products,
        }
    }

    /// Returns the exponent of a unit of which every term other than c is a multiple.
    pub fn term_unit(self) -> i64 {
        let [a, b] = self.elements;
        a.unit() + b.unit() + self.scaling.map_or(0, DotScaling::unit)
    }

    /// Returns the width of exponents in bits. It has room for the difference of any two.
    pub fn exponent_bits(self) -> usize {
        let [a, b] = self.elements.map(|element| element.exponent_bits);
        a.max(b).max(self.result.exponent_bits) + 3
    }

    /// Returns the width of an aligned term's magnitude in bits: two above the point for a product.
    pub fn aligned_bits(self) -> usize {
        self.places + self.scaling.map_or(2, DotScaling::bits_above_point)
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

    /// Returns the terms of finite operands: the products, each with its scales, then c.
    pub fn terms<L: Logic>(self, logic: &mut L, operands: &DotOperands<L::Bit>) -> Vec<DotTerm<L::Bit>> {
        let factors = operands.factors.iter();
        let products: Vec<DotTerm<L::Bit>> = factors.map(|factors| self.product(logic, factors)).collect();
        let mut terms = match self.scaling {
            Some(scaling) => scaling.scaled(logic, self.exponent_bits(), &products, &operands.scales),
            None => products,
        };
        terms.push(self.addend(logic, &operands.c));
        terms
    }

    /// Returns the result of operands that are not all finite. A scale that is NaN makes it NaN.
    pub fn special<L: Logic>(self, logic: &mut L, operands: &DotOperands<L::Bit>) -> DotSpecial<L::Bit> {
        let DotOperands { factors, c, scales } = operands;
        let special = DotSpecial::new(logic, self.elements, self.result, factors, c);
        match self.scaling {
            Some(scaling) => {
                let has_nan = scaling.has_nan(logic, scales);
                special.or_nan(logic, self.result, has_nan)
            }
            None => special,
        }
    }

    /// Returns the result of finite operands.
    pub fn finite<L: Logic>(self, logic: &mut L, operands: &DotOperands<L::Bit>) -> Vec<L::Bit> {
        let terms = self.terms(logic, operands);
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
    pub fn result<L: Logic>(self, logic: &mut L, operands: &DotOperands<L::Bit>) -> Vec<L::Bit> {
        let count = operands.factors.len();
        assert!(count <= self.products, "a block has {} products", self.products);
        let special = self.special(logic, operands);
        let finite = self.finite(logic, operands);
        logic.choose(special.is_special, &special.result, &finite)
    }

    /// Returns the result of as many blocks as the products need, in order. Each result is c of the next block. Products with
    /// scales are those of one block.
    pub fn chain<L: Logic>(self, logic: &mut L, operands: &DotOperands<L::Bit>) -> Vec<L::Bit> {
        let blocks = operands.factors.chunks(self.products);
        blocks.fold(operands.c.clone(), |c, factors| {
            let of_block = DotOperands {
                factors: factors.to_vec(),
                c,
                scales: operands.scales.clone(),
            };
            self.result(logic, &of_block)
        })
    }
}
