//! What is gone through in order beside the combinations of edge values.
//!
//! Rounding, alignment and normalisation treat each bit of a significand alike but for its place. What a fault in one place
//! changes shows only where that bit decides, so the ones walk: fractions with a single one, at every alignment with the
//! other operand's, and with a single zero or a run of ones. So do the bits that tell classes of values apart. Instructions
//! with one operand get every value.

use halfpipe_isa::Instruction;
use halfpipe_reference::Format;

use super::aimed::Shape;
use super::edges::one;
use super::number::{step, Number};
use crate::Vector;

/// The vectors of one lane, by their indices.
#[derive(Clone, Debug)]
pub(super) struct Systematic {
    factor: Kind,
    /// Of the last operand of a sum.
    addend: Kind,
    operands: usize,
    families: Vec<Family>,
}

/// Vectors that differ in a few things, each of which takes all of its values with all of the others'.
#[derive(Clone, Debug)]
struct Family {
    /// How many values each thing has.
    radices: Vec<u64>,
    /// The vector with these values.
    make: fn(&Systematic, &[usize]) -> Vector,
}

impl Family {
    fn count(&self) -> u64 {
        self.radices.iter().product()
    }
}

/// A format and the fractions that walk through it.
#[derive(Clone, Debug)]
struct Kind {
    format: Format,
    /// No one, and a single one in each place.
    ones: Vec<u32>,
    /// Those, a single zero in each place, and runs of ones from either end.
    patterns: Vec<u32>,
    /// Magnitudes that one bit keeps from being another class's: exponent fields with a single one or zero, and fractions with
    /// no one or a single one below the fields of subnormal numbers and of NaN.
    borders: Vec<u32>,
}

impl Kind {
    fn of(format: Format) -> Kind {
        let places = 0..format.fraction_bits();
        let mask = format.fraction_mask();
        let ones: Vec<u32> = std::iter::once(0)
            .chain(places.clone().map(|place| 1 << place))
            .collect();
        let runs = places.flat_map(|place| [(1 << place) - 1, mask & !((1 << place) - 1)]);
        let mut patterns: Vec<u32> = ones.iter().flat_map(|one| [*one, mask & !one]).chain(runs).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let all = format.infinity();
        let field_bits = (0..format.exponent_bits()).map(|bit| 1 << (bit + format.fraction_bits()));
        let fields = field_bits.flat_map(|bit| [bit, all & !bit]);
        let mut borders: Vec<u32> = fields.flat_map(|field| [field, field | 1]).collect();
        borders.extend(ones.iter().flat_map(|one| [*one, all | one]));
        Kind {
            format,
            ones,
            patterns,
            borders,
        }
    }

    fn lowest(&self) -> i32 {
        self.format.min_exponent() as i32
    }

    fn highest(&self) -> i32 {
        self.format.max_exponent() as i32
    }

    /// Bits of a significand.
    fn precision(&self) -> i32 {
        self.format.fraction_bits() as i32 + 1
    }

    /// 1.fraction · 2^exponent, or the nearest exponent that the format has; of a subnormal number the last places are cut.
    fn value(&self, negative: bool, exponent: i32, fraction: u32) -> u32 {
        let fraction_bits = self.format.fraction_bits();
        let number = Number {
            negative,
            significand: u64::from(1 << fraction_bits | fraction),
            exponent: exponent.clamp(self.lowest() - fraction_bits as i32, self.highest()) - fraction_bits as i32,
        };
        number.truncate(self.format)
    }

    /// What decides an operation whatever the other operands are, and what does not.
    fn deciding(&self) -> [u32; 4] {
        [0, self.format.infinity(), self.format.canonical_nan(), one(self.format)]
    }

    fn signed(&self, negative: bool, magnitude: u32) -> u32 {
        magnitude | if negative { self.format.sign_mask() } else { 0 }
    }

    fn number(&self, bits: u32) -> Number {
        Number::decode(self.format, bits)
    }

    /// The exponents of values with an exponent of their own: fields from 0, which has subnormal numbers, to that of NaN.
    fn fields(&self) -> [u32; 6] {
        let all = (1 << self.format.exponent_bits()) - 1;
        let bias = self.format.max_exponent() as u32;
        [0, 1, bias, bias + 1, all - 1, all]
    }
}

/// Alternating signs, so that all pairs of them are met as the values change.
fn signs(values: &[usize]) -> [bool; 2] {
    let sum: usize = values.iter().sum();
    [sum & 1 == 1, sum & 2 == 2]
}

/// The operands, exchanged every other time.
fn in_turns([a, b]: [u32; 2], values: &[usize]) -> Vector {
    let weighted: usize = values.iter().zip(1..).map(|(value, weight)| value * weight).sum();
    match weighted % 2 {
        0 => [a, b, 0],
        _ => [b, a, 0],
    }
}

impl Systematic {
    pub fn of(instruction: Instruction) -> Systematic {
        let ty = instruction.ty();
        let (factor, addend) = (Kind::of(ty.element().into()), Kind::of(ty.result_element().into()));
        let operands = instruction.operands().len();
        let mut families = match Shape::of(instruction) {
            Shape::One => vec![Family {
                radices: vec![1 << ty.element().bits()],
                make: |_, values| [values[0] as u32, 0, 0],
            }],
            Shape::Comparison => comparisons(&factor),
            Shape::Product => products(&factor),
            Shape::Sum => sums(&factor, &addend),
            Shape::ProductAndSum => products_and_sums(&factor, &addend),
        };
        families.extend(match Shape::of(instruction) {
            Shape::Sum => vec![subnormal_addends(&addend), cancelled_terms(&factor, &addend)],
            Shape::ProductAndSum => vec![
                subnormal_addends(&addend),
                cancelled_products(&factor, &addend),
                cancelled_products_of_subnormals(&factor, &addend),
            ],
            _ => Vec::new(),
        });
        let can_tie = factor.format == addend.format;
        families.extend((Shape::of(instruction) == Shape::ProductAndSum && can_tie).then(|| decided_ties(&addend)));
        families.extend(match operands {
            1 => None,
            2 => Some(borders_of_two(&factor, &addend)),
            _ => Some(borders_of_three(&factor, &addend)),
        });
        Systematic {
            factor,
            addend,
            operands,
            families,
        }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.families.iter().map(Family::count).sum()
    }

    /// The vector of that index, less than the count.
    pub fn get(&self, mut index: u64) -> Vector {
        for family in &self.families {
            if index >= family.count() {
                index -= family.count();
                continue;
            }
            let digit = |radix: &u64| {
                let digit = (index % radix) as usize;
                index /= radix;
                digit
            };
            let values: Vec<usize> = family.radices.iter().map(digit).collect();
            return (family.make)(self, &values);
        }
        panic!("there is no vector {index} more")
    }

    /// The vector with a value at the border of a class in one operand, and others that decide, by their numbers, in the rest.
    fn at_border(&self, operands: usize, position: usize, border: usize, others: [usize; 2], signs: usize) -> Vector {
        let mut others = others.into_iter().cycle();
        std::array::from_fn(|operand| {
            let kind = match operand + 1 == operands {
                true => &self.addend,
                false => &self.factor,
            };
            let magnitude = match operand {
                _ if operand >= operands => return 0,
                _ if operand == position => kind.borders[border % kind.borders.len()],
                _ => kind.deciding()[others.next().unwrap_or_default()],
            };
            kind.signed(signs >> operand & 1 == 1, magnitude)
        })
    }

    /// Two factors of which the first is subnormal, the product's leading bit so many places below the one that is two above
    /// the smallest normal number's.
    fn product_of_subnormal(&self, a: u32, fraction: u32, places: usize, values: &[usize]) -> [u32; 2] {
        let [negative, other_negative] = signs(values);
        let a = self.factor.signed(negative, a);
        // In a wider result the product stays normal.
        let lowest = self.addend.lowest().max(2 * self.factor.lowest());
        let exponent = lowest + 2 - places as i32 - self.factor.number(a).leading_exponent();
        [a, self.factor.value(other_negative, exponent, fraction)]
    }

    /// The place of that number among those that are gone through.
    fn place(&self, number: usize, others: usize) -> usize {
        match self.factor.format == self.addend.format {
            true => number,
            false => WIDE_STEP * number + others % WIDE_STEP,
        }
    }

    /// What is added to `x` so that all of it cancels but a single one, so many places above the last place; all of it where
    /// there are no such places.
    fn nearly_opposite(&self, x: Number, place: usize, outwards: bool) -> u32 {
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

    /// What is added to `x` at that distance of their leading bits.
    fn addend_at(&self, x: Number, distance: i32, negative: bool, pattern: usize) -> u32 {
        let ones = &self.addend.ones;
        let fraction = ones[pattern % ones.len()];
        self.addend.value(negative, x.leading_exponent() + distance, fraction)
    }
}

/// How many places about the smallest normal number the leading bits of products of subnormal factors have in an fma.
const DEPTHS: u64 = 4;

fn len(list: &[u32]) -> u64 {
    list.len() as u64
}

/// Values that differ in one bit or in none.
fn comparisons(kind: &Kind) -> Vec<Family> {
    let bits = u64::from(kind.format.fraction_bits() + kind.format.exponent_bits() + 1);
    vec![Family {
        radices: vec![len(&kind.patterns), kind.fields().len() as u64, 2, bits + 1],
        make: |systematic, values| {
            let &[pattern, field, negative, flipped] = values else {
                unreachable!("as many values as radices")
            };
            let kind = &systematic.factor;
            let magnitude = kind.fields()[field] << kind.format.fraction_bits() | kind.patterns[pattern];
            let a = magnitude | if negative == 1 { kind.format.sign_mask() } else { 0 };
            in_turns([a, a ^ ((1 << flipped) >> 1)], values)
        },
    }]
}

/// Every border of a class in either operand, with what decides in the other.
fn borders_of_two(kind: &Kind, addend: &Kind) -> Family {
    Family {
        radices: vec![len(&kind.borders).max(len(&addend.borders)), 4, 2, 4],
        make: |systematic, values| {
            let &[border, other, position, signs] = values else {
                unreachable!("as many values as radices")
            };
            systematic.at_border(2, position, border, [other; 2], signs)
        },
    }
}

/// The same for three operands; the sign of one of them goes by the other values.
fn borders_of_three(kind: &Kind, addend: &Kind) -> Family {
    Family {
        radices: vec![len(&kind.borders).max(len(&addend.borders)), 4, 4, 3, 4],
        make: |systematic, values| {
            let &[border, one, other, position, signs] = values else {
                unreachable!("as many values as radices")
            };
            let third = (border + one + other) % 2;
            systematic.at_border(3, position, border, [one, other], signs << 1 | third)
        },
    }
}

/// Normal products of all fractions, subnormal ones at every depth, and products of subnormal factors.
fn products(kind: &Kind) -> Vec<Family> {
    let (ones, patterns) = (len(&kind.ones), len(&kind.patterns));
    let depths = kind.precision() as u64 + 4;
    vec![
        Family {
            radices: vec![patterns, patterns],
            make: |systematic, values| {
                let (kind, [negative, other_negative]) = (&systematic.factor, signs(values));
                let a = kind.value(negative, 0, kind.patterns[values[0]]);
                let b = kind.value(other_negative, 1, kind.patterns[values[1]]);
                [a, b, 0]
            },
        },
        Family {
            radices: vec![ones, ones, depths],
            make: |systematic, values| {
                let (kind, [negative, other_negative]) = (&systematic.factor, signs(values));
                let a = kind.value(negative, kind.lowest() / 2, kind.ones[values[0]]);
                let exponent = kind.lowest() - kind.lowest() / 2 - values[2] as i32;
                let b = kind.value(other_negative, exponent, kind.ones[values[1]]);
                in_turns([a, b], values)
            },
        },
        Family {
            radices: vec![ones - 1, patterns, depths],
            make: |systematic, values| {
                let kind = &systematic.factor;
                let (a, fraction) = (kind.ones[values[0] + 1], kind.patterns[values[1]]);
                in_turns(systematic.product_of_subnormal(a, fraction, values[2], values), values)
            },
        },
        Family {
            radices: vec![patterns - 1, ones, depths],
            make: |systematic, values| {
                let kind = &systematic.factor;
                let (a, fraction) = (kind.patterns[values[0] + 1], kind.ones[values[1]]);
                in_turns(systematic.product_of_subnormal(a, fraction, values[2], values), values)
            },
        },
        Family {
            radices: vec![ones - 1, ones - 1],
            make: |systematic, values| {
                let (kind, [negative, other_negative]) = (&systematic.factor, signs(values));
                let a = kind.signed(negative, kind.ones[values[0] + 1]);
                [a, kind.signed(other_negative, kind.ones[values[1] + 1]), 0]
            },
        },
    ]
}

/// A walking one in both terms at every distance at which they still meet, and terms that cancel.
fn sums(kind: &Kind, addend: &Kind) -> Vec<Family> {
    // Where the addend is wider, some of its places stand for all: which ones goes by the other values.
    let places = match kind.format == addend.format {
        true => len(&addend.ones),
        false => 6,
    };
    vec![
        Family {
            radices: vec![len(&kind.ones), places, 2 * (addend.precision() as u64 + 3) + 1, 2, 3],
            make: |systematic, values| {
                let &[one, place, distance, opposite, base] = values else {
                    unreachable!("as many values as radices")
                };
                let (kind, addend) = (&systematic.factor, &systematic.addend);
                let [negative, _] = signs(values);
                let exponent = [0, kind.highest() - 1, kind.lowest() + 2][base];
                let a = kind.value(negative, exponent, kind.ones[one]);
                let distance = distance as i32 - addend.precision() - 3;
                let pattern = match kind.format == addend.format {
                    true => place,
                    false => 4 * place + one + base,
                };
                let b = systematic.addend_at(kind.number(a), distance, negative != (opposite == 1), pattern);
                [a, b, 0]
            },
        },
        Family {
            radices: vec![len(&kind.patterns), len(&addend.patterns), 2],
            make: |systematic, values| {
                let (kind, addend) = (&systematic.factor, &systematic.addend);
                let [negative, _] = signs(values);
                let a = kind.value(negative, 1, kind.patterns[values[0]]);
                let b = addend.value(!negative, 1 - values[2] as i32, addend.patterns[values[1]]);
                [a, b, 0]
            },
        },
    ]
}

/// A subnormal one in each place, added to terms of any size: far below them, it alone says that a sum is not exact.
fn subnormal_addends(addend: &Kind) -> Family {
    Family {
        radices: vec![len(&addend.ones) - 1, 4, 2, 2],
        make: |systematic, values| {
            let &[one_of_addend, size, negative, other_negative] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, addend) = (&systematic.factor, &systematic.addend);
            let one_of_term = one(kind.format);
            let sizes = [
                1,
                1 << kind.format.fraction_bits(),
                one_of_term,
                kind.format.infinity() - 1,
            ];
            let term = kind.signed(negative == 1, sizes[size]);
            let addend = addend.signed(other_negative == 1, addend.ones[one_of_addend + 1]);
            match systematic.operands {
                2 if kind.format == systematic.addend.format => in_turns([term, addend], values),
                2 => [term, addend, 0],
                _ => [term, one_of_term, addend],
            }
        },
    }
}

/// Products in the middle between two numbers, of which a single one at any distance below decides to which they are rounded.
fn decided_ties(addend: &Kind) -> Family {
    Family {
        radices: vec![2, 3, 3 * addend.precision() as u64 + 6, 2],
        make: |systematic, values| {
            let &[fraction, exponent, distance, opposite] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, [negative, other_negative]) = (&systematic.factor, signs(values));
            let exponent = [kind.highest() / 2, 0, kind.lowest() / 2 + 1][exponent];
            // 1 and a half times a number whose last place is 1: one digit more than the format has.
            let a = kind.value(negative, exponent, 2 * fraction as u32 + 1);
            let b = kind.value(other_negative, exponent, 1 << (kind.format.fraction_bits() - 1));
            let product = kind.number(a).times(kind.number(b));
            let c = systematic.addend_at(product, -(distance as i32), product.negative != (opposite == 1), 0);
            let [a, b, _] = in_turns([a, b], values);
            [a, b, c]
        },
    }
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

impl Kind {
    /// Fractions of a power of two, beside one and between two of them.
    fn beside_powers(&self) -> [u32; 4] {
        let mask = self.format.fraction_mask();
        [0, mask, 1, mask >> 1]
    }
}

/// Terms near the smallest normal number that cancel to every depth.
fn cancelled_terms(kind: &Kind, addend: &Kind) -> Family {
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
fn cancelled_products(kind: &Kind, addend: &Kind) -> Family {
    Family {
        radices: cancellations(kind.precision() + addend.precision(), 2 * kind.lowest(), kind, addend),
        make: |systematic, values| {
            let &[exponent, place, fraction, outwards] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, [negative, other_negative]) = (&systematic.factor, signs(values));
            let place = systematic.place(place, exponent + fraction);
            let sum = systematic.addend.lowest().max(2 * kind.lowest()) + exponent as i32;
            let a = kind.value(negative, sum / 2, kind.beside_powers()[fraction]);
            let b = kind.value(
                other_negative,
                sum - sum / 2,
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
fn cancelled_products_of_subnormals(kind: &Kind, addend: &Kind) -> Family {
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

/// Products of walking ones, and of subnormal ones, with a walking one at every distance at which it still meets the
/// product, and products that an addend cancels.
fn products_and_sums(kind: &Kind, addend: &Kind) -> Vec<Family> {
    let (ones, patterns) = (len(&kind.ones), len(&kind.patterns));
    let distances = (least_distance(kind, addend).unsigned_abs() + addend.precision().unsigned_abs() + 4).into();
    vec![
        Family {
            radices: vec![ones, ones, distances, 2],
            make: |systematic, values| {
                let &[one, other, distance, opposite] = values else {
                    unreachable!("as many values as radices")
                };
                let (kind, addend) = (&systematic.factor, &systematic.addend);
                let [negative, other_negative] = signs(values);
                // A product of middle size, one near the largest, and one near the smallest normal number.
                let sum = [0, addend.highest() - 1, addend.lowest() + 2][(one + other + distance) % 3]
                    .clamp(2 * kind.lowest(), 2 * kind.highest());
                let a = kind.value(negative, sum / 2, kind.ones[one]);
                let b = kind.value(other_negative, sum - sum / 2, kind.ones[other]);
                let product = kind.number(a).times(kind.number(b));
                let distance = distance as i32 + least_distance(kind, addend);
                let pattern = one + 3 * other + distance.unsigned_abs() as usize;
                let c = systematic.addend_at(product, distance, product.negative != (opposite == 1), pattern);
                [a, b, c]
            },
        },
        Family {
            radices: vec![ones - 1, DEPTHS, distances, 2],
            make: |systematic, values| {
                let &[one, depth, distance, opposite] = values else {
                    unreachable!("as many values as radices")
                };
                let (kind, addend) = (&systematic.factor, &systematic.addend);
                let other = kind.ones[(one + depth + distance) % kind.ones.len()];
                let places = depth * kind.ones.len() / DEPTHS as usize + distance % 3;
                let [a, b] = systematic.product_of_subnormal(kind.ones[one + 1], other, places, values);
                let product = kind.number(a).times(kind.number(b));
                let distance = distance as i32 + least_distance(kind, addend);
                let pattern = one + distance.unsigned_abs() as usize;
                let c = systematic.addend_at(product, distance, product.negative != (opposite == 1), pattern);
                let [a, b, _] = in_turns([a, b], values);
                [a, b, c]
            },
        },
        Family {
            radices: vec![ones - 1, ones - 1, 8],
            make: |systematic, values| {
                let (kind, addend, [negative, other_negative]) =
                    (&systematic.factor, &systematic.addend, signs(values));
                let a = kind.signed(negative, kind.ones[values[0] + 1]);
                let b = kind.signed(other_negative, kind.ones[values[1] + 1]);
                let product = kind.number(a).times(kind.number(b));
                let beyond = addend.precision() + 1;
                let at = |distance, opposite| {
                    let pattern = values[0] + 3 * values[1];
                    systematic.addend_at(product, distance, product.negative != opposite, pattern)
                };
                let c = match values[2] {
                    0 => 0,
                    1 => addend.format.sign_mask(),
                    2 => 1,
                    3 => addend.format.sign_mask() | 1,
                    4 => at(0, true),
                    5 => at(beyond, false),
                    6 => at(beyond, true),
                    _ => addend.value(!product.negative, 0, 0),
                };
                [a, b, c]
            },
        },
        Family {
            radices: vec![patterns, patterns],
            make: |systematic, values| {
                let (kind, [negative, other_negative]) = (&systematic.factor, signs(values));
                let a = kind.value(negative, 1, kind.patterns[values[0]]);
                let b = kind.value(other_negative, -1, kind.patterns[values[1]]);
                let product = kind.number(a).times(kind.number(b));
                let opposite = Number {
                    negative: !product.negative,
                    ..product
                };
                let format = systematic.addend.format;
                let places = (values[0] + 2 * values[1]) as i32 % 7 - 3;
                [a, b, step(format, opposite.truncate(format), places)]
            },
        },
    ]
}

/// How far below a product's leading bit an addend's may lie until it is below the last place of everything.
fn least_distance(kind: &Kind, addend: &Kind) -> i32 {
    -(2 * kind.precision()).max(addend.precision()) - 3
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn vectors(mnemonic: &str) -> Vec<Vector> {
        let systematic = Systematic::of(mnemonic.parse().unwrap());
        (0..systematic.count()).map(|index| systematic.get(index)).collect()
    }

    #[test]
    fn one_operand_has_every_value() {
        for mnemonic in ["neg.f16x2", "tanh.approx.bf16"] {
            let values: HashSet<u32> = vectors(mnemonic).iter().map(|vector| vector[0]).collect();
            assert_eq!(values.len(), 1 << 16);
        }
    }

    #[test]
    fn there_are_few_enough_to_leave_room_for_random_vectors() {
        for instruction in Instruction::all()
            .iter()
            .filter(|instruction| instruction.operands().len() > 1)
        {
            let count = Systematic::of(*instruction).count();
            assert!((2_000..=40_000).contains(&count), "{instruction}: {count}");
        }
    }

    #[test]
    fn a_one_walks_through_every_operand() {
        for mnemonic in [
            "add.f16",
            "mul.bf16",
            "min.f16",
            "fma.rn.f16",
            "fma.rn.f32.bf16",
            "add.f32.f16",
        ] {
            let instruction: Instruction = mnemonic.parse().unwrap();
            let vectors = vectors(mnemonic);
            for (position, operand) in instruction.operands().iter().enumerate() {
                let format = Format::from(operand.element);
                for place in 0..format.fraction_bits() {
                    let met = vectors
                        .iter()
                        .filter(|vector| vector[position] & format.fraction_mask() == 1 << place);
                    let count = met.count();
                    assert!(
                        count > 20,
                        "{mnemonic}: place {place} of operand {position} in {count} vectors"
                    );
                }
            }
        }
    }

    #[test]
    fn each_bit_alone_makes_a_nan_or_keeps_a_number_from_being_one_in_every_operand() {
        for mnemonic in ["add.bf16", "max.f16", "fma.rn.f16"] {
            let instruction: Instruction = mnemonic.parse().unwrap();
            let format = Format::from(instruction.ty().element());
            let met: HashSet<(usize, u32)> = vectors(mnemonic)
                .into_iter()
                .flat_map(|vector| vector.into_iter().enumerate())
                .collect();
            for (position, sign) in (0..instruction.operands().len()).flat_map(|at| [(at, 0), (at, format.sign_mask())])
            {
                for bit in 0..format.width() - 1 {
                    let is_fraction = bit < format.fraction_bits();
                    let changed = format.infinity() ^ 1 << bit | u32::from(!is_fraction);
                    assert!(
                        met.contains(&(position, sign | changed)),
                        "{mnemonic}: {changed:X} in {position}"
                    );
                }
            }
        }
    }

    #[test]
    fn sums_cancel_to_every_subnormal_power_of_two_from_every_exponent_that_can() {
        let met: HashSet<(i32, i32)> = vectors("add.bf16")
            .into_iter()
            .filter_map(|[a, b, _]| {
                let [x, y] = [a, b].map(|bits| Number::decode(Format::BF16, bits));
                let terms =
                    [x, y].map(|term| i64::try_from(term.significand).unwrap() << (term.exponent + 133).min(30));
                let difference = terms[0].abs_diff(terms[1]);
                let cancels = x.negative != y.negative && difference.is_power_of_two();
                let low = difference.checked_ilog2().map(|bit| bit as i32 - 133);
                Some((x.leading_exponent().max(y.leading_exponent()), low?)).filter(|_| cancels)
            })
            .collect();
        for exponent in -125..=-120 {
            for depth in -133 + (exponent + 126)..=-127 {
                assert!(met.contains(&(exponent, depth)), "from 2^{exponent} to 2^{depth}");
            }
        }
    }

    #[test]
    fn ties_of_products_are_decided_by_a_one_at_every_distance() {
        let mut met = HashSet::new();
        for [a, b, c] in vectors("fma.rn.f16") {
            let [x, y, z] = [a, b, c].map(|bits| Number::decode(Format::F16, bits));
            let product = x.times(y);
            let last_bit = product.exponent + product.significand.trailing_zeros() as i32;
            let is_tie = product.significand > 0 && last_bit == product.leading_exponent() - 11;
            if is_tie && z.significand.is_power_of_two() {
                met.insert((
                    product.leading_exponent() - z.leading_exponent(),
                    product.negative == z.negative,
                ));
            }
        }
        for distance in 12..=36 {
            for agrees in [false, true] {
                assert!(met.contains(&(distance, agrees)), "{distance} {agrees}");
            }
        }
    }

    #[test]
    fn products_of_subnormal_ones_meet_every_place_of_the_result() {
        let mut places = HashSet::new();
        for [a, b, _] in vectors("mul.f16") {
            let [x, y] = [a, b].map(|bits| Number::decode(Format::F16, bits));
            let is_subnormal_one = |bits: u32| (bits & 0x7FFF) < 0x400 && (bits & 0x3FF).is_power_of_two();
            if (is_subnormal_one(a) || is_subnormal_one(b)) && x.times(y).significand.is_power_of_two() {
                places.insert(x.times(y).leading_exponent());
            }
        }
        for place in -25..=-12 {
            assert!(places.contains(&place), "2^{place}");
        }
    }

    #[test]
    fn a_sum_has_every_distance_with_every_pair_of_ones() {
        let pairs: HashSet<(u32, u32, i32)> = vectors("add.f16")
            .into_iter()
            .map(|[a, b, _]| {
                let [x, y] = [a, b].map(|bits| Number::decode(Format::F16, bits));
                (a & 0x3FF, b & 0x3FF, y.leading_exponent() - x.leading_exponent())
            })
            .collect();
        let ones: Vec<u32> = Kind::of(Format::F16).ones;
        for distance in -13..=13 {
            for a in &ones {
                for b in &ones {
                    assert!(pairs.contains(&(*a, *b, distance)), "{a:03X} {b:03X} at {distance}");
                }
            }
        }
    }
}
