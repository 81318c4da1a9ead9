//! Drawing operands that are meant for a class.

use std::ops::RangeInclusive;

use halfpipe_reference::Format;
use rand::Rng;

use super::class::{Alignment, Class, Depth, Effective, Kind, Landing, Lost, Side, Special, Term, Terms};
use super::rules::Rules;
use super::sum::{last_place, sum};
use crate::stimulus::number::Number;
use crate::Vector;

/// Draws the operands of one lane.
pub struct Draw<R> {
    rules: Rules,
    random: R,
}

impl<R: Rng> Draw<R> {
    pub fn new(rules: Rules, random: R) -> Draw<R> {
        Draw { rules, random }
    }

    /// Operands that are likely, but not certain, to be in the class; nothing where the dice fell badly.
    pub fn class(&mut self, class: Class) -> Option<Vector> {
        match class {
            Class::Exponents {
                effective,
                product,
                addend,
            } => {
                let carries = self.random.random();
                self.apart(effective, product, carries, addend)
            }
            Class::Alignment(alignment) => self.alignment(alignment),
            Class::Cancellation(depth) => self.cancellation(depth),
            Class::Rounding {
                landing,
                lost,
                terms,
                negative,
            } => {
                let sum = self.sum(landing, lost, negative)?;
                self.terms(sum, terms)
            }
            Class::Close {
                side,
                odd,
                effective,
                negative,
            } => self.close(side, odd, effective, negative),
            Class::Operands(terms) => Some(terms.map(|term| self.term(term))),
            Class::Special(special) => self.special(special),
        }
    }

    pub fn into_random(self) -> R {
        self.random
    }

    fn format(&self) -> Format {
        self.rules.format
    }

    /// How many bits a significand has.
    fn precision(&self) -> u32 {
        self.format().fraction_bits() + 1
    }

    fn in_range(&mut self, range: RangeInclusive<i32>) -> Option<i32> {
        (!range.is_empty()).then(|| self.random.random_range(range))
    }

    /// The number with this leading exponent, and with a fraction of random bits, of few or of many ones.
    fn number(&mut self, negative: bool, leading: i32) -> Number {
        let one = 1 << self.format().fraction_bits();
        let bits: u32 = self.random.random();
        let fraction = match self.random.random_range(0..4) {
            0 => bits & self.random.random::<u32>() & self.random.random::<u32>(),
            1 => bits | self.random.random::<u32>() | self.random.random::<u32>(),
            _ => bits,
        };
        let number = Number {
            negative,
            significand: u64::from(one | fraction & (one - 1)),
            exponent: leading - self.format().fraction_bits() as i32,
        };
        // A subnormal number has fewer places.
        Number::decode(self.format(), number.truncate(self.format()))
    }

    fn encode(&self, number: Number) -> u32 {
        number.truncate(self.format())
    }

    /// Factors whose exponents add up to that of a product, which carries or not, and an addend.
    fn apart(&mut self, effective: Effective, product: i32, carries: bool, addend: i32) -> Option<Vector> {
        let (lowest, highest) = (self.rules.lowest(), self.rules.highest());
        let exponents = product - i32::from(carries);
        let a = self.in_range(lowest.max(exponents - highest)..=highest.min(exponents - lowest))?;
        let [a_negative, b_negative] = [self.random.random(), self.random.random()];
        let c_negative = (a_negative != b_negative) ^ (effective == Effective::Subtraction);
        let a_number = self.number(a_negative, a);
        let b_number = self.number(b_negative, exponents - a);
        let c_number = self.number(c_negative, addend);
        Some([a_number, b_number, c_number].map(|number| self.encode(number)))
    }

    fn alignment(&mut self, alignment: Alignment) -> Option<Vector> {
        let Alignment {
            effective,
            product_carries,
            distance,
        } = alignment;
        let [first, last] = self.rules.products(product_carries);
        let (lowest, highest) = (self.rules.lowest(), self.rules.highest());
        let addend = self.in_range(lowest.max(first + distance)..=highest.min(last + distance))?;
        self.apart(effective, addend - distance, product_carries, addend)
    }

    /// A sum some places below an addend, or none, and factors that leave it.
    fn cancellation(&mut self, depth: Depth) -> Option<Vector> {
        let leading = self.random.random_range(self.rules.lowest()..=self.rules.highest());
        let negative = self.random.random();
        let addend = self.number(negative, leading);
        let sum = match depth {
            Depth::Total => Number {
                significand: 0,
                ..addend
            },
            Depth::Places(places) => {
                // The product may lead one place higher than the addend.
                let sum_leads = leading - places + self.random.random_range(0..=1);
                let bits = 1 + (self.rules.deepest_cancellation() - places).max(0);
                let bits = self.random.random_range(1..=bits.min(self.precision() as i32));
                Number {
                    negative: self.random.random(),
                    significand: self.random.random_range(1 << (bits - 1)..1 << bits),
                    exponent: sum_leads - bits + 1,
                }
            }
        };
        self.with_addend(sum, addend)
    }

    /// A number that lands and is cut as it should.
    fn sum(&mut self, landing: Landing, lost: Lost, negative: bool) -> Option<Number> {
        let precision = self.precision();
        let smallest_normal = 1_u64 << self.format().fraction_bits();
        let lowest = self.format().min_exponent() as i32;
        let highest = self.rules.highest();
        let (leads, kept) = match landing {
            Landing::Binade => (lowest..=highest, smallest_normal..=2 * smallest_normal - 1),
            Landing::NextBinade => (lowest..=highest - 1, 2 * smallest_normal - 1..=2 * smallest_normal - 1),
            Landing::RoundedToInfinity => (highest..=highest, 2 * smallest_normal - 1..=2 * smallest_normal - 1),
            // Further up no addend is near; pairs of exponents go there.
            Landing::Beyond => (
                highest + 1..=highest + precision as i32,
                smallest_normal..=2 * smallest_normal - 1,
            ),
            Landing::Subnormal => (lowest..=lowest, 1..=smallest_normal - 1),
            Landing::Flushed => (lowest..=lowest, 0..=smallest_normal - 1),
            Landing::SmallestNormal | Landing::FlushedFromNormal => {
                (lowest..=lowest, smallest_normal - 1..=smallest_normal - 1)
            }
            Landing::SmallestSubnormal | Landing::Zero => (lowest..=lowest, 0..=0),
        };
        let kept = self.random.random_range(kept);
        let kept = match lost {
            Lost::TieDown => kept & !1,
            Lost::TieUp => kept | 1,
            _ => kept,
        };
        let places = match lost {
            Lost::Nothing => 0,
            Lost::TieDown | Lost::TieUp => 1,
            Lost::BelowHalf | Lost::AboveHalf => self.random.random_range(2..=precision + 1),
        };
        let half = 1_u64 << places >> 1;
        let cut = match lost {
            Lost::Nothing => 0,
            Lost::TieDown | Lost::TieUp => half,
            Lost::BelowHalf => self.random.random_range(1..half),
            Lost::AboveHalf => self.random.random_range(half + 1..2 * half),
        };
        Some(Number {
            negative,
            significand: kept << places | cut,
            exponent: last_place(self.in_range(leads)?, self.format()) - places as i32,
        })
        .filter(|sum| sum.significand != 0)
    }

    /// A great term that is a number or a midpoint, and a small one anywhere far below it; or an addend, and a product
    /// that reaches close to a number or a midpoint.
    fn close(&mut self, side: Side, odd: bool, effective: Effective, negative: bool) -> Option<Vector> {
        let precision = self.precision() as i32;
        let leading = self.in_range(self.format().min_exponent() as i32..=self.rules.highest())?;
        let mut near = self.number(negative, leading);
        near.significand = near.significand & !1 | u64::from(odd);
        // In units of half of the last place.
        let halves = match side {
            Side::AboveNumber => 0,
            Side::BelowMidpoint | Side::AboveMidpoint => 1,
            Side::BelowNumber => 2,
        };
        let place = Number {
            significand: 2 * near.significand + halves,
            exponent: near.exponent - 1,
            ..near
        };
        let is_above = matches!(side, Side::AboveNumber | Side::AboveMidpoint);
        let small_negative = negative != (effective == Effective::Subtraction);
        if is_above == (effective == Effective::Addition) {
            let highest = leading - 2 * precision;
            if halves != 1 && self.random.random() {
                let product = self.in_range(2 * self.rules.lowest()..=highest)?;
                let vector = self.apart(effective, product, false, leading)?;
                let [a, b] = self.signed(vector[0], vector[1], small_negative);
                return Some([a, b, self.encode(place)]);
            }
            let [a, b] = self.factors(place)?;
            let addend = self.in_range(self.rules.lowest()..=highest)?;
            let addend = self.number(small_negative, addend);
            return Some([a, b, self.encode(addend)]);
        }
        let places = self.random.random_range(precision + 1..=2 * precision);
        let most = 1 << (places - precision);
        let distance = self.random.random_range(1..=most);
        let significand = place.significand << places;
        let sum = Number {
            significand: if is_above {
                significand + distance
            } else {
                significand - distance
            },
            exponent: place.exponent - places,
            ..place
        };
        // The addend is the number below the sum, or above where the product is subtracted.
        near.significand += u64::from(effective == Effective::Subtraction);
        self.with_addend(sum, near)
    }

    /// The factors with signs that give their product this one.
    fn signed(&self, a: u32, b: u32, negative: bool) -> [u32; 2] {
        let is_negative = (a ^ b) & self.format().sign_mask() != 0;
        match is_negative == negative {
            true => [a, b],
            false => [a, b ^ self.format().sign_mask()],
        }
    }

    /// Operands with this exact sum.
    fn terms(&mut self, sum: Number, terms: Terms) -> Option<Vector> {
        match terms {
            Terms::Product => {
                let zero = self.zero();
                let [a, b] = self.factors(sum)?;
                Some([a, b, zero])
            }
            Terms::Addend => {
                let (zero, other) = (self.zero(), self.finite());
                let [a, b] = self.either_way([zero, other]);
                Some([a, b, self.encode(sum)])
            }
            Terms::Both(effective) => {
                let leading = sum.leading_exponent();
                let reach = self.precision() as i32 + 1;
                let opposite = effective == Effective::Subtraction && self.random.random();
                // An addend of the sum's sign is the smaller part of an addition, and is subtracted from if it is greater.
                let leads = match effective {
                    Effective::Addition => leading - reach..=leading,
                    Effective::Subtraction if opposite => leading - reach..=leading + reach,
                    Effective::Subtraction => leading..=leading + reach,
                };
                let near = *leads.start().max(&self.rules.lowest())..=*leads.end().min(&self.rules.highest());
                let leading = self.in_range(near)?;
                let addend = self.number(sum.negative != opposite, leading);
                self.with_addend(sum, addend)
            }
        }
    }

    /// Operands with this exact sum and addend.
    fn with_addend(&mut self, exact: Number, addend: Number) -> Option<Vector> {
        let product = sum(
            exact,
            Number {
                negative: !addend.negative,
                ..addend
            },
        );
        let [a, b] = self.factors(product)?;
        Some([a, b, self.encode(addend)])
    }

    /// Two factors of the format with this exact product; none of zero.
    fn factors(&mut self, product: Number) -> Option<[u32; 2]> {
        let zeros = product
            .significand
            .checked_ilog2()
            .map(|_| product.significand.trailing_zeros())?;
        let odd = product.significand >> zeros;
        let most = (1_u64 << self.precision()) - 1;
        if odd > most * most {
            return None;
        }
        let x = self.odd_divisor(odd as u32, most as u32)?;
        let y = odd as u32 / x;
        // The zeros and the exponent are shared out so that both factors stay in range.
        let exponent = product.exponent + zeros as i32;
        let [x_range, y_range] = [x, y].map(|significand| {
            let length = significand.ilog2() as i32;
            // A subnormal number has its last place, and where it is flushed, a lowest leading exponent.
            let last_place = last_place(self.rules.lowest(), self.format());
            last_place.max(self.rules.lowest() - length)..=self.rules.highest() - length
        });
        let first = *x_range.start().max(&(exponent - y_range.end()));
        let last = *x_range.end().min(&(exponent - y_range.start()));
        let x_exponent = self.in_range(first..=last)?;
        let y_exponent = exponent - x_exponent;
        let x_negative = self.random.random();
        let factor = |negative: bool, significand: u32, exponent: i32| Number {
            negative,
            significand: significand.into(),
            exponent,
        };
        Some([
            self.encode(factor(x_negative, x, x_exponent)),
            self.encode(factor(x_negative != product.negative, y, y_exponent)),
        ])
    }

    /// An odd x that divides `odd` such that both it and the quotient are at most `most`, found upwards from a random
    /// place.
    fn odd_divisor(&mut self, odd: u32, most: u32) -> Option<u32> {
        let first = odd.div_ceil(most) | 1;
        let last = odd.min(most);
        if first > last {
            return None;
        }
        let count = (last - first) / 2 + 1;
        let start = self.random.random_range(0..count);
        let places = (start..count).chain(0..start);
        places.map(|place| first + 2 * place).find(|x| odd.is_multiple_of(*x))
    }

    fn zero(&mut self) -> u32 {
        self.kind(Kind::Zero)
    }

    /// Any finite number, every exponent as likely as any other.
    fn finite(&mut self) -> u32 {
        let leading = self.random.random_range(self.rules.lowest()..=self.rules.highest());
        let negative = self.random.random();
        let number = self.number(negative, leading);
        self.encode(number)
    }

    fn either_way(&mut self, [x, y]: [u32; 2]) -> [u32; 2] {
        match self.random.random() {
            true => [x, y],
            false => [y, x],
        }
    }

    fn kind(&mut self, kind: Kind) -> u32 {
        let negative = self.random.random();
        self.term(Term { kind, negative })
    }

    fn term(&mut self, Term { kind, negative }: Term) -> u32 {
        let format = self.format();
        let magnitude = match kind {
            Kind::Zero => 0,
            Kind::Subnormal => self.random.random_range(1..=format.fraction_mask()),
            Kind::Normal => self.random.random_range(format.fraction_mask() + 1..format.infinity()),
            Kind::Infinity => format.infinity(),
            Kind::OutOfBoundsNan => format.out_of_bounds_nan(),
            // One of the others is the out-of-bounds NaN, which is then another class.
            Kind::Nan => match self.random.random_range(0..4) {
                0 => format.canonical_nan(),
                _ => self
                    .random
                    .random_range(format.infinity() + 1..=format.magnitude_mask()),
            },
        };
        match negative {
            true => format.sign_mask() | magnitude,
            false => magnitude,
        }
    }

    /// The operands with a product of this sign.
    fn signed_product(&mut self, a: Kind, b: Kind, negative: bool) -> [u32; 2] {
        let a_negative = self.random.random();
        let a = Term {
            kind: a,
            negative: a_negative,
        };
        let b = Term {
            kind: b,
            negative: a_negative != negative,
        };
        let factors = [self.term(a), self.term(b)];
        self.either_way(factors)
    }

    fn special(&mut self, special: Special) -> Option<Vector> {
        let addend = |negative: bool, kind: Kind| Term { kind, negative };
        let ([a, b], c) = match special {
            Special::OutOfBounds => {
                let factors = [self.kind(Kind::OutOfBoundsNan), self.finite()];
                (self.either_way(factors), self.finite())
            }
            Special::NanOperand | Special::NanToZero | Special::NanStays => {
                let factors = [self.kind(Kind::Nan), self.finite()];
                (self.either_way(factors), self.finite())
            }
            Special::InfinityTimesZero => {
                let factors = [self.kind(Kind::Infinity), self.zero()];
                (self.either_way(factors), self.finite())
            }
            Special::InfinityMinusInfinity => {
                let negative = self.random.random();
                let factors = self.signed_product(Kind::Infinity, Kind::Normal, negative);
                (factors, self.term(addend(!negative, Kind::Infinity)))
            }
            Special::InfiniteProduct { negative } => {
                let factors = self.signed_product(Kind::Infinity, Kind::Normal, negative);
                (factors, self.finite())
            }
            Special::InfiniteAddend { negative } => {
                let factors = [self.finite(), self.finite()];
                (factors, self.term(addend(negative, Kind::Infinity)))
            }
            Special::EqualInfinities { negative } => {
                let factors = self.signed_product(Kind::Infinity, Kind::Normal, negative);
                (factors, self.term(addend(negative, Kind::Infinity)))
            }
            Special::Zeros {
                product_negative,
                addend_negative,
            } => {
                let factors = self.signed_product(Kind::Zero, Kind::Normal, product_negative);
                (factors, self.term(addend(addend_negative, Kind::Zero)))
            }
            Special::FlushedOperand(position) => {
                let mut operands = [self.finite(), self.finite(), self.finite()];
                operands[position] = self.kind(Kind::Subnormal);
                let [a, b, c] = operands;
                ([a, b], c)
            }
            Special::Opposites { .. } => return self.cancellation(Depth::Total),
            Special::MinusZero => {
                return self.special(Special::Zeros {
                    product_negative: true,
                    addend_negative: true,
                })
            }
            Special::MinusInfinity => return self.special(Special::InfiniteAddend { negative: true }),
            Special::PlusInfinity => return self.special(Special::InfiniteAddend { negative: false }),
            Special::BelowZero => {
                let sum = self.sum(Landing::Binade, Lost::Nothing, true)?;
                return self.terms(sum, Terms::Both(Effective::Addition));
            }
            Special::AboveOne => {
                let leading = self.random.random_range(0..=self.rules.highest());
                let sum = self.number(false, leading);
                return self.terms(sum, Terms::Both(Effective::Subtraction));
            }
            Special::DownToOne => return self.near_one(1),
            Special::UpToOne => return self.near_one(-1),
        };
        Some([a, b, c])
    }

    /// Operands whose sum differs from 1 by half of the last place below it, or by less.
    fn near_one(&mut self, direction: i64) -> Option<Vector> {
        let places = self.precision() + self.random.random_range(1..=self.precision() / 2);
        let sum = Number {
            negative: false,
            significand: (1_u64 << places).wrapping_add_signed(direction),
            exponent: -(places as i32),
        };
        let effective = Effective::ALL[self.random.random_range(0..2)];
        self.terms(sum, Terms::Both(effective))
    }
}
