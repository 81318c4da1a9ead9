//! Which classes a vector is in.

use std::cmp::Ordering;

use halfpipe_isa::Rounding;
use halfpipe_reference::Format;

use super::class::{Alignment, Class, Depth, Effective, Kind, Landing, Lost, Special, Term, Terms};
use super::rules::{Clamp, Rules};
use super::sum::{side, sum, Cut};
use crate::stimulus::number::Number;
use crate::Operands;

impl Rules {
    /// Reports every class that the operands of one lane are in.
    pub fn classify(&self, vector: Operands, report: &mut impl FnMut(Class)) {
        let mut operands = self.operands(vector);
        let [a, b, c] = operands;
        let mut terms = [
            self.term(self.factor, a),
            self.term(self.factor, b),
            self.term(self.result, c),
        ];
        let [a, b, c] = terms;
        report(Class::Operands {
            a,
            b: self.multiplies.then_some(b),
            c: Term {
                negative: c.negative != self.subtracts,
                ..c
            },
        });
        if self.out_of_bounds && terms[..2].iter().any(|term| term.kind == Kind::OutOfBoundsNan) {
            return report(Class::Special(Special::OutOfBounds));
        }
        if self.flushes {
            let formats = [self.factor, self.factor, self.result];
            for (position, (term, bits)) in terms.iter_mut().zip(&mut operands).enumerate() {
                if term.kind == Kind::Subnormal {
                    report(Class::Special(Special::FlushedOperand(position)));
                    term.kind = Kind::Zero;
                    *bits &= formats[position].sign_mask();
                }
            }
        }
        match self.without_sum(terms) {
            Some(special) => self.classify_special(special, report),
            None => self.classify_sum(operands, report),
        }
    }

    fn term(&self, format: Format, bits: u32) -> Term {
        let magnitude = bits & format.magnitude_mask();
        let smallest_normal = format.fraction_mask() + 1;
        let kind = match magnitude {
            0 => Kind::Zero,
            _ if magnitude < smallest_normal => Kind::Subnormal,
            _ if magnitude < format.infinity() => Kind::Normal,
            _ if magnitude == format.infinity() => Kind::Infinity,
            _ if format == self.factor && format.is_out_of_bounds_nan(bits) => Kind::OutOfBoundsNan,
            _ => Kind::Nan,
        };
        Term {
            kind,
            negative: bits & format.sign_mask() != 0,
        }
    }

    /// The special case of operands that have no sum, or one of zeros only.
    fn without_sum(&self, [a, b, c]: [Term; 3]) -> Option<Special> {
        let is = |kind: Kind| move |term: &Term| term.kind == kind;
        let negative = a.negative != b.negative;
        if [a, b, c]
            .iter()
            .any(|term| matches!(term.kind, Kind::Nan | Kind::OutOfBoundsNan))
        {
            return Some(Special::NanOperand);
        }
        let product_is_zero = [a, b].iter().any(is(Kind::Zero));
        if [a, b].iter().any(is(Kind::Infinity)) {
            return Some(match c.kind {
                _ if product_is_zero => Special::InfinityTimesZero,
                Kind::Infinity if c.negative == negative => Special::EqualInfinities { negative },
                Kind::Infinity => Special::InfinityMinusInfinity,
                _ => Special::InfiniteProduct { negative },
            });
        }
        match c.kind {
            Kind::Infinity => Some(Special::InfiniteAddend { negative: c.negative }),
            Kind::Zero if product_is_zero => Some(Special::Zeros {
                product_negative: negative,
                addend_negative: c.negative,
            }),
            _ => None,
        }
    }

    /// Reports a special result, and what a clamp makes of it.
    fn classify_special(&self, special: Special, report: &mut impl FnMut(Class)) {
        report(Class::Special(special));
        let changed = match (self.clamp, special) {
            (Clamp::None, _) => None,
            (clamp, Special::NanOperand | Special::InfinityTimesZero | Special::InfinityMinusInfinity) => {
                Some(match clamp {
                    Clamp::Saturate => Special::NanToZero,
                    _ => Special::NanStays,
                })
            }
            (
                clamp,
                Special::InfiniteProduct { negative }
                | Special::InfiniteAddend { negative }
                | Special::EqualInfinities { negative },
            ) => match negative {
                true => Some(Special::MinusInfinity),
                false => (clamp == Clamp::Saturate).then_some(Special::PlusInfinity),
            },
            (_, special) => self.is_minus_zero(special).then_some(Special::MinusZero),
        };
        if let Some(special) = changed {
            report(Class::Special(special));
        }
    }

    /// Whether a zero is negative: as a sum of negative zeros, or where opposites are rounded downwards.
    fn is_minus_zero(&self, special: Special) -> bool {
        match special {
            Special::Zeros {
                product_negative,
                addend_negative,
            } if product_negative == addend_negative => product_negative,
            Special::Zeros { .. } | Special::Opposites { .. } => self.rounding == Rounding::TowardNegative,
            _ => false,
        }
    }

    /// Of finite operands of which product or addend is not zero.
    fn classify_sum(&self, [a, b, c]: Operands, report: &mut impl FnMut(Class)) {
        let [a, b] = [a, b].map(|bits| Number::decode(self.factor, bits));
        let c = Number::decode(self.result, c);
        let product = a.times(b);
        let sum = sum(product, c);
        let terms = match (product.significand, c.significand) {
            (_, 0) => Terms::Product,
            (0, _) => Terms::Addend,
            _ => Terms::Both(Effective::of(product.negative, c.negative)),
        };
        if let Terms::Both(effective) = terms {
            let [product_leads, addend_leads] = [product, c].map(Number::leading_exponent);
            report(Class::Exponents {
                effective,
                product: product_leads,
                addend: addend_leads,
            });
            let carries = product_leads > a.leading_exponent() + b.leading_exponent();
            report(Class::Alignment(Alignment {
                effective,
                product_carries: self.multiplies.then_some(carries),
                distance: addend_leads - product_leads,
            }));
            if effective == Effective::Subtraction {
                report(Class::Cancellation(match sum.significand {
                    0 => Depth::Total,
                    _ => Depth::Places(product_leads.max(addend_leads) - sum.leading_exponent()),
                }));
            }
        }
        if sum.significand == 0 {
            let product_negative = product.negative;
            return self.classify_special(Special::Opposites { product_negative }, report);
        }
        self.classify_rounding(sum, terms, report);
    }

    /// Of a sum that is not zero.
    fn classify_rounding(&self, sum: Number, terms: Terms, report: &mut impl FnMut(Class)) {
        let leading = sum.leading_exponent();
        let cut = Cut::of(sum, self.result, self.rounding);
        report(Class::Rounding {
            landing: self.landing(leading, cut),
            lost: cut.lost,
            terms,
            negative: sum.negative,
        });
        let side = side(sum, self.result, self.factor_bits());
        if let (Terms::Both(effective), Some(side), true) = (terms, side, self.normal_results().contains(&leading)) {
            report(Class::Close {
                side,
                odd: cut.kept % 2 == 1,
                effective,
                negative: sum.negative,
            });
        }
        if let Some(special) = self.clamped_sum(sum, cut) {
            report(Class::Special(special));
        }
    }

    /// Where a number that leads with 2^leading lands.
    fn landing(&self, leading: i32, cut: Cut) -> Landing {
        let smallest_normal = 1 << self.result.fraction_bits();
        let next_binade = 2 * smallest_normal;
        let (lowest, highest) = self.normal_results().into_inner();
        if leading < lowest {
            let reaches_normal = cut.rounded() == smallest_normal;
            return match (self.flushes, cut.kept, cut.rounded()) {
                (true, ..) if reaches_normal => Landing::FlushedFromNormal,
                (true, ..) => Landing::Flushed,
                (false, 0, 0) => Landing::Zero,
                (false, 0, _) => Landing::SmallestSubnormal,
                (false, ..) if reaches_normal => Landing::SmallestNormal,
                (false, ..) => Landing::Subnormal,
            };
        }
        let carries = cut.rounded() == next_binade;
        let is_largest = cut.rounded() == next_binade - 1 && cut.kept == cut.rounded() && cut.lost != Lost::Nothing;
        match leading.cmp(&highest) {
            Ordering::Greater => Landing::Beyond,
            Ordering::Equal if carries => Landing::RoundedToInfinity,
            Ordering::Equal if is_largest => Landing::Largest,
            _ if carries => Landing::NextBinade,
            _ => Landing::Binade,
        }
    }

    /// What a clamp makes of a sum that is not zero.
    fn clamped_sum(&self, sum: Number, cut: Cut) -> Option<Special> {
        if self.clamp == Clamp::None {
            return None;
        }
        if sum.negative {
            return Some(Special::BelowZero);
        }
        if self.clamp == Clamp::Relu {
            return None;
        }
        let one = 1 << self.result.fraction_bits();
        match (sum.leading_exponent(), cut.rounded()) {
            (0, rounded) if rounded == one => (cut.lost != Lost::Nothing).then_some(Special::DownToOne),
            (0.., _) => Some(Special::AboveOne),
            (-1, rounded) if rounded == 2 * one => Some(Special::UpToOne),
            _ => None,
        }
    }
}
