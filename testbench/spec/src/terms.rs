//! The terms of a sum, and the cases in which they are added.

use halfpipe_isa::Operation;

use crate::exact::Exact;
use crate::format::{Format, Unpacked};
use crate::logic::Logic;
use crate::quotient::quotient;
use crate::special::Special;
use crate::words::Arithmetic;

/// A subset of all operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Case {
    /// All operands.
    Every,
    /// Operands with an infinity or a NaN among them, or a division by zero.
    Special,
    /// Finite operands, and no division by zero.
    Finite,
    /// Finite operands at one distance: the number of places from the last digit of a sum's second term up to that of
    /// the first.
    Distance(i64),
}

/// The exact product of two significands, given from outside.
#[derive(Clone, Debug)]
pub struct GivenProduct<B> {
    /// Its digits.
    pub digits: Vec<B>,
    /// The number of places by which they were moved up, as an unsigned number.
    pub moved: Vec<B>,
}

/// The terms of a sum.
pub struct Terms<B> {
    pub exact: Vec<Exact<B>>,
    /// The sum if it is no finite number.
    pub special: Special<B>,
    /// True if an operand is no finite number.
    pub is_special: B,
}

impl<B: Copy> Terms<B> {
    /// True if the terms are of a case.
    pub fn is_case<L: Logic<Bit = B>>(&self, logic: &mut L, case: Case) -> B {
        match (case, &self.exact[..]) {
            (Case::Every, _) => logic.constant(true),
            (Case::Special, _) => self.is_special,
            (Case::Distance(distance), [first, second]) => {
                let wanted = logic.number(distance.into(), first.place.len());
                let (found, _) = logic.subtract(&first.place, &second.place);
                let is_distance = logic.equal(&found, &wanted);
                logic.and(is_distance, logic.not(self.is_special))
            }
            _ => logic.not(self.is_special),
        }
    }
}

/// True for an operation with a product.
pub fn multiplies(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Mul | Operation::Fma | Operation::Fmsub | Operation::Fnmsub | Operation::Fnmadd
    )
}

/// True for an operation with a quotient.
pub fn divides(operation: Operation) -> bool {
    matches!(operation, Operation::Div | Operation::Rcp)
}

/// Returns the width of a place in bits: sums of two exponents, with a sign and room for the shift of a product. With few
/// exponents, the distance of the units takes more.
fn place_bits(formats: [Format; 2]) -> usize {
    let [exponent_bits, fraction_bits] = formats
        .map(|format| [format.exponent_bits, format.fraction_bits])
        .into_iter()
        .fold([0, 0], |most, format| {
            [0, 1].map(|place: usize| most[place].max(format[place]))
        });
    let greatest = (2 << exponent_bits) + 4 * (fraction_bits + 2);
    (exponent_bits + 4).max(1 + (usize::BITS - greatest.leading_zeros()) as usize)
}

/// Changes the signs of a and c for the variants of fma. The operation then is an fma, also in the sign of a zero sum.
pub fn negate_terms<L: Logic>(logic: &L, operation: Operation, operands: &mut [Unpacked<L::Bit>]) {
    let negated: &[usize] = match operation {
        Operation::Fmsub => &[2],
        Operation::Fnmsub => &[0],
        Operation::Fnmadd => &[0, 2],
        _ => &[],
    };
    for place in negated {
        operands[*place].sign = logic.not(operands[*place].sign);
    }
}

/// Returns the place of the last digit of a number, or of a product, above the result's unit. The formats are those of
/// operand and result.
pub fn place<L: Logic>(
    logic: &mut L,
    [operand, result]: [Format; 2],
    exponents: &[&[L::Bit]],
    format: Format,
) -> Vec<L::Bit> {
    let width = place_bits([operand, result]);
    let offset = exponents.len() as i64 * (format.unit() - 1) - result.unit();
    let mut place = logic.number(offset.into(), width);
    for exponent in exponents {
        let exponent = logic.resized(exponent, width);
        place = logic.sum(&place, &exponent);
    }
    place
}

/// Returns the product of two operands, with its digits as given if they are. The formats are those of operand and result.
pub fn product_of_formats<L: Logic>(
    logic: &mut L,
    formats: [Format; 2],
    [a, b]: [&Unpacked<L::Bit>; 2],
    given: Option<&GivenProduct<L::Bit>>,
) -> Exact<L::Bit> {
    let (magnitude, moved) = match given {
        Some(GivenProduct { digits, moved }) => (digits.clone(), moved.clone()),
        None => (logic.multiply(&a.significand, &b.significand), Vec::new()),
    };
    let place = place(logic, formats, &[&a.exponent, &b.exponent], formats[0]);
    let moved = logic.resized(&moved, place.len());
    Exact {
        sign: logic.xor(a.sign, b.sign),
        magnitude,
        place: logic.subtract(&place, &moved).0,
    }
}

/// Returns the quotient of two operands. The formats are those of operand and result.
pub fn quotient_of_formats<L: Logic>(
    logic: &mut L,
    [operand, result]: [Format; 2],
    dividend: &Unpacked<L::Bit>,
    divisor: &Unpacked<L::Bit>,
) -> Exact<L::Bit> {
    let width = place_bits([operand, result]);
    let [first, second] = [dividend, divisor].map(|term| logic.resized(&term.exponent, width));
    let unit = logic.number((-result.unit()).into(), width);
    let (difference, _) = logic.subtract(&first, &second);
    let place = logic.sum(&difference, &unit);
    quotient(logic, dividend, divisor, &place, result.fraction_bits)
}
