//! The classes that an instruction has, with the reasons why there are no others.

use halfpipe_isa::Rounding;
use halfpipe_reference::Format;

use super::class::{Alignment, Class, Depth, Effective, Kind, Side, Special, Term};
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
    /// places down: every odd significand has an odd partner with which its product ends in q − 1 zeros and a one, or
    /// in q ones. One place more would take an addend of 2^2q beside a product of 2^2q − 1, and the greatest product,
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
            Clamp::None => return Vec::new(),
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

/// A small term beside a great one that is a number or a midpoint leaves a sum close to it. Above it in a subtraction,
/// or below in an addition, the small term itself is close to a number or a midpoint: products close to a power of two
/// are, and addends of more bits than a factor has.
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
