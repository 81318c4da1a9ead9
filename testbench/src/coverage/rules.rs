//! Which classes an instruction has, and which of them a vector is in.

use halfpipe_isa::{Instruction, Modifier, Operation};
use halfpipe_reference::Format;

use super::class::{Alignment, Class, Depth, Effective, Kind, Landing, Lost, Side, Special, Term, Terms};
use super::sum::{side, sum, Cut};
use crate::stimulus::number::Number;
use crate::Vector;

/// What the classes of an instruction depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub(super) format: Format,
    /// `.ftz`
    pub(super) flushes: bool,
    /// `.oob`
    out_of_bounds: bool,
    clamp: Clamp,
}

/// What is done to a rounded result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clamp {
    None,
    /// `.sat`
    Saturate,
    /// `.relu`
    Relu,
}

/// An instruction that has no such classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("only fma in half precision has classes of vectors, which {0} is not")]
pub struct NotHalfPrecisionFma(pub Instruction);

impl TryFrom<Instruction> for Rules {
    type Error = NotHalfPrecisionFma;

    fn try_from(instruction: Instruction) -> Result<Rules, NotHalfPrecisionFma> {
        let ty = instruction.ty();
        if instruction.operation() != Operation::Fma || ty.is_mixed() {
            return Err(NotHalfPrecisionFma(instruction));
        }
        let clamp = match (instruction.has(Modifier::Sat), instruction.has(Modifier::Relu)) {
            (true, _) => Clamp::Saturate,
            (_, true) => Clamp::Relu,
            _ => Clamp::None,
        };
        Ok(Rules {
            format: ty.element().into(),
            flushes: instruction.has(Modifier::Ftz),
            out_of_bounds: instruction.has(Modifier::Oob),
            clamp,
        })
    }
}

/// The classes there are.
impl Rules {
    /// Every class that a vector can be in, each once.
    pub fn classes(&self) -> Vec<Class> {
        let mut classes = self.exponents();
        classes.extend(self.alignments());
        classes.extend(self.cancellations());
        classes.extend(self.roundings());
        classes.extend(closes());
        classes.extend(operands());
        classes.extend(self.specials().into_iter().map(Class::Special));
        classes
    }

    /// The lowest leading exponent of an operand that counts as a number: that of the last subnormal bit, but of the
    /// smallest normal number where subnormal ones are flushed.
    pub(super) fn lowest(&self) -> i32 {
        let smallest_normal = self.format.min_exponent() as i32;
        match self.flushes {
            true => smallest_normal,
            false => smallest_normal - self.format.fraction_bits() as i32,
        }
    }

    /// The highest leading exponent of an operand.
    pub(super) fn highest(&self) -> i32 {
        self.format.max_exponent() as i32
    }

    /// The leading exponents of products, lowest and highest.
    ///
    /// Powers of two have products with every exponent from twice the lowest to twice the highest. From a product of
    /// significands of 2 and more comes one exponent more at the top; at the bottom such a product needs factors of two
    /// bits at least, which a subnormal number has from the second place on.
    pub(super) fn products(&self, carries: bool) -> [i32; 2] {
        if !carries {
            return [2 * self.lowest(), 2 * self.highest()];
        }
        let lowest_of_two_bits = self.lowest() + i32::from(!self.flushes);
        [2 * lowest_of_two_bits + 1, 2 * self.highest() + 1]
    }

    /// Product and addend come from different operands, so every exponent of one meets every exponent of the other.
    fn exponents(&self) -> Vec<Class> {
        let (lowest, highest) = (self.lowest(), self.highest());
        let mut classes = Vec::new();
        for effective in Effective::ALL {
            for product in 2 * lowest..=2 * highest + 1 {
                classes.extend((lowest..=highest).map(|addend| Class::Exponents {
                    effective,
                    product,
                    addend,
                }));
            }
        }
        classes
    }

    /// Every distance from the lowest addend at the highest product to the highest addend at the lowest product.
    fn alignments(&self) -> Vec<Class> {
        let mut classes = Vec::new();
        for effective in Effective::ALL {
            for product_carries in [false, true] {
                let [lowest_product, highest_product] = self.products(product_carries);
                let distances = self.lowest() - highest_product..=self.highest() - lowest_product;
                classes.extend(distances.map(|distance| {
                    Class::Alignment(Alignment {
                        effective,
                        product_carries,
                        distance,
                    })
                }));
            }
        }
        classes
    }

    /// A product of two significands of p bits has 2p bits. Near it lies an addend of p bits that leaves only the last of
    /// them, 2p − 1 places down: every odd significand has an odd partner with which its product ends in p − 1 zeros and a
    /// one, or in p ones. One place more would take an addend of 2^2p beside a product of 2^2p − 1, and the greatest
    /// product, (2^p − 1)^2, is smaller.
    pub(super) fn deepest_cancellation(&self) -> i32 {
        2 * (self.format.fraction_bits() as i32 + 1) - 1
    }

    fn cancellations(&self) -> Vec<Class> {
        let places = (0..=self.deepest_cancellation()).map(Depth::Places);
        places.chain([Depth::Total]).map(Class::Cancellation).collect()
    }

    fn roundings(&self) -> Vec<Class> {
        let mut classes = Vec::new();
        for landing in Landing::ALL {
            for lost in Lost::ALL {
                for terms in Terms::ALL
                    .into_iter()
                    .filter(|terms| self.is_possible(landing, lost, *terms))
                {
                    classes.extend([false, true].map(|negative| Class::Rounding {
                        landing,
                        lost,
                        terms,
                        negative,
                    }));
                }
            }
        }
        classes
    }

    /// Whether there is such a rounding.
    fn is_possible(&self, landing: Landing, lost: Lost, terms: Terms) -> bool {
        // An addend alone is a number of the format.
        if terms == Terms::Addend {
            let is_number = landing == Landing::Binade || landing == Landing::Subnormal && !self.flushes;
            return is_number && lost == Lost::Nothing;
        }
        // A sum of magnitudes is greater than the addend, so than the smallest number that an operand can be. That is the
        // smallest subnormal number, but the smallest normal one where operands are flushed.
        let is_below_the_smallest_operand = terms != Terms::Both(Effective::Addition);
        match landing {
            Landing::Binade | Landing::Beyond => true,
            Landing::NextBinade | Landing::RoundedToInfinity if terms == Terms::Product && lost == Lost::TieUp => {
                self.has_a_product_of_ones()
            }
            Landing::NextBinade | Landing::RoundedToInfinity => lost.rounds_up(),
            Landing::Subnormal => !self.flushes,
            Landing::SmallestNormal => !self.flushes && lost.rounds_up(),
            // Zero is even, so a tie goes down to it, and the sum is not zero, so something is lost.
            Landing::SmallestSubnormal => !self.flushes && is_below_the_smallest_operand && lost == Lost::AboveHalf,
            Landing::Zero => {
                !self.flushes && is_below_the_smallest_operand && matches!(lost, Lost::BelowHalf | Lost::TieDown)
            }
            Landing::Flushed => self.flushes && is_below_the_smallest_operand,
            Landing::FlushedFromNormal => self.flushes && is_below_the_smallest_operand && lost.rounds_up(),
        }
    }

    /// Whether a product is midway between the last number of a binade and the next one: that takes a product of
    /// significands that is a row of ones, one more than a significand has bits, and zeros behind it. Of f16 it is
    /// 4095 = 63 · 65 and of bf16 511 = 7 · 73, but of the format of eight bits it is 31, which is a prime number.
    fn has_a_product_of_ones(&self) -> bool {
        let end = 2_u32 << self.format.fraction_bits();
        let ones = 2 * end - 1;
        (2..end).any(|factor| ones.is_multiple_of(factor) && ones / factor < end)
    }

    fn specials(&self) -> Vec<Special> {
        let signs = [false, true];
        let mut specials = vec![
            Special::NanOperand,
            Special::InfinityTimesZero,
            Special::InfinityMinusInfinity,
        ];
        for negative in signs {
            specials.extend([
                Special::InfiniteProduct { negative },
                Special::InfiniteAddend { negative },
                Special::EqualInfinities { negative },
                Special::Opposites {
                    product_negative: negative,
                },
            ]);
            specials.extend(signs.map(|addend_negative| Special::Zeros {
                product_negative: negative,
                addend_negative,
            }));
        }
        if self.out_of_bounds {
            specials.push(Special::OutOfBounds);
        }
        if self.flushes {
            specials.extend((0..3).map(Special::FlushedOperand));
        }
        let below = [Special::BelowZero, Special::MinusZero, Special::MinusInfinity];
        let above = [
            Special::AboveOne,
            Special::DownToOne,
            Special::UpToOne,
            Special::PlusInfinity,
        ];
        match self.clamp {
            Clamp::None => {}
            Clamp::Saturate => {
                specials.extend(below);
                specials.extend(above);
                specials.push(Special::NanToZero);
            }
            Clamp::Relu => {
                specials.extend(below);
                specials.push(Special::NanStays);
            }
        }
        specials
    }
}

/// A small term beside a great one that is a number or a midpoint leaves a sum close to it. Above it in a subtraction, or
/// below in an addition, the small term itself is close to a number or a midpoint: products close to a power of two are.
fn closes() -> Vec<Class> {
    let mut classes = Vec::new();
    for side in Side::ALL {
        for effective in Effective::ALL {
            for odd in [false, true] {
                classes.extend([false, true].map(|negative| Class::Close {
                    side,
                    odd,
                    effective,
                    negative,
                }));
            }
        }
    }
    classes
}

/// Operands are free: every kind of one meets every kind of the others.
fn operands() -> Vec<Class> {
    let terms = Kind::ALL
        .into_iter()
        .flat_map(|kind| [false, true].map(|negative| Term { kind, negative }));
    let terms: Vec<Term> = terms.collect();
    let mut classes = Vec::new();
    for &a in &terms {
        for &b in &terms {
            classes.extend(terms.iter().map(|&c| Class::Operands([a, b, c])));
        }
    }
    classes
}

/// The classes of a vector.
impl Rules {
    /// Reports every class that the operands of one lane are in.
    pub fn classify(&self, operands: Vector, report: &mut impl FnMut(Class)) {
        let mut terms = operands.map(|bits| self.term(bits));
        report(Class::Operands(terms));
        if self.out_of_bounds && terms[..2].iter().any(|term| term.kind == Kind::OutOfBoundsNan) {
            return report(Class::Special(Special::OutOfBounds));
        }
        let mut operands = operands;
        if self.flushes {
            for (position, (term, bits)) in terms.iter_mut().zip(&mut operands).enumerate() {
                if term.kind == Kind::Subnormal {
                    report(Class::Special(Special::FlushedOperand(position)));
                    term.kind = Kind::Zero;
                    *bits &= self.format.sign_mask();
                }
            }
        }
        match self.without_sum(terms) {
            Some(special) => {
                report(Class::Special(special));
                self.clamped_special(special, report);
            }
            None => self.classify_sum(operands, report),
        }
    }

    fn term(&self, bits: u32) -> Term {
        let format = self.format;
        let magnitude = bits & format.magnitude_mask();
        let smallest_normal = format.fraction_mask() + 1;
        let kind = match magnitude {
            0 => Kind::Zero,
            _ if magnitude < smallest_normal => Kind::Subnormal,
            _ if magnitude < format.infinity() => Kind::Normal,
            _ if magnitude == format.infinity() => Kind::Infinity,
            _ if magnitude == format.out_of_bounds_nan() => Kind::OutOfBoundsNan,
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

    /// What a clamp makes of a special result.
    fn clamped_special(&self, special: Special, report: &mut impl FnMut(Class)) {
        let is_nan = matches!(
            special,
            Special::NanOperand | Special::InfinityTimesZero | Special::InfinityMinusInfinity
        );
        let infinity = match special {
            Special::InfiniteProduct { negative }
            | Special::InfiniteAddend { negative }
            | Special::EqualInfinities { negative } => Some(negative),
            _ => None,
        };
        let minus_zero = Special::Zeros {
            product_negative: true,
            addend_negative: true,
        };
        let changed = match self.clamp {
            Clamp::None => None,
            Clamp::Saturate if is_nan => Some(Special::NanToZero),
            Clamp::Relu if is_nan => Some(Special::NanStays),
            _ if special == minus_zero => Some(Special::MinusZero),
            _ if infinity == Some(true) => Some(Special::MinusInfinity),
            Clamp::Saturate if infinity == Some(false) => Some(Special::PlusInfinity),
            _ => None,
        };
        if let Some(special) = changed {
            report(Class::Special(special));
        }
    }

    /// Of finite operands of which product or addend is not zero.
    fn classify_sum(&self, operands: Vector, report: &mut impl FnMut(Class)) {
        let [a, b, c] = operands.map(|bits| Number::decode(self.format, bits));
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
            report(Class::Alignment(Alignment {
                effective,
                product_carries: product_leads > a.leading_exponent() + b.leading_exponent(),
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
            return report(Class::Special(Special::Opposites {
                product_negative: product.negative,
            }));
        }
        let cut = Cut::of(sum, self.format);
        report(Class::Rounding {
            landing: self.landing(sum.leading_exponent(), cut),
            lost: cut.lost,
            terms,
            negative: sum.negative,
        });
        let leading = sum.leading_exponent();
        let is_in_normal_range = (self.format.min_exponent() as i32..=self.highest()).contains(&leading);
        if let (Terms::Both(effective), Some(side), true) = (terms, side(sum, self.format), is_in_normal_range) {
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
        let smallest_normal = 1 << self.format.fraction_bits();
        let next_binade = 2 * smallest_normal;
        if leading < self.format.min_exponent() as i32 {
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
        match leading.cmp(&self.highest()) {
            std::cmp::Ordering::Greater => Landing::Beyond,
            std::cmp::Ordering::Equal if carries => Landing::RoundedToInfinity,
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
        let one = 1 << self.format.fraction_bits();
        match (sum.leading_exponent(), cut.rounded()) {
            (0, rounded) if rounded == one => (cut.lost != Lost::Nothing).then_some(Special::DownToOne),
            (0.., _) => Some(Special::AboveOne),
            (-1, rounded) if rounded == 2 * one => Some(Special::UpToOne),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rayon::prelude::*;

    use super::*;

    /// The classes that all operands of the small format are in are just those of the list.
    fn check_all_triples(flushes: bool, out_of_bounds: bool, clamp: Clamp) {
        let rules = Rules {
            format: Format::SMALL,
            flushes,
            out_of_bounds,
            clamp,
        };
        let rows = (0..=0xFF_u32).into_par_iter().map(|a| {
            let mut reached = HashSet::new();
            for (b, c) in (0..=0xFF).flat_map(|b| (0..=0xFF).map(move |c| (b, c))) {
                rules.classify([a, b, c], &mut |class| _ = reached.insert(class));
            }
            reached
        });
        let reached = rows.reduce(HashSet::new, |all, row| &all | &row);
        let listed: HashSet<Class> = rules.classes().into_iter().collect();
        let only_listed: Vec<String> = (&listed - &reached).iter().map(Class::to_string).collect();
        let only_reached: Vec<String> = (&reached - &listed).iter().map(Class::to_string).collect();
        assert!(only_listed.is_empty(), "listed, but no operands reach {only_listed:#?}");
        assert!(only_reached.is_empty(), "reached, but not listed: {only_reached:#?}");
    }

    #[test]
    fn the_list_has_just_the_classes_that_can_be_reached() {
        check_all_triples(false, false, Clamp::Saturate);
        check_all_triples(true, false, Clamp::None);
        check_all_triples(true, false, Clamp::Saturate);
        check_all_triples(false, true, Clamp::Relu);
    }
}
