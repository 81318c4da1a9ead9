//! Terms and products that are cancelled to every depth.

use super::super::number::{step, Number};
use super::{in_turns, len, mixed, signs, Family, Kind, Systematic};

/// Terms near the smallest normal number that cancel to every depth.
pub(super) fn cancelled_terms(kind: &Kind, addend: &Kind) -> Family {
    Family {
        radices: cancellations(addend.precision(), kind.lowest(), kind, addend),
        make: |systematic, values| {
            let &[exponent, place, fraction, outwards] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, [negative, _]) = (&systematic.factor, signs(values));
            let place = systematic.place(place, exponent + fraction);
            let exponent = systematic.addend.lowest().max(kind.lowest()) + exponent as i32;
            let a = kind.value(negative, exponent, kind.beside_powers()[fraction]);
            let b = systematic.nearly_opposite(kind.number(a), place, outwards == 1);
            match kind.format == systematic.addend.format {
                true => in_turns([a, b], values),
                false => [a, b, 0],
            }
        },
    }
}

/// Products near the smallest normal number that an addend cancels to every depth.
pub(super) fn cancelled_products(kind: &Kind, addend: &Kind) -> Family {
    Family {
        radices: cancellations(kind.precision() + addend.precision(), 2 * kind.lowest(), kind, addend),
        make: |systematic, values| {
            let &[exponent, place, fraction, outwards] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, [negative, other_negative]) = (&systematic.factor, signs(values));
            let place = systematic.place(place, exponent + fraction);
            let sum = systematic.addend.lowest().max(2 * kind.lowest()) + exponent as i32;
            let exponents = kind.split(sum, mixed(values));
            let a = kind.value(negative, exponents[0], kind.beside_powers()[fraction]);
            let b = kind.value(
                other_negative,
                exponents[1],
                kind.ones[(exponent + place) % kind.ones.len()],
            );
            let product = kind.number(a).times(kind.number(b));
            let c = systematic.nearly_opposite(product, place, outwards == 1);
            let [a, b, _] = in_turns([a, b], values);
            [a, b, c]
        },
    }
}

/// Products of a subnormal one that an addend cancels to every depth: the zeros before the product's digits and those of the
/// cancellation are counted together.
pub(super) fn cancelled_products_of_subnormals(kind: &Kind, addend: &Kind) -> Family {
    Family {
        radices: vec![len(&kind.ones) - 1, places(kind, addend), 3, 2, 2],
        make: |systematic, values| {
            let &[one, place, exponent, fraction, outwards] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, [negative, other_negative]) = (&systematic.factor, signs(values));
            let a = kind.signed(negative, kind.ones[one + 1]);
            let place = systematic.place(place, one + exponent);
            let exponent = [kind.highest(), kind.highest() / 2, kind.highest() / 4][exponent];
            let b = kind.value(other_negative, exponent, kind.beside_powers()[fraction]);
            let product = kind.number(a).times(kind.number(b));
            let c = systematic.nearly_opposite(product, place, outwards == 1);
            let [a, b, _] = in_turns([a, b], values);
            [a, b, c]
        },
    }
}

/// Products with as many digits as a number at most, which an addend cancels wholly, or all but the last place: of factors with
/// ones alone or with one at either end, the digits shared out between them in every way.
pub(super) fn cancelled_exactly(kind: &Kind) -> Family {
    Family {
        radices: vec![kind.precision() as u64 - 1, 2, 2, 3 * kind.precision() as u64 + 6, 3],
        make: |systematic, values| {
            let &[digits, one, other, size, places] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, [negative, other_negative]) = (&systematic.factor, signs(values));
            let significand = |digits: u32, has_all: bool| match has_all {
                true => (1_u64 << digits) - 1,
                false => 1 << (digits - 1) | 1,
            };
            let digits = digits as u32 + 1;
            let least = kind.lowest() - kind.format.fraction_bits() as i32;
            // Of a subnormal factor and two others, of middle size, and from the smallest on of which no digit is lost to where
            // the smallest normal number is below the last place of everything.
            let [exponent, other_exponent] = match size {
                0 => [least, kind.highest() / 2],
                1 => [least, kind.highest() - kind.precision()],
                2 => kind.split(0, mixed(values)),
                _ => kind.split(least + size as i32 - 3, mixed(values)),
            };
            let factor = |negative, significand, exponent| {
                let number = Number {
                    negative,
                    significand,
                    exponent,
                };
                number.truncate(kind.format)
            };
            let a = factor(negative, significand(digits, one == 1), exponent);
            let rest = kind.precision() as u32 - digits;
            let b = factor(other_negative, significand(rest, other == 1), other_exponent);
            let product = kind.number(a).times(kind.number(b));
            let opposite = Number {
                negative: !product.negative,
                ..product
            };
            let format = systematic.addend.format;
            let [a, b, _] = in_turns([a, b], values);
            [a, b, step(format, opposite.truncate(format), places as i32 - 1)]
        },
    }
}

/// Infinities, and the NaN beside them, with an addend that nearly cancels the number that their bits would be if they were
/// one: what is left is small where the special value goes unnoticed. None where the addend's format has no such number.
pub(super) fn cancelled_specials(kind: &Kind, addend: &Kind) -> Option<Family> {
    let family = Family {
        radices: vec![2, 4, places(kind, addend), 2, 2],
        make: |systematic, values| {
            let &[nan, exponent, place, fraction, outwards] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, [negative, other_negative]) = (&systematic.factor, signs(values));
            let a = kind.signed(negative, kind.format.infinity() | nan as u32);
            let taken = Number {
                negative,
                significand: 1 << kind.format.fraction_bits() | nan as u64,
                exponent: kind.highest() + 1 - kind.format.fraction_bits() as i32,
            };
            let place = systematic.place(place, exponent + fraction);
            if systematic.operands == 2 {
                return [a, systematic.nearly_opposite(taken, place, outwards == 1), 0];
            }
            let exponent = [0, -1, kind.lowest(), kind.highest()][exponent];
            let b = kind.value(other_negative, exponent, kind.beside_powers()[fraction]);
            let c = systematic.nearly_opposite(taken.times(kind.number(b)), place, outwards == 1);
            let [a, b, _] = in_turns([a, b], values);
            [a, b, c]
        },
    };
    (kind.highest() < addend.highest()).then_some(family)
}

/// For terms of so many digits, from the exponent `least` on: exponents from the smallest one to beyond where a term is
/// subnormal when all but its last digit is cancelled, or some, where no term is that small; the places of the one that is left,
/// and none; fractions from which it is left, and the side on which it is left.
fn cancellations(digits: i32, least: i32, kind: &Kind, addend: &Kind) -> Vec<u64> {
    let exponents = match least <= addend.lowest() {
        true => digits as u64 + 3,
        false => 8,
    };
    vec![exponents, places(kind, addend), 4, 2]
}

/// How many places of a cancellation are gone through: all where the terms are alike, every third where the addend is wider.
fn places(kind: &Kind, addend: &Kind) -> u64 {
    let all = addend.precision() as u64 + 1;
    match kind.format == addend.format {
        true => all,
        false => all.div_ceil(WIDE_STEP as u64),
    }
}

/// Places from one that is gone through to the next. Which ones these are goes by the other values.
const WIDE_STEP: usize = 3;

impl Systematic {
    /// The place of that number among those that are gone through.
    pub(super) fn place(&self, number: usize, others: usize) -> usize {
        match self.factor.format == self.addend.format {
            true => number,
            false => WIDE_STEP * number + others % WIDE_STEP,
        }
    }

    /// What is added to `x` so that all of it cancels but a single one, so many places above the last place; all of it where
    /// there are no such places.
    pub(super) fn nearly_opposite(&self, x: Number, place: usize, outwards: bool) -> u32 {
        let opposite = Number {
            negative: !x.negative,
            ..x
        };
        let format = self.addend.format;
        let places = match outwards {
            _ if place > format.fraction_bits() as usize => 0,
            true => 1 << place,
            false => -(1 << place),
        };
        step(format, opposite.truncate(format), places)
    }
}
