//! The classes that an instruction has, with the reasons why there are no others.

use halfpipe_isa::Rounding;
use halfpipe_reference::Format;

use super::class::{Alignment, Class, Depth, Effective, Kind, Landing, Lost, Side, Special, Term, Terms};
use super::rules::{Clamp, Rules};

impl Rules {
    /// Every class that a vector can be in, each once.
    pub fn classes(&self) -> Vec<Class> {
        let mut classes = self.exponents();
        classes.extend(self.alignments());
        classes.extend(self.cancellations());
        classes.extend(self.roundings());
        classes.extend(closes());
        classes.extend(self.kinds());
        classes.extend(self.specials().into_iter().map(Class::Special));
        classes
    }

    /// Product and addend come from different operands, so every exponent of one meets every exponent of the other.
    fn exponents(&self) -> Vec<Class> {
        let mut classes = Vec::new();
        for effective in Effective::ALL {
            for product in self.all_products() {
                classes.extend(self.addends().map(|addend| Class::Exponents {
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
            for &product_carries in self.carries() {
                let (products, addends) = (self.products(product_carries), self.addends());
                let distances = addends.start() - products.end()..=addends.end() - products.start();
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

    /// Where factors have q bits and addends p, one of two things goes deepest.
    ///
    /// A product has 2q bits. Near it lies an addend of no more bits than q that leaves only the last of them, 2q − 1
    /// places down: every odd significand has an odd partner with which its product ends in q − 1 zeros and a one, or in
    /// q ones. One place more would take an addend of 2^2q beside a product of 2^2q − 1, and the greatest product,
    /// (2^q − 1)^2, is smaller.
    ///
    /// An addend of p ones is its last bit away from a power of two, which leads one place higher: p places. A product
    /// that is a itself has fewer bits.
    pub(super) fn deepest_cancellation(&self) -> i32 {
        match self.multiplies {
            true => self.result_bits().max(2 * self.factor_bits() - 1),
            false => self.result_bits(),
        }
    }

    fn cancellations(&self) -> Vec<Class> {
        let places = (0..=self.deepest_cancellation()).map(Depth::Places);
        places.chain([Depth::Total]).map(Class::Cancellation).collect()
    }

    fn roundings(&self) -> Vec<Class> {
        let mut classes = Vec::new();
        for landing in Landing::ALL {
            for &lost in Lost::all(self.rounding) {
                for terms in Terms::ALL {
                    let signs = [false, true]
                        .into_iter()
                        .filter(|negative| self.is_possible(landing, lost, terms, *negative));
                    classes.extend(signs.map(|negative| Class::Rounding {
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
    fn is_possible(&self, landing: Landing, lost: Lost, terms: Terms, negative: bool) -> bool {
        match terms {
            // It is a number of the format.
            Terms::Addend => {
                let is_number = landing == Landing::Binade || landing == Landing::Subnormal && !self.flushes;
                is_number && lost == Lost::Nothing
            }
            Terms::Product | Terms::Both(_) => {
                self.is_rounded_to(landing, lost, negative) && self.is_in_reach(landing, lost, terms)
            }
        }
    }

    /// Whether rounding, when it loses that, goes where the landing says.
    fn is_rounded_to(&self, landing: Landing, lost: Lost, negative: bool) -> bool {
        let rounds_up = lost.rounds_up(self.rounding, negative);
        match landing {
            Landing::Binade | Landing::Beyond | Landing::Subnormal | Landing::Flushed => true,
            Landing::NextBinade | Landing::RoundedToInfinity | Landing::SmallestNormal | Landing::FlushedFromNormal => {
                rounds_up
            }
            // The significand below, of ones only, is odd, so no tie goes down to it.
            Landing::Largest => !rounds_up && !matches!(lost, Lost::Nothing | Lost::TieDown),
            // Zero is even, so no tie goes up from it.
            Landing::SmallestSubnormal => rounds_up && lost != Lost::TieUp,
            Landing::Zero => !rounds_up && lost != Lost::Nothing,
        }
    }

    /// Whether these terms have a sum there that loses that.
    ///
    /// In mixed precision, products either reach as far as the result's format and further at both ends, or end so far
    /// within it that they touch none of its ends. The sums of an add or a sub can do the former at the upper end and
    /// the latter at the lower, where a and c are numbers of the result's format.
    fn is_in_reach(&self, landing: Landing, lost: Lost, terms: Terms) -> bool {
        let (least, greatest) = self.all_products().into_inner();
        let (smallest_normal, highest) = self.normal_results().into_inner();
        let smallest_subnormal = smallest_normal - self.result.fraction_bits() as i32;
        let half_of_last_place = highest - self.result_bits();
        match (landing, terms) {
            (Landing::Binade | Landing::NextBinade, Terms::Product) => self.is_product_cut(landing, lost),
            (Landing::Binade | Landing::NextBinade, _) => true,
            // The addend is at most the largest number, so at least so much comes from the product.
            (Landing::Largest | Landing::RoundedToInfinity, Terms::Both(Effective::Addition)) => {
                lost == Lost::BelowHalf || greatest >= half_of_last_place
            }
            (Landing::Beyond, Terms::Both(Effective::Addition)) => greatest >= highest,
            // What is subtracted from is greater than the sum, and an addend is not.
            (Landing::Largest | Landing::RoundedToInfinity | Landing::Beyond, Terms::Both(_)) => greatest > highest,
            (Landing::Largest | Landing::RoundedToInfinity | Landing::Beyond, _) => {
                greatest > highest && self.is_product_cut(landing, lost)
            }
            (Landing::Flushed | Landing::FlushedFromNormal, _) if !self.flushes => false,
            (Landing::Subnormal | Landing::SmallestNormal | Landing::SmallestSubnormal | Landing::Zero, _)
                if self.flushes =>
            {
                false
            }
            // A sum of magnitudes is greater than the addend, so than the smallest number that an operand can be. That is
            // the smallest subnormal number, but the smallest normal one where operands are flushed.
            (
                Landing::SmallestSubnormal | Landing::Zero | Landing::Flushed | Landing::FlushedFromNormal,
                Terms::Both(Effective::Addition),
            ) => false,
            (Landing::Flushed | Landing::FlushedFromNormal, _) => true,
            // Beside the least product, an addend of all its bits leaves a difference as small as its last one.
            (Landing::Subnormal, Terms::Both(Effective::Subtraction)) if lost == Lost::Nothing => {
                least - self.result_bits() < smallest_normal
            }
            (Landing::Subnormal, _) if lost == Lost::Nothing => least < smallest_normal,
            // Of the addend nothing is lost.
            (Landing::Subnormal | Landing::SmallestSubnormal | Landing::Zero, _) => least < smallest_subnormal,
            (Landing::SmallestNormal, Terms::Product) => least < smallest_subnormal && !self.is_product_exact(),
            (Landing::SmallestNormal, _) => least < smallest_subnormal,
        }
    }

    /// Whether there is a product in the range of normal numbers, or above, that lands there and loses that.
    ///
    /// A tie up to the next binade takes a product of significands that is a row of ones, one more than a significand
    /// has bits, and zeros behind it. Of f16 it is 4095 = 63 · 65 and of bf16 511 = 7 · 73, but of the format of eight
    /// bits it is 31, which is a prime number.
    fn is_product_cut(&self, landing: Landing, lost: Lost) -> bool {
        if self.is_product_exact() {
            return lost == Lost::Nothing;
        }
        let goes_up = matches!(landing, Landing::NextBinade | Landing::RoundedToInfinity);
        !(goes_up && lost == Lost::TieUp) || has_a_product_of_ones(self.factor)
    }

    /// Operands are free: every kind of one meets every kind of the others.
    fn kinds(&self) -> Vec<Class> {
        let factors = self.terms(self.factor);
        let addends = self.terms(self.result);
        let seconds: Vec<Option<Term>> = match self.multiplies {
            true => factors.iter().copied().map(Some).collect(),
            false => vec![None],
        };
        let mut classes = Vec::new();
        for &a in &factors {
            for &b in &seconds {
                classes.extend(addends.iter().map(|&c| Class::Operands { a, b, c }));
            }
        }
        classes
    }

    /// What an operand of a format can be.
    fn terms(&self, format: Format) -> Vec<Term> {
        let kinds = Kind::ALL
            .into_iter()
            .filter(|kind| *kind != Kind::OutOfBoundsNan || format == self.factor);
        kinds
            .flat_map(|kind| [false, true].map(|negative| Term { kind, negative }))
            .collect()
    }

    fn specials(&self) -> Vec<Special> {
        let signs = [false, true];
        let mut specials = vec![Special::NanOperand, Special::InfinityMinusInfinity];
        if self.multiplies {
            specials.push(Special::InfinityTimesZero);
        }
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
        specials.extend(self.clamped());
        specials
    }

    /// What a clamp changes.
    fn clamped(&self) -> Vec<Special> {
        let mut specials = vec![Special::BelowZero, Special::MinusZero, Special::MinusInfinity];
        match self.clamp {
            Clamp::None => specials.clear(),
            Clamp::Saturate => {
                specials.extend([Special::AboveOne, Special::PlusInfinity, Special::NanToZero]);
                // 1 is positive.
                specials.extend((self.rounding != Rounding::TowardPositive).then_some(Special::DownToOne));
                let rounds_up = matches!(self.rounding, Rounding::NearestEven | Rounding::TowardPositive);
                specials.extend(rounds_up.then_some(Special::UpToOne));
            }
            Clamp::Relu => specials.push(Special::NanStays),
        }
        specials
    }
}

fn has_a_product_of_ones(factor: Format) -> bool {
    let end = 2_u32 << factor.fraction_bits();
    let ones = 2 * end - 1;
    (2..end).any(|factor| ones.is_multiple_of(factor) && ones / factor < end)
}

/// A small term beside a great one that is a number or a midpoint leaves a sum close to it. Above it in a subtraction, or
/// below in an addition, the small term itself is close to a number or a midpoint: products close to a power of two are,
/// and addends of more bits than a factor has.
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rayon::prelude::*;

    use super::*;

    const ROUNDINGS: [Rounding; 4] = [
        Rounding::NearestEven,
        Rounding::TowardZero,
        Rounding::TowardNegative,
        Rounding::TowardPositive,
    ];

    const SMALL_FMA: Rules = Rules {
        factor: Format::SMALL,
        result: Format::SMALL,
        multiplies: true,
        subtracts: false,
        rounding: Rounding::NearestEven,
        flushes: false,
        out_of_bounds: false,
        clamp: Clamp::None,
    };

    /// The classes that all operands of small formats are in are just those of the list.
    fn check_all_operands(rules: Rules) {
        let values = |format: Format| 0..1_u32 << format.width();
        let seconds = match rules.multiplies {
            true => values(rules.factor),
            false => 0..1,
        };
        let rows = values(rules.factor).into_par_iter().map(|a| {
            let mut reached = HashSet::new();
            for (b, c) in seconds.clone().flat_map(|b| values(rules.result).map(move |c| (b, c))) {
                let vector = match rules.multiplies {
                    true => [a, b, c],
                    false => [a, c, 0],
                };
                rules.classify(vector, &mut |class| _ = reached.insert(class));
            }
            reached
        });
        let reached = rows.reduce(HashSet::new, |all, row| &all | &row);
        let listed: HashSet<Class> = rules.classes().into_iter().collect();
        let only_listed: Vec<String> = (&listed - &reached).iter().map(Class::to_string).collect();
        let only_reached: Vec<String> = (&reached - &listed).iter().map(Class::to_string).collect();
        assert!(only_listed.is_empty(), "{rules:?}: no operands reach {only_listed:#?}");
        assert!(
            only_reached.is_empty(),
            "{rules:?}: not in the list are {only_reached:#?}"
        );
    }

    #[test]
    fn the_list_has_just_the_classes_that_can_be_reached() {
        check_all_operands(Rules {
            clamp: Clamp::Saturate,
            ..SMALL_FMA
        });
        check_all_operands(Rules {
            flushes: true,
            ..SMALL_FMA
        });
        check_all_operands(Rules {
            flushes: true,
            clamp: Clamp::Saturate,
            ..SMALL_FMA
        });
        check_all_operands(Rules {
            out_of_bounds: true,
            clamp: Clamp::Relu,
            ..SMALL_FMA
        });
    }

    /// Formats of factors and of results that lie to each other like f16 and f32, and like bf16 and f32.
    fn mixed() -> [[Format; 2]; 2] {
        let format =
            |exponent_bits, fraction_bits| Format::new(exponent_bits, fraction_bits).expect("a format of the model");
        [[format(2, 2), format(5, 5)], [format(4, 2), format(4, 5)]]
    }

    fn check_mixed(rules: Rules, [factor, result]: [Format; 2], roundings: &[Rounding]) {
        for &rounding in roundings {
            check_all_operands(Rules {
                factor,
                result,
                rounding,
                clamp: Clamp::Saturate,
                ..rules
            });
        }
    }

    #[test]
    fn the_list_of_a_mixed_fma_has_just_the_classes_that_can_be_reached() {
        let [narrow, wide] = mixed();
        check_mixed(SMALL_FMA, narrow, &ROUNDINGS);
        // 2^24 triples each: one that goes both ways by the number, and one that does by the sign.
        check_mixed(SMALL_FMA, wide, &[Rounding::NearestEven, Rounding::TowardNegative]);
    }

    #[test]
    fn the_list_of_a_mixed_sum_has_just_the_classes_that_can_be_reached() {
        for subtracts in [false, true] {
            let rules = Rules {
                multiplies: false,
                subtracts,
                ..SMALL_FMA
            };
            for formats in mixed() {
                check_mixed(rules, formats, &ROUNDINGS);
            }
        }
    }
}
